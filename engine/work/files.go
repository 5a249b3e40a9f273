package work

import (
	"context"
	"fmt"
	"os"
)

type filesKey struct{}

// WithFiles returns a context whose session may open the files that may says:
// its error is what the user is told. A context without it may open any.
func WithFiles(ctx context.Context, may func(path string) error) context.Context {
	return context.WithValue(ctx, filesKey{}, may)
}

// MayOpen says why the session may not open a file.
func MayOpen(ctx context.Context, path string) error {
	if may, ok := ctx.Value(filesKey{}).(func(string) error); ok {
		return may(path)
	}
	return nil
}

// Identity names a file as it is now: by its path, its size and the time of its
// last change. What is no file is named by its word.
func Identity(path string) string {
	info, err := os.Stat(path)
	if err != nil {
		return path
	}
	return fmt.Sprintf("%s\x00%d\x00%d", path, info.Size(), info.ModTime().UnixNano())
}

// FileSize is the number of bytes of a file, 0 where there is none.
func FileSize(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}
