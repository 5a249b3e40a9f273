package accounting

import (
	"context"
	"math"

	"dpscope/engine/known"
	"dpscope/engine/num/optimize1d"
)

// Orders prices trees by the Rényi divergences of their nodes, at the best order (Mironov 2017; Canonne,
// Kamath & Steinke 2020).
//
// It needs no neighbours. A node has the divergence of its worst mechanism in the worse order: randomised
// response for claims and bits, the record's presence against its absence for sampled normal noise
// (Step.Divergence). Divergences of successive adaptive releases add up, and every order gives a bound: a
// search that stops early overstates, and never understates.
type Orders struct{}

// Name implements Accountant.
func (Orders) Name() string { return "Rényi divergence" }

// Price returns an upper bound.
func (a Orders) Price(_ context.Context, e Event, delta float64) (known.Value, error) {
	return a.Bound(e, delta)
}

// Bound returns the same as Price.
func (a Orders) Bound(e Event, delta float64) (known.Value, error) {
	if err := checked(e, delta); err != nil {
		return known.Value{}, err
	}
	list := parts(e)
	if len(list) == 1 {
		if run, is := list[0].run(); is && delta > 0 {
			return known.OrLess(run.Renyi(delta).Epsilon), nil
		}
	}
	if _, err := divergence(list, 2, a.Name(), Step.Divergence); err != nil {
		return known.Value{}, err
	}
	if len(list) == 0 {
		return known.Exactly(0), nil
	}
	if delta == 0 {
		return Claims{}.Bound(e, delta) // order +∞
	}
	cost := func(log float64) float64 {
		order := math.Exp(log) + 1
		rho, _ := divergence(list, order, a.Name(), Step.Divergence)
		return -convert(rho, order, delta)
	}
	_, value := optimize1d.Brent(cost, math.Log(leastOrder-1), math.Log(mostOrder-1))
	return known.OrLess(max(-value, 0)), nil
}

// WholeOrders prices trees as libraries do, by whole orders up to 1024, and by the classic
// conversion or the improved one.
type WholeOrders struct {
	Classic bool

	// Of gives the divergences of a step at all orders; nil computes them. Who prices many runs
	// of equal steps keeps them.
	Of func(Step) Whole
}

// Name implements Accountant.
func (WholeOrders) Name() string { return "Rényi divergence at whole orders" }

// Price returns an upper bound.
func (a WholeOrders) Price(_ context.Context, e Event, delta float64) (known.Value, error) {
	return a.Bound(e, delta)
}

// Bound returns the same as Price.
func (a WholeOrders) Bound(e Event, delta float64) (known.Value, error) {
	if err := checked(e, delta); err != nil {
		return known.Value{}, err
	}
	list := parts(e)
	times, whole := 1.0, Whole(nil)
	if len(list) == 1 {
		if run, is := list[0].run(); is {
			of := a.Of
			if of == nil {
				of = Step.Whole
			}
			times, whole = run.Steps, of(run.Step)
		}
	}
	if whole == nil {
		for _, order := range wholeOrders() {
			rho, err := divergence(list, float64(order), a.Name(), func(s Step, order float64) float64 { return s.wholeDivergence(int(order)) })
			if err != nil {
				return known.Value{}, err
			}
			whole = append(whole, struct{ order, divergence float64 }{float64(order), rho})
		}
	}
	improved, classic := whole.Renyi(times, delta)
	if a.Classic {
		improved = classic
	}
	if math.IsInf(improved.Epsilon, 1) {
		return known.Nothing(known.NoBudget), nil
	}
	return known.OrLess(improved.Epsilon), nil
}

// divergence sums the Rényi divergences of parts at an order above 1; step computes sampled normal steps.
func divergence(list []part, order float64, by string, step func(Step, float64) float64) (sum float64, err error) {
	for _, p := range list {
		one, err := p.divergence(order, by, step)
		if err != nil {
			return 0, err
		}
		sum += p.times * one
	}
	return sum, nil
}

// divergence returns the Rényi divergence of the part, once.
func (p part) divergence(order float64, by string, step func(Step, float64) float64) (float64, error) {
	if run, is := p.run(); is {
		return step(run.Step, order), nil
	}
	switch e := p.of.(type) {
	case Epoch:
		return step(Step{1, e.Fixed().Deviation}, order), nil
	case Claim:
		if e.Delta == 0 {
			return responseDivergence(e.Epsilon, order), nil
		}
		return 0, &Refusal{by, e, "its δ leaves every divergence without bounds; the privacy loss distribution or basic composition would work"}
	case Bit:
		return responseDivergence(e.Epsilon, order), nil
	case Pick: // Cesar & Rogers 2021, Lemma 3.2: concentrated with ε²/8
		return min(order*e.Epsilon*e.Epsilon/8, responseDivergence(e.Epsilon, order)), nil
	case Split:
		a, err := divergence(parts(e.Of), order, by, step)
		if err != nil {
			return 0, err
		}
		b, err := divergence(parts(e.Or), order, by, step)
		return max(a, b), err
	}
	return 0, &Refusal{by, p.of, "the privacy loss distribution would work"}
}

// responseDivergence returns the divergence of randomised response (Mironov 2017, Proposition 5), the
// greatest at ε.
func responseDivergence(epsilon, order float64) float64 {
	// ln(p^α·q^(1−α) + q^α·p^(1−α)) with p = 1/(1 + e^−ε), q = e^−ε·p
	log := -math.Log1p(math.Exp(-epsilon)) + (order-1)*epsilon + math.Log1p(math.Exp(-(2*order-1)*epsilon))
	return max(0, log/(order-1))
}
