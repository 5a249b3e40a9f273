package composition

import (
	"context"
	"iter"
	"math"
	"slices"

	"dpscope/engine/known"
	"dpscope/engine/num/least"
	"dpscope/engine/num/rootfind"
	"dpscope/engine/work"
	"dpscope/mechanisms/accounting"
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

// SigmaFor returns the least noise that keeps a target ε by the upper bound, to a millionth, or less
// precisely if bounds are far apart.
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

// StepsFor returns the most steps that keep a target ε by the upper bound, to a millionth, or less precisely
// if bounds are far apart.
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

// edge is the place along a line of questions, with growing ε, where they cease to keep a target.
type edge struct {
	of          func(x float64) Budget
	target      float64
	least, most float64 // of x
	width       float64 // precision of the search
}

// find returns the last place where the target is seen to be kept; first reports whether it
// is at the least. What Rényi's divergences say shows where to look, coarse bounds where
// about the edge is, and the others where.
func (e edge) find(ctx context.Context) (kept float64, first bool, err error) {
	var left work.RemainingWork
	of, failed := least.Asking(ctx)
	excess := func(coarse bool) least.Function {
		return of(func(_ context.Context, x float64) (float64, error) {
			epsilon, err := e.of(x).about(left.Step(ctx, 0.1), e.target, coarse)
			return exceeding(epsilon, e.target), err
		})
	}
	renyi := func(x float64) float64 { return exceeding(e.of(x).run().Renyi(e.of(x).Delta).Epsilon, e.target) }
	if !(excess(false)(e.least) < 0) {
		return e.least, false, failed()
	}
	near := e.least
	if renyi(near) < 0 {
		near = e.along(slices.Values([]float64{e.least, e.most}), 1e-2).lastKept(renyi, e.most)
	}
	near = e.around(excess(true), near, 0.1, 1e-3)
	doubt, err := e.of(near).doubt(ctx)
	if err != nil {
		return near, true, err
	}
	near = e.around(excess(false), near, 4e-3, max(e.width, doubt/100))
	return near, true, failed()
}

// doubt returns the relative distance of coarse bounds if it exceeds their nominal one: it limits the
// precision of an edge.
func (b Budget) doubt(ctx context.Context) (float64, error) {
	v, err := b.Coarse(ctx)
	if v.High.Value == 0 || v.High.Value <= v.Low.Number()*(1+2*accounting.Coarse) {
		return 0, err
	}
	return min(math.Log(v.High.Value/max(v.Low.Number(), math.SmallestNonzeroFloat64)), 1), err
}

// about returns an upper bound on ε that shows whether a target is kept: as precise as the page's if coarse
// bounds leave it open and that is quick.
func (b Budget) about(ctx context.Context, target float64, coarse bool) (float64, error) {
	if _, found := b.closed(); found {
		return b.epsilon(ctx, coarse)
	}
	if seen := b.run().Seen(b.Delta); seen > target {
		return seen, nil
	}
	v, err := b.Coarse(ctx)
	if err == nil && !coarse && !(v.Low.Number() > target) {
		v, err = b.kept(ctx, soonKey{b}, accounting.Losses{Accuracy: accounting.Fine, Soon: true})
	}
	if err != nil || v.High.Missing() {
		return math.Inf(1), err
	}
	return v.High.Value, nil
}

// exceeding returns the logarithm of ε over a target, slightly below 0 if they are equal, which keeps the
// target: −Inf for ε = 0.
func exceeding(epsilon, target float64) float64 {
	if over := math.Log(epsilon / target); over != 0 {
		return over
	}
	return -math.SmallestNonzeroFloat64
}

// around finds the edge near a place, looking ever farther from there.
func (e edge) around(excess least.Function, near, step, width float64) float64 {
	end := e.least
	if excess(near) < 0 {
		end = e.most
	}
	return e.along(func(yield func(float64) bool) {
		for x := near; yield(x) && x != end; step *= 2 {
			x = min(max(x+math.Copysign(step, end-near), e.least), e.most)
		}
	}, width).lastKept(excess, end)
}

// edgeWalk looks at places along a line for where the target ceases to be kept.
type edgeWalk struct{ least.Walk }

func (e edge) along(places iter.Seq[float64], width float64) edgeWalk {
	return edgeWalk{least.Walk{Places: places, Narrow: func(excess least.Function, kept,
		exceeded least.Point) (below, above float64, found bool) {
		most := max(1, math.Abs(kept.X)+math.Abs(exceeded.X))
		below, above = rootfind.Bracket(excess, kept.X, exceeded.X, kept.Value, exceeded.Value, width/(4*most))
		return below, above, true
	}}}
}

// lastKept returns the last place that keeps the target; the end of the walk if it crosses no edge.
func (w edgeWalk) lastKept(excess least.Function, end float64) float64 {
	if found := w.Nearest(excess); found.Reached() {
		return found.Missed
	}
	return end
}

// inverse returns the answer of a search, kept in the session.
func (b Budget) inverse(ctx context.Context, target float64, what string,
	search func(context.Context) (known.Value, error)) (known.Value, error) {
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
