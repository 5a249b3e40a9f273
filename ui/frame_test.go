package ui

import (
	"strings"
	"testing"

	"dpscope/views"
)

// The caution, the name of the view and the way out stand on any page that has
// room for a picture.
func TestWhatAlwaysStands(t *testing.T) {
	for _, view := range views.All {
		d := drive(t, view.Name, 120, 40, colourless)
		for _, o := range []Options{colourless, {ASCII: true, Profile: colourless.Profile}} {
			for _, size := range [][2]int{{120, 40}, {80, 24}, {60, 15}} {
				d.redraw(size[0], size[1], o)
				for _, text := range []string{"do not publish noise drawn by this program", "? keys", "q quit", view.Name} {
					if !strings.Contains(d.screen(), text) {
						t.Errorf("%s at %dx%d, ascii %v, has no %q:\n%s", view.Name, size[0], size[1], o.ASCII, text, trimRight(d.screen()))
					}
				}
			}
		}
	}
	d := drive(t, "concentration", 48, 10, colourless)
	d.shows("Do not publish noise drawn by this program.")
	d = drive(t, "concentration", 30, 5, colourless)
	d.shows("Do not publish its noise.")
}

func TestLongReasonsScroll(t *testing.T) {
	d := drive(t, "identity?preset=equal", 80, 24, colourless)
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
	d.press("pgdown", "pgdown", "pgdown")
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
	d.shows("enter keep these rows   esc clear the filter")
	d.press("enter")
	d.shows("t samples")
}
