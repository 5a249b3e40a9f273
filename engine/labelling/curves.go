package labelling

import (
	"context"
	"math"
	"slices"

	"dpscope/engine/known"
	"dpscope/engine/num/grid"
	"dpscope/engine/num/ticks"
)

// Method answers promises in one way.
type Method struct {
	Name  string      // "hoeffding"
	Title string      // "Hoeffding (paper)"
	Basis known.Basis // of its answers
	Of    func(Promise) known.Value
}

// Methods lists the methods to draw, the exact one first.
var Methods = []Method{
	{"exact", "exact", known.Exact, Promise.Exact},
	{"chernoff", "Chernoff", known.AtMost, Promise.Chernoff},
	{"hoeffding", "by Hoeffding (paper)", known.AtMost, Promise.Hoeffding},
	{"normal", "normal (no guarantee)", known.Estimate, Promise.Normal},
}

// Sweep is a promise with one moving number.
type Sweep struct {
	At       []float64 // the number, increasing
	Promises []Promise

	PrintedAt, Printed []float64 // the places with numbers in the paper's tables
}

// OverRecords moves the number of records from 1 to ten million, or to 10¹²
// where p is about more.
func (p Promise) OverRecords() Sweep {
	const samples = 121
	at := grid.Log(1, p.MostRecords(), samples)
	for i, n := range at {
		at[i] = math.Round(n)
	}
	return sweep(slices.Compact(at), func(n float64) Promise { return Promise{n, p.Flip, p.Confidence} },
		func(t Table) []float64 { return t.Records })
}

// MostRecords returns the end of OverRecords.
func (p Promise) MostRecords() float64 {
	if p.Records > 1e7 {
		return 1e12
	}
	return 1e7
}

// OverShares moves the share that may be flipped through (0, 1).
func (p Promise) OverShares() Sweep {
	var at []float64
	for k := 1; k < 200; k++ {
		at = append(at, float64(k)/200)
	}
	return sweep(at, func(flip float64) Promise { return Promise{p.Records, flip, p.Confidence} },
		func(t Table) []float64 { return t.Flips })
}

func sweep(at []float64, with func(float64) Promise, headings func(Table) []float64) Sweep {
	s := Sweep{At: at}
	for _, x := range at {
		s.Promises = append(s.Promises, with(x))
	}
	for _, t := range tables {
		for _, x := range headings(t) {
			if table, epsilon, _ := Printed(with(x)); table == t.Name && !epsilon.Missing() {
				s.PrintedAt, s.Printed = append(s.PrintedAt, x), append(s.Printed, epsilon.Value)
			}
		}
	}
	return s
}

// Budgets answers every promise by a method; NaN stands where it promises
// nothing, and where no budget is needed, which no logarithmic axis can show.
func (s Sweep) Budgets(ctx context.Context, m Method) ([]float64, error) {
	epsilons := make([]float64, len(s.Promises))
	for i, p := range s.Promises {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if epsilons[i] = m.Of(p).Value; epsilons[i] == 0 {
			epsilons[i] = math.NaN()
		}
	}
	return epsilons, nil
}

// EpsilonReach returns the range of budgets that shows curves, from 1, 2 or 5 of a decade to another, so that
// an axis moves in steps. The least tenth of them may lie below it: where hardly any budget is needed, a
// logarithmic axis has no end.
func EpsilonReach(curves ...[]float64) (low, high float64) {
	var needed []float64
	for _, curve := range curves {
		for _, epsilon := range curve {
			if epsilon > 0 {
				needed = append(needed, epsilon)
			}
		}
	}
	low, high = 1, 1
	if n := len(needed); n > 0 {
		slices.Sort(needed)
		low, high = needed[n/10], max(high, needed[n-1])
	}
	low, high = max(low, 1e-6), min(high, 100)
	const hair = 1e-9 // an end that missed its tick by rounding is on it
	return ticks.AtMost(low * (1 + hair)), ticks.AtLeast(high * (1 - hair))
}
