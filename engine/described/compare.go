package described

import (
	"math"
	"slices"

	"dpscope/engine/numeral"
)

// Limits of what is told of lines beside each other.
const (
	mostCrossings = 4
	mostStretches = 5
)

// comparisons tells where lines cross, and which is the highest where.
func (p *picture) comparisons() (facts []Fact) {
	if len(p.lines) < 2 {
		return nil
	}
	facts = p.crossings()
	if len(p.lines) == 2 && len(facts) > 0 { // they say it
		return facts
	}
	return append(facts, p.highest()...)
}

// crossings tells where the line that the picture is about passes others; without one, where any two lines pass each other.
func (p *picture) crossings() (facts []Fact) {
	for i := range p.lines {
		for j := i + 1; j < len(p.lines); j++ {
			a, b := &p.lines[i], &p.lines[j]
			if !a.muted && !b.muted && (a.answer || !p.lines[0].answer) {
				facts = append(facts, p.passes(a, b)...)
			}
		}
	}
	if more := len(facts) - mostCrossings; more > 0 {
		least := math.Inf(1)
		for _, f := range facts[mostCrossings:] {
			least = min(least, f.X[0])
		}
		text := numeral.Things(more, "more crossing") + ", the first at " + p.x(least) + "."
		facts = append(facts[:mostCrossings:mostCrossings], Fact{Kind: Crossing, Text: text})
	}
	return facts
}

// passes tells where one of two lines gets above the other.
func (p *picture) passes(a, b *line) (facts []Fact) {
	for _, c := range p.crossed(a, b) {
		up, down := a, b
		if !c.up {
			up, down = b, a
		}
		where := p.x(c.from)
		fact := Fact{Kind: Crossing, Series: up.name, With: down.name, X: []float64{c.from}}
		switch {
		case c.from < c.to && p.x(c.to) != where:
			fact.X = append(fact.X, c.to)
			where = p.x(c.to) + ", after both are equal from " + where
		case a.sampled || b.sampled:
			where = "about " + where
		}
		fact.Text = capital(up.title) + " gets above " + down.title + " at " + where + "."
		facts = append(facts, fact)
	}
	return facts
}

// crossing is a place where the order of two lines changes.
type crossing struct {
	from, to float64 // both are equal between; equal ends: at one place
	up       bool    // the first line is above from here on
}

// crossed returns the places where the order of two lines changes. Lines that touch or join do not cross.
func (p *picture) crossed(a, b *line) (all []crossing) {
	last, equal := 0, math.NaN() // order where both last differed, and where they have been equal since
	since := math.NaN()          // end of the part before
	p.both(a, b, func(s, t piece, from, to float64) {
		if since != from { // nothing is known between
			last, equal = 0, math.NaN()
		}
		since = to
		start, end := order(p.within(s, from), p.within(t, from)), order(p.within(s, to), p.within(t, to))
		switch {
		case start == 0 && math.IsNaN(equal):
			equal = from
		case start != 0 && last == -start && math.IsNaN(equal):
			all = append(all, crossing{from, from, start > 0})
		case start != 0 && last == -start:
			all = append(all, crossing{equal, from, start > 0})
		}
		switch {
		case end == 0 && start != 0:
			last, equal = start, to
		case end == 0:
		case start == -end:
			at := p.root(s, t, from, to)
			all = append(all, crossing{at, at, end > 0})
			last, equal = end, math.NaN()
		default:
			if start == 0 && last == -end {
				all = append(all, crossing{equal, from, end > 0})
			}
			last, equal = end, math.NaN()
		}
	})
	return all
}

// both calls a function for each part of the axis on which two lines have a piece each.
func (p *picture) both(a, b *line, do func(s, t piece, from, to float64)) {
	for i, j := 0, 0; i < len(a.pieces) && j < len(b.pieces); {
		s, t := a.pieces[i], b.pieces[j]
		if from, to := max(s.x0, t.x0), min(s.x1, t.x1); from < to {
			do(s, t, from, to)
		}
		if s.x1 <= t.x1 {
			i++
		}
		if t.x1 <= s.x1 {
			j++
		}
	}
}

