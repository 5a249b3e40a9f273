// Package starts remembers whether a user is new: until they open a lesson, or close the line that offers the first one.
package starts

import (
	"context"
	"io"
	"os"
	"path/filepath"

	"dpscope/ui/save"
)

// Mark is a file of the user's, which exists once the user is not new.
type Mark struct{ file string }

// Own returns the mark in the user's own folder of settings; where there is none it keeps nothing.
func Own() Mark {
	folder, err := os.UserConfigDir()
	if err != nil {
		return Mark{}
	}
	return Mark{filepath.Join(folder, "dpscope", "begun")}
}

// New reports whether the user is new; false where that cannot be kept.
func (m Mark) New() bool {
	if m.file == "" {
		return false
	}
	_, err := os.Stat(m.file)
	return os.IsNotExist(err)
}

// Begun records that the user is not new any more.
func (m Mark) Begun() error {
	if m.file == "" {
		return os.ErrNotExist
	}
	if err := os.MkdirAll(filepath.Dir(m.file), 0o755); err != nil {
		return err
	}
	return save.New(context.Background(), m.file, func(io.Writer) error { return nil }, true)
}
