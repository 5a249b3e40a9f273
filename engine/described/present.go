package described

import (
	"math"

	"dpscope/engine"
)

// present returns the present value on the x axis: that of a pointer, or of the only point that stands for the setting.
func (p *picture) present() (float64, bool) {
	for i := range p.marks {
		if m := &p.marks[i]; m.Form == engine.Pointer && m.Vertical {
			return m.Edges.X0, p.onAxis(m.Edges.X0)
		}
	}
	for i := range p.marks {
		if m := &p.marks[i]; m.Here && len(m.X) == 1 {
			return m.X[0], p.onAxis(m.X[0])
		}
	}
	return math.NaN(), false
}

func (p *picture) onAxis(x float64) bool {
	return p.low < p.high && x >= p.low && x <= p.high && len(p.figure.X.Words) == 0
}

// tenths returns the eleven ends of ten equal parts of the x axis.
func (p *picture) tenths() (ends [11]float64) {
	for i := range ends {
		ends[i] = p.part(p.low, p.high, float64(i)/10)
	}
	return ends
}

// steepest tells in which tenth of the picture about the present value a line changes most.
func (p *picture) steepest() []Fact {
	at, is := p.present()
	if !is || len(p.lines) == 0 {
		return nil
	}
	l, ends := &p.lines[0], p.tenths()
	from, to, most := -1, -1, 0.0
	for i := range len(ends) - 1 {
		near := i == 0 || ends[i-1] <= at
		near = near && (i+2 >= len(ends) || ends[i+2] >= at)
		v, okV := p.value(l, ends[i])
		w, okW := p.value(l, ends[i+1])
		if !near || !okV || !okW || same(v, w) {
			continue
		}
		if change := math.Abs(p.upward(w) - p.upward(v)); change > most {
			from, to, most = i, i+1, change
		}
	}
	if from < 0 {
		return nil
	}
	about := ""
	if l.sampled {
		about = "about "
	}
	v, _ := p.value(l, ends[from])
	w, _ := p.value(l, ends[to])
	return []Fact{{Kind: Steepest, Series: l.name, X: []float64{ends[from], ends[to]}, Y: []float64{v, w},
		Text: "Near " + p.x(at) + ", where you are, " + l.title + certainty(l.basis) + " changes most from " + p.x(ends[from]) + " to " + p.x(ends[to]) +
			": from " + about + p.y(v) + " to " + about + p.y(w) + "."}}
}

// upward returns the place of a value on the scale of the y axis; a value without one is at its low end.
func (p *picture) upward(v float64) float64 {
	if p.axes.LogY {
		return math.Log(max(v, engine.Smallest))
	}
	return v
}

// meetings tells where the lines that the picture is about reach a level drawn across it.
func (p *picture) meetings() (facts []Fact) {
	for i := range p.marks {
		m := &p.marks[i]
		if m.Form != engine.Threshold || m.Vertical || !finite(m.Edges.Y0) || p.low >= p.high {
			continue
		}
		level := line{name: m.Name, title: m.Title, pieces: []piece{{p.low, p.high, m.Edges.Y0, m.Edges.Y0}}}
		told := 0
		for k := range p.lines {
			l := &p.lines[k]
			if l.muted || told == mostCrossings {
				continue
			}
			for _, c := range p.crossed(l, &level) {
				if told++; told > mostCrossings {
					break
				}
				side, about := "below", ""
				if c.up {
					side = "above"
				}
				if l.sampled {
					about = "about "
				}
				name := level.title
				if name == "" {
					name = "the line across"
				}
				facts = append(facts, Fact{Kind: Meeting, Series: l.name, With: m.Name, X: []float64{c.to}, Y: []float64{m.Edges.Y0},
					Text: capital(l.title) + " gets " + side + " " + name + " (" + p.y(m.Edges.Y0) + ") at " + about + p.x(c.to) + "."})
			}
		}
	}
	return facts
}