// order compares two values; those that differ by rounding alone are equal.
func order(v, w float64) int {
	switch {
	case same(v, w):
		return 0
	case v > w:
		return 1
	}
	return -1
}

// root returns where two pieces cross whose order differs at from and to.
func (p *picture) root(s, t piece, from, to float64) float64 {
	const halvings = 60
	start := p.within(s, from) > p.within(t, from)
	for range halvings {
		middle := p.middle(from, to)
		if !(middle > from && middle < to) {
			break
		}
		if p.within(s, middle) > p.within(t, middle) == start {
			from = middle
		} else {
			to = middle
		}
	}
	if !p.axes.LogX && math.Abs(to) < 1e-9*(p.high-p.low) { // zero, to rounding
		return 0
	}
	return to
}

// highest tells which line is the highest where.
func (p *picture) highest() (facts []Fact) {
	type stretch struct {
		from, to float64
		tops     []int
	}
	var all []stretch
	cuts := p.cuts()
	for k := 1; k < len(cuts); k++ {
		tops := p.tops(p.middle(cuts[k-1], cuts[k]))
		if len(tops) == 0 {
			continue
		}
		if n := len(all); n > 0 && all[n-1].to == cuts[k-1] && slices.Equal(all[n-1].tops, tops) {
			all[n-1].to = cuts[k]
			continue
		}
		if n := len(all); n > 0 && all[n-1].to == cuts[k-1] && p.x(cuts[k-1]) == p.x(cuts[k]) && slices.Contains(tops, all[n-1].tops[0]) {
			all[n-1].to = cuts[k] // too short to be told
			continue
		}
		all = append(all, stretch{cuts[k-1], cuts[k], tops})
	}
	for i, s := range all {
		if i == mostStretches {
			facts = append(facts, Fact{Kind: Highest, Text: "The highest line changes " + numeral.Things(len(all)-mostStretches, "more time") + "."})
			break
		}
		var names []string
		for _, top := range s.tops {
			names = append(names, p.lines[top].title)
		}
		const few = 3
		if len(names) > few {
			names = append(names[:few:few], numeral.Things(len(names)-few, "more line"))
		}
		text := "Highest from " + p.x(s.from) + " to " + p.x(s.to) + ": " + numeral.Listed(names)
		if len(names) > 1 {
			text += ", equally high"
		}
		facts = append(facts, Fact{Kind: Highest, Series: p.lines[s.tops[0]].name, X: []float64{s.from, s.to}, Text: text + "."})
	}
	return facts
}

// cuts returns the places where the highest line may change.
func (p *picture) cuts() (cuts []float64) {
	for i := range p.lines {
		for k, s := range p.lines[i].pieces {
			pieces := p.lines[i].pieces
			if k == 0 || s.x0 > pieces[k-1].x1 {
				cuts = append(cuts, s.x0)
			}
			if k == len(pieces)-1 || s.x1 < pieces[k+1].x0 {
				cuts = append(cuts, s.x1)
			}
		}
		for j := range i {
			cuts = append(cuts, p.parts(&p.lines[i], &p.lines[j])...)
		}
	}
	slices.Sort(cuts)
	return slices.Compact(cuts)
}

// parts returns where two lines cross, meet or part.
func (p *picture) parts(a, b *line) (xs []float64) {
	last := 2 // no order
	p.both(a, b, func(s, t piece, from, to float64) {
		start, end := order(p.within(s, from), p.within(t, from)), order(p.within(s, to), p.within(t, to))
		within := start
		if start == 0 {
			within = end
		}
		if within != last {
			xs, last = append(xs, from), within
		}
		if start == -end && start != 0 {
			xs, last = append(xs, p.root(s, t, from, to)), end
		}
	})
	return xs
}

// tops returns the highest lines at x.
func (p *picture) tops(x float64) (tops []int) {
	most := math.Inf(-1)
	for i := range p.lines {
		v, ok := p.value(&p.lines[i], x)
		switch {
		case !ok:
		case len(tops) > 0 && same(v, most):
			tops = append(tops, i)
		case v > most:
			tops, most = []int{i}, v
		}
	}
	return tops
}
