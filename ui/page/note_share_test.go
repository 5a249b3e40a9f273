package page

import (
	"strings"
	"testing"
	"time"
)

// The share done of work that takes up to hours moves in its last digit within some seconds, and never says 100 % before the
// end.
func TestShareDoneMoves(t *testing.T) {
	for _, left := range []time.Duration{2 * time.Minute, 20 * time.Minute, 3 * time.Hour} {
		const share = 0.4123
		all := time.Duration(float64(left) / (1 - share))
		later := share + float64(6*time.Second)/float64(all)
		if shareDone(share, left) == shareDone(later, left-6*time.Second) {
			t.Errorf("with %v left %s stands for six seconds", left, shareDone(share, left))
		}
	}
	for _, share := range []float64{0.99, 0.9994, 0.9999, 0.999999} {
		for _, left := range []time.Duration{time.Second, time.Minute, 20 * time.Hour} {
			if text := shareDone(share, left); strings.HasPrefix(text, "100") {
				t.Errorf("%g of what takes %v more is said to be %s", share, left, text)
			}
		}
	}
	if text := shareDone(0.4123, time.Minute); text != "41.2 %" {
		t.Errorf("what is soon done is at %s", text)
	}
}
