package chart

import "dpscope/ui/plan"

// joined marks where the line of one series ends upon another's.
type joined struct {
	plan.Join
	series, with int
	named        bool // in the plot
}

// drawJoins marks where lines end upon others. A marker in the first line's colour points at the line that is drawn for both,
// and words beside it name that line. Vectors are finer and draw both.
func (d *drawing) drawJoins() {
	if d.paper {
		return
	}
	for line, l := range d.lined {
		if s := &d.series[l.series]; s.ghost || s.muted && !s.trail {
			continue
		}
		for _, join := range d.sight.Lines[line].Joins {
			j, s, sign := joined{Join: join, series: l.series, with: d.lined[join.With].series}, &d.series[l.series], d.glyphs.PickLeft
			if j.Right {
				sign = d.glyphs.PickRight
			}
			if d.seenAt(j.Column, j.Row, l.series) {
				d.canvas.sign(d.column(j.Column), d.row(j.Row), sign, s.style)
			}
			d.joined = append(d.joined, j)
			d.texts = append(d.texts, text{words: "joins " + d.called(j.with), style: s.style,
				x: d.column(j.Column), y: d.row(j.Row), join: len(d.joined)})
		}
	}
}

// called returns the name of a series in few letters, with its value where the name leads up to that.
func (d *drawing) called(series int) string {
	s := d.series[series]
	name := Short(s.label)
	if n := len(name); n > 0 && name[n-1] == '=' {
		return d.nameOf(s)
	}
	return name
}

// joinEntries returns the stretches where lines run together without a name of an end in the plot, "SW joins PM below ε = 1.3".
func (d *drawing) joinEntries() (entries []entry) {
	for i, j := range d.joined {
		if i > 0 && d.joined[i-1].series == j.series && d.joined[i-1].From == j.From { // the other end of the stretch before
			continue
		}
		ends, named := 0, false
		for _, other := range d.joined[i:] {
			if other.series == j.series && other.From == j.From {
				ends, named = ends+1, named || other.named
			}
		}
		if named {
			continue
		}
		at := func(column int) string { return brief(d.figure.X, d.frame.valueX(float64(column)), d.glyphs) }
		words := d.called(j.series) + " joins " + d.called(j.with)
		symbol := d.glyphs.Plain(axisSymbol(d.figure.X))
		where := ""
		switch {
		case ends == 2:
			where = " for " + symbol + " from " + at(j.From) + " to " + at(j.To)
		case j.Right:
			where = " above " + symbol + " = " + at(j.From)
		default:
			where = " below " + symbol + " = " + at(j.To)
		}
		sign := d.glyphs.PickLeft
		if j.Right {
			sign = d.glyphs.PickRight
		}
		entries = append(entries, entry{Sign: sign, Text: words + where, Style: d.series[j.series].style, brief: words, joins: true})
	}
	return entries
}
