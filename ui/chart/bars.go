package chart

import (
	"math"
	"slices"
	"sort"

	"github.com/NimbleMarkets/ntcharts/v2/canvas/runes"

	"dpscope/engine"
	"dpscope/engine/numeral"
	"dpscope/ui/plan"
	"dpscope/ui/theme"
)

// bar is one column of a bar chart: plot columns from..to, and its value.
type bar struct {
	from, to int
	value    float64
	marked   bool
}

// drawBars draws bars from zero. Without room for gaps they stand side by side; bars that share a column show the largest
// value, so that peaks stay, and the title says so.
func (d *drawing) drawBars(mark int, m *engine.Normal) {
	style := d.theme.Area(d.style(d.Series[d.Of[mark]].Ink))
	inside := d.theme.Area(d.theme.Accent)
	for _, b := range d.barsOf(mark, m) {
		ink, full := style, d.barGlyph(d.Of[mark])
		switch {
		case b.marked:
			ink = inside
		case len(m.Marked) == 0:
		case d.theme.Blends(): // the ground of inside cells marks the difference
			ink = d.theme.Muted
		default:
			full = d.glyphs.Shade
		}
		if d.glyphs.ASCII && b.from == b.to && full == d.glyphs.Block {
			full = d.glyphs.Vertical
		}
		for x := b.from; x <= b.to; x++ {
			d.drawColumn(x, b.value, full, ink)
		}
	}
}

// barGlyph returns the glyph that fills the bars of a series: solid, or a texture where colour cannot tell several apart.
func (d *drawing) barGlyph(series int) string {
	turn := 0
	for i := range d.Marks {
		switch form := d.Marks[i].Form; {
		case form != engine.Column && form != engine.Spike:
			continue
		case d.Of[i] != series:
			if form == engine.Column {
				turn++
			}
			continue
		}
		break
	}
	if turn == 0 || d.Coloured && !d.glyphs.ASCII {
		return d.glyphs.Block
	}
	return d.glyphs.Fills[turn%len(d.glyphs.Fills)]
}

// barsOf lays bars out on columns.
func (d *drawing) barsOf(mark int, m *engine.Normal) []bar {
	width := d.frame.plot.Width
	if len(m.X) == 0 || width == 0 {
		return nil
	}
	gap := engine.Gap(m.X)
	spacing := d.spacing(m.X, gap)
	turn, groups := d.BarGroup(mark)
	if spacing < 2 {
		return d.joinBars(m, gap)
	}
	const widest, share = 9, 0.75 // the rest is air, a column at least
	room := max(int(min(spacing, 1e6)*share), 1)
	each := min(max(room/groups, 1), widest)
	if groups == 1 && each > 1 {
		each -= 1 - each%2 // odd: the middle is a column
	}
	if each*groups > room {
		turn, groups = 0, 1
	}
	var bars []bar
	for i := range m.X {
		middle, ok := d.frame.cellX(m.X[i])
		if !ok || !plan.Finite(m.Y[i]) && !math.IsInf(m.Y[i], 0) {
			continue
		}
		from := middle - each*groups/2 + turn*each
		bars = append(bars, bar{from: max(from, 0), to: min(from+each-1, width-1), value: m.Y[i], marked: marked(m, i)})
	}
	return bars
}

// spacing returns the distance between neighbouring bars in columns.
func (d *drawing) spacing(xs []float64, gap float64) float64 {
	if d.frame.x.Log { // the narrowest place is at the high end
		last := xs[len(xs)-1]
		return math.Abs(d.frame.column(last) - d.frame.column(last-gap))
	}
	return gap / d.frame.x.Length() * float64(d.frame.plot.Width)
}

// joinBars gives every column the largest of the bars that fall on it, or the nearest where bars are wider than columns.
func (d *drawing) joinBars(m *engine.Normal, gap float64) []bar {
	var joined []bar
	next := sort.SearchFloat64s(m.X, d.frame.valueX(-0.5))
	for c := range d.frame.plot.Width {
		first := next
		next += sort.SearchFloat64s(m.X[next:], d.frame.valueX(float64(c)+0.5))
		b := bar{from: c, to: c}
		for i := first; i < next; i++ {
			if y := m.Y[i]; !math.IsNaN(y) && math.Abs(y) > math.Abs(b.value) {
				b.value = y
			}
			b.marked = b.marked || marked(m, i)
		}
		d.binned = max(d.binned, next-first)
		if first == next {
			i := engine.NearestOf(m.X, d.frame.valueX(float64(c)))
			if math.IsNaN(m.Y[i]) || math.Abs(m.X[i]-d.frame.valueX(float64(c))) > gap/2*(1+1e-9) {
				continue
			}
			b.value, b.marked = m.Y[i], marked(m, i)
		}
		joined = append(joined, b)
	}
	return joined
}

func marked(m *engine.Normal, i int) bool { return i < len(m.Marked) && m.Marked[i] }

