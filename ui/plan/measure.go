package plan

import (
	"math"
	"sort"
	"strconv"

	"dpscope/engine"
	"dpscope/engine/numeral"
)

// Measure finds the ranges of the axes from the needs of the marks.
func (p *Subject) Measure() {
	f := p.Figure
	x, y := engine.Extent{Log: f.X.Log}, engine.Extent{Log: f.Y.Log}
	cells, area := false, false
	feet := engine.Extent{}
	for i := range p.Marks {
		m := &p.Marks[i]
		if p.Crowd(i) {
			continue
		}
		m.WidenX(&x)
		if len(f.Y.Words) > 0 && len(m.Labels) > 0 && x.Any {
			x.Add(beyond(x))
		}
		cells = cells || m.Content == engine.Cells
		area = area || m.FromZero
		if m.Wide() && !f.X.Log {
			low, high := feetOf(m, f.X)
			feet.Add(low)
			feet.Add(high)
		}
	}
	primary := x.Any
	if feet.Any {
		x.Add(feet.Low)
		x.Add(feet.High)
	}
	for i := range p.Marks {
		p.Marks[i].WidenEdges(&x, &y)
	}
	p.X = AxisScale(f.X, x, false, cells || feet.Any)
	if _, _, fixed := FixedRange(f.X); fixed && feet.Any && len(f.X.Words) == 0 {
		p.X = NewScale(min(p.X.Low, feet.Low), max(p.X.High, feet.High), false)
	}
	primaryY := engine.Extent{Log: f.Y.Log}
	for i := range p.Marks {
		if !p.Crowd(i) {
			p.Marks[i].WidenY(&primaryY, p.X.Low, p.X.High)
		}
	}
	if !primaryY.Any { // nothing in the range shown: at least the axis fits the data
		for i := range p.Marks {
			p.Marks[i].WidenY(&primaryY, math.Inf(-1), math.Inf(1))
		}
	}
	p.Empty = !primary || !primaryY.Any
	if primaryY.Any {
		y.Add(primaryY.Low)
		y.Add(primaryY.High)
	}
	p.Y = p.held(AxisScale(f.Y, y, area && !f.Y.Log, cells))
	p.Figure.Y = inPowers(f.Y, p.Y)
	p.Y.Down = len(f.Y.Words) > 0
}

// held returns the scale of the y axis, at least as wide as the held range of the same quantity.
func (p *Subject) held(s Scale) Scale {
	h := p.Held
	if _, _, fixed := FixedRange(p.Figure.Y); fixed || h.Axis != p.Figure.Y.Name || !(h.Low < h.High) || h.Log != s.Log || len(p.Figure.Y.Words) > 0 {
		return s
	}
	return NewScale(min(s.Low, h.Low), max(s.High, h.High), s.Log)
}

// inPowers returns a plain axis of tiny numbers in a power of ten, so that its ticks are 0.5 and not 5e-7.
func inPowers(a engine.Axis, s Scale) engine.Axis {
	const tiny = 1e-3
	if s.Log || s.High >= tiny || s.Low < 0 || a.Style != numeral.Plain || a.Unit != "" || a.Raw != (engine.Raw{}) || a.Words != nil {
		return a
	}
	power := math.Floor(math.Log10(s.High))
	a.Raw = engine.Raw{To: math.Pow(10, -power), Unit: "×10^" + strconv.Itoa(int(power))}
	return a
}

// beyond returns a value far enough beyond the range of an axis for a label.
func beyond(x engine.Extent) float64 {
	const share = 1.0 / 8
	if x.Log {
		return x.High * math.Pow(x.High/x.Low, share)
	}
	return x.High + share*(x.High-x.Low)
}

// feetOf returns the outer edges of the bars with middles on the axis: a bar is shown whole or not at all.
func feetOf(m *engine.Normal, a engine.Axis) (low, high float64) {
	from, to := 0, len(m.X)
	if first, last, fixed := FixedRange(a); fixed {
		from, to = sort.SearchFloat64s(m.X, first), sort.SearchFloat64s(m.X, math.Nextafter(last, math.Inf(1)))
	}
	if from >= to {
		return math.NaN(), math.NaN()
	}
	half := engine.Gap(m.X) / 2
	return m.X[from] - half, m.X[to-1] + half
}
