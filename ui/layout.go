package ui

import (
	"charm.land/bubbles/v2/key"

	"dpscope/engine/param"
)

// rect is a region of the screen in cells.
type rect struct{ x, y, width, height int }

func (r rect) holds(x, y int) bool {
	return x >= r.x && x < r.x+r.width && y >= r.y && y < r.y+r.height
}

// zone is a line that the mouse can touch.
type zone struct {
	rect
	key   string      // of a row; otherwise an index says what
	param param.Param // of a slider
	track rect
	index int         // of an option, a tab, a view, a line
	press key.Binding // of a key that is named
	kind  zoneKind
}

type zoneKind int

const (
	rowZone zoneKind = iota
	optionZone
	tabZone
	viewZone
	keyZone
)

// layout is where things are on the page, for drawing and for the mouse.
type layout struct {
	left  rect // the picture, or what stands in its place
	side  rect // controls and readings; empty on a small page
	lines rect // on a small page: the focused control and the reading
	zones []zone
}

// zoneAt finds what is under the mouse.
func (l layout) zoneAt(x, y int) (zone, bool) {
	for _, z := range l.zones {
		if z.holds(x, y) {
			return z, true
		}
	}
	return zone{}, false
}

// A page is wide enough for two columns from these sizes on.
const (
	twoColumns = 76
	twoRows    = 10
)

// divide gives the picture and the side their places in the body of a page.
// The side keeps its width and the picture gives way.
func divide(body rect) layout {
	if body.width < twoColumns || body.height < twoRows {
		lines := min(2, max(body.height-4, 0))
		if body.height < 6 { // the readings alone
			return layout{lines: body}
		}
		return layout{
			left:  rect{body.x, body.y, body.width, body.height - lines},
			lines: rect{body.x, body.y + body.height - lines, body.width, lines},
		}
	}
	side := min(64, max(43, body.width*40/100))
	left := body.width - side - 3
	return layout{
		left: rect{body.x, body.y, left, body.height},
		side: rect{body.x + left + 3, body.y, side, body.height},
	}
}
