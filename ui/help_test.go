package ui

import (
	"strings"
	"testing"
)

// search opens the list of a key and types into it.
func search(d *driver, key, text string) {
	d.press(key)
	for _, k := range strings.Split(text, "") {
		d.press(k)
	}
}

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
	d.shows("n begins")
	if d.press("esc"); used != 1 || d.shell.lesson != nil || strings.Contains(d.screen(), welcome) {
		t.Errorf("it was used %d times:\n%s", used, d.screen())
	}
	if d.press("enter"); d.shell.lesson != nil {
		t.Error("enter leads to the lesson again")
	}
}
