// Package files is what a session may do with files: a capability that it is
// given, all of a user's own files or none, and that nothing goes around.
package files

import (
	"context"
	"io"

	"dpscope/engine"
	"dpscope/ui/save"
)

// Files are those that a session may list and write.
type Files interface {
	// List tells what is in a folder. Hidden files are left out.
	List(folder string) (Folder, error)

	// Free is a name for a new file: base and end, with a number between them
	// where that is taken.
	Free(base, end string) string

	// Begin is how a file begins, at most so many bytes, and whether that is all of it.
	Begin(name string, most int) (text []byte, whole bool, err error)

	// Place is where a file of that name is, for people.
	Place(name string) string

	// Save writes the table of an export as save.Export does.
	Save(ctx context.Context, name string, x engine.Export, format save.Format, overwrite bool) error

	// Write writes a file as save.New does.
	Write(ctx context.Context, name string, write func(io.Writer) error, overwrite bool) error
}

// Folder is what there is in a folder.
type Folder struct {
	Path    string // from the root, as far as that is known
	Entries []Entry
}

// Entry is a file or a folder.
type Entry struct {
	Name   string // within its folder
	Path   string // as List and addresses take it
	Folder bool
}
