package source

import (
	"io"
	"math"
	"testing"
)

// Reading stops where the limit is, and takes no more room than twice that.
func TestReadAll(t *testing.T) {
	for _, n := range []int{0, 1, 1 << 16, 1<<16 + 1, 1 << 18, 300000} {
		text, err := ReadAll(&bounded{r: &repeating{"x", n}, left: 300000, most: 300000}, 300000)
		if err != nil || len(text) != n || cap(text) > 300001 {
			t.Errorf("%d bytes: %d read into %d, %v", n, len(text), cap(text), err)
		}
	}
	if _, err := ReadAll(&bounded{r: &repeating{"x", math.MaxInt}, left: 300000, most: 300000}, 300000); err == nil {
		t.Error("an endless file is read")
	}
}

// repeating reads as a text over and over.
type repeating struct {
	text string
	left int
}

func (r *repeating) Read(p []byte) (int, error) {
	n := 0
	for r.left > 0 && n+len(r.text) <= len(p) {
		n += copy(p[n:], r.text)
		r.left--
	}
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}
