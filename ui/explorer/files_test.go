package explorer

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"dpscope/engine/param"
	"dpscope/engine/work"
	"dpscope/ui/files"
)

// A control offers the files that it can open, and folders.
func TestFolderOffersWhatOpens(t *testing.T) {
	path := t.TempDir()
	for _, name := range []string{"a.csv", "b.JSON", "c.json.gz", "d.csv.gz", "README.md", ".hidden.json"} {
		if err := os.WriteFile(filepath.Join(path, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	folder, err := files.Own{}.List(path)
	if err != nil {
		t.Fatal(err)
	}
	var titles []string
	for _, o := range offered(folder, []string{".json", ".json.gz"}) {
		titles = append(titles, o.Title)
	}
	if want := []string{"b.JSON", "c.json.gz", ".."}; !slices.Equal(titles, want) {
		t.Errorf("offered %q, want %q", titles, want)
	}
}

// A session without files lists none, and says so.
func TestSessionWithoutFiles(t *testing.T) {
	e := New(Session{Context: t.Context(), Clock: TimeOfDay}, drawnBy("files", nil), param.Values{})
	file := Row{Kind: TextRow, Text: param.Text{Name: "data", Files: []string{".csv"}}}
	if cmd := e.listFiles(file); cmd != nil || e.Scene().Status.Text != work.ErrNoFiles.Error() {
		t.Errorf("it lists files, and says %q", e.Scene().Status.Text)
	}
}
