package engine

import (
	"math"
	"slices"
)

// Extent holds the range of the numbers added to it.
type Extent struct {
	Low, High float64
	Log       bool // of a logarithmic axis, on which only positive numbers have a place
	Any       bool // a number was added
}

// Beyond these magnitudes differences and ratios overflow; such values are
// drawn as going off the picture.
const (
	Largest  = 1e300
	Smallest = 1e-300
)

// Add widens the range so that it holds a value, if that has a place on an axis.
func (e *Extent) Add(v float64) {
	if e.Any && v >= e.Low && v <= e.High {
		return
	}
	e.widen(v)
}

func (e *Extent) widen(v float64) {
	if math.IsNaN(v) || math.IsInf(v, 0) || e.Log && v < Smallest {
		return
	}
	v = min(max(v, -Largest), Largest)
	if !e.Any {
		e.Low, e.High, e.Any = v, v, true
		return
	}
	e.Low, e.High = min(e.Low, v), max(e.High, v)
}

// WidenX adds what the x axis must hold of the samples or cells.
func (n *Normal) WidenX(e *Extent) {
	switch n.Content {
	case Samples, Intervals:
		for _, ends := range [...][]float64{n.From, n.To} {
			for _, x := range ends {
				e.Add(x)
			}
		}
		if Rising(n.X) && (!e.Log || n.X[0] >= Smallest) {
			e.Add(n.X[0])
			e.Add(n.X[len(n.X)-1])
			return
		}
		for _, x := range n.X {
			e.Add(x)
		}
	case Cells:
		low, high := cellEdges(n.X, e.Log)
		e.Add(low)
		e.Add(high)
	}
}

// WidenY adds what the y axis must hold of the samples where from ≤ x ≤ to, or of the cells.
func (n *Normal) WidenY(e *Extent, from, to float64) {
	switch n.Content {
	case Samples, Intervals:
		if n.Masses {
			return
		}
		for _, ys := range [...][]float64{n.Y, n.Low, n.High} {
			for i := range min(len(n.X), len(ys)) {
				if x := n.X[i]; x >= from && x <= to {
					e.Add(ys[i])
				}
			}
		}
	case Cells:
		low, high := cellEdges(n.Y, e.Log)
		e.Add(low)
		e.Add(high)
	}
}

// WidenEdges adds the sides of a region, or of a reference that must be seen.
func (n *Normal) WidenEdges(x, y *Extent) {
	if n.Passive || n.Content != Region && n.Content != Reference {
		return
	}
	x.Add(n.Edges.X0)
	x.Add(n.Edges.X1)
	y.Add(n.Edges.Y0)
	y.Add(n.Edges.Y1)
}

// Rising reports whether a series is in order with finite ends: then its ends and any part of it are found
// without a walk.
func Rising(xs []float64) bool {
	return len(xs) > 0 && isFinite(xs[0]) && isFinite(xs[len(xs)-1]) && slices.IsSorted(xs)
}

// Gap returns the least distance between neighbours; 1 for a lone one.
func Gap(xs []float64) float64 {
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

// cellEdges returns the outer ends of the first and the last cell: half a cell beyond their centres.
func cellEdges(centres []float64, log bool) (low, high float64) {
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

func isFinite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
