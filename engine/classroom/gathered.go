package classroom

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"dpscope/engine/work"
	"dpscope/learners/source"
)

// NobodyError says that nobody in a class has answered yet.
type NobodyError struct{ Class string }

func (e NobodyError) Error() string { return "nobody in class " + e.Class + " has answered yet" }

// ClassEnding is the ending of a class file.
const ClassEnding = ".class"

// HandIns lists the files that a class has handed in so far, beside the class file.
func (c Class) HandIns(folder string) []string {
	entries, _ := filepath.Glob(filepath.Join(escaped(folder), FileName(c.Name)+"-*.csv"))
	return entries
}

// escaped returns a path in which no character is a pattern.
func escaped(path string) string {
	return strings.NewReplacer("[", "\\[", "*", "\\*", "?", "\\?").Replace(path)
}

// Revision identifies what a class has handed in so far: it changes with every answer.
func (c Class) Revision(ctx context.Context, folder string) string {
	var b strings.Builder
	for _, file := range c.HandIns(folder) {
		b.WriteString(work.Identity(ctx, file) + "\n")
	}
	return b.String()
}

// gathered puts together what a class has handed in so far.
func gathered(ctx context.Context, path string) ([]Row, error) {
	if err := work.MayOpen(ctx, path); err != nil {
		return nil, err
	}
	const longest = 1 << 20
	text, whole, err := source.Begin(path, longest)
	switch {
	case err != nil:
		return nil, err
	case !whole:
		return nil, fmt.Errorf("%s is longer than 1 MiB, which no class file is", path)
	}
	class, faults := ParseClass(filepath.Base(path), text)
	if len(faults) > 0 {
		return nil, errors.New(faults[0].String())
	}
	var handed []HandIn
	for _, file := range class.HandIns(filepath.Dir(path)) {
		rows, err := Open(ctx, file)
		if errors.Is(err, fs.ErrNotExist) { // it was moved away just now
			continue
		}
		if err != nil {
			return nil, err
		}
		handed = append(handed, HandIn{file, rows})
	}
	rows, _ := Merge(handed)
	if len(rows) == 0 {
		return nil, NobodyError{class.Name}
	}
	return rows, nil
}
