package work

import (
	"context"
	"errors"
	"fmt"
	"os"
)

// ErrNoFiles is what a session without files answers.
var ErrNoFiles = errors.New("this session has no files; what comes with the program would work")

// AnyFile is what a Session says whose user may open every file of the machine that the
// system lets them.
func AnyFile(path string) error { return nil }

// MayOpen says why the session may not open a file. Without a session none may be.
func MayOpen(ctx context.Context, path string) error {
	if s := sessionOf(ctx); s != nil && s.Files != nil {
		return s.Files(path)
	}
	return ErrNoFiles
}

// Identity names a file as it is now: by its path, its size and the time of its
// last change. What is no file that the session may open is named by its word: nobody
// looks whether it is there.
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
