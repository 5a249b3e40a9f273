package command

import (
	"context"
	"os"

	"dpscope/ui/files"
)

// surroundings hold what a command sees of its user.
type surroundings struct {
	getenv func(name string) string
	files  files.Files // nil: none
}

type surroundingsKey struct{}

// surrounded returns a context of a user elsewhere.
func surrounded(ctx context.Context, s surroundings) context.Context {
	return context.WithValue(ctx, surroundingsKey{}, s)
}

// surroundingsOf returns what ctx's user has: the user of the process, or one elsewhere.
func surroundingsOf(ctx context.Context) surroundings {
	if s, elsewhere := ctx.Value(surroundingsKey{}).(surroundings); elsewhere {
		return s
	}
	return surroundings{os.Getenv, files.Own{}}
}
