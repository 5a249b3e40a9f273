package ui

import (
	"os"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"dpscope/ui/picture"
)

// later sends a key to the shell and returns the resulting command without running it.
func (d *driver) later(key string) tea.Cmd {
	_, cmd := d.shell.Update(keyPress(key))
	return cmd
}

// An export waits for the picture that is still being computed.
func TestExportWaitsForTheWhole(t *testing.T) {
	t.Chdir(t.TempDir())
	d := drive(t, "concentration?mechanism=pm&show=window&epsilon=2", 120, 40, colourless)
	sheet := d.later("right")
	d.press("e", "enter")
	d.shows("waits for the whole picture")
	if files, _ := os.ReadDir("."); len(files) != 0 {
		t.Errorf("it wrote %v before the picture was there", files)
	}
	d.settle(sheet)
	d.shows("wrote concentration-pm-window.csv")
	if _, err := os.Stat("concentration-pm-window.csv"); err != nil {
		t.Error(err)
	}
	sheet = d.later("right")
	d.press("e", "enter", "esc")
	d.settle(sheet)
	if files, _ := os.ReadDir("."); len(files) != 2 {
		t.Errorf("a wait that was given up wrote %v", files)
	}
}

// A file that was being written when the user quit is whole, or the error says why it is missing.
func TestLeavingFinishesTheFile(t *testing.T) {
	t.Chdir(t.TempDir())
	d := drive(t, "concentration?mechanism=pm&show=window&epsilon=2", 120, 40, colourless)
	if err := d.shell.Finish(); err != nil {
		t.Error(err)
	}
	d.press("e")
	d.later("enter")
	if err := d.shell.Finish(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat("concentration-pm-window.csv"); err != nil {
		t.Error(err)
	}
	d = drive(t, "concentration?mechanism=pm&show=window&epsilon=2", 120, 40, colourless)
	d.press("e", "n", "o", "n", "e", "/", "f")
	d.later("enter")
	if err := d.shell.Finish(); err == nil {
		t.Error("a file that cannot be written is not missed")
	}
}

// An unknown ending is refused with a reason.
func TestOtherEndingsAreRefused(t *testing.T) {
	t.Chdir(t.TempDir())
	d := drive(t, "concentration?mechanism=pm&show=window&epsilon=2", 120, 40, colourless)
	d.press("e", "end", "backspace", "backspace", "backspace", "g", "i", "f", "enter")
	d.shows("cannot be written; .csv, .json,")
	if files, _ := os.ReadDir("."); len(files) != 0 {
		t.Errorf("it wrote %v", files)
	}
}

// An export takes the table of answers while it is in sight.
func TestExportTakesTheTableInSight(t *testing.T) {
	t.Chdir(t.TempDir())
	d := drive(t, "concentration?mechanism=pm&show=window&epsilon=2", 120, 40, colourless)
	for _, c := range []struct{ key, file, head string }{
		{"e", "concentration-pm-window.csv", "mechanism,y,density,"},
		{"t", "concentration-pm-window-answers.csv", "reading,member,group,place,"},
	} {
		if c.key != "e" {
			d.press(c.key)
		}
		d.press("e", "enter")
		d.shows("wrote " + c.file)
		text, err := os.ReadFile(c.file)
		if err != nil || !strings.HasPrefix(string(text), c.head) {
			t.Errorf("%s begins %.60q, %v", c.file, text, err)
		}
	}
}

// Tab goes through all endings, each of which is written and reported with its folder; the picture shows the held setting.
func TestExportGoesThroughTheEndings(t *testing.T) {
	d := drive(t, "concentration?mechanism=pm&show=window&epsilon=2&hold.epsilon=1", 160, 40, colourless)
	for i, ending := range picture.Endings() {
		folder := t.TempDir()
		t.Chdir(folder)
		d.press("e")
		d.shows("picture .svg")
		for range i {
			d.press("tab")
		}
		d.press("enter")
		name := "concentration-pm-window" + ending
		d.shows("wrote " + name + " in " + folder)
		text, err := os.ReadFile(name)
		if err != nil || len(text) < 100 {
			t.Errorf("%s has %d bytes, %v", name, len(text), err)
		}
		if ending == ".svg" && !strings.Contains(string(text), "held: ε = 1.00") {
			t.Errorf("%s does not say what is held", name)
		}
	}
}
