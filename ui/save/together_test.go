package save

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// Several files are all written or none: when the disk is full for the last one, and when the program is told to stop.
func TestTogetherIsAllOrNothing(t *testing.T) {
	write := func(err error) func(io.Writer) error {
		return func(w io.Writer) error {
			_, e := io.WriteString(w, "half")
			return errors.Join(e, err)
		}
	}
	stopped, stop := context.WithCancel(context.Background())
	stop()
	for name, c := range map[string]struct {
		ctx context.Context
		err error
	}{"full": {context.Background(), syscall.ENOSPC}, "stopped": {stopped, nil}} {
		folder := t.TempDir()
		files := []File{{filepath.Join(folder, "a.md"), write(nil)}, {filepath.Join(folder, "a.svg"), write(c.err)}}
		if err := Together(c.ctx, files, false); err == nil {
			t.Errorf("%s: no error", name)
		}
		if left, _ := os.ReadDir(folder); len(left) > 0 {
			t.Errorf("%s leaves %v", name, left)
		}
		if err := Together(context.Background(), files[:1], false); err != nil {
			t.Error(err)
		}
	}
}
