package chart

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/ui/plan"
	"dpscope/ui/theme"
)

// value is the crosshair's reading of one series.
type value struct {
	entry
	Name    string  // of the series, as in the export
	Number  float64 // NaN for the class of a field
	Written string  // basis and number: "= 85.3 %"
}

// readout reads all series at the crosshair, the greatest first and muted ones last: curves between their samples, steps at the
// step, bars and points at the nearest, fields at the nearest cell.
func (d *drawing) readout(c Crosshair) []value {
	var values []value
	axes := d.frame.axes()
	for i := range d.Marks {
		m := &d.Marks[i]
		if m.Content == engine.Cells {
			values = append(values, d.readField(m, c)...)
			continue
		}
		y, ok := m.Value(c.X, axes)
		if !ok || d.Of[i] < 0 {
			continue
		}
		s := d.Series[d.Of[i]]
		style := d.theme.Text
		if d.style(s.Ink).On != "" {
			style = d.style(s.Ink)
		}
		label := s.Label
		if label == "" {
			label = d.Title(d.frame.y)
		}
		axis := d.Figure.Y
		if m.Masses {
			axis, label = engine.Axis{Style: numeral.Percent}, d.glyphs.Plain(m.Title)
		}
		sign, _ := d.sign(d.SignOf(d.Of[i], d.hueAlone()))
		values = append(values, value{
			entry: entry{Sign: sign, Text: label, Style: style, Muted: s.Muted},
			Name:  s.Name, Number: y,
			Written: d.withBasis(s.Basis, plan.Rounded(axis, y, d.text(), s.Basis.Rounding())),
		})
	}
	slices.SortStableFunc(values, func(a, b value) int {
		return cmp.Or(plan.FalseFirst(a.Muted, b.Muted), cmp.Compare(b.Number, a.Number))
	})
	return values
}

// withBasis returns a number, or a class, after the sign of its basis.
func (d *drawing) withBasis(b known.Basis, words string) string {
	if b == known.AsPrinted {
		return words
	}
	return d.glyphs.Basis(b) + " " + words
}

// orMiddle returns the middle of the plot for a crosshair without a place.
func (d *drawing) orMiddle(c Crosshair) Crosshair {
	if !math.IsNaN(c.X) {
		return c
	}
	plot := d.frame.plot
	return Crosshair{X: d.frame.valueX(float64(plot.Width / 2)), Y: d.frame.valueY(float64(plot.Height / 2))}
}

// snap puts the crosshair on a whole number where an axis has no others.
func (d *drawing) snap(c Crosshair) Crosshair {
	if plan.Counts(d.Figure.X) {
		c.X = math.Round(c.X)
	}
	if plan.Counts(d.Figure.Y) {
		c.Y = math.Round(c.Y)
	}
	return c
}

// readField reads the class and its further columns at the crosshair.
func (d *drawing) readField(m *engine.Normal, c Crosshair) []value {
	i := plan.Nearest(m.X, d.frame.x, d.frame.x.At(c.X), 0)
	j := plan.Nearest(m.Y, d.frame.y, d.frame.y.At(c.Y), 0)
	k := j*len(m.X) + i
	if i < 0 || j < 0 || k >= len(m.Class) || m.Class[k] < 0 {
		return nil
	}
	class := min(m.Class[k], plan.MostClasses-1)
	v := value{Name: m.Name, Number: math.NaN(), Written: d.withBasis(m.Basis, d.titleOf(m, class))}
	v.Sign, v.Text, v.Style = d.areaSign(m, class), d.glyphs.Plain(m.Name), d.areaStyle(m, class)
	if k < len(m.Labels) { // the text in the cell, before the meaning of its shade
		v.Text, v.Written = d.glyphs.Plain(d.Figure.Title), d.withBasis(m.Basis, m.Labels[k]+", "+d.titleOf(m, class))
	}
	values := []value{v}
	for _, extra := range m.Extra {
		written := ""
		switch {
		case k < len(extra.Words):
			written = d.glyphs.Plain(extra.Words[k])
		case k < len(extra.Values) && plan.Finite(extra.Values[k]):
			written = numeral.Short(extra.Values[k])
			if v := extra.Values[k]; v == math.Trunc(v) {
				written = numeral.Count(v)
			}
		}
		if written != "" {
			values = append(values, value{
				entry: entry{Sign: d.glyphs.Bullet, Text: d.glyphs.Plain(extra.Name), Style: d.theme.Dim},
				Name:  extra.Name, Number: math.NaN(), Written: d.withBasis(m.Basis, written),
			})
		}
	}
	return values
}

// where writes the place of the crosshair.
func (d *drawing) where(c Crosshair) string {
	name := func(a engine.Axis, fallback string) string {
		if label := d.glyphs.Plain(a.Label); label != "" {
			label, _, _ = strings.Cut(label, ",")
			return label
		}
		return fallback
	}
	words := name(d.Figure.X, "x") + " = " + plan.Written(d.Figure.X, c.X, d.text())
	for i := range d.Marks {
		if d.Marks[i].Content == engine.Cells && plan.Finite(c.Y) {
			return words + ", " + name(d.Figure.Y, "y") + " = " + plan.Written(d.Figure.Y, c.Y, d.text())
		}
	}
	return words
}

