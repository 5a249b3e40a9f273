package ui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The list of files names its folder, offers files that can be opened, and goes into folders and out of them.
func TestFilesThatOpen(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{"README.md": "x", "people.csv": "age,bmi\n0.5,0.5\n", ".hidden.csv": "x", "notes/more.csv": "x", "notes/less.txt": "x"} {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(folder)
	d := drive(t, "population", 120, 40, colourless)
	e := d.shell.current
	d.on("data")
	d.press("o")
	d.shows(filepath.Base(folder))
	d.shows("synthetic")
	d.shows("  people.csv")
	for _, absent := range []string{"README.md", ".hidden.csv"} {
		if strings.Contains(d.screen(), absent) {
			t.Errorf("%s is offered", absent)
		}
	}
	d.press("n", "o", "t", "e", "enter")
	d.shows("▸ more.csv")
	if strings.Contains(d.screen(), "less.txt") {
		t.Error("less.txt is offered")
	}
	d.press(".", ".", "enter")
	d.shows("▸ people.csv")
	d.press("enter")
	if got := e.Address(); !strings.Contains(got, "people.csv") {
		t.Errorf("the file is not taken: %s", got)
	}
}
