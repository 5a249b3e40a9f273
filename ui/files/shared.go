package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"dpscope/engine"
	"dpscope/learners/source"
	"dpscope/ui/save"
)

// Shared gives access to the regular files of one folder, which is the working folder of the process, and writes none.
type Shared struct {
	Folder string // from the root, without links
}

// NewShared returns access to a folder.
func NewShared(folder string) (Shared, error) {
	whole, err := filepath.Abs(folder)
	if err == nil {
		whole, err = filepath.EvalSymlinks(whole)
	}
	if err != nil {
		return Shared{}, err
	}
	if info, err := os.Stat(whole); err != nil || !info.IsDir() {
		return Shared{}, fmt.Errorf("%s is no folder", folder)
	}
	return Shared{whole}, nil
}

var errNotShared = errors.New("only files of the shared folder open here")

// May returns why a file may not be opened.
func (s Shared) May(path string) error {
	whole, err := s.within(path)
	if err != nil {
		return err
	}
	if info, err := os.Stat(whole); err != nil || !info.Mode().IsRegular() {
		return fmt.Errorf("%s: %w", source.Name(path), errNotShared)
	}
	return nil
}

// within returns where a path leads, links followed, if that is within the folder.
func (s Shared) within(path string) (whole string, err error) {
	if whole = path; !filepath.IsAbs(path) {
		whole = filepath.Join(s.Folder, path)
	}
	whole, err = filepath.EvalSymlinks(whole)
	if err == nil {
		path, err := filepath.Rel(s.Folder, whole)
		if err == nil && filepath.IsLocal(path) {
			return whole, nil
		}
	}
	return "", fmt.Errorf("%s: %w", source.Name(path), errNotShared)
}

// List reads a folder within the shared one, and leaves out what may not be opened.
func (s Shared) List(folder string) (Folder, error) {
	whole, err := s.within(folder)
	if err != nil {
		return Folder{}, err
	}
	list, err := Own{}.List(folder)
	if err != nil {
		return Folder{}, errNotShared
	}
	shown, _ := filepath.Rel(s.Folder, whole)
	list.Path = filepath.Join("shared", shown)
	all := list.Entries
	list.Entries = nil
	for _, e := range all {
		if _, err := s.within(e.Path); err == nil && (e.Folder || s.May(e.Path) == nil) {
			list.Entries = append(list.Entries, e)
		}
	}
	return list, nil
}

// Begin reads the first bytes of a file that may be opened.
func (s Shared) Begin(name string, most int) (text []byte, whole bool, err error) {
	if err := s.May(name); err != nil {
		return nil, false, err
	}
	return source.Begin(name, most)
}

// Free returns the plain name: nothing is written.
func (Shared) Free(base, end string) string { return base + end }

// Place returns the name within its folder.
func (Shared) Place(name string) string { return filepath.Base(name) }

var errNoWriting = errors.New("this session writes no files; ssh HOST export ADDRESS > FILE would work")

// Save refuses to write.
func (Shared) Save(context.Context, string, engine.Export, save.Format, bool) error {
	return errNoWriting
}

// Write refuses to write.
func (Shared) Write(context.Context, string, func(io.Writer) error, bool) error { return errNoWriting }
