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

// SigmaFor is a noise that is enough for a target ε, and hardly more than the least:
// by the law of the loss, on few cells, whose bound is proven all the same.
func (b Budget) SigmaFor(ctx context.Context, target float64) (known.Value, error) {
	b.Sigma = 1
	return b.inverse(ctx, target, "sigma", func(ctx context.Context) (known.Value, error) {
		with := func(sigma float64) Budget { b.Sigma = sigma; return b }
		keeps := b.keeping(ctx, target, with)
		enough := sharpen(func(sigma float64) float64 { return with(sigma).rough() - target }, MostSigma, LeastSigma)
		if !keeps.at(enough) {
			return known.Nothing("no noise of the slider's range is enough"), keeps.err
		}
		low := enough
		for low > LeastSigma && keeps.at(low) {
			enough, low = low, max(0.9*low, LeastSigma)
		}
		if low == LeastSigma && keeps.at(low) {
			return known.OrLess(low), keeps.err
		}
		near := root.Halving{Middle: geometric, Near: func(inside, outside float64) bool { return inside/outside < 1+1e-4 }}
		enough, _ = root.Border(keeps.at, enough, low, near)
		return known.OrLess(enough), keeps.err
	})
}

// StepsFor is a number of steps that a target ε allows, and hardly fewer than the
// most.
func (b Budget) StepsFor(ctx context.Context, target float64) (known.Value, error) {
	b.Steps = 1
	return b.inverse(ctx, target, "steps", func(ctx context.Context) (known.Value, error) {
		keeps := b.keeping(ctx, target, b.at)
		if !keeps.at(1) {
			return known.OrMore(0), keeps.err
		}
		allowed := math.Floor(sharpen(func(steps float64) float64 { return b.at(math.Floor(steps)).rough() - target }, 1, MostSteps))
		high := allowed
		for high < MostSteps && keeps.at(high) {
			allowed, high = high, min(math.Ceil(1.2*high), MostSteps)
		}
		if high == MostSteps && keeps.at(high) {
			return known.OrMore(high), keeps.err
		}
		whole := root.Halving{Middle: func(a, b float64) float64 { return math.Floor(geometric(a, b)) },
			Near: func(inside, outside float64) bool { return outside/inside < 1+1e-4 || outside-inside <= 1 }}
		allowed, _ = root.Border(keeps.at, allowed, high, whole)
		return known.OrMore(allowed), keeps.err
	})
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

// rough is a bound on ε that takes no time.
func (b Budget) rough() float64 { return b.run().Renyi(b.Delta).Epsilon }

// sharpen is the last number from good on, towards bad, where a bound is still
// met, to a few parts in a thousand.
func sharpen(excess func(float64) float64, good, bad float64) float64 {
	near := root.Halving{Middle: geometric, Near: func(inside, outside float64) bool { return math.Abs(math.Log(inside/outside)) < 1e-2 }}
	last, _ := root.Border(func(x float64) bool { return excess(x) <= 0 }, good, bad, near)
	return last
}

func geometric(a, b float64) float64 { return math.Sqrt(a) * math.Sqrt(b) }

// keeping asks whether a target is kept, until the first error.
type keeping struct {
	at  func(float64) bool
	err error
}

func (b Budget) keeping(ctx context.Context, target float64, with func(float64) Budget) *keeping {
	k, left := &keeping{}, work.NewLeft(ctx)
	k.at = func(x float64) bool {
		if k.err != nil {
			return false
		}
		high, err := with(x).enough(left.Step(0.1))
		k.err = err
		return err == nil && high <= target
	}
	return k
}