// drawCrosshair draws the line through the data, a marker on every series, and the coordinate on the axis.
func (d *drawing) drawCrosshair(c *Crosshair) {
	if c == nil {
		return
	}
	x, ok := d.frame.cellX(c.X)
	if !ok {
		return
	}
	g, plot, style := d.glyphs, d.frame.plot, d.theme.Accent
	for y := range plot.Height {
		if p := d.canvas.at(d.column(x), d.row(y)); p.soft {
			d.canvas.sign(d.column(x), d.row(y), g.Vertical, style)
		}
	}
	if d.layout.axis >= 0 {
		d.canvas.sign(d.column(x), d.layout.axis, g.Corner, style)
	}
	d.below = append(d.below, axisLabel{middle: d.column(x), text: plan.Written(d.Figure.X, c.X, d.text()), style: style, rank: 1})
	axes := d.frame.axes()
	for i := range d.Marks {
		switch m := &d.Marks[i]; {
		case m.IsLine():
			if y, ok := m.Value(c.X, axes); ok {
				if row, shown := d.frame.cellY(y); shown {
					s := d.Series[d.Of[i]]
					d.canvas.sign(d.column(x), d.row(row), d.spot(g.Markers[0], y, row), d.style(s.Ink))
				}
			}
		case m.Content == engine.Cells:
			row, shown := d.frame.cellY(c.Y)
			if !shown {
				continue
			}
			for column := range plot.Width {
				if p := d.canvas.at(d.column(column), d.row(row)); p.soft {
					d.canvas.sign(d.column(column), d.row(row), g.Horizontal, style)
				}
			}
			d.canvas.sign(d.column(x), d.row(row), g.Corner, style)
		}
	}
}

// ReadoutLines writes the readout in at most most lines of exactly width cells: where the crosshair is, then the values that
// fit, in their order, and the number of the others.
func (p Picture) ReadoutLines(width, most int) []string {
	if width <= 0 || most <= 0 {
		return nil
	}
	w := readoutWriter{picture: p, width: width, most: most}
	w.put(p.style.Accent.Paint, entry{}, p.glyphs.Fit(p.heading, p.headingRoom(width, most)))
	for i, v := range p.readout {
		words, paint := v.Text+" "+v.Written, p.style.Text.Paint
		if v.Muted {
			paint = p.style.Dim.Paint
		}
		left := len(p.readout) - i
		if !w.fits(theme.Width(v.Sign)+1+theme.Width(words), left > 1) {
			w.put(p.style.Dim.Paint, entry{}, "+ "+strconv.Itoa(left)+" more")
			break
		}
		w.put(paint, v.entry, words)
	}
	return append(w.done, w.line.String()+blank(width-w.used))
}

// headingRoom limits the heading: on a single line it leaves room for the first value, and for the number of others.
func (p Picture) headingRoom(width, most int) int {
	if most > 1 || len(p.readout) == 0 {
		return width
	}
	first := p.readout[0]
	const least = 8
	room := width - entryGap - theme.Width(first.Sign+" "+first.Text+" "+first.Written)
	if len(p.readout) > 1 {
		room -= remainder
	}
	if room < least {
		return width
	}
	return room
}

// readoutWriter fills lines with values, none of them broken.
type readoutWriter struct {
	picture     Picture
	width, most int
	done        []string
	line        strings.Builder
	used        int
}

// remainder is room for "+ 99 more" after the last value on the last line.
const remainder = entryGap + 9

// fits reports whether words of a width have a place, here or on a next line, and leave one for the number of the rest.
func (w *readoutWriter) fits(width int, rest bool) bool {
	last := len(w.done) == w.most-1
	need := width
	if w.used > 0 {
		need += w.used + entryGap
	}
	if !last && need > w.width { // on the next
		last, need = len(w.done)+1 == w.most-1, width
	}
	if last && rest {
		need += remainder
	}
	return need <= w.width
}

// put writes words after the sign of an entry, on a new line if they need one. Without a place they are left out.
func (w *readoutWriter) put(paint func(string) string, of entry, words string) {
	width, sign := theme.Width(words), ""
	if of.Sign != "" {
		sign = of.Style.Paint(of.Sign) + " "
		width += theme.Width(of.Sign) + 1
	}
	if w.used > 0 && w.used+entryGap+width > w.width {
		if len(w.done) == w.most-1 {
			return
		}
		w.done = append(w.done, w.line.String()+blank(w.width-w.used))
		w.line.Reset()
		w.used = 0
	}
	if width > w.width {
		return
	}
	if w.used > 0 {
		w.line.WriteString(blank(entryGap))
		w.used += entryGap
	}
	w.line.WriteString(sign + paint(words))
	w.used += width
}
