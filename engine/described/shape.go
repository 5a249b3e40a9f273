package described

import (
	"math"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
)

// mostLines limits the lines whose course is told.
const mostLines = 4

// shapes tells the course of the lines that the picture is about.
func (p *picture) shapes() (facts []Fact) {
	vivid := 0
	for i := range p.lines {
		if l := &p.lines[i]; !l.muted || len(p.lines) <= mostLines {
			vivid++
			if vivid <= mostLines {
				facts = append(facts, p.shape(l))
			}
		}
	}
	if more := len(p.lines) - len(facts); more > 0 && len(facts) > 0 {
		text := numeral.Things(more, "more line") + " " + verb(more, "is", "are") + " drawn."
		facts = append(facts, Fact{Kind: Shape, Text: text})
	}
	return facts
}

func verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// course is a line in the order of x: its points, and the places of its extremes.
type course struct {
	xs, ys []float64
	gaps   int
	turns  int // changes between rising and falling
	rises  bool
	high   [2]float64 // first stretch on which it is highest
	low    [2]float64 // first stretch on which it is lowest
	most   float64
	least  float64
}

func newCourse(l *line) (c course) {
	for i, s := range l.pieces {
		if i > 0 && s.x0 > l.pieces[i-1].x1 {
			c.gaps++
		}
		c.xs, c.ys = append(c.xs, s.x0, s.x1), append(c.ys, s.y0, s.y1)
	}
	c.most, c.least = math.Inf(-1), math.Inf(1)
	for _, y := range c.ys {
		c.most, c.least = max(c.most, y), min(c.least, y)
	}
	c.high, c.low = c.stretch(c.most), c.stretch(c.least)
	const noticed = 1e-9 // of the whole range: what rounding leaves is less
	direction, from := 0, c.ys[0]
	for _, y := range c.ys {
		d := 0
		switch step := (c.most - c.least) * noticed; {
		case y-from > step:
			d = 1
		case from-y > step:
			d = -1
		}
		if d == 0 {
			continue
		}
		switch direction {
		case 0:
			c.rises = d > 0
		case -d:
			c.turns++
		}
		direction, from = d, y
	}
	return c
}

// stretch returns the first stretch on which the course has a value.
func (c course) stretch(v float64) (ends [2]float64) {
	ends = [2]float64{math.NaN(), math.NaN()}
	for i, y := range c.ys {
		if is := same(y, v); is && math.IsNaN(ends[0]) {
			ends = [2]float64{c.xs[i], c.xs[i]}
		} else if is {
			ends[1] = c.xs[i]
		} else if !math.IsNaN(ends[0]) {
			break
		}
	}
	return ends
}

// shape tells the course of one line.
func (p *picture) shape(l *line) Fact {
	name := l.title + certainty(l.basis)
	fact := Fact{Kind: Shape, Series: l.name}
	if len(l.pieces) == 0 {
		fact.Text = capital(name) + " has no course here: " + p.lone(l) + "."
		return fact
	}
	c := newCourse(l)
	end := len(c.xs) - 1
	first, last := p.y(c.ys[0])+" at "+p.x(c.xs[0]), p.y(c.ys[end])+" at "+p.x(c.xs[end])
	fact.X, fact.Y = []float64{c.xs[0], c.high[0], c.low[0], c.xs[end]}, []float64{c.ys[0], c.most, c.least, c.ys[end]}
	text := capital(name)
	switch {
	case same(c.most, c.least):
		text += " is level at " + p.y(c.most) + " from " + p.x(c.xs[0]) + " to " + p.x(c.xs[end])
	case c.turns == 0 && c.rises:
		text += " rises from " + first + " to " + last + p.reached(c.high, c.xs[end])
	case c.turns == 0:
		text += " falls from " + first + " to " + last + p.reached(c.low, c.xs[end])
	case c.turns == 1 && c.rises:
		text += " rises from " + first + " to its highest, " + p.at(l, c.most, c.high) + ", and falls to " + last
	case c.turns == 1:
		text += " falls from " + first + " to its lowest, " + p.at(l, c.least, c.low) + ", and rises to " + last
	default:
		text += " begins with " + first + ", turns " + numeral.Things(c.turns, "time") + " and ends with " + last +
			"; highest: " + p.at(l, c.most, c.high) + "; lowest: " + p.at(l, c.least, c.low)
	}
	if c.gaps > 0 {
		text += ", with " + numeral.Things(c.gaps, "gap")
	}
	fact.Text = text + "."
	return fact
}

// reached tells where a line gets to its last value before its end, if that is well before.
func (p *picture) reached(at [2]float64, end float64) string {
	const well = 0.05 // of the axis
	if !(math.Abs(p.along(end)-p.along(at[0])) > well*(p.along(p.high)-p.along(p.low))) {
		return ""
	}
	return ", reached at " + p.x(at[0])
}

// at tells an extreme: between samples a line may go a little further.
func (p *picture) at(l *line, v float64, where [2]float64) string {
	about := ""
	if l.sampled && where[0] > p.low && where[1] < p.high {
		about = "about "
	}
	from, to := p.x(where[0]), p.x(where[1])
	if from == to {
		return about + p.y(v) + " at " + about + from
	}
	return about + p.y(v) + " from " + from + " to " + to
}

// lone tells the values of a line that has less than two.
func (p *picture) lone(l *line) string {
	for i := range p.marks {
		m := &p.marks[i]
		if !m.IsLine() || m.Name != l.name {
			continue
		}
		for k := range min(len(m.X), len(m.Y)) {
			if finite(m.X[k], m.Y[k]) {
				return p.y(m.Y[k]) + " at " + p.x(m.X[k])
			}
		}
	}
	return "no finite value"
}

// certainty says after a name how its numbers are known; nothing where they are exact.
func certainty(b known.Basis) string {
	if b == known.Exact {
		return ""
	}
	return " (" + b.String() + ")"
}
