package work

import (
	"context"
	"errors"
	"fmt"
	"os"
)

// ErrNoFiles is the error of a session without files.
var ErrNoFiles = errors.New("this session has no files; what comes with the program would work")

// AnyFile lets a Session's user open every file that the system allows.
func AnyFile(path string) error { return nil }

// MayOpen says why the session may not open a file. Without a session none may be.
func MayOpen(ctx context.Context, path string) error {
	if s := sessionOf(ctx); s != nil && s.Files != nil {
		return s.Files(path)
	}
	return ErrNoFiles
}

// Identity names a file in its present state: by its path, its size and the time of its last change. A path
// that the session may not open names itself, and nothing checks whether it exists.
func Identity(ctx context.Context, path string) string {
	if MayOpen(ctx, path) != nil {
		return path
	}
	info, err := os.Stat(path)
	if err != nil {
		return path
	}
	return fmt.Sprintf("%s\x00%d\x00%d", path, info.Size(), info.ModTime().UnixNano())
}
