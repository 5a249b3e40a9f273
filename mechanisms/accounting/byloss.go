package accounting

import (
	"context"
	"fmt"
	"math"

	"dpscope/engine/known"
	"dpscope/engine/work"
	"dpscope/mechanisms/pairs"
	"dpscope/mechanisms/privacy"
)

// Losses prices trees by the law of the privacy loss, which contains everything about privacy. A run of equal
// normal steps goes through Run.Losses, equal claims through Repeated.Optimal; every other tree is composed
// of pairs of laws that bound it from above and from below.
//
// The upper bound needs no neighbours: for each node it takes a pair of laws that no two neighbours are
// easier to tell apart than, at every ε of either sign. Such pairs compose, also adaptively (Zhu, Dong & Wang
// 2022, Theorem 10). It composes the two orders separately, because neighbours are the same two throughout.
// The lower bound tells two existing neighbours apart.
type Losses struct {
	Accuracy float64 // relative distance to reach between the two bounds: Fine, Coarse or between
	Soon     bool    // leave the few slow cases wider, for callers that ask often
}

// Name implements Accountant.
func (Losses) Name() string { return "the privacy loss distribution" }

// Price encloses ε, or returns it exactly. Some mechanism of these nodes spends the lower end: for a claim,
// the worst one that keeps it.
func (a Losses) Price(ctx context.Context, e Event, delta float64) (known.Value, error) {
	if err := checked(e, delta); err != nil {
		return known.Value{}, err
	}
	list := parts(e)
	switch len(list) {
	case 0:
		return known.Exactly(0), nil
	case 1:
		if v, found, err := a.single(ctx, list[0], delta); found {
			return v, err
		}
	}
	switch {
	case delta == 0:
		return a.pure(ctx, e)
	case delta < leastSlack:
		return known.Value{}, tooLittle(delta)
	}
	return a.enclose(ctx, list, delta)
}

// tooLittle refuses a slack with parts too small for a float64.
func tooLittle(delta float64) error {
	return fmt.Errorf("delta = %g is above 0 and below %g: losses of several events are not added up for so little", delta, leastSlack)
}

// single prices a part with a price of its own.
func (a Losses) single(ctx context.Context, p part, delta float64) (v known.Value, found bool, err error) {
	if run, is := p.run(); is && delta > 0 {
		b, err := run.losses(ctx, delta, a)
		if b.Low == b.High {
			return known.Exactly(b.High), true, err
		}
		return known.Enclosed(b.High, b.Low, b.High), true, err
	}
	if high, is := p.told(delta); is && delta > 0 {
		v, err := a.least(ctx, p, delta, high)
		return v, true, err
	}
	if pure, is := p.response(); is {
		return known.Exactly(pure.Optimal(delta)), true, nil
	}
	if p.times > 1 {
		return v, false, nil
	}
	profile, exact, err := profile(ctx, p.of)
	if profile == nil {
		return v, false, err
	}
	epsilon := privacy.LeastEpsilon(profile, delta)
	switch {
	case math.IsInf(epsilon, 1):
		return known.Nothing(known.NoBudget), true, nil
	case exact:
		return known.Exactly(epsilon), true, nil
	}
	return known.OrLess(epsilon), true, nil
}

// pure prices a tree without a slack: the sum of its claims, if all nodes have one.
func (a Losses) pure(ctx context.Context, e Event) (known.Value, error) {
	return Claims{}.Price(ctx, e, 0)
}

// enclose adds pairs up with more and more outcomes until the bounds are near each other.
func (a Losses) enclose(ctx context.Context, list []part, delta float64) (known.Value, error) {
	const first, last = 250, 2000
	var left work.RemainingWork
	v := known.Enclosed(math.Inf(1), 0, math.Inf(1))
	for atoms := first; ; atoms *= 2 {
		c, err := curve(left.Step(ctx, 0.3), list, delta, atoms)
		if err != nil {
			return known.Value{}, err
		}
		v.Low, v.High = max(v.Low, c.least(pairs.Below, delta)), min(v.High, c.least(pairs.Above, delta))
		v.Value = v.High
		if v.High-v.Low <= a.Accuracy*v.High || atoms >= last {
			break
		}
	}
	if math.IsInf(v.High, 1) {
		return known.Refused("losses above 600 are not added up here"), nil
	}
	return v, nil
}

// told bounds from above the two events known between two numbers: by the fixed order of an epoch, and by an
// attacker who knows the draws.
func (p part) told(delta float64) (high float64, is bool) {
	switch e := p.of.(type) {
	case Epoch:
		return Run{Step{1, e.Fixed().Deviation}, p.times}.unsampled(delta), true
	case Drawn:
		return e.Told(p.times, delta), true
	}
	return 0, false
}

// least adds pairs up from below with more and more outcomes, until that hardly tells more.
func (a Losses) least(ctx context.Context, p part, delta, high float64) (known.Value, error) {
	if delta < leastSlack {
		return known.Value{}, tooLittle(delta)
	}
	const first, last = 250, 4000
	var left work.RemainingWork
	low := 0.0
	for atoms := first; atoms <= last; atoms *= 2 {
		below, err := bounded(left.Step(ctx, 0.3), []part{p}, delta, atoms, pairs.Below)
		if err != nil {
			return known.Value{}, err
		}
		c := Curve{below: below, rounded: rounded([]part{p})}
		before := low
		low = min(max(low, c.least(pairs.Below, delta)), high)
		if low-before <= a.Accuracy*low { // a third of that is left
			break
		}
	}
	return known.Enclosed(high, low, high), nil
}
