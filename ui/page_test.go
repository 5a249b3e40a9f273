package ui

import (
	"slices"
	"strings"
	"testing"

	"dpscope/views"
)

// The caution, the name of the view and the way out stand on any page that has
// room for a picture.
func TestWhatAlwaysStands(t *testing.T) {
	for _, view := range views.All {
		for _, o := range []Options{plain, {ASCII: true, Profile: plain.Profile}} {
			for _, size := range [][2]int{{120, 40}, {80, 24}, {60, 15}} {
				d := drive(t, view.Name, size[0], size[1], o)
				for _, text := range []string{"do not publish noise drawn by this program", "? keys", "q quit", view.Name} {
					if !strings.Contains(d.screen(), text) {
						t.Errorf("%s at %dx%d, ascii %v, has no %q:\n%s", view.Name, size[0], size[1], o.ASCII, text, trimRight(d.screen()))
					}
				}
			}
		}
	}
	d := drive(t, "concentration", 48, 10, plain)
	d.shows("Do not publish noise drawn by this program.")
	d = drive(t, "concentration", 30, 5, plain)
	d.shows("Do not publish its noise.")
}

// Moving the focus moves nothing else.
func TestFocusMovesNothing(t *testing.T) {
	for _, view := range views.All {
		d := drive(t, view.Name, 120, 40, plain)
		e := d.shell.current
		places := func() []rect {
			d.shell.View()
			var at []rect
			for _, z := range e.layout.zones {
				if z.kind == rowZone {
					at = append(at, z.rect)
				}
			}
			return at
		}
		before := places()
		for range e.rows() {
			d.press("down")
			if now := places(); len(before) == len(e.rows()) && !slices.Equal(before, now) {
				t.Fatalf("%s: with the focus on %q rows move:\n%s", view.Name, e.focus, trimRight(d.screen()))
			}
		}
	}
}

func TestLongReasonsScroll(t *testing.T) {
	d := drive(t, "identity?preset=equal", 80, 24, plain)
	d.press("w")
	d.shows("▼ ")
	d.shows("↑↓ scroll")
	focus := d.shell.current.focus
	for range 3 {
		d.press("down")
	}
	d.shows("▲ 4 more")
	if d.shell.current.focus != focus {
		t.Error("scrolling moves the focus")
	}
	d.press("pgdown", "pgdown", "pgdown")
	d.shows("Source:")
	if strings.Contains(d.screen(), "▼") {
		t.Errorf("at the end there is more:\n%s", trimRight(d.screen()))
	}
	d.press("down")
	if d.shell.current.focus == focus {
		t.Error("at the end the arrow does not move on")
	}
}

func TestFilterHasItsOwnFooter(t *testing.T) {
	d := drive(t, "concentration", 80, 24, plain)
	d.press("t", "/", "0", ".")
	d.shows("enter keep these rows   esc clear the filter")
	d.press("enter")
	d.shows("t picture")
}
