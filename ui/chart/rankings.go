package chart

import "dpscope/engine"

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