// drawColumn fills one column from zero to the value, in eighths of a cell.
func (d *drawing) drawColumn(x int, value float64, full string, style theme.Style) {
	height := d.frame.plot.Height
	zero := float64(height)
	if !d.frame.y.Log && d.frame.y.Low < 0 {
		zero = min(max(d.frame.row(0), 0), float64(height))
	}
	tip := d.frame.row(min(max(value, -engine.Largest), engine.Largest))
	if math.IsNaN(tip) {
		return
	}
	clippedUp, clippedDown := tip < -0.5, tip > float64(height)+0.5
	// A bar ends in the middle of the cell of its value.
	top, bottom := min(tip, zero)+0.5, max(tip, zero)+0.5
	drawn := value == 0
	if zero == float64(height) {
		drawn = d.drawBase(x, zero-tip, value, full, style) || drawn
	}
	top, bottom = max(top, 0), min(bottom, float64(height))
	for y := int(top); y < height && float64(y) < bottom; y++ {
		share := min(bottom, float64(y+1)) - max(top, float64(y))
		if glyph := d.partOf(share, float64(y) < top, full); glyph != ' ' {
			d.drawEnd(x, y, glyph, style)
			drawn = true
		}
	}
	switch {
	case !drawn && d.frame.y.Low == 0 && value > little*d.frame.y.High: // little is not nothing
		d.drawEnd(x, height-1, d.sliver(), style)
	case clippedUp:
		d.canvas.sign(d.column(x), d.row(0), d.glyphs.Beyond, style)
	case clippedDown:
		d.canvas.sign(d.column(x), d.row(height-1), d.glyphs.Beyond, style)
	}
}

// drawBase draws the part of a bar in the axis line: a block from the middle up, or its texture, which has no parts, or the
// line itself in the bar's colour for a bar lower than that. It reports whether the bar has such a part. A lower bar leaves the
// foot of a higher one behind it.
func (d *drawing) drawBase(x int, rows, value float64, full string, style theme.Style) bool {
	const low = 0.25
	y := d.frame.plot.Height
	seen := rows >= low || d.frame.y.Low == 0 && value > little*d.frame.y.High
	if !seen || !d.frame.foot || d.glyphs.ASCII {
		return false
	}
	foot := d.glyphs.Upper
	if full != d.glyphs.Block {
		foot = full
	}
	glyph := foot
	if rows < low {
		glyph = d.glyphs.TrackOn
	}
	at := d.canvas.at(d.column(x), d.row(y))
	if tick := first(d.glyphs.TickBelow); rows < low && at.glyph == tick { // it stays, as where lines run
		glyph = d.glyphs.TickBelow
	}
	standing := at.glyph == first(d.glyphs.Upper) || slices.Contains(d.glyphs.Fills, string(at.glyph))
	switch {
	case standing && rows < low:
		return true
	case !standing && !d.open(x, y) && at.glyph != first(d.glyphs.TickBelow):
		return false
	}
	d.canvas.sign(d.column(x), d.row(y), glyph, style)
	return true
}

// drawEnd draws one cell of a bar; where that is not full, a higher bar behind it is visible in the rest.
func (d *drawing) drawEnd(x, y int, glyph rune, style theme.Style) {
	at := d.canvas.at(d.column(x), d.row(y))
	behind := *at
	d.canvas.put(d.column(x), d.row(y), glyph, style)
	if full := first(d.glyphs.Block); behind.glyph == full && glyph != full && behind.ink != style.Ink {
		at.ground = behind.ink
	}
}

// partOf returns the glyph for a cell filled to a share, from below when rising. Textures have no parts: half a cell or more is
// all of it.
func (d *drawing) partOf(share float64, rising bool, full string) rune {
	whole := []rune(full)[0]
	switch {
	case full != d.glyphs.Block || d.glyphs.ASCII:
		if share >= 0.5 {
			return whole
		}
		return ' '
	case rising || share >= 15.0/16:
		if r := runes.LowerBlockElementFromFloat64(share); r != runes.Null {
			return r
		}
		return ' '
	case share >= 0.75:
		return whole
	case share >= 0.25:
		return []rune(d.glyphs.Upper)[0]
	}
	return ' '
}

// little is the share of an axis from which on a bar is visible, as a sliver.
const little = 1e-4

// sliver returns the smallest visible part of a bar.
func (d *drawing) sliver() rune {
	if d.glyphs.ASCII {
		return '_'
	}
	return runes.LowerBlockOne
}

// drawAtoms draws point masses as thin arrows with the mass beside them: their heights compare among themselves only, the
// greatest reaching the top, since a mass is no density.
func (d *drawing) drawAtoms(series int, m *engine.Normal) {
	s, height := d.Series[series], d.frame.plot.Height
	greatest, beside := d.atomScale(m)
	for i := range m.X {
		x, ok := d.frame.cellX(m.X[i])
		if !ok || !(m.Y[i] > 0) {
			continue
		}
		if 2*x > d.frame.plot.Width {
			x = max(x-beside, 0)
		} else {
			x = min(x+beside, d.frame.plot.Width-1)
		}
		head := min(max(plan.Whole((1-m.Y[i]/greatest)*float64(height-1)), 0), height-1)
		for y := head + 1; y < height; y++ {
			d.canvas.sign(d.column(x), d.row(y), d.glyphs.Vertical, d.style(s.Ink))
		}
		d.canvas.sign(d.column(x), d.row(head), d.glyphs.Beyond, d.style(s.Ink))
		d.texts = append(d.texts, text{
			words: numeral.Percent.Format(m.Y[i]), style: d.style(s.Ink), x: d.column(x), y: d.row(head),
		})
	}
}

// atomScale returns the greatest of all atoms in the picture, and how many columns towards the middle those of a mark stand, so
// that laws do not hide each other's.
func (d *drawing) atomScale(of *engine.Normal) (greatest float64, beside int) {
	before := true
	for i := range d.Marks {
		b := &d.Marks[i]
		if b.Form != engine.Spike {
			continue
		}
		before = before && b.Name != of.Name
		if before {
			beside++
		}
		for i, x := range b.X {
			if _, shown := d.frame.cellX(x); shown && i < len(b.Y) {
				greatest = max(greatest, b.Y[i])
			}
		}
	}
	return greatest, beside
}
