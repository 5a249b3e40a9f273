package chart

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"dpscope/engine"
	"dpscope/ui/theme"
)

// Value is what the crosshair reads of one series.
type Value struct {
	Entry
	Name    string  // of the series, as in the export
	Number  float64 // NaN for the class of a field
	Written string  // basis and number: "= 85.3 %"
}

// readout reads all series at the crosshair, the greatest first: curves
// between their samples, steps at the step, bars and points at the nearest,
// fields at the nearest cell.
func (d *drawing) readout(c Crosshair) []Value {
	var values []Value
	for i, m := range d.figure.Marks {
		if f, ok := m.(engine.Field); ok {
			values = append(values, d.readField(f, c)...)
			continue
		}
		if d.of[i] < 0 {
			continue
		}
		s := d.series[d.of[i]]
		y, ok := d.frame.read(m, c.X)
		if !ok {
			continue
		}
		style := d.theme.Text
		if s.style.On != "" {
			style = s.style
		}
		label := s.label
		if label == "" {
			label = d.title()
		}
		values = append(values, Value{
			Entry: Entry{Sign: d.signOf(d.of[i]), Text: label, Style: style, Muted: s.muted},
			Name:  s.name, Number: y,
			Written: d.glyphs.Basis(s.basis) + " " + write(d.figure.Y, y, d.glyphs),
		})
	}
	slices.SortStableFunc(values, func(a, b Value) int { return cmp.Compare(b.Number, a.Number) })
	return values
}

// read returns the value of a mark at x.
func (f frame) read(m engine.Mark, x float64) (float64, bool) {
	if l, ok := lineOf(m); ok {
		return f.interpolate(l, x)
	}
	switch m := m.(type) {
	case engine.Bars:
		return f.readNearest(m.X, m.Y, x, true)
	case engine.Points:
		return f.readNearest(m.X, m.Y, x, false)
	}
	return 0, false
}

// readNearest returns the value of the nearest mark that stands within a
// column, or within the width of a bar.
func (f frame) readNearest(xs, ys []float64, x float64, bars bool) (float64, bool) {
	best, least := 0.0, math.Inf(1)
	near := func(i int) {
		if away := math.Abs(f.column(xs[i]) - f.column(x)); away < least && finite(ys[i]) {
			best, least = ys[i], away
		}
	}
	n := min(len(xs), len(ys))
	reach := 1.0
	if bars && n > 0 {
		near(nearestOf(xs[:n], x))
		reach = max(reach, math.Abs(f.column(x+barGap(xs)/2)-f.column(x)))
		return best, least <= reach
	}
	for i := range n {
		near(i)
	}
	return best, least <= reach
}

// readField reads the class and its further columns at the crosshair.
func (d *drawing) readField(m engine.Field, c Crosshair) []Value {
	i := nearest(m.X, d.frame.x, d.frame.x.at(c.X), 0)
	j := nearest(m.Y, d.frame.y, d.frame.y.at(c.Y), 0)
	k := j*len(m.X) + i
	if i < 0 || j < 0 || k >= len(m.Class) || m.Class[k] < 0 {
		return nil
	}
	class := min(m.Class[k], len(d.areas)-1)
	v := Value{Name: m.Name, Number: math.NaN(), Written: d.glyphs.Basis(m.Basis) + " " + d.titleOf(m, class)}
	v.Sign, v.Text = d.glyphs.Block, d.glyphs.Plain(m.Name)
	v.Style = theme.NewStyle(d.theme.Field(d.areas[class], 1), 0, 0)
	if d.textured() {
		v.Sign = d.glyphs.Fills[d.areas[class]%len(d.glyphs.Fills)]
	}
	values := []Value{v}
	for _, extra := range m.Extra {
		written := ""
		switch {
		case k < len(extra.Words):
			written = d.glyphs.Plain(extra.Words[k])
		case k < len(extra.Values) && finite(extra.Values[k]):
			written = engine.Axis{}.Style.Format(extra.Values[k])
		}
		if written != "" {
			values = append(values, Value{
				Entry: Entry{Sign: d.glyphs.Bullet, Text: d.glyphs.Plain(extra.Name), Style: d.theme.Dim},
				Name:  extra.Name, Number: math.NaN(), Written: d.glyphs.Basis(m.Basis) + " " + written,
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
	words := name(d.figure.X, "x") + " = " + write(d.figure.X, c.X, d.glyphs)
	for _, m := range d.figure.Marks {
		if _, ok := m.(engine.Field); ok && finite(c.Y) {
			return words + ", " + name(d.figure.Y, "y") + " = " + write(d.figure.Y, c.Y, d.glyphs)
		}
	}
	return words
}

// drawCrosshair draws the line through the data, a marker on every series, and
// the coordinate on the axis.
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
	d.below = append(d.below, axisLabel{middle: d.column(x), text: write(d.figure.X, c.X, g), style: style, rank: 2})
	for i, m := range d.figure.Marks {
		switch m.(type) {
		case engine.Curve, engine.Steps:
			if y, ok := d.frame.read(m, c.X); ok {
				if row, shown := d.frame.cellY(y); shown {
					s := d.series[d.of[i]]
					d.canvas.sign(d.column(x), d.row(row), g.Markers[0], s.style)
				}
			}
		case engine.Field:
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

// ReadoutLine writes the readout in one line of exactly width cells: where the
// crosshair is, then as many values as fit, the greatest first.
func (p Picture) ReadoutLine(width int) string {
	if width <= 0 {
		return ""
	}
	var b strings.Builder
	heading := p.glyphs.Fit(p.heading, width)
	b.WriteString(p.style.Accent.Paint(heading))
	used := theme.Width(heading)
	for i, v := range p.Readout {
		words := v.Text + " " + v.Written
		need := entryGap + theme.Width(v.Sign) + 1 + theme.Width(words)
		more := "  " + p.glyphs.Ellipsis
		last := i+1 == len(p.Readout)
		if used+need > width || !last && used+need+theme.Width(more) > width {
			if used+theme.Width(more) <= width {
				b.WriteString(p.style.Dim.Paint(more))
				used += theme.Width(more)
			}
			break
		}
		b.WriteString(blank(entryGap) + v.Style.Paint(v.Sign) + " ")
		if v.Muted {
			b.WriteString(p.style.Dim.Paint(words))
		} else {
			b.WriteString(words)
		}
		used += need
	}
	b.WriteString(blank(width - used))
	return b.String()
}
