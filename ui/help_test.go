package ui

import (
	"os"
	"strings"
	"testing"
)

// search opens the list of a key and types into it.
func search(d *driver, key, text string) {
	d.press(key)
	d.types(text)
}

// types presses the letters of a text.
func (d *driver) types(text string) { d.press(strings.Split(text, "")...) }

// The keys are searched by typing, and enter presses the one that is marked.
func TestHelpIsSearchedAndRuns(t *testing.T) {
	d := drive(t, "concentration", 80, 24, colourless)
	d.press("?")
	d.shows("A control")
	d.press("esc")
	search(d, "?", "crosshair")
	d.press("enter")
	if !d.shell.current.Scene().Pointer.On {
		t.Error("the crosshair is not there")
	}
	search(d, "?", "square wave")
	d.press("enter")
	if at := d.shell.current.Address(); !strings.Contains(at, "mechanism=sw") {
		t.Errorf("it is at %s", at)
	}
	d.press("esc", "?", "?")
	if d.shell.overlay != noOverlay {
		t.Error("the key that opens it does not close it")
	}
}

// A line that cannot run where the program is stays, with its reason; in the table it can.
func TestWhatCannotRunSaysWhy(t *testing.T) {
	for _, key := range []string{"?", ":"} {
		d := drive(t, "compare", 80, 24, colourless)
		text, reason := "column to the left", "works in the table; t opens it"
		if key == ":" {
			text, reason = "undo", ""
		}
		search(d, key, text)
		d.press("enter")
		if reason == "" {
			if d.shell.overlay != noOverlay {
				t.Errorf("%q does not run", text)
			}
			continue
		}
		if d.shell.overlay == noOverlay {
			t.Errorf("%q is run", text)
		}
		d.shows("It cannot be run here: " + reason)
		d.press("esc", "t")
		search(d, key, text)
		d.press("enter")
		if d.shell.overlay != noOverlay {
			t.Errorf("in the table %q cannot be run:\n%s", text, d.screen())
		}
	}
	d := drive(t, "compare", 80, 24, colourless)
	search(d, "?", "private answer")
	d.shows("this view has no private answer to draw")
}

// Newcomers are told how to begin until they do.
func TestFirstStartsSayHowToBegin(t *testing.T) {
	for _, key := range []string{"right", "?", ":"} {
		used := 0
		o := colourless
		o.Used = func() { used++ }
		d := drive(t, "concentration", 80, 24, o)
		d.shows(welcome)
		d.press("w", "esc")
		d.shows(welcome)
		d.press(key, "esc")
		if used != 1 || strings.Contains(d.screen(), welcome) {
			t.Errorf("after %s it was used %d times:\n%s", key, used, d.screen())
		}
		d.shows("Try: ")
	}
}

// Enter leads newcomers to the first lesson, and others to the list of the control as ever.
func TestFirstStartLeadsToALesson(t *testing.T) {
	used := 0
	o := colourless
	o.Used = func() { used++ }
	d := drive(t, "concentration", 80, 24, o)
	d.press("enter")
	d.shows("Lesson 1: ")
	d.shows("Press n to begin")
	if d.press("esc"); used != 1 || d.shell.lesson != nil || strings.Contains(d.screen(), welcome) {
		t.Errorf("it was used %d times:\n%s", used, d.screen())
	}
	if d.press("enter"); d.shell.lesson != nil {
		t.Error("enter leads to the lesson again")
	}
}

// o shows newcomers the files of their folder, each with the views that open it; a pipeline says what turns it into one.
func TestFirstStartListsMyData(t *testing.T) {
	t.Chdir(t.TempDir())
	used := 0
	newcomer := func() *driver {
		o := colourless
		o.Used = func() { used++ }
		return drive(t, "concentration", 80, 24, o)
	}
	d := newcomer()
	d.press("o")
	d.shows("no table (CSV, Parquet)")
	for _, name := range []string{"mine.csv", "model.json", "old.pkl", "notes.txt"} {
		if err := os.WriteFile(name, []byte("a,b\n1,0\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	d = newcomer()
	d.shows("o my data")
	d.press("o")
	d.shows("mine.csv: Should I weight the rare class")
	d.types("model.json survive")
	d.shows("model.json: Does my prediction survive")
	d.press("esc")
	d = newcomer()
	search(d, "o", "pipeline")
	d.shows("old.pkl")
	d.press("esc")
	d = newcomer()
	d.press("o")
	if strings.Contains(d.screen(), "notes.txt") {
		t.Errorf("what nothing opens is listed:\n%s", d.screen())
	}
	d.types("should I weight")
	d.press("enter")
	if at := d.shell.current.Address(); !strings.HasPrefix(at, "weights?") || !strings.Contains(at, "data=mine.csv") {
		t.Errorf("it leads to %s", at)
	}
	if used != 4 {
		t.Errorf("it was used %d times", used)
	}
}
