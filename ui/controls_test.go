package ui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"dpscope/mechanisms"
	"dpscope/ui/explorer"
)

// All controls stand in a list over the picture at any size; they move as usual, closing a menu returns to them, and the key or
// esc closes the list.
func TestAllControls(t *testing.T) {
	for _, size := range [][2]int{{120, 40}, {80, 24}, {60, 15}} {
		d := drive(t, "concentration?mechanism=pm&epsilon=1&x=0.5", size[0], size[1], colourless)
		d.press(",")
		for _, name := range []string{"mechanism", "budget", "true value", "neighbour"} {
			d.shows(name)
		}
		d.press("up", "up", "up", "up", "right")
		if got := d.shell.current.Values().Picked(mechanisms.All).Name; got == "pm" {
			t.Errorf("at %v the mechanism does not move", size)
		}
		d.press("enter")
		if got := d.shell.current.Scene().Pane; got != explorer.ListPane {
			t.Errorf("at %v enter opens pane %d", size, got)
		}
		d.press("esc")
		if got := d.shell.current.Scene().Pane; got != explorer.ControlsPane {
			t.Errorf("at %v esc in a list leads to pane %d", size, got)
		}
		for range 20 { // the answers are not among them
			d.press("down")
		}
		if got := d.shell.current.Scene().Focused().Kind; got == explorer.AnswerRow {
			t.Errorf("at %v an answer has the focus", size)
		}
		d.press(",")
		if got := d.shell.current.Scene().Pane; got != explorer.PicturePane {
			t.Errorf("at %v it does not close", size)
		}
		d.press(",", "esc")
		if got := d.shell.current.Scene().Pane; got != explorer.PicturePane {
			t.Errorf("at %v esc does not close it", size)
		}
	}
}

// A key gives the picture the whole body, where sliders still move, and the same key or esc restores the page.
func TestZoom(t *testing.T) {
	d := drive(t, "concentration", 80, 24, colourless)
	before := d.screen()
	for _, back := range []string{"z", "esc"} {
		d.press("z")
		if lead := "Something: shown one answer"; strings.Contains(d.screen(), lead) {
			t.Errorf("the lead is still there:\n%s", d.screen())
		}
		d.shows("▸ ε  budget  1.00")
		d.press("right", "left", back)
		if d.screen() != before {
			t.Errorf("after %s it is\n%s", back, d.screen())
		}
	}
}

// A click on the number of answers shows them.
func TestWhatIsFoldedOpens(t *testing.T) {
	d := drive(t, "race", 120, 40, colourless)
	click := func(text string) {
		for y, line := range strings.Split(d.screen(), "\n") {
			if before, _, found := strings.Cut(line, text); found {
				d.send(tea.MouseClickMsg{X: len([]rune(before)) + 1, Y: y, Button: tea.MouseLeft})
				return
			}
		}
		t.Fatalf("the screen does not show %q:\n%s", text, d.screen())
	}
	click(" readings")
	if !d.shell.current.Scene().Unfolded {
		t.Error("a click on the number of answers shows none")
	}
}
