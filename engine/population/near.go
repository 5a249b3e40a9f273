package population

import (
	"context"
	"math"
	"slices"

	"dpscope/engine/agreement"
	"dpscope/mechanisms"
)

// Ratios of budgets, of which one misses the target and the other reaches it: where looks
// are made, and what is near enough for the eye.
const (
	closely = 1.06
	nearby  = closely * closely
)

// Near is a budget with which people are kept as the goal says, sought between those that
// m remembers, with no look where they are near: at most an eighth above one with which they
// are not, which is Missed. That need not be the border that Least finds, where levels fall
// on the way up. Found is false where those remembered do not enclose one.
func (a *Asked) Near(ctx context.Context, g Goal, m Walked) (need agreement.Need, found bool, err error) {
	if err := g.check(); err != nil {
		return agreement.Need{}, false, err
	}
	s := a.searching(ctx, g, m, a.settled(roughly), g.levelAt)
	known := m.Kept.equal()
	low, _ := slices.BinarySearchFunc(known, true, func(epsilon float64, _ bool) int {
		if s.over(epsilon) < 0 {
			return -1
		}
		return 1
	})
	if low == 0 || low == len(known) || s.failed != nil {
		return agreement.Need{}, false, s.failed
	}
	below, above := s.close(s.at(known[low-1]), s.at(known[low]))
	return agreement.Need{Epsilon: above.epsilon, Value: above.over + g.Target, Missed: below.epsilon}, s.failed == nil, s.failed
}

// close looks between a budget that misses the target and one that reaches it until they
// are near: where a line between their levels crosses the target, and a little above,
// since what is wanted reaches it.
func (s *search) close(below, above step) (step, step) {
	const beyond, least = 0.1, 0.1
	for s.failed == nil && above.epsilon > below.epsilon*nearby*(1+1e-9) {
		share := least
		if gap := above.over - below.over; !math.IsInf(gap, 0) {
			share = min(max(-below.over/gap+beyond, least), 1-least)
		}
		here := s.at(below.epsilon * math.Pow(above.epsilon/below.epsilon, share))
		if here.over >= 0 {
			above = here
		} else {
			below = here
		}
	}
	return below, above
}

// equal are the budgets remembered that all features have alike, and the mechanism has,
// rising.
func (k *Kept) equal() (epsilons []float64) {
	if k == nil {
		return nil
	}
	k.lock.Lock()
	defer k.lock.Unlock()
	for _, l := range k.known {
		if e := l.budgets[0]; e >= mechanisms.Epsilon.Min && !slices.ContainsFunc(l.budgets, func(b float64) bool { return b != e }) {
			epsilons = append(epsilons, e)
		}
	}
	slices.Sort(epsilons)
	return epsilons
}
