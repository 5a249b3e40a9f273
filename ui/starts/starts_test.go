package starts

import (
	"os"
	"path/filepath"
	"testing"
)

// The first three starts are told apart from later ones, and none is once it was used.
func TestFirstStarts(t *testing.T) {
	c := Count{filepath.Join(t.TempDir(), "dpscope", "starts")}
	for i := range 5 {
		if got := c.First(); got != (i < few) {
			t.Errorf("start %d is one of the first: %v", i+1, got)
		}
	}
	c = Count{filepath.Join(t.TempDir(), "starts")}
	if !c.First() || c.Used() != nil || c.First() {
		t.Error("after it was used it is still new")
	}
}

// Where nothing can be kept no start is one of the first: it would always be.
func TestNoPlaceToCount(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, []byte("many"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []Count{{}, {filepath.Join(file, "starts")}} {
		if c.First() {
			t.Errorf("%q is new", c.file)
		}
	}
	if c := (Count{file}); !c.First() { // what is no number is none yet
		t.Error("a file without a number is not new")
	}
}
