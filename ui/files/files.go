// Package files is what a session may do with files: a capability that it is
// given, all of a user's own files or none, and that nothing goes around.
package files

import (
	"context"

	"dpscope/engine"
)

// Files are those that a session may list and write.
type Files interface {
	// List tells what is in a folder. Hidden files are left out.
	List(folder string) (Folder, error)

	// Free is a name for a new file: base and end, with a number between them
	// where that is taken.
	Free(base, end string) string

	// Save writes an export as save.Export does, in the format that the name's end
	// asks for.
	Save(ctx context.Context, name string, x engine.Export, overwrite bool) error
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
