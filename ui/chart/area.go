package chart

import (
	"slices"
	"unicode/utf8"

	"dpscope/engine"
	"dpscope/ui/theme"
)

// How the area of a class looks: its colour, with the other half of a cell in the next class's where two meet; or its texture
// where there is no colour. Where more classes are named than there are colours, their markers are strewn over them. A faint
// area is grey for every class: shades of a colour would read as further classes. Without colour its texture has gaps.

// textured reports whether textures tell the classes of a field apart: where there is no colour, and where no blocks carry it.
func (d *drawing) textured() bool { return d.glyphs.ASCII || !d.Coloured }

// marked reports whether the classes of a field need their markers.
func (d *drawing) marked(m *engine.Normal) bool { return len(m.Classes) > len(d.theme.Series) }

// areaSign returns the sign of a class in one cell.
func (d *drawing) areaSign(m *engine.Normal, class int) string {
	switch {
	case d.marked(m):
		_, marker := d.Looks(d.ClassMember(m, class))
		return d.marker(marker)
	case d.textured():
		return d.glyphs.Fills[class%len(d.glyphs.Fills)]
	}
	return d.glyphs.Block
}

// colourOf returns the colour of the area of a class, which is the colour of its member.
func (d *drawing) colourOf(m *engine.Normal, class int) theme.Colour {
	return d.theme.Field(d.ClassHue(m, class))
}

// areaStyle returns the style of that sign.
func (d *drawing) areaStyle(m *engine.Normal, class int) theme.Style {
	colour := d.colourOf(m, class)
	if d.marked(m) && d.theme.Blends() && !d.textured() {
		return theme.NewStyle(d.theme.Upon(colour), colour, 0)
	}
	return theme.NewStyle(colour, 0, 0)
}

// thinGlyph returns the glyph of a faint area where there is colour.
func (d *drawing) thinGlyph() string { return d.glyphs.Shades[1] }

// thinSign returns the sign of a faint area: its texture here and there, for the first class with such an area.
func (d *drawing) thinSign(m *engine.Normal) string {
	if !d.textured() {
		return d.thinGlyph()
	}
	sign := d.areaSign(m, max(m.Class[slices.Index(m.Faint, true)], 0))
	return sign + "  " + sign
}

// thinStyle returns the style of that sign.
func (d *drawing) thinStyle() theme.Style {
	if d.textured() {
		return d.theme.Text
	}
	return d.theme.Ghost
}

// sparsely reports whether a cell of a faint texture is drawn: one in four, row by row in the gaps of the one above.
func sparsely(x, y int) bool { return (x+2*(y%2))%4 == 0 }

// paintHalves uses ▀ where two classes meet: the upper half in the ink, the
// lower in the ground.
func (d *drawing) paintHalves(s sampled) {
	colour := func(class int) theme.Colour {
		if class < 0 {
			return 0
		}
		return d.colourOf(s.mark, class)
	}
	upper, _ := utf8.DecodeRuneInString(d.glyphs.Upper)
	lower, _ := utf8.DecodeRuneInString(d.glyphs.Lower)
	for y := range d.frame.plot.Height {
		for x := range s.width {
			above, below := s.painted(x, 2*y), s.painted(x, 2*y+1)
			switch thin := s.thin(x, 2*y); {
			case thin && s.thin(x, 2*y+1):
				d.canvas.fill(d.column(x), d.row(y), first(d.thinGlyph()), d.theme.Ghost.Ink, 0)
			case thin: // grey comes in whole cells
				d.paintWhole(s, x, y, below)
			case above == below || s.thin(x, 2*y+1):
				d.paintWhole(s, x, y, above)
			case above < 0:
				d.canvas.fill(d.column(x), d.row(y), lower, colour(below), 0)
			case below < 0:
				d.canvas.fill(d.column(x), d.row(y), upper, colour(above), 0)
			default:
				d.canvas.fill(d.column(x), d.row(y), upper, colour(above), colour(below))
			}
		}
	}
}

// paintWhole paints a cell that belongs to one class. In sixteen colours it is a block of ink, since their values are unknown,
// and text upon them may be unreadable.
func (d *drawing) paintWhole(s sampled, x, y, class int) {
	if class < 0 {
		return
	}
	colour, at := d.colourOf(s.mark, class), [2]int{d.column(x), d.row(y)}
	glyph := d.glyphs.Block
	switch {
	case d.marked(s.mark) && strewn(x, y):
		glyph = d.areaSign(s.mark, class)
		if d.theme.Blends() {
			d.canvas.fill(at[0], at[1], first(glyph), d.theme.Upon(colour), colour)
			return
		}
	case d.theme.Blends():
		d.canvas.fill(at[0], at[1], ' ', 0, colour)
		return
	}
	d.canvas.fill(at[0], at[1], first(glyph), colour, 0)
}

// strewn reports whether a cell has a marker: one here and there, row by row in the gaps of the one above.
func strewn(x, y int) bool {
	const across, down = 12, 3
	return y%down == 1 && (x+across/2*(y/down%2))%across == across/4
}

// paintTextures gives every class its texture, with gaps where it is faint; there are no half cells then.
func (d *drawing) paintTextures(s sampled) {
	for y := range d.frame.plot.Height {
		for x := range s.width {
			class := s.painted(x, 2*y+1)
			if class < 0 {
				continue
			}
			if s.faint[(2*y+1)*s.width+x] && !sparsely(x, y) {
				continue
			}
			glyph := d.areaSign(s.mark, class)
			d.canvas.fill(d.column(x), d.row(y), first(glyph), d.colourOf(s.mark, class), 0)
		}
	}
}

// first returns the character of a glyph of the theme.
func first(glyph string) rune {
	r, _ := utf8.DecodeRuneInString(glyph)
	return r
}
