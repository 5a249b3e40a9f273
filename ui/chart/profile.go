package chart

import (
	"math"

	"github.com/NimbleMarkets/ntcharts/v2/canvas/runes"

	"dpscope/engine"
	"dpscope/ui/plan"
)

// Sizes of a profile in the margin, and the least plot that gives them up.
const (
	profileRows    = 2
	profileColumns = 4
	fewColumns     = 3 // of a compact picture
	profileGap     = 1
	leastForRows   = 12
	leastForAside  = 32
)

// placeProfiles makes room for laws in the margins where the plot stays large enough; it returns the first row of the rest.
func (d *drawing) placeProfiles(top, bottom int) int {
	for i := range d.Marks {
		switch p := &d.Marks[i]; {
		case p.Form != engine.Strip:
		case p.Vertical && !d.layout.aside && d.canvas.width >= leastForAside:
			d.layout.aside = true
			d.layout.margin += profileGap + d.profileColumns()
		case !p.Vertical && !d.layout.above && bottom-top >= leastForRows:
			d.layout.above = true
			top += profileRows
		}
	}
	return top
}

// profileColumns returns the columns of the margin at the right.
func (d *drawing) profileColumns() int {
	if d.compact {
		return fewColumns
	}
	return profileColumns
}

// drawProfile fills the margin from the plot outward, in eighths of a cell.
func (d *drawing) drawProfile(m *engine.Normal) {
	plot := d.frame.plot
	if m.Vertical {
		if !d.layout.aside {
			return
		}
		heights := d.profile(m, plot.Height, func(cell int) float64 { return d.frame.valueY(float64(cell) + 0.5) },
			func(cell int) float64 { return d.frame.valueY(float64(cell) - 0.5) })
		for row, h := range heights {
			columns := d.profileColumns()
			for k := range columns {
				d.profileCell(plot.X+plot.Width+profileGap+k, d.row(row), h*float64(columns)-float64(k), true)
			}
		}
		return
	}
	if !d.layout.above {
		return
	}
	heights := d.profile(m, plot.Width, func(cell int) float64 { return d.frame.valueX(float64(cell) - 0.5) },
		func(cell int) float64 { return d.frame.valueX(float64(cell) + 0.5) })
	for column, h := range heights {
		for k := range profileRows {
			d.profileCell(d.column(column), d.layout.aboveRow+profileRows-1-k, h*profileRows-float64(k), false)
		}
	}
}

// profile gives every cell the greatest weight that falls on it, or that of the nearest place, as a share of what fills the
// margin.
func (d *drawing) profile(m *engine.Normal, cells int, from, to func(int) float64) []float64 {
	heights := make([]float64, cells)
	n := min(len(m.X), len(m.Y))
	if n == 0 {
		return heights
	}
	most, sum := 0.0, 0.0
	for c := range heights {
		low, high := from(c), to(c)
		found := false
		for i := range n {
			if w := m.Y[i]; low <= m.X[i] && m.X[i] <= high && plan.Finite(w) {
				heights[c], found = max(heights[c], w), true
			}
		}
		if i := engine.NearestOf(m.X[:n], low+(high-low)/2); !found && plan.Finite(m.Y[i]) && m.X[0] <= high && low <= m.X[n-1] {
			heights[c] = m.Y[i]
		}
		most = max(most, heights[c])
		sum += heights[c]
	}
	const flat = 4 // the margin is full at this many times the average height; an even spread fills this part of it
	most = max(most, flat*sum/float64(cells))
	for c := range heights {
		if most > 0 {
			heights[c] = math.Max(heights[c]/most, 0)
		}
	}
	return heights
}

// profileCell draws one cell of the margin, filled to a share.
func (d *drawing) profileCell(x, y int, share float64, across bool) {
	switch {
	case share <= 0:
	case d.glyphs.ASCII:
		if share >= 0.5 {
			d.canvas.sign(x, y, d.glyphs.Block, d.theme.Accent)
		}
	default:
		r := runes.LowerBlockElementFromFloat64(min(share, 1))
		if across {
			r = runes.LeftBlockElementFromFloat64(min(share, 1))
		}
		if r != runes.Null && r != ' ' {
			d.canvas.put(x, y, r, d.theme.Accent)
		}
	}
}
