package chart

import (
	"cmp"
	"math"
	"slices"

	"dpscope/engine"
)

// A line across is drawn in the middle of a row, and what is drawn in that row looks as if it were on
// the line. So a row with a line across shows that line's value alone: what is less is below it and
// what is more is above it, at the cost of at most half a row, which two neighbouring rows make up for.

// limitRows are the rows of the lines across, fractional, from the top; of two in one cell the first.
func (d *drawing) limitRows() (rows []float64) {
	if !d.clearsLimits() {
		return nil
	}
	for i := range d.marks {
		m := &d.marks[i]
		if _, shown := d.frame.cellY(m.Edges.Y0); m.Form == engine.Threshold && !m.Vertical && shown {
			rows = append(rows, d.frame.height(m.Edges.Y0))
		}
	}
	slices.Sort(rows)
	return slices.CompactFunc(rows, func(a, b float64) bool { return d.frame.cell(a) == d.frame.cell(b) })
}

// clearsLimits says whether rows with a line across are kept for it: not where rows are words or cells
// of a field, and not where bars end, which do within a row.
func (d *drawing) clearsLimits() bool {
	return len(d.figure.Y.Words) == 0 && !slices.ContainsFunc(d.marks, func(m engine.Normal) bool {
		return m.Content == engine.Cells || m.Form == engine.Column
	})
}

const (
	onLimit = 1e-6 // rows within which a value is that of a line across
	beside  = 1e-3 // rows by which rounding does not bring it back
	around  = 1.5  // rows from the middle of a limit's to where nothing is moved
)

// apart moves a fractional row out of the cell of a line across, unless it is that line's own. The
// order of rows stays, and so does what is more than a row away. Nothing is moved where there is no
// row for it: at the ends of the plot and between two lines in neighbouring rows.
func (f frame) apart(row float64) float64 {
	for _, b := range f.bends {
		if row >= b.from && row <= b.to && b.from < b.to {
			moved := b.start + (row-b.from)/(b.to-b.from)*(b.end-b.start)
			if row >= 0 { // what is in the plot stays in it
				moved = max(moved, 0)
			}
			return moved
		}
	}
	return row
}

// bend is a stretch of rows and where it is drawn.
type bend struct{ from, to, start, end float64 }

// bent are the stretches about the lines across. That of a line itself comes after those beside it,
// which begin and end at it.
func (f frame) bent() (all []bend) {
	below := -1 // the stretch below the line before
	for i, at := range f.limits {
		cell := float64(f.cell(at))
		up, low := bend{cell - around, at - onLimit, cell - around, cell - 0.5 - beside},
			bend{at + onLimit, cell + around, cell + 0.5, cell + around}
		before, next := math.Inf(1), math.Inf(1) // rows to the lines above and below
		if i > 0 {
			before = cell - float64(f.cell(f.limits[i-1]))
		}
		if i+1 < len(f.limits) {
			next = float64(f.cell(f.limits[i+1])) - cell
		}
		switch {
		case cell == 0 || before == 1:
		case before == 2: // one row for all that is between
			all[below].to, all[below].end = up.to, up.end
		default:
			all = append(all, up)
		}
		if int(cell) < f.plot.Height-1 && next > 1 {
			below = len(all)
			all = append(all, low)
		}
		all = append(all, bend{at - onLimit, at + onLimit, cell, cell})
	}
	return all
}

// leadPast leads a path of dots past the lines across: it is straight between them, and crosses each where
// the line of the data does.
func (d *drawing) leadPast(p *pen, path []place) []place {
	bends := d.frame.bends
	if len(bends) == 0 {
		return path
	}
	down, middle := float64(p.down), p.middleY()
	moved := make([]place, 0, len(path)+2*len(bends))
	for i, at := range path {
		row := (at.y - middle) / down
		if i > 0 && !at.isGap() && !path[i-1].isGap() {
			before := path[i-1]
			last := (before.y - middle) / down
			var knots []float64
			for _, b := range bends {
				for _, knot := range [...]float64{b.from, b.to} {
					if (knot-last)*(knot-row) < 0 {
						knots = append(knots, knot)
					}
				}
			}
			slices.SortFunc(knots, func(a, b float64) int { return cmp.Compare(math.Abs(a-last), math.Abs(b-last)) })
			for _, knot := range knots {
				moved = append(moved, place{x: before.x + (knot-last)/(row-last)*(at.x-before.x), y: p.aside(d.frame, down*knot+middle)})
			}
		}
		moved = append(moved, place{x: at.x, y: p.aside(d.frame, at.y)})
	}
	return moved
}

// aside is apart for a row of dots.
func (p *pen) aside(f frame, y float64) float64 {
	return float64(p.down)*f.apart((y-p.middleY())/float64(p.down)) + p.middleY()
}
