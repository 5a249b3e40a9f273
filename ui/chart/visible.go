package chart

import (
	"slices"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/ui/plan"
)

// visible says what of a picture is seen in its cells.
type visible struct{ *drawing }

// SeesMark reports whether anything of a mark is seen.
func (d visible) SeesMark(mark int) bool { return d.seen(mark) }

// SeesSeries reports whether anything of a series with points alone is visible: none may lie within the picture, or others lie
// over them.
func (d visible) SeesSeries(series int) bool {
	s := d.Series[series]
	if !d.drawn || s.Line || s.Ghost || s.Here {
		return true
	}
	for i := range d.Marks {
		m := &d.Marks[i]
		if d.Of[i] == series && (m.Form != engine.Dot || len(m.As) > 0 || len(m.X) > 2*d.frame.plot.Width) {
			return true
		}
	}
	return d.pointsSeen(series)
}

// Under reports whether a line is drawn and nowhere visible, so that it has no marker, and which other one is drawn in its
// place; -1: none, as it lies beyond the picture.
func (d visible) Under(series int) (over int, covered bool) {
	if s := d.Series[series]; d.signed == nil || !s.Line || s.Trail || d.signed[series] || d.pointsSeen(series) {
		return -1, false
	}
	return d.under(series)
}

// Names reports whether a line is named where it runs.
func (d visible) Names(series int) bool { return slices.Contains(d.layout.names, series) }

// Points reports whether a pointer, in the accent colour like the setting itself, stands below the present setting and gives
// its value.
func (d visible) Points(series int) bool {
	if s := d.Series[series]; !s.Here || d.glyphs.ASCII || !d.Coloured || d.drawn && d.layout.axis < 0 {
		return false
	}
	points := 0
	for i := range d.Marks {
		if m := &d.Marks[i]; d.Of[i] == series && m.Form == engine.Dot {
			for _, x := range m.X {
				if !d.pointerAt(x) {
					return false
				}
				points++
			}
		}
	}
	return points > 0
}

// pointerAt reports whether a pointer stands below a value of the x axis.
func (d *drawing) pointerAt(x float64) bool {
	return slices.ContainsFunc(d.Marks, func(m engine.Normal) bool { return m.Form == engine.Pointer && m.Vertical && m.Edges.X0 == x })
}

// pointsSeen reports whether a marker of a series stands at one of its points: none may lie within the picture, or others lie
// over them.
func (d *drawing) pointsSeen(series int) bool {
	for i := range d.Marks {
		m := &d.Marks[i]
		if d.Of[i] != series || m.Form != engine.Dot {
			continue
		}
		for k := range min(len(m.X), len(m.Y)) {
			x, y, inside := d.frame.cellXY(m.X[k], m.Y[k])
			if !inside {
				continue
			}
			at, above := d.canvas.at(d.column(x), d.row(y)), d.canvas.at(d.column(x), d.row(y)-1) // where its seat may be
			if s := d.Series[series]; d.isSpot(at, s) || above != nil && d.isSpot(above, s) {
				return true
			}
		}
	}
	return false
}

// SeesClass reports whether the area of a class is seen and has no name in it.
func (d visible) SeesClass(m *engine.Normal, class int) bool {
	named := d.regions[class] && (d.compact || m.Basis == known.Exact)
	return !named && (d.field == nil || m != d.field.mark || d.paints(*d.field, class))
}

// CountsClass reports whether the cells of a class are left bare, each with a dot so that they can be counted.
func (d visible) CountsClass(m *engine.Normal, class int) bool {
	f, counted := d.CountedField()
	return counted && f == m && plan.IsGround(m, class) && d.frame.plot.Height >= len(m.Y)
}

// Unnamed returns the names of lines across and from the top without a place in the plot.
func (d visible) Unnamed() (left []plan.Remark) {
	for _, t := range d.unplaced {
		r := plan.Remark{Text: t.words, Ink: plan.Dim, Down: t.down, Mark: t.mark}
		if t.style != d.theme.Dim {
			r.Ink = plan.Accent
		}
		left = append(left, r)
	}
	return left
}

// Hue reports whether colour alone tells lines apart.
func (d visible) Hue() bool { return d.hueAlone() }
