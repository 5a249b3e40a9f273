package accounting

import (
	"context"
	"math"

	"dpscope/engine/known"
	"dpscope/engine/num/root"
	"dpscope/engine/work"
)

// The ranges that inverses are looked for in.
const (
	LeastSigma, MostSigma = 0.01, 1e4
	MostSteps             = 1e9
)

// inverseKey names the answer of an inverse in a session's store.
type inverseKey struct {
	of     Budget
	target float64
	what   string
}

// SigmaFor is the least noise that keeps a target ε by the upper bound, but for a
// millionth.
func (b Budget) SigmaFor(ctx context.Context, target float64) (known.Value, error) {
	b.Sigma = 1
	return b.inverse(ctx, target, "sigma", func(ctx context.Context) (known.Value, error) {
		with := func(x float64) Budget { b.Sigma = math.Exp(-x); return b }
		e := edge{of: with, target: target, least: -math.Log(MostSigma), most: -math.Log(LeastSigma), width: 1e-6}
		kept, first, err := e.find(ctx)
		switch {
		case !first:
			return known.Nothing("no noise of the slider's range is enough"), err
		case kept == e.most:
			return known.OrLess(LeastSigma), err
		}
		return known.OrLess(math.Exp(-kept)), err
	})
}

// StepsFor is the most steps that keep a target ε by the upper bound, but for a millionth.
func (b Budget) StepsFor(ctx context.Context, target float64) (known.Value, error) {
	b.Steps = 1
	return b.inverse(ctx, target, "steps", func(ctx context.Context) (known.Value, error) {
		with := func(x float64) Budget { return b.at(math.Floor(math.Exp(x) * (1 + 1e-12))) }
		e := edge{of: with, target: target, most: math.Log(MostSteps), width: 1e-7}
		kept, first, err := e.find(ctx)
		if !first {
			return known.OrMore(0), err
		}
		return known.OrMore(with(kept).Steps), err
	})
}

// edge is where questions along a line, whose ε grows, cease to keep a target.
type edge struct {
	of          func(x float64) Budget
	target      float64
	least, most float64 // of x
	width       float64 // to which it is found
}

// find returns the last place where the target is seen to be kept; first reports whether it
// is at the least. What Rényi's divergences say shows where to look, coarse bounds where
// about the edge is, and the others where.
func (e edge) find(ctx context.Context) (kept float64, first bool, err error) {
	left := work.NewLeft(ctx)
	excess := func(coarse bool) func(float64) float64 {
		return func(x float64) float64 {
			if err != nil {
				return 0
			}
			var epsilon float64
			epsilon, err = e.of(x).epsilon(left.Step(0.1), coarse)
			return math.Log(epsilon / e.target) // −Inf where nothing is asked for
		}
	}
	rough := func(x float64) float64 { return math.Log(e.of(x).run().Renyi(e.of(x).Delta).Epsilon / e.target) }
	if !(excess(false)(e.least) <= 0) {
		return e.least, false, err
	}
	near := e.least
	if rough(near) < 0 {
		near = e.between(rough, e.least, e.most, 1e-2)
	}
	near = e.around(excess(true), near, 0.1, 1e-3)
	return e.around(excess(false), near, 4e-3, e.width), true, err
}

// around finds the edge near a place, looking ever farther from there.
func (e edge) around(excess func(float64) float64, near, step, width float64) float64 {
	low, high := near, near
	if excess(near) <= 0 {
		for low = near; high < e.most; step *= 2 {
			if high = min(low+step, e.most); excess(high) > 0 {
				return e.between(excess, low, high, width)
			}
			low = high
		}
		return e.most
	}
	for ; low > e.least; step *= 2 {
		if low = max(high-step, e.least); excess(low) <= 0 {
			return e.between(excess, low, high, width)
		}
		high = low
	}
	return e.least
}

// between is the last place from low on where the target is kept, if it is not at high.
func (e edge) between(excess func(float64) float64, low, high, width float64) float64 {
	short := func(x float64) float64 { // below 0 where the target is kept
		if at := excess(x); at != 0 {
			return at
		}
		return -math.SmallestNonzeroFloat64
	}
	atHigh := short(high)
	if atHigh < 0 {
		return high
	}
	kept, _ := root.Bracket(short, low, high, short(low), atHigh, width/(4*max(1, math.Abs(low)+math.Abs(high))))
	return kept
}

// inverse is the answer of a search, kept in the session.
func (b Budget) inverse(ctx context.Context, target float64, what string, search func(context.Context) (known.Value, error)) (known.Value, error) {
	if v, found := b.closed(); found {
		switch {
		case v.Never():
			return known.Nothing("at δ = 0 normal noise keeps no ε at all"), nil
		case v.Missing():
			return v, nil
		}
		return known.Nothing("a record that takes part in no step needs no noise"), nil
	}
	size := func(known.Value) int64 { return 200 }
	return work.Reported(ctx, inverseKey{b, target, what}, size, search)
}
