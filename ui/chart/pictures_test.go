package chart

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"dpscope/engine"
	"dpscope/engine/numeral"
	"dpscope/ui/plan"
	"dpscope/ui/theme"
	"dpscope/views/pages"
)

// pictureSizes lists the sizes of pictures on pages of 120 by 40, 80 by 24 and 60 by 15.
var pictureSizes = []Options{{Width: 84, Height: 26}, {Width: 80, Height: 13, Compact: true}, {Width: 60, Height: 7, Compact: true}}

// In the pictures of all views and presets, in colour and without, the legend's signs are drawn, nothing covers a tick, a limit
// is on a row that reads its value, and no word is cut.
func TestPicturesNeedNoExplaining(t *testing.T) {
	pages.Some(t, 5, func(name string, page engine.Sheet) {
		f := page.Shown()
		if len(f.Panels) > 0 {
			f = alone(f)
		}
		for _, o := range pictureSizes {
			for _, profile := range []colorprofile.Profile{colorprofile.TrueColor, colorprofile.ASCII} {
				o := o
				o.Theme, o.Glyphs, o.Aside, o.titled = theme.New(true, profile), theme.Unicode, page.Provenance.Text, true
				d := drawn(f, &o)
				for _, wrong := range slices.Concat(d.undrawn(), d.coveredTicks(), d.misplaced(), d.cutWords()) {
					t.Errorf("%s at %d by %d, %v: %s in\n%s", name, o.Width, o.Height, profile, wrong, strings.Join(Render(f, o).Lines, "\n"))
				}
			}
		}
	})
}

// legend returns its entries, at all their places outside the plot.
func (d *drawing) legend() []entry {
	return slices.Concat(append([][]entry{d.layout.beside}, d.layout.legendRows...)...)
}

// undrawn returns the markers of the legend that the plot lacks.
func (d *drawing) undrawn() (wrong []string) {
	for _, e := range d.legend() {
		sign := []rune(e.Sign)
		if len(sign) == 0 || !slices.Contains(d.glyphs.Markers, string(sign[len(sign)-1])) && e.Sign != d.glyphs.Here || e.Sign == "+" {
			continue
		}
		found := false
		for y := range d.frame.depth() {
			for x := range d.frame.plot.Width {
				glyph := string(d.canvas.at(d.column(x), d.row(y)).glyph)
				found = found || glyph == string(sign[len(sign)-1]) || d.fine && (glyph == d.glyphs.Upper || glyph == d.glyphs.Lower)
			}
		}
		if !found {
			wrong = append(wrong, "“"+e.Sign+" "+e.Text+"” is in the legend and not drawn")
		}
	}
	return wrong
}

// coveredTicks returns the ticks of the x axis that cannot be read.
func (d *drawing) coveredTicks() (wrong []string) {
	if d.layout.labels < 0 {
		return nil
	}
	for _, t := range d.layout.xTicks {
		label := axisLabel{middle: d.column(t.Cell), text: t.Label}
		start, end := d.span(label)
		if !d.pointersLeave(start-1, end) { // the pointer gives the own value
			continue
		}
		for k, r := range []rune(t.Label) {
			if d.canvas.at(start+k, d.layout.labels).glyph != r {
				wrong = append(wrong, "the tick "+t.Label+" is covered")
				break
			}
		}
		if d.layout.axis < 0 || d.column(t.Cell) <= d.layout.spine {
			continue
		}
		on := string(d.canvas.at(d.column(t.Cell), d.layout.axis).glyph)
		pointed := slices.ContainsFunc(d.pointers, func(p [2]int) bool { return p[0] <= d.column(t.Cell) && d.column(t.Cell) <= p[1] })
		barred := slices.ContainsFunc(d.Marks, func(m engine.Normal) bool { return m.Form == engine.Column }) // its foot, or a point on it
		if on != d.glyphs.TickBelow && on != d.glyphs.Upper && on != d.glyphs.TrackOn && !pointed && !(barred && slices.Contains(slices.Concat(d.glyphs.Markers, d.glyphs.Fills), on)) {
			wrong = append(wrong, "the mark of the tick "+t.Label+" is "+on)
		}
	}
	return wrong
}

// misplaced returns lines across on a row whose tick reads another value.
func (d *drawing) misplaced() (wrong []string) {
	for i := range d.Marks {
		m := &d.Marks[i]
		if m.Form != engine.Threshold || m.Vertical || len(d.Figure.Y.Words) > 0 || len(d.layout.yTicks) == 0 {
			continue
		}
		row, shown := d.frame.cellY(m.Edges.Y0)
		if !shown {
			continue
		}
		value := d.Figure.Y.Raw.Of(m.Edges.Y0)
		if plan.Percent(d.Figure.Y, d.frame.y) {
			value *= 100
		}
		for _, t := range d.layout.yTicks {
			number, err := strconv.ParseFloat(numeral.Bare(t.Label), 64)
			if reads := err == nil && math.Abs(number-value) <= 0.005*math.Abs(value)+1e-12; t.Cell == row && !reads && d.layout.referred[m.Edges.Y0] {
				wrong = append(wrong, m.Title+" is drawn at "+t.Label)
			}
		}
	}
	return wrong
}

// cutWords returns the words of the legend and of the axes that end in an ellipsis.
func (d *drawing) cutWords() (wrong []string) {
	for _, e := range d.legend() {
		if strings.Contains(e.Text, d.glyphs.Ellipsis) {
			wrong = append(wrong, "“"+e.Text+"” is cut")
		}
	}
	for _, t := range d.layout.xTicks {
		if strings.Contains(t.Label, d.glyphs.Ellipsis) && d.frame.plot.Width >= promised {
			wrong = append(wrong, "the tick “"+t.Label+"” is cut")
		}
	}
	return wrong
}
