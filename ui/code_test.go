package ui

import (
	"fmt"
	"strings"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/work"
	"dpscope/ui/code"
)

// copied returns the text that a key puts into the clipboard.
func (d *driver) copied(key string) string {
	cmd := d.later(key)
	if cmd == nil {
		return ""
	}
	return fmt.Sprint(cmd())
}

// A key shows the lines of the command, tab those of the libraries, and y copies what is in sight.
func TestCodeIsShown(t *testing.T) {
	d := drive(t, "concentration?mechanism=laplace&epsilon=2", 100, 24, colourless)
	v, values := d.shell.current.View(), d.shell.current.Values()
	ctx := work.With(t.Context(), &work.Session{Store: shown()})
	d.press("C")
	d.shows("the main answer in Python, by numpy alone")
	d.shows("import numpy as np")
	d.press("end")
	d.shows("print(float((1 + np.abs(p - q).sum() / 2) / 2))")
	d.press("home", "pgdown", "pgup", "down", "up")
	d.shows("import numpy as np")
	for _, part := range []code.Part{code.Answer, code.Libraries} {
		want, err := code.Lines(ctx, v, values, part, d.shell.program)
		if err != nil {
			t.Fatal(err)
		}
		if got := d.copied("y"); got != want {
			t.Errorf("it copies %q, not %q", got, want)
		}
		d.shows("copied the lines of Python")
		d.press("C", "tab")
		d.shows("pip install opendp==")
	}
	d.press("esc")
	d.shows("What does one private answer give away?")
}

// The lines belong to the setting in sight.
func TestCodeFollowsTheSetting(t *testing.T) {
	d := drive(t, "flips", 120, 40, colourless)
	d.press("C")
	before := d.screen()
	d.press("esc", "right", "C")
	if after := d.screen(); before == after || !strings.Contains(after, "epsilon = ") {
		t.Errorf("at another ε the lines are the same:\n%s", after)
	}
}

// Where there are no lines the page says why, for either part.
func TestWhyThereIsNoCode(t *testing.T) {
	effort.Unwatched(t)
	for address, says := range map[string]string{
		"race":                           "race has no lines in Python",
		"concentration?mechanism=pm tab": "no mechanism that OpenDP, diffprivlib or pure-LDP makes; its main answer has lines of numpy",
	} {
		address, press, _ := strings.Cut(address, " ")
		d := drive(t, address, 160, 40, colourless)
		d.press("C")
		d.press(strings.Fields(press)...)
		d.shows(says)
		if got := d.copied("y"); got != "" {
			t.Errorf("%s copies %q", address, got)
		}
	}
}

// The key is found by typing what it does, and has no other use.
func TestCodeIsFoundByItsName(t *testing.T) {
	for _, key := range []string{"?", ":"} {
		d := drive(t, "concentration", 80, 24, colourless)
		search(d, key, "main answer in python")
		d.press("enter")
		d.shows("import numpy as np")
	}
}

// No letter of a line is lost, however narrow the screen is.
func TestCodeFitsTheScreen(t *testing.T) {
	letters := func(text string) string { return strings.Join(strings.Fields(text), "") }
	p := painter{Look: colourless.look()}
	for _, text := range []string{"", "x = 1", "# ε of 中文 and of " + strings.Repeat("a long address & more ", 9)} {
		for _, width := range []int{9, 40, 300} {
			if got := strings.Join(p.codeLine(text, width), ""); letters(got) != letters(text) {
				t.Errorf("%q is drawn as %q", text, got)
			}
		}
	}
}
