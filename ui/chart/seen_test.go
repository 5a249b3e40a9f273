package chart

import (
	"slices"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"dpscope/engine"
	"dpscope/ui/plan"
	"dpscope/ui/theme"
	"dpscope/views/pages"
)

// isMark reports whether a point, an interval or the present setting stands in a cell.
func (d *drawing) isMark(at *cell) bool {
	g := d.glyphs
	signs := slices.Concat(g.Markers, []string{g.Here, g.Upper, g.Lower, g.Vertical, g.TickBelow, g.TickAbove, g.BracketLeft, g.BracketRight, g.Horizontal, g.Pointer, g.Block, g.PickLeft, g.PickRight})
	return slices.Contains(signs, string(at.glyph)) || at.glyph >= '▁' && at.glyph <= '█'
}

// sight says how much of a line is seen: the columns where it is drawn, the columns where one of its cells has its colour, and
// the number of pieces that are short, in columns and in rows.
type sight struct {
	name          string
	columns, seen int
	short         int
}

// sights measures the lines of a picture and its lines across, on the painted cells.
func (d *drawing) sights() (all []sight) {
	for line, l := range d.lined {
		x, s := sight{name: d.Series[l.series].Label}, d.Series[l.series]
		piece, cells, natural := 0, 0, 0
		end := func() {
			if piece > 0 && max(piece, cells) < plan.Piece && natural > piece {
				x.short++
			}
			piece, cells = 0, 0
		}
		for c := range d.frame.plot.Width {
			passes, drawn, seen := false, false, false
			for r := range d.frame.depth() {
				if l.passes[r*d.frame.plot.Width+c] == 0 {
					continue
				}
				passes = true
				if d.sight.Owner(c, r) != line {
					continue
				}
				drawn = drawn || l.dots[r*d.frame.plot.Width+c] != 0
				if at := d.canvas.at(d.column(c), d.row(r)); at.ink == d.style(s.Ink).Ink || d.isMark(at) || r == d.frame.plot.Height || l.dots[r*d.frame.plot.Width+c] == 0 {
					seen, cells = true, cells+1
				}
			}
			if drawn {
				x.columns++
			}
			switch {
			case seen:
				piece++
				if drawn {
					x.seen++
				}
			default:
				end()
			}
			natural++
			if !passes {
				natural = 0
			}
		}
		end()
		if x.columns > 0 && !s.Ghost {
			all = append(all, x)
		}
	}
	for i := range d.Marks {
		m := &d.Marks[i]
		if m.Form != engine.Threshold || m.Vertical || len(d.Figure.Y.Words) > 0 || d.field != nil {
			continue
		}
		row, ok := d.frame.cellY(m.Edges.Y0)
		if !ok || row == d.frame.plot.Height { // the axis
			continue
		}
		x := sight{name: m.Title}
		for c := range d.frame.plot.Width {
			if d.inkAt(c, row) >= 0 || d.isMark(d.canvas.at(d.column(c), d.row(row))) {
				continue
			}
			x.columns++
			if at := d.canvas.at(d.column(c), d.row(row)); at.glyph > 0x2800 && at.glyph <= 0x28ff {
				x.seen++
			}
		}
		all = append(all, x)
	}
	return all
}

// In the pictures of all views and presets every line is seen in the columns where it is drawn, in pieces of at least three
// columns or cells except under marks. The same holds for lines across.
func TestEveryLineIsSeen(t *testing.T) {
	const share = 0.85
	pages.Some(t, 5, func(name string, page engine.Sheet) {
		f := page.Shown()
		if len(f.Panels) > 0 {
			f = alone(f)
		}
		for _, o := range pictureSizes {
			o := o
			o.Theme, o.Glyphs, o.Aside, o.titled = theme.New(true, colorprofile.TrueColor), theme.Unicode, page.Provenance.Text, true
			d := drawn(f, &o)
			for _, s := range d.sights() {
				if float64(s.seen) < share*float64(s.columns) || s.short > 0 {
					t.Errorf("%s at %d by %d: %s is seen in %d of %d columns, %d pieces are short", name, o.Width, o.Height, s.name, s.seen, s.columns, s.short)
				}
			}
		}
	})
}
