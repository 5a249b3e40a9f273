package command

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// The reference in docs agrees with the declarations, and holds no page of a former tab.
func TestReferenceIsUpToDate(t *testing.T) {
	folder := filepath.Join("..", "..", "docs")
	written := []string{}
	for _, page := range reference(rootCommand()) {
		written = append(written, page.File)
		kept, err := os.ReadFile(filepath.Join(folder, page.File))
		if err != nil || string(kept) != page.Text {
			t.Errorf("docs/%s is stale (%v): go generate ./assets makes it anew", page.File, err)
		}
	}
	left, err := fs.Glob(os.DirFS(folder), "views/*.md")
	if err != nil || len(left) == 0 {
		t.Fatalf("docs/views has %d pages: %v", len(left), err)
	}
	for _, file := range left {
		if !slices.Contains(written, file) {
			t.Errorf("docs/%s is no page of the reference any more", file)
		}
	}
}
