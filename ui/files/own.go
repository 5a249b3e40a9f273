package files

import (
	"cmp"
	"context"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"dpscope/engine"
	"dpscope/learners/source"
	"dpscope/ui/save"
)

// Own gives access to the user's own files, from the working folder.
type Own struct{}

// List reads a folder. A link counts as its target.
func (Own) List(folder string) (Folder, error) {
	found, err := os.ReadDir(folder)
	if err != nil {
		return Folder{}, err
	}
	whole, _ := filepath.Abs(folder)
	list := Folder{Path: cmp.Or(whole, folder)}
	for _, f := range found {
		path := filepath.Join(folder, f.Name())
		info, err := os.Stat(path)
		if err != nil || strings.HasPrefix(f.Name(), ".") {
			continue
		}
		list.Entries = append(list.Entries, Entry{f.Name(), path, info.IsDir()})
	}
	const above = ".."
	list.Entries = append(list.Entries, Entry{above, filepath.Join(folder, above), true})
	return list, nil
}

// Free looks for a name that no file has: "compare.csv", "compare-2.csv".
func (Own) Free(base, end string) string {
	const most = 1000
	name := base + end
	for i := 2; i < most; i++ {
		if _, err := os.Lstat(name); err != nil {
			break
		}
		name = base + "-" + strconv.Itoa(i) + end
	}
	return name
}

// Begin reads the first bytes of a file.
func (Own) Begin(name string, most int) (text []byte, whole bool, err error) {
	return source.Begin(name, most)
}

// Place returns the name within its folder, and the folder from the root.
func (Own) Place(name string) string {
	whole, err := filepath.Abs(name)
	if err != nil {
		return name
	}
	return filepath.Base(whole) + " in " + filepath.Dir(whole)
}

// Save writes the table of an export to a file, with its description.
func (Own) Save(ctx context.Context, name string, x engine.Export, format save.Format, overwrite bool) error {
	return save.Export(ctx, name, x, format, overwrite)
}

// Write writes a file.
func (Own) Write(ctx context.Context, name string, write func(io.Writer) error, overwrite bool) error {
	return save.New(ctx, name, write, overwrite)
}
