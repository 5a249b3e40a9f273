// Package starts counts how often a user has begun the program, so that the first times can say
// how to begin.
package starts

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"dpscope/ui/save"
)

// Count is kept in a file of the user's.
type Count struct{ file string }

// Own is the count in the user's own folder of settings; where there is none it counts nothing.
func Own() Count {
	folder, err := os.UserConfigDir()
	if err != nil {
		return Count{}
	}
	return Count{filepath.Join(folder, "dpscope", "starts")}
}

// few is how many starts are the first ones.
const few = 3

// First counts a start and reports whether it is one of the first few. Where the count cannot
// be kept it is none.
func (c Count) First() bool {
	text, err := os.ReadFile(c.file)
	if err != nil && !os.IsNotExist(err) {
		return false
	}
	n, _ := strconv.Atoi(strings.TrimSpace(string(text)))
	if n >= few || n < 0 {
		return false
	}
	return c.keep(n+1) == nil
}

// Used makes no later start one of the first.
func (c Count) Used() error { return c.keep(few) }

func (c Count) keep(n int) error {
	if c.file == "" {
		return os.ErrNotExist
	}
	if err := os.MkdirAll(filepath.Dir(c.file), 0o755); err != nil {
		return err
	}
	return save.New(context.Background(), c.file, func(w io.Writer) error {
		_, err := fmt.Fprintln(w, n)
		return err
	}, true)
}
