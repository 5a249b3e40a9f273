package starts

import (
	"io"
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

// A count is replaced whole: what had it open still sees the former one, and nothing else is left in the folder.
func TestWrittenWhole(t *testing.T) {
	folder := t.TempDir()
	c := Count{filepath.Join(folder, "starts")}
	c.First()
	former, err := os.Open(c.file)
	if err != nil {
		t.Fatal(err)
	}
	defer former.Close()
	c.First()
	if text, err := io.ReadAll(former); err != nil || string(text) != "1\n" {
		t.Errorf("the former count says %q (%v)", text, err)
	}
	if text, err := os.ReadFile(c.file); err != nil || string(text) != "2\n" {
		t.Errorf("the count says %q (%v)", text, err)
	}
	if list, err := os.ReadDir(folder); err != nil || len(list) != 1 {
		t.Errorf("the folder holds %v (%v)", list, err)
	}
}
