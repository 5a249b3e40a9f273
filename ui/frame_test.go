package ui

import (
	"image/color"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"dpscope/engine/effort"
	"dpscope/views"
)

// The caution, the name of the view and the key of help stand on any page with room for a picture.
func TestWhatAlwaysStands(t *testing.T) {
	effort.ForPages(t)
	for i, view := range views.All {
		if slow(view) && !effort.Sample(i, 7, 1) {
			continue
		}
		d := drivePage(t, view, view.Presets[0], 120, 40, colourless)
		for _, o := range []Options{colourless, {ASCII: true, Profile: colourless.Profile}} {
			for _, size := range [][2]int{{120, 40}, {80, 24}, {60, 15}} {
				d.redraw(size[0], size[1], o)
				texts := []string{"?", o.look().Plain("[" + view.Label + "]"), cautionAt(size[0], size[1])}
				for _, text := range texts {
					if !strings.Contains(d.screen(), text) {
						t.Errorf("%s at %dx%d, ascii %v, has no %q:\n%s", view.Name, size[0], size[1], o.ASCII, text, trimRight(d.screen()))
					}
				}
			}
		}
	}
	d := drive(t, "concentration", 48, 10, colourless)
	d.shows(shortCaution)
	d.shows("? keys")
	d = drive(t, "concentration", 40, 15, colourless)
	d.shows("? keys")
}

// cautionAt returns the caution of a screen of a size.
func cautionAt(width, height int) string {
	if footRows(width, height) > 1 {
		return caution
	}
	return shortCaution
}

func TestLongReasonsScroll(t *testing.T) {
	d := drive(t, "flips?preset=equal", 80, 24, colourless)
	d.press("w")
	d.shows("▼ ")
	d.shows("↑↓ scroll")
	focus := d.shell.current.Scene().Focus
	for range 3 {
		d.press("down")
	}
	d.shows("▲ 4 more")
	if d.shell.current.Scene().Focus != focus {
		t.Error("scrolling moves the focus")
	}
	d.press("pgdown", "pgdown", "pgdown", "pgdown")
	d.shows("McSherry & Talwar 2007") // of the last term
	if strings.Contains(d.screen(), "▼") {
		t.Errorf("at the end there is more:\n%s", trimRight(d.screen()))
	}
	d.press("down")
	if d.shell.current.Scene().Focus == focus {
		t.Error("at the end the arrow does not move on")
	}
}

func TestFilterHasItsOwnFooter(t *testing.T) {
	d := drive(t, "concentration", 80, 24, colourless)
	d.press("t", "/", "0", ".")
	d.shows("enter keep these rows  esc clear the filter")
	d.press("enter")
	d.shows("t samples")
}

// A picture is taken again from the last frame only where it would be the same.
func TestPicturesTakenAgainAreTheSame(t *testing.T) {
	d := drive(t, "concentration", 100, 30, Options{Profile: colorprofile.TrueColor, Dark: true})
	for _, name := range strings.Fields("right m right D c right right esc t tab esc w esc : esc p down esc backspace ? esc u") {
		d.press(name)
		again := d.shell.draw().content
		d.shell.frame = frame{}
		if d.shell.draw().content != again {
			t.Errorf("after %q the picture is not drawn as it would be", name)
		}
		d.shell.frame = d.shell.draw()
	}
	d.send(tea.WindowSizeMsg{Width: 80, Height: 24})
	d.send(tea.BackgroundColorMsg{Color: color.White})
	again := d.shell.draw().content
	d.shell.frame = frame{}
	if d.shell.draw().content != again {
		t.Error("on another background the picture is not drawn as it would be")
	}
}

// What the user says of the background holds, whatever the terminal answers.
func TestGroundThatIsToldHolds(t *testing.T) {
	for _, told := range []bool{true, false} {
		d := drive(t, "flips", 80, 24, Options{Profile: colorprofile.TrueColor, Dark: true})
		d.shell.ground = told
		before := d.shell.draw().content
		d.send(tea.BackgroundColorMsg{Color: color.White})
		if d.shell.look.Theme.Dark != told {
			t.Errorf("told %v: after a light background is answered, dark is %v", told, d.shell.look.Theme.Dark)
		}
		d.shell.frame = frame{}
		if same := d.shell.draw().content == before; same != told {
			t.Errorf("told %v: the page is the same: %v", told, same)
		}
	}
}
