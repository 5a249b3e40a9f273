package chart

import (
	"math"
	"sort"

	"dpscope/engine"
)

// measure finds the ranges of the axes from what the marks need. Spans and
// pointers need nothing: they are the user's, and must not move the axes.
func (d *drawing) measure() {
	f := d.figure
	x, y := extent{log: f.X.Log}, extent{log: f.Y.Log}
	field, area := false, false // an area is honest only from zero
	feet := extent{}
	for _, m := range f.Marks {
		addX(&x, m)
		switch m := m.(type) {
		case engine.Field:
			field = true
		case engine.Span:
			area = area || m.Under != ""
		case engine.Bars:
			area = true
			if low, high := feetOf(m, f.X); !m.Atoms && !f.X.Log {
				feet.add(low)
				feet.add(high)
			}
		}
	}
	primary := x.any
	if feet.any {
		x.add(feet.low)
		x.add(feet.high)
	}
	d.addOutlines(&x, &y)
	d.frame.x = axisScale(f.X, x, false, field || feet.any)
	if _, _, fixed := fixedRange(f.X); fixed && feet.any && len(f.X.Words) == 0 {
		d.frame.x = newScale(min(d.frame.x.low, feet.low), max(d.frame.x.high, feet.high), false)
	}
	primaryY := extent{log: f.Y.Log}
	for _, m := range f.Marks {
		addY(&primaryY, m, d.frame.x.low, d.frame.x.high)
	}
	if !primaryY.any { // nothing in the range shown: at least the axis fits the data
		for _, m := range f.Marks {
			addY(&primaryY, m, math.Inf(-1), math.Inf(1))
		}
	}
	d.empty = !primary || !primaryY.any
	if primaryY.any {
		y.add(primaryY.low)
		y.add(primaryY.high)
	}
	d.frame.y = axisScale(f.Y, y, area && !f.Y.Log, field)
	d.frame.y.down = len(f.Y.Words) > 0
}

// addX takes in the x range of a mark.
func addX(e *extent, m engine.Mark) {
	all := func(xs []float64) {
		if rising(xs) && (!e.log || xs[0] >= smallest) {
			e.add(xs[0])
			e.add(xs[len(xs)-1])
			return
		}
		for _, x := range xs {
			e.add(x)
		}
	}
	switch m := m.(type) {
	case engine.Curve:
		all(m.X)
	case engine.Steps:
		all(m.X)
	case engine.Band:
		all(m.X)
	case engine.Points:
		all(m.X)
	case engine.Bars:
		all(m.X)
	case engine.Field:
		low, high := edges(m.X, e.log)
		e.add(low)
		e.add(high)
	}
}

// addY takes in the y range of a mark where from <= x <= to.
func addY(e *extent, m engine.Mark, from, to float64) {
	pairs := func(xs, ys []float64) {
		for i := range min(len(xs), len(ys)) {
			if x := xs[i]; x >= from && x <= to {
				e.add(ys[i])
			}
		}
	}
	switch m := m.(type) {
	case engine.Curve:
		pairs(m.X, m.Y)
	case engine.Steps:
		pairs(m.X, m.Y)
	case engine.Band:
		pairs(m.X, m.Low)
		pairs(m.X, m.High)
	case engine.Points:
		pairs(m.X, m.Y)
	case engine.Bars:
		if !m.Atoms {
			pairs(m.X, m.Y)
		}
	case engine.Field:
		low, high := edges(m.Y, e.log)
		e.add(low)
		e.add(high)
	}
}

// addOutlines takes in the thresholds and boxes, which must be seen too.
func (d *drawing) addOutlines(x, y *extent) {
	for _, m := range d.figure.Marks {
		switch m := m.(type) {
		case engine.Rule:
			switch {
			case m.Pointer:
			case m.Vertical:
				x.add(m.At)
			default:
				y.add(m.At)
			}
		case engine.Box:
			x.add(m.X0)
			x.add(m.X1)
			y.add(m.Y0)
			y.add(m.Y1)
		}
	}
}

// feetOf returns the outer edges of the bars whose middles are on the axis: a
// bar is shown whole or not at all.
func feetOf(m engine.Bars, a engine.Axis) (low, high float64) {
	from, to := 0, len(m.X)
	if first, last, fixed := fixedRange(a); fixed {
		from, to = sort.SearchFloat64s(m.X, first), sort.SearchFloat64s(m.X, math.Nextafter(last, math.Inf(1)))
	}
	if from >= to {
		return math.NaN(), math.NaN()
	}
	half := barGap(m.X) / 2
	return m.X[from] - half, m.X[to-1] + half
}

// edges returns where a field's outermost cells end: half a cell beyond their
// centres.
func edges(centres []float64, log bool) (low, high float64) {
	n := len(centres)
	switch {
	case n == 0:
		return math.NaN(), math.NaN()
	case log && n > 1:
		return centres[0] * math.Sqrt(centres[0]/centres[1]), centres[n-1] * math.Sqrt(centres[n-1]/centres[n-2])
	case log:
		return centres[0] / 2, centres[0] * 2
	case n > 1:
		return centres[0] - (centres[1]-centres[0])/2, centres[n-1] + (centres[n-1]-centres[n-2])/2
	}
	return centres[0] - 0.5, centres[0] + 0.5
}

// barGap is the least distance between neighbouring bars; 1 for a lone one.
func barGap(xs []float64) float64 {
	gap := math.Inf(1)
	for i := 1; i < len(xs); i++ {
		if d := xs[i] - xs[i-1]; d > 0 {
			gap = min(gap, d)
		}
	}
	if math.IsInf(gap, 1) {
		return 1
	}
	return gap
}
