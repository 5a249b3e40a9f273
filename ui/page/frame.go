package page

import (
	"github.com/charmbracelet/colorprofile"

	"dpscope/engine/param"
	"dpscope/ui/chart"
	"dpscope/ui/explorer"
	"dpscope/ui/keys"
	"dpscope/ui/plan"
	"dpscope/ui/theme"
)

// Frame is a drawn page with what is needed to understand a key or the mouse on it: the zones, the length of a page of text,
// the place of the data.
type Frame struct {
	Lines []string
	Pager Pager // of the explanation, when it is shown
	Rows  int   // rows of the table on a page, when it is shown
	one   bool  // it has no side: a row shows the first answers at most, whether or not all are in sight

	leadRows int     // rows of the lead
	leadOf   leadKey // the page it belongs to

	helps map[helpKey]int // heights of helps, which are kept because they are slow to find

	left    chart.Rect // the picture, or the pane in its place
	try     chart.Rect // what may be tried
	picture chart.Picture
	drawn   drawn // what the picture shows
	zones   []zone
	glyphs  theme.Glyphs
	pane    explorer.Pane
}

// drawn holds all that a picture depends on.
type drawn struct {
	view          string
	arrival       *explorer.Arrival
	width, height int
	stale         bool
	dark, ascii   bool
	profile       colorprofile.Profile
	scoped        bool
	pointing      bool
	crosshair     chart.Crosshair
	held          plan.Range
}

// zone is a part of a line that the mouse can touch.
type zone struct {
	chart.Rect
	key    string      // key of its row
	param  param.Param // the slider's parameter
	track  chart.Rect
	option int             // index in a list, or row of a table; -1: it is a row of the page
	does   explorer.Intent // intent of a zone that is no row; nil: it is a row
}

// zoneAt returns the zone under the mouse.
func (f Frame) zoneAt(x, y int) (zone, bool) {
	for _, z := range f.zones {
		if z.Contains(x, y) {
			return z, true
		}
	}
	return zone{}, false
}

// Unfold brings all answers of a scene in sight, or leaves those on top. On a page of one column it says where they are.
func (f Frame) Unfold(s explorer.Scene) explorer.Unfold {
	down, table := keys.Down.Help().Key, keys.Table.Help().Key
	switch {
	case !f.one:
		return explorer.Unfold{}
	case s.Unfolded:
		return explorer.Unfold{Said: down + " goes through the first readings alone"}
	}
	return explorer.Unfold{Said: down + " goes through all readings now; " + table + " lists them in a table"}
}

// row finds the line of a row.
func (f Frame) row(key string) (zone, bool) {
	for _, z := range f.zones {
		if z.option < 0 && z.key == key {
			return z, true
		}
	}
	return zone{}, false
}

// Nudge moves a pointer by columns and rows; ok is false when there is no picture.
func (f Frame) Nudge(p explorer.Pointer, columns, rows int) (at explorer.Point, ok bool) {
	from := f.picture.Nudge(nil, 0, 0) // the middle
	if p.At != nil {
		from = &chart.Crosshair{X: p.At.X, Y: p.At.Y}
	}
	to := f.picture.Nudge(from, columns, rows)
	if to == nil {
		return explorer.Point{}, false
	}
	return explorer.Point{X: to.X, Y: to.Y}, true
}

// Columns returns the number of columns in which the picture shows data.
func (f Frame) Columns() int { return f.picture.Plot.Width }

// pointAt returns the place in the data under the mouse, if that is in the picture.
func (f Frame) pointAt(x, y int) (at explorer.Point, ok bool) {
	at.X, at.Y, ok = f.picture.At(x-f.left.X, y-f.left.Y)
	return at, ok
}
