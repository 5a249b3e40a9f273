package page

import "dpscope/ui/chart"

// layout is where things are on the page.
type layout struct {
	left  chart.Rect // the picture, or what stands in its place
	side  chart.Rect // controls and answers; empty on a small page
	lines chart.Rect // on a small page: the focused control and the answer
}

// A page is wide enough for two columns from these sizes on.
const (
	twoColumns = 76
	twoRows    = 10
)

// divide gives the picture and the side their places in the body of a page.
// The side keeps its width and the picture gives way.
func divide(body chart.Rect) layout {
	if body.Width < twoColumns || body.Height < twoRows {
		lines := min(2, max(body.Height-4, 0))
		if body.Height < 6 { // the answers alone
			return layout{lines: body}
		}
		return layout{
			left:  chart.Rect{X: body.X, Y: body.Y, Width: body.Width, Height: body.Height - lines},
			lines: chart.Rect{X: body.X, Y: body.Y + body.Height - lines, Width: body.Width, Height: lines},
		}
	}
	side := min(64, max(44, body.Width*40/100))
	left := body.Width - side - gutter
	return layout{
		left: chart.Rect{X: body.X, Y: body.Y, Width: left, Height: body.Height},
		side: chart.Rect{X: body.X + left + gutter, Y: body.Y, Width: side, Height: body.Height},
	}
}

// gutter is the room of the rule between the two columns.
const gutter = 3
