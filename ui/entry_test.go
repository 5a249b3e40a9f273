package ui

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// What an entry begins with gives way to the first character typed or pasted;
// any other key keeps it for editing.
func TestEntryBeginsSelected(t *testing.T) {
	character := tea.KeyPressMsg{Code: '7', Text: "7"}
	for _, c := range []struct {
		msgs []tea.Msg
		want string
	}{
		{[]tea.Msg{character, tea.KeyPressMsg{Code: '5', Text: "5"}}, "75"},
		{[]tea.Msg{tea.PasteMsg{Content: "95"}}, "95"},
		{[]tea.Msg{tea.KeyPressMsg{Code: tea.KeyBackspace}, character}, "80 7"},
		{[]tea.Msg{tea.KeyPressMsg{Code: tea.KeyHome}, character}, "780 %"},
	} {
		e := newEntry("80 %")
		for _, msg := range c.msgs {
			e.update(msg)
		}
		if got := e.text(); got != c.want {
			t.Errorf("%v leaves %q, want %q", c.msgs, got, c.want)
		}
	}
}

// A control is offered the files that it can open, and folders.
func TestFolderOffersWhatOpens(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"a.csv", "b.JSON", "c.json.gz", "d.csv.gz", "README.md", ".hidden.json"} {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	entries, err := readFolder(folder, []string{".json", ".json.gz"})
	if err != nil {
		t.Fatal(err)
	}
	var titles []string
	for _, e := range entries {
		titles = append(titles, e.Title)
	}
	if want := []string{"b.JSON", "c.json.gz", ".."}; !slices.Equal(titles, want) {
		t.Errorf("offered %q, want %q", titles, want)
	}
}
