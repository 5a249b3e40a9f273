package page

import (
	"github.com/charmbracelet/colorprofile"

	"dpscope/engine/param"
	"dpscope/ui/chart"
	"dpscope/ui/explorer"
	"dpscope/ui/theme"
)

// Frame is a drawn page and what it takes to understand a key or the mouse on
// it: what can be touched, how much a page holds, where the data are.
type Frame struct {
	Lines []string
	Pager Pager // of the reasons, when they are shown
	Rows  int   // that a page of the table has, when it is shown

	leadRows int     // that the lead has
	leadOf   leadKey // and the page that it is of

	helps map[helpKey]int // heights of helps, which take longer to find than to keep

	left    chart.Rect // the picture, or what stands in its place
	try     chart.Rect // what may be tried
	picture chart.Picture
	drawn   drawn // what the picture shows
	zones   []zone
	glyphs  theme.Glyphs
	pane    explorer.Pane
}

// drawn is all that a picture depends on.
type drawn struct {
	arrival       *explorer.Arrival
	width, height int
	stale         bool
	dark, ascii   bool
	profile       colorprofile.Profile
	scoped        bool
	pointing      bool
	crosshair     chart.Crosshair
}

// zone is a line that the mouse can touch.
type zone struct {
	chart.Rect
	key    string      // of a row
	param  param.Param // of a slider
	track  chart.Rect
	option int             // in a list, or a row of a table; -1: it is a row of the page
	does   explorer.Intent // of what is no row; nil: it is one
}

// zoneAt finds what is under the mouse.
func (f Frame) zoneAt(x, y int) (zone, bool) {
	for _, z := range f.zones {
		if z.Contains(x, y) {
			return z, true
		}
	}
	return zone{}, false
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

// Nudge is the point so many columns and rows from where a pointer is; ok is
// false when there is no picture.
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

// Columns is the number of columns that the picture shows data in.
func (f Frame) Columns() int { return f.picture.Plot.Width }

// pointAt is the place in the data under the mouse, if that is in the picture.
func (f Frame) pointAt(x, y int) (at explorer.Point, ok bool) {
	at.X, at.Y, ok = f.picture.At(x-f.left.X, y-f.left.Y)
	return at, ok
}
