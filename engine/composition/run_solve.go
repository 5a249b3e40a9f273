package composition

import (
	"context"
	"math"

	"dpscope/engine/known"
	"dpscope/engine/num/rootfind"
	"dpscope/engine/work"
	"dpscope/mechanisms/privacy"
)

// MostEpochs limits the search for epochs.
const MostEpochs = 1e6

// runInverseKey names the answer of an inverse of a run in a session's store.
type runInverseKey struct {
	of     Run
	target float64
	what   string
}

// SigmaFor returns the least noise that keeps a target ε by the upper end, within a ten-thousandth if it
// takes a search.
func (r Run) SigmaFor(ctx context.Context, target float64) (known.Value, error) {
	_, most := r.passes()
	r.Sigma = 1
	return r.inverse(ctx, target, "sigma", func(ctx context.Context) (known.Value, error) {
		switch {
		case r.Drawn == Poisson && r.Neighbours != privacy.OneReplaced:
			return r.budget().SigmaFor(ctx, target)
		case r.Drawn == FixedOrder, r.Drawn == Shuffled, r.Drawn == ShuffledOnce:
			clips := 1 / r.moved()
			return known.OrLess(clips * math.Sqrt(most) * privacy.AnalyticSigma(target, r.Delta)), nil
		}
		with := func(log float64) Run { r.Sigma = math.Exp(log); return r }
		kept, err := keeps(ctx, with, target, math.Log(MostSigma), math.Log(LeastSigma))
		if math.IsNaN(kept) {
			return known.Nothing("no noise of the slider's range is enough"), err
		}
		return known.OrLess(math.Exp(kept)), err
	})
}

// EpochsFor returns the most epochs that keep a target ε by the upper end, 0 if one is too many.
func (r Run) EpochsFor(ctx context.Context, target float64) (known.Value, error) {
	r.Epochs, r.Steps = 1, 0
	return r.inverse(ctx, target, "epochs", func(ctx context.Context) (known.Value, error) {
		return r.mostWhole(ctx, target, MostEpochs, func(epochs float64) Run { r.Epochs = epochs; return r })
	})
}

// BatchFor returns the greatest batch that keeps a target ε by the upper end, with the given epochs or steps;
// 0 if a batch of one record is too large.
func (r Run) BatchFor(ctx context.Context, target float64) (known.Value, error) {
	if r.Records == 0 {
		return known.Nothing("a batch is part of the records: their number would work, and a rate does not"), nil
	}
	r.Rate, r.Batch = 0, 1
	return r.inverse(ctx, target, "batch", func(ctx context.Context) (known.Value, error) {
		return r.mostWhole(ctx, target, r.Records, func(batch float64) Run { r.Batch = batch; return r })
	})
}

// mostWhole returns the greatest whole number that keeps a target, if ε rises with it.
func (r Run) mostWhole(ctx context.Context, target, most float64, with func(float64) Run) (v known.Value, err error) {
	of := func(log float64) Run { return with(math.Floor(math.Exp(log) * (1 + 1e-12))) }
	kept, err := keeps(ctx, of, target, 0, math.Log(most))
	if math.IsNaN(kept) || err != nil {
		return known.OrMore(0), err
	}
	return known.OrMore(math.Floor(math.Exp(kept) * (1 + 1e-12))), nil
}

// keeps returns the last place, walking from one that keeps a target towards another: by coarse bounds to
// about, and by the page's to a ten-thousandth, or to neighbouring whole numbers. NaN: not even the first
// keeps it.
func keeps(ctx context.Context, of func(log float64) Run, target, from, to float64) (kept float64, err error) {
	const near, about = 1e-4, 0.01
	var left work.RemainingWork
	holds := func(coarse bool) func(float64) bool {
		return func(log float64) bool {
			if err != nil {
				return false
			}
			var high float64
			high, err = of(log).atMost(left.Step(ctx, 0.1), coarse)
			return high <= target
		}
	}
	within := func(width float64) rootfind.Halving {
		return rootfind.Halving{Near: func(a, b float64) bool { return math.Abs(a-b) <= width || of(a) == of(b) }}
	}
	exactly := holds(false)
	if !exactly(from) {
		return math.NaN(), err
	}
	inside, outside := from, from
	for step := math.Copysign(1, to-from); outside != to; step *= 2 {
		if outside = inside + step; (outside-to)*step >= 0 {
			outside = to
		}
		if !holds(true)(outside) {
			break
		}
		if inside = outside; inside == to && exactly(to) {
			return to, err
		}
	}
	inside, outside = rootfind.Border(holds(true), inside, outside, within(about))
	for back := about; !exactly(inside) && inside != from && err == nil; back *= 2 {
		if outside, inside = inside, inside+math.Copysign(back, from-to); (inside-from)*(from-to) >= 0 {
			inside = from
		}
	}
	for ahead := about; outside != to && exactly(outside) && err == nil; ahead *= 2 {
		if inside, outside = outside, outside+math.Copysign(ahead, to-from); (outside-to)*(to-from) >= 0 {
			outside = to
		}
	}
	width := near
	if of(inside).Sigma == of(outside).Sigma { // a whole number
		width = 0
	}
	kept, _ = rootfind.Border(exactly, inside, outside, within(width))
	return kept, err
}

// atMost returns the upper end as a number, NaN or +Inf if there is none.
func (r Run) atMost(ctx context.Context, coarse bool) (float64, error) {
	if v, found := r.closed(); found {
		return v.High.Number(), nil
	}
	if r.Drawn == Poisson && r.Neighbours != privacy.OneReplaced {
		return r.budget().epsilon(ctx, coarse)
	}
	return r.high(ctx, coarse)
}

// inverse returns the answer of a search, kept in the session.
func (r Run) inverse(ctx context.Context, target float64, what string, search func(context.Context) (known.Value, error)) (known.Value, error) {
	r.Claimed = 0
	switch why := r.NotCovered(); {
	case why != "":
		return known.Refused(why), nil
	case r.Delta == 0:
		return known.Nothing("at δ = 0 normal noise keeps no ε at all"), nil
	case !(target > 0):
		return known.Nothing("no noise keeps ε = 0: a target above 0 would work"), nil
	}
	size := func(known.Value) int64 { return 200 }
	return work.Reported(ctx, runInverseKey{r, target, what}, size, search)
}
