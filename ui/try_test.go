package ui

import (
	"reflect"
	"testing"

	tea "charm.land/bubbletea/v2"

	"dpscope/engine/effort"
	"dpscope/ui/page"
	"dpscope/ui/theme"
	"dpscope/views"
	"dpscope/views/view"
)

// Trying what a page suggests changes something: the lead, the picture, the pane in its place or the view. Of presets with the
// same suggestion the first is tried.
func TestTriesShowSomething(t *testing.T) {
	effort.ForPages(t)
	for k, v := range views.All {
		if len(v.Tries) == 0 {
			t.Errorf("%s has nothing to try", v.Name)
		}
		said := map[string]bool{}
		for i, p := range v.Presets {
			values, err := v.Parse(p.Query)
			if err != nil {
				t.Fatal(err)
			}
			try, found := v.Tried(values)
			if !found || said[try.Shows] {
				continue
			}
			if said[try.Shows] = true; !slow(v) || effort.Sample(k+i, 7, 3) {
				tries(t, v, p, try)
			}
		}
	}
}

// A suggestion fits its row at 80 columns, for every preset and every other setting that has one.
func TestTriesFitTheirRow(t *testing.T) {
	const room = 80 - 2
	for _, v := range views.All {
		for _, try := range v.Tries {
			if width := theme.Width(page.Tried(try)); width > room {
				t.Errorf("%s: %q takes %d cells, more than %d", v.Name, page.Tried(try), width, room)
			}
		}
	}
	if width := theme.Width(invitation); width > 80-2 {
		t.Errorf("%q takes %d cells", invitation, width)
	}
}

// tries clicks on the suggestion of a page.
func tries(t *testing.T, v view.View, p view.Preset, try view.Try) {
	d := drivePage(t, v, p, 120, 40, colourless)
	d.shows(page.Tried(try))
	before := d.shell.current.Scene()
	for y := range 40 {
		if d.shell.frame.page.Tries(1, y) {
			d.send(tea.MouseClickMsg{X: 1, Y: y, Button: tea.MouseLeft})
			break
		}
	}
	after := d.shell.current.Scene()
	if after.View.Name == v.Name && after.Pane == before.Pane && reflect.DeepEqual(before.Sheet.Lead, after.Sheet.Lead) && reflect.DeepEqual(before.Sheet.Figure, after.Sheet.Figure) {
		t.Errorf("%s?preset=%s: %q shows nothing new", v.Name, p.Name, page.Tried(try))
	}
}
