// Package save writes exported figures to files, whole or not at all; it overwrites an existing file only on request.
package save

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dpscope/engine"
)

// MetadataSuffix is appended to a CSV file's name for its description.
const MetadataSuffix = "-metadata.json"

// Format is a file format for tables.
type Format string

// The formats that tables can be saved in.
const (
	CSV     Format = "csv"
	JSON    Format = "json"
	Parquet Format = "parquet"
)

// formats lists them in the order in which they are offered.
var formats = []Format{CSV, JSON, Parquet}

// FormatOf returns the format of a file name's ending, CSV for a name without one; ok is false for another ending.
func FormatOf(path string) (f Format, ok bool) {
	end := strings.ToLower(filepath.Ext(path))
	if end == "" {
		return CSV, true
	}
	return FormatNamed(end[1:])
}

// FormatNamed returns the format with a name.
func FormatNamed(name string) (f Format, ok bool) {
	return Format(name), slices.Contains(formats, Format(name))
}

// Endings lists the endings of all formats.
func Endings() (list []string) {
	for _, f := range formats {
		list = append(list, "."+string(f))
	}
	return list
}

// Write writes the table of x.
func (f Format) Write(to io.Writer, x engine.Export) error {
	if err := x.Table.Distinct(); err != nil {
		return err
	}
	switch f {
	case JSON:
		return x.WriteJSON(to)
	case Parquet:
		return WriteParquet(to, x, rowsOf(x.Table))
	}
	return x.Table.WriteCSV(to)
}

// Export writes x to path, and beside a CSV file its description. With overwrite, regular files of these names are replaced:
// the file that a symbolic link leads to, not the link, and under the mode it had. A path that is no regular file, as a device
// or a pipe, is refused and left alone. When ctx ends before all is in place, nothing is left of it.
func Export(ctx context.Context, path string, x engine.Export, format Format, overwrite bool) error {
	write := func(w io.Writer) error { return format.Write(w, x) }
	if format == CSV {
		return Described(ctx, path, write, func(w io.Writer) error { return x.WriteMetadata(w, filepath.Base(path)) }, overwrite)
	}
	return New(ctx, path, write, overwrite)
}

// Described writes one file and its description beside it as Export does: both or neither.
func Described(ctx context.Context, path string, write, describe func(io.Writer) error, overwrite bool) error {
	return whole(ctx, []part{{path: path, write: write}, {path: path + MetadataSuffix, write: describe}}, overwrite)
}

// New writes one file as Export does; it overwrites an existing one only on request.
func New(ctx context.Context, path string, write func(io.Writer) error, overwrite bool) error {
	return whole(ctx, []part{{path: path, write: write}}, overwrite)
}

// Private writes one file as Export does, overwriting an existing one; only its owner may read it.
func Private(ctx context.Context, path string, write func(io.Writer) error) error {
	return whole(ctx, []part{{path: path, write: write, private: true}}, true)
}

// Check says why New would refuse to write to path, so that long work can ask before it starts.
func Check(path string, overwrite bool) error {
	at, err := find(path, overwrite)
	if err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Dir(at.file)); err != nil {
		return plain(path, at.left(), err)
	}
	return nil
}

// part is one file of an export.
type part struct {
	path    string
	write   func(io.Writer) error
	private bool // only its owner may read it
}

// File is one of several files that are written together.
type File struct {
	Path  string
	Write func(io.Writer) error
}

// Together writes files as Export does: all or none.
func Together(ctx context.Context, files []File, overwrite bool) error {
	var parts []part
	for _, f := range files {
		parts = append(parts, part{path: f.Path, write: f.Write})
	}
	return whole(ctx, parts, overwrite)
}

// whole writes every part to a temporary file beside its place and, when all are complete, moves them there.
func whole(ctx context.Context, parts []part, overwrite bool) (err error) {
	places := make([]place, len(parts))
	for i, p := range parts {
		if places[i], err = find(p.path, overwrite); err != nil {
			return err
		}
		if p.private {
			places[i].private, places[i].mode = true, ownersAlone
		}
	}
	for i, at := range places {
		if i == 0 || filepath.Dir(at.file) != filepath.Dir(places[i-1].file) {
			sweep(filepath.Dir(at.file))
		}
	}
	var made []temporary
	defer func() {
		for _, t := range made {
			os.Remove(t.name) // those already moved are gone, which is fine
			t.done()
		}
	}()
	for i, p := range parts {
		t, err := prepare(ctx, places[i], p.write)
		if t.name != "" {
			made = append(made, t)
		}
		if err != nil {
			return plain(p.path, places[i].left(), err)
		}
	}
	for i, p := range parts {
		if err := move(made[i].name, places[i].file, overwrite); err != nil {
			return plain(p.path, undo(parts[:i], places), err)
		}
	}
	return nil
}

// undo removes the parts that have been moved, except those that replaced a file, which is gone, and says what is left.
func undo(moved []part, places []place) string {
	for i, p := range moved {
		if places[i].taken {
			return p.path + " is the new one already"
		}
		os.Remove(p.path)
	}
	return places[len(moved)].left()
}

// left says what is at a place to which nothing was written.
func (at place) left() string {
	if at.taken {
		return "what was there is left as it was"
	}
	return "nothing is left of it"
}

// prepare writes a temporary file in the folder of its place, with its final mode.
func prepare(ctx context.Context, at place, write func(io.Writer) error) (t temporary, err error) {
	file, done, err := at.temporary()
	if err != nil {
		return t, err
	}
	err = write(stoppable{ctx.Err, file})
	if err == nil {
		err = file.Sync()
	}
	if err == nil {
		err = ctx.Err()
	}
	if e := file.Close(); err == nil {
		err = e
	}
	if err == nil && at.taken {
		err = os.Chmod(file.Name(), at.mode)
	}
	return temporary{file.Name(), done}, err
}

// temporary is a file that is being written, and held until done.
type temporary struct {
	name string
	done func()
}

// stoppable is a writer that fails once stopped returns an error.
type stoppable struct {
	stopped func() error
	to      io.Writer
}

func (s stoppable) Write(b []byte) (int, error) {
	if err := s.stopped(); err != nil {
		return 0, err
	}
	return s.to.Write(b)
}

// move gives a finished file its name. Linking fails when the name is taken, which renaming would not; where links do not
// exist, it renames after a check.
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
	return fmt.Errorf("%s exists already: another name, or --force, would work: %w", path, fs.ErrExist)
}

// plain puts a file system's error into words, and says what is left.
func plain(path, left string, err error) error {
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
		return fmt.Errorf("%s is not written: the folder %s does not let you write; another folder would work: %w", path, folder, reason)
	}
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("%s is not written, and %s: the program was told to stop", path, left)
	}
	return fmt.Errorf("%s is not written, and %s: %w", path, left, reason)
}
