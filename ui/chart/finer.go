package chart

import (
	"slices"

	"dpscope/engine"
	"dpscope/ui/plan"
)

// finer reports whether points are blocks of half a row: beside lines, which are drawn in quarters of one, a sign in the middle
// of a row would stand up to half a row off its line; and panels one above the other have one kind of points. A block has no
// shape that tells kinds of points apart, so at most two kinds may lie on no line of their own and be more than a place.
func (d *drawing) finer() bool {
	const kinds = 2
	if !d.hueAlone() || len(d.Figure.Y.Words) > 0 {
		return false
	}
	told, line := map[int]bool{}, d.Lines() > 0 || d.stacked
	for i := range d.Marks {
		switch m := &d.Marks[i]; {
		case m.Form == engine.Mosaic || slices.ContainsFunc(m.As, d.lineless):
			return false
		case m.Form == engine.Threshold && !m.Vertical:
			line = true
		case m.Form == engine.Dot && !m.Here && len(m.X) > 1 && !d.Series[d.Of[i]].Line:
			told[d.Of[i]] = true
		}
	}
	return line && len(told) <= kinds
}

// lineless reports whether a member of the figure is not drawn as a line; a point in its colour could stand for it.
func (d *drawing) lineless(member string) bool {
	return !slices.ContainsFunc(d.Series, func(s plan.Series) bool { return s.Name == member && s.Line })
}

// pointSign returns the sign of points in the middle of a row; marker is their own one.
func (d *drawing) pointSign(marker string) string {
	if d.fine {
		return d.glyphs.Markers[1]
	}
	return marker
}

// spot returns the sign of a point at a height, in a row of the plot.
func (d *drawing) spot(marker string, y float64, row int) string {
	const eighth = 0.125 // half of the way from the middle of a row to that of its half
	if d.fine && row < d.frame.plot.Height {
		switch below := d.frame.row(y) - float64(row); {
		case below < -eighth:
			return d.glyphs.Upper
		case below > eighth:
			return d.glyphs.Lower
		}
	}
	return d.pointSign(marker)
}

// halfOnItsSide returns the half of a row for the present value that lies on its side of a line across in the same row, where
// the block in the middle would cover the line: a mark on the limit says that it is met.
func (d *drawing) halfOnItsSide(sign string, value float64, row int) string {
	if sign != d.glyphs.Markers[1] || row >= d.frame.plot.Height {
		return sign
	}
	switch sides := d.sidesOfLimits(value, row); {
	case len(sides) == 0:
		return sign
	case sides[0] < 0:
		return d.glyphs.Upper
	}
	return d.glyphs.Lower
}

// isSpot reports whether a cell has the sign of a point of a series; blocks are told apart by their ink.
func (d *drawing) isSpot(at *cell, s plan.Series) bool {
	if !d.fine {
		return at.glyph == first(d.marker(s.Marker))
	}
	block := at.glyph == first(d.glyphs.Upper) || at.glyph == first(d.glyphs.Lower) || at.glyph == first(d.pointSign(d.marker(s.Marker)))
	return block && at.ink == d.style(s.Ink).Ink
}
