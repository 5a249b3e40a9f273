package chart

import "dpscope/engine"

// ranked reports whether the rows of a list compare sizes on an axis that begins at zero. Each row is then a bar from zero to
// its value. An interval is not a size.
func (d *drawing) ranked() bool {
	if !d.listed || d.frame.x.Log || d.frame.x.Low != 0 {
		return false
	}
	points := 0
	for i := range d.marks {
		m := &d.marks[i]
		if m.Form != engine.Dot {
			continue
		}
		for k, x := range m.X {
			if x < 0 || k < len(m.From) && m.From[k] < m.To[k] {
				return false
			}
			points++
		}
	}
	return points > 1
}

// drawSize draws the bar of a point in a row of a list, behind lines from the top and everything else there.
func (d *drawing) drawSize(m *engine.Normal, x, y int) {
	style := d.theme.Muted
	if m.Here || m.Emphasis {
		style = d.theme.Accent
	}
	for c := range x {
		if p := d.canvas.at(d.column(c), d.row(y)); p.glyph == ' ' && p.soft {
			d.canvas.texture(d.column(c), d.row(y), d.glyphs.TrackOn, style)
		}
	}
}
