// Package files says what a session may do with files: a capability that it is given, for all of a user's own files or none,
// without a way around it.
package files

import (
	"context"
	"io"

	"dpscope/engine"
	"dpscope/ui/save"
)

// Files lists and writes files for a session.
type Files interface {
	// List returns the contents of a folder without hidden files.
	List(folder string) (Folder, error)

	// Free returns a name for a new file: base and end, with a number between them where that is taken.
	Free(base, end string) string

	// Begin returns the first bytes of a file, at most most, and whether that is all of it.
	Begin(name string, most int) (text []byte, whole bool, err error)

	// Place returns the place of a file of that name, for people.
	Place(name string) string

	// Save writes the table of an export as save.Export does.
	Save(ctx context.Context, name string, x engine.Export, format save.Format, overwrite bool) error

	// Write writes a file as save.New does.
	Write(ctx context.Context, name string, write func(io.Writer) error, overwrite bool) error
}

// Folder holds the contents of a folder.
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
