package ui

import (
	"os"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// later hands a key to the shell and returns what follows from it, which has
// not run yet.
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

// A file that was being written when the program was left is there, or the
// reason why it is not.
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

// An ending that is not known is said to be so.
func TestOtherEndingsAreRefused(t *testing.T) {
	t.Chdir(t.TempDir())
	d := drive(t, "concentration?mechanism=pm&show=window&epsilon=2", 120, 40, colourless)
	d.press("e", "end", "backspace", "backspace", "backspace", "p", "n", "g", "enter")
	d.shows(".csv or .json would work")
	if files, _ := os.ReadDir("."); len(files) != 0 {
		t.Errorf("it wrote %v", files)
	}
}

// The table of answers, while it is in sight, is what an export takes.
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
