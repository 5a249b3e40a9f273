package plan

import (
	"math"
	"slices"

	"dpscope/engine"
	"dpscope/engine/numeral"
)

// enclose gives each region between two lines its edges and its series; one without both lines has none.
func (p *Subject) enclose() {
	for i := range p.Marks {
		m := &p.Marks[i]
		if m.With == "" {
			continue
		}
		line, other := p.lineOf(m.Name), p.lineOf(m.With)
		if line < 0 || other < 0 {
			continue
		}
		p.Of[i] = p.Of[line]
		m.X, m.Low, m.High = p.enclosed(&p.Marks[line], &p.Marks[other])
	}
}

// lineOf returns the mark that is the line of a series; -1: there is none.
func (p *Subject) lineOf(name string) int {
	return slices.IndexFunc(p.Marks, func(m engine.Normal) bool { return m.Name == name && m.IsLine() && m.Held == "" })
}

// enclosed returns the lower and the upper one of two lines wherever both have a sample.
func (p *Subject) enclosed(a, b *engine.Normal) (xs, low, high []float64) {
	at := slices.Concat(a.X, b.X)
	slices.Sort(at)
	axes := engine.Axes{LogX: p.Figure.X.Log, LogY: p.Figure.Y.Log}
	for _, x := range slices.Compact(at) {
		v, okA := a.Value(x, axes)
		w, okB := b.Value(x, axes)
		if !okA || !okB {
			v, w = math.NaN(), math.NaN()
		}
		if n := len(xs); n > 0 && a.Interpolation == engine.Previous { // both hold up to here
			xs, low, high = append(xs, x), append(low, low[n-1]), append(high, high[n-1])
		}
		xs, low, high = append(xs, x), append(low, min(v, w)), append(high, max(v, w))
	}
	return xs, low, high
}

// Bounds reports whether a series is the other side of a region between two lines.
func (p *Subject) Bounds(series int) bool { return p.region(series) != nil }

func (p *Subject) region(series int) *engine.Normal {
	for i := range p.Marks {
		if m := &p.Marks[i]; m.With != "" && len(m.X) > 0 && m.With == p.Series[series].Name {
			return m
		}
	}
	return nil
}

// Within says how far such a series is from the line at most, where both are drawn as one: in points of shares, else as a part
// of the upper one.
func (p *Subject) Within(series int) string {
	m, most := p.region(series), 0.0
	for i, x := range m.X {
		if x < p.X.Low || x > p.X.High || math.IsNaN(m.High[i]) {
			continue
		}
		apart := m.High[i] - m.Low[i]
		if p.Figure.Y.Style != numeral.Percent {
			apart /= math.Abs(m.High[i])
		}
		if !math.IsNaN(apart) {
			most = max(most, apart)
		}
	}
	const hundred = 100
	unit := " %"
	if p.Figure.Y.Style == numeral.Percent {
		unit = " points"
	}
	return "within " + numeral.Up.Short(hundred*most) + unit
}
