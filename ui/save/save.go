// Package save writes exported figures to files: whole or not at all, and
// never over a file that is there already unless asked.
package save

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"dpscope/engine"
)

// MetadataSuffix is appended to a CSV file's name for its description.
const MetadataSuffix = "-metadata.json"

// Format is a file format.
type Format string

// The formats that figures can be saved in.
const (
	CSV  Format = "csv"
	JSON Format = "json"
)

// FormatOf returns the format that a file's name asks for: JSON for .json,
// otherwise CSV.
func FormatOf(path string) Format {
	if strings.EqualFold(filepath.Ext(path), ".json") {
		return JSON
	}
	return CSV
}

// Sheet writes s to path, and beside a CSV file its description. With
// overwrite, regular files of these names are replaced: the file that a
// symbolic link leads to, not the link, and under the mode it had. What is no
// regular file, a device or a pipe say, is refused and left alone.
func Sheet(path string, s engine.Sheet, format Format, o engine.Origin, overwrite bool) error {
	parts := []part{{path, func(w io.Writer) error { return s.WriteJSON(w, o) }}}
	if format == CSV {
		parts = []part{
			{path, s.Table().WriteCSV},
			{path + MetadataSuffix, func(w io.Writer) error { return s.WriteMetadata(w, filepath.Base(path), o) }},
		}
	}
	return whole(parts, overwrite)
}

// New writes one file as Sheet does: over one that is there only when asked.
func New(path string, write func(io.Writer) error, overwrite bool) error {
	return whole([]part{{path, write}}, overwrite)
}

// Check says why New would refuse to write to path, so that long work can ask
// before it starts.
func Check(path string, overwrite bool) error {
	_, err := find(path, overwrite)
	return err
}

// part is one file of an export.
type part struct {
	path  string
	write func(io.Writer) error
}

// whole writes every part to a temporary file beside its place and, when all
// are complete, moves them there.
func whole(parts []part, overwrite bool) (err error) {
	places := make([]place, len(parts))
	for i, p := range parts {
		if places[i], err = find(p.path, overwrite); err != nil {
			return err
		}
	}
	var temporary []string
	defer func() {
		for _, name := range temporary {
			os.Remove(name) // those already moved are gone, which is fine
		}
	}()
	for i, p := range parts {
		name, err := prepare(places[i], p.write)
		if name != "" {
			temporary = append(temporary, name)
		}
		if err != nil {
			return plain(p.path, err)
		}
	}
	for i, p := range parts {
		if err := move(temporary[i], places[i].file, overwrite); err != nil {
			for _, earlier := range parts[:i] {
				if !overwrite {
					os.Remove(earlier.path)
				}
			}
			return plain(p.path, err)
		}
	}
	return nil
}

// prepare writes a temporary file in the folder of its place, with the mode
// that it is to have there.
func prepare(at place, write func(io.Writer) error) (name string, err error) {
	file, err := at.temporary()
	if err != nil {
		return "", err
	}
	err = write(file)
	if err == nil {
		err = file.Sync()
	}
	if e := file.Close(); err == nil {
		err = e
	}
	if err == nil && at.taken {
		err = os.Chmod(file.Name(), at.mode)
	}
	return file.Name(), err
}

// move gives a finished file its name. Linking fails when the name is taken,
// which renaming would not; where links do not exist, a rename after a check
// must do.
func move(from, to string, overwrite bool) error {
	if overwrite {
		return os.Rename(from, to)
	}
	err := os.Link(from, to)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	if _, e := os.Lstat(to); e == nil {
		return fs.ErrExist
	}
	return os.Rename(from, to)
}

func exists(path string) error {
	return fmt.Errorf("%s exists already: another name, or --force, would do: %w", path, fs.ErrExist)
}

// plain says in words what the file system said in code.
func plain(path string, err error) error {
	folder := filepath.Dir(path)
	var cause *fs.PathError
	reason := err
	if errors.As(err, &cause) {
		reason = cause.Err
	}
	switch {
	case errors.Is(err, fs.ErrExist):
		return exists(path)
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s is not written: there is no folder %s: %w", path, folder, reason)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%s is not written: the folder %s does not let you write; another folder would do: %w", path, folder, reason)
	}
	return fmt.Errorf("%s is not written, and nothing is left of it: %w", path, reason)
}
