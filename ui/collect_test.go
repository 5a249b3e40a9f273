package ui

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"dpscope/ui/report"
)

// collectedIn returns the pages of a collection.
func collectedIn(t *testing.T, file string) []report.Collected {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	list, err := report.Parse(string(text))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// Keys add the present screen to a collection, with a note or without one, and open a page of it as it was.
func TestCollecting(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	d := drive(t, "concentration?mechanism=pm&show=window&epsilon=2&hold.epsilon=1", 160, 40, colourless)
	first := d.shell.current.Address()
	d.press("e", "ctrl+r")
	d.shows("note for report.txt")
	d.types("for Ada, > 1 %")
	d.press("enter")
	d.shows("page 1 of report.txt in " + folder + "; dpscope report report.txt -o report.html")
	d.press("right")
	second := d.shell.current.Address()
	d.press("ctrl+r", "enter")
	d.shows("page 2 of report.txt")
	want := []report.Collected{{Address: first, Note: "for Ada, > 1 %"}, {Address: second}}
	if got := collectedIn(t, "report.txt"); !reflect.DeepEqual(got, want) || first == second || !strings.Contains(first, "hold.epsilon=1") {
		t.Errorf("it has %q, not %q", got, want)
	}
	d.press("e")
	d.types("mine.txt")
	d.press("ctrl+r")
	d.shows("note for mine.txt")
	d.press("enter")
	if got := collectedIn(t, "mine.txt"); len(got) != 1 || got[0].Address != second {
		t.Errorf("the other collection has %q", got)
	}
	d.press("ctrl+r", "x", "esc")
	if got := collectedIn(t, "report.txt"); len(got) != 2 {
		t.Errorf("a note that was given up leaves %q", got)
	}
}

// A file that is no collection, or cannot be read, is left as it is.
func TestCollectingInWhatIsNoCollection(t *testing.T) {
	t.Chdir(t.TempDir())
	const letter = "Dear Ada,\nit is done.\n"
	if err := os.WriteFile("letter.txt", []byte(letter), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir("folder.txt", 0o700); err != nil {
		t.Fatal(err)
	}
	d := drive(t, "concentration?mechanism=pm&show=window&epsilon=2", 160, 40, colourless)
	for name, says := range map[string]string{"letter.txt": "letter.txt is no collection of pages", "folder.txt": "folder.txt"} {
		d.press("e")
		d.types(name)
		d.press("ctrl+r", "enter")
		d.shows(says)
	}
	if text, _ := os.ReadFile("letter.txt"); string(text) != letter {
		t.Errorf("the letter is now %q", text)
	}
}
