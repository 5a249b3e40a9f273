package chart

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"dpscope/engine"
	"dpscope/engine/numeral"
	"dpscope/ui/theme"
)

// drawAxes draws the two lines with their ticks, the labels of the y axis, the
// caption of the x axis and the names at the ends of lines.
func (d *drawing) drawAxes() {
	l, g, plot := d.layout, d.glyphs, d.frame.plot
	muted := d.theme.Muted
	if l.spine >= 0 {
		for y := range plot.Height {
			d.canvas.sign(l.spine, plot.Y+y, g.Vertical, muted)
		}
	}
	if l.axis >= 0 {
		for x := range plot.Width {
			d.canvas.sign(plot.X+x, l.axis, g.Horizontal, muted)
		}
		if l.spine >= 0 {
			d.canvas.sign(l.spine, l.axis, g.BottomLeft, muted)
		}
	}
	d.drawZero()
	for _, t := range l.yTicks {
		y := plot.Y + t.cell
		label := g.Fit(t.label, l.gutter)
		d.canvas.text(l.gutter-theme.Width(label), y, label, d.theme.Dim)
		switch {
		case t.head:
		case y == l.axis:
			d.canvas.sign(l.spine, y, g.Corner, muted)
		default:
			d.canvas.sign(l.spine, y, g.TickLeft, muted)
		}
	}
	for _, t := range l.xTicks {
		x := plot.X + t.cell
		if l.axis >= 0 && x > l.spine {
			d.canvas.sign(x, l.axis, g.TickBelow, muted)
		}
		d.below = append(d.below, axisLabel{middle: x, text: t.label, style: d.theme.Dim})
	}
	if l.caption >= 0 {
		caption := g.Fit(axisTitle(d.figure.X, d.frame.x, g), d.canvas.width)
		end := plot.X + plot.Width
		d.canvas.text(max(end-theme.Width(caption), 0), l.caption, caption, d.theme.Dim)
	}
	d.drawNames()
}

// drawZero draws the zero line of a range that has both signs, but not in panels, whose lines it could be
// taken for.
func (d *drawing) drawZero() {
	s := d.frame.y
	if s.log || s.low >= 0 || s.high <= 0 || len(d.figure.Y.Words) > 0 || d.empty || d.bare {
		return
	}
	if y, ok := d.frame.cellY(0); ok {
		for x := range d.frame.plot.Width {
			d.canvas.texture(d.column(x), d.row(y), d.glyphs.DashAcross, d.theme.Ghost)
		}
	}
}

// axisLabel is a text under the x axis. Of two that touch, the one of higher
// rank stays.
type axisLabel struct {
	middle int // column of the picture
	text   string
	style  theme.Style
	rank   int // 0: tick, 1: crosshair
}

// span returns the columns a label takes, moved inward from the edges.
func (d *drawing) span(a axisLabel) (start, end int) {
	width := theme.Width(a.text)
	start = min(max(a.middle-width/2, 0), d.canvas.width-width)
	return start, start + width
}

// drawTickLabels writes the row under the x axis.
func (d *drawing) drawTickLabels() {
	if d.layout.labels < 0 {
		return
	}
	slices.SortStableFunc(d.below, func(a, b axisLabel) int { return b.rank - a.rank })
	var taken [][2]int
	for _, a := range d.below {
		start, end := d.span(a)
		if start < 0 || slices.ContainsFunc(taken, func(t [2]int) bool { return start <= t[1] && t[0] <= end }) {
			continue
		}
		taken = append(taken, [2]int{start, end})
		d.canvas.text(start, d.layout.labels, a.text, a.style)
	}
	if d.compact {
		d.drawCaption(taken)
	}
}

// drawCaption writes what the x axis is among its tick labels, in the last gap between
// them that has room.
func (d *drawing) drawCaption(taken [][2]int) {
	caption := axisTitle(d.figure.X, d.frame.x, d.glyphs)
	width := theme.Width(caption)
	if caption == "" || width+2 > d.canvas.width/2 {
		return
	}
	slices.SortFunc(taken, func(a, b [2]int) int { return cmp.Compare(b[0], a[0]) })
	const apart = 2
	end := d.canvas.width + apart
	for _, t := range append(taken, [2]int{0, 0}) {
		if end-t[1] >= width+2*apart {
			d.canvas.text(end-apart-width, d.layout.labels, caption, d.theme.Dim)
			return
		}
		end = t[0]
	}
}

// brief is a number written on the picture: as in write, without the zeros and
// the unit that nobody needs there.
func brief(a engine.Axis, v float64, g theme.Glyphs) string {
	a.Unit, a.Raw.Unit = "", ""
	text := write(a, v, g)
	if a.Style == numeral.Plain && len(a.Words) == 0 && strings.Contains(text, ".") && !strings.Contains(text, "e") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}

// write is a number of an axis as it is read out: its name for words, per cent
// and units as the axis says.
func write(a engine.Axis, v float64, g theme.Glyphs) string {
	return rounded(a, v, g, numeral.Nearest)
}

// rounded writes a value of an axis, rounded to one side.
func rounded(a engine.Axis, v float64, g theme.Glyphs, r numeral.Rounding) string {
	if len(a.Words) > 0 {
		if i := math.Round(v); i >= 0 && i < float64(len(a.Words)) {
			return g.Plain(a.Words[int(i)])
		}
		return ""
	}
	text := a.Style.Rounded(a.Raw.Of(v), r)
	if unit := cmp.Or(a.Raw.Unit, a.Unit); a.Style == numeral.Plain && unit != "" {
		text += " " + g.Plain(unit)
	}
	return text
}
