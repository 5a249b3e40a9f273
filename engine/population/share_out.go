package population

import (
	"context"
	"math"
	"slices"

	"dpscope/engine/num/rootfind"
	"dpscope/mechanisms"
)

// Shares is a total budget shared out over the private features.
type Shares struct {
	Epsilons []float64 // of each private feature
	Total    float64
}

// Share looks for a smaller total than equal shares of the least budget that still reaches the goal: it moves
// budget from one feature to another as long as that lets the total fall. The level was seen to reach the
// target with the result; another split may need even less.
func (a *Asked) Share(ctx context.Context, g Goal, m Walked, equal float64) (Shares, error) {
	s := a.searching(ctx, g, m, coarsest, a.settled(1e-6), nil)
	n := len(a.p.Private)
	best := shared(slices.Repeat([]float64{equal}, n))
	for step := 0.5; step > 0.05 && n > 1; step /= 2 {
		for from := range n {
			for to := range n {
				for from != to && s.failed() == nil {
					better, found := s.moved(best, from, to, step)
					if !found {
						break
					}
					best = better
				}
			}
		}
	}
	best = s.provenShares(best)
	if best.Total > equal*float64(n) {
		best = shared(slices.Repeat([]float64{equal}, n))
	}
	return best, s.failed()
}

// provenShares raises all shares alike until the level reaches the target for certain.
func (s *search) provenShares(from Shares) Shares {
	sure := s.of(func(ctx context.Context, by float64) (float64, error) {
		return s.prove(ctx, s.scaled(from.Epsilons, by))
	})
	by := 1.0
	for step := s.settled; !(sure(by) >= 0) && by < 2; step *= 2 {
		by += step
	}
	return shared(s.scaled(from.Epsilons, by))
}

// scaled multiplies budgets, within their range.
func (s *search) scaled(epsilons []float64, by float64) []float64 {
	budgets, most := make([]float64, len(epsilons)), mechanisms.MostBudget(s.maker)
	for k, e := range epsilons {
		budgets[k] = min(max(e*by, mechanisms.Epsilon.Min), most)
	}
	return budgets
}

func shared(epsilons []float64) Shares {
	total := 0.0
	for _, e := range epsilons {
		total += e
	}
	return Shares{epsilons, total}
}

// moved gives a part of one feature's share to another, and lets the total fall as far as the goal is still
// met; false if it would not fall.
func (s *search) moved(from Shares, out, in int, part float64) (Shares, bool) {
	w := slices.Clone(from.Epsilons)
	w[in] += part * w[out]
	w[out] *= 1 - part
	over := s.of(func(ctx context.Context, by float64) (float64, error) { return s.over(ctx, s.scaled(w, by)) })
	const less = 0.999 // of the total, to count as a fall
	falling := func(by float64) (Shares, bool) {
		to := shared(s.scaled(w, by))
		return to, to.Total <= less*from.Total // false if each feature has the least possible
	}
	top := over(less)
	if !(top >= 0) || slices.Max(w) > mechanisms.MostBudget(s.maker) {
		return from, false
	}
	below, low := less, top
	for low >= 0 {
		if below *= 0.8; below < 1e-3 {
			return falling(below / 0.8)
		}
		low = over(below)
	}
	_, above := rootfind.Bracket(over, below, less, low, top, s.settled)
	if math.IsNaN(above) || s.failed() != nil {
		return from, false
	}
	return falling(above)
}
