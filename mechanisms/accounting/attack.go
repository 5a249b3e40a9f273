package accounting

import (
	"math"

	"dpscope/mechanisms/pairs"
	"dpscope/mechanisms/privacy"
)

// Attack returns the attacks open to someone who sees all that the tree releases.
func (c Curve) Attack() privacy.Attack {
	in := c.tests(c.above, c.below)
	if c.above.symmetric() && c.below.symmetric() {
		return privacy.Alike(in)
	}
	return privacy.Attack{In: in, Out: c.tests(c.above.others(), c.below.others())}
}

// symmetric reports whether both orders are bounded alike.
func (o orders) symmetric() bool { return o.alike || o.none() }

// others swaps the two orders of neighbours.
func (o orders) others() orders {
	return orders{in: o.reversed(), out: o.in, alike: o.alike, turned: o.turned}
}

// tests holds the tests of a curve in one order, by all pairs that bound it.
type tests struct {
	above, below []pairs.Pair
	rounded      float64
}

func (c Curve) tests(above, below orders) *tests {
	return &tests{above: above.both(), below: below.both(), rounded: c.rounded}
}

// both returns the pairs that bound one order: a reversed pair of the other order does so as well, and the
// nearer bound counts.
func (o orders) both() []pairs.Pair {
	switch {
	case o.none():
		return nil
	case o.turned:
		return []pairs.Pair{o.in}
	}
	return []pairs.Pair{o.in, o.reversed().Reversed()}
}

// ends returns the nearer of the pairs' bounds from either side; by rounding alone the lower ones may exceed
// the upper. If a loss is too large to compute, the upper end is most.
func (t *tests) ends(most float64, of func(pairs.Pair) float64) (low, high float64) {
	high = most
	for _, p := range t.above {
		if v := of(p) * (1 + t.rounded); v < high {
			high = v
		}
	}
	for _, p := range t.below {
		if v := of(p) * (1 - t.rounded); v > low {
			low = v
		}
	}
	return low, high
}

// bounds returns the ends of an interval, in order.
func (t *tests) bounds(most float64, of func(pairs.Pair) float64) (low, high float64) {
	low, high = t.ends(most, of)
	return min(low, high), high
}

func (t *tests) TPR(fpr float64) (low, high float64) {
	low, high = t.bounds(1, func(p pairs.Pair) float64 { return p.TPR(fpr) })
	return max(low, min(fpr, high)), high // guessing attains TPR = FPR
}

func (t *tests) Delta(epsilon float64) (low, high float64) {
	return t.bounds(1, func(p pairs.Pair) float64 { return p.Delta(epsilon) })
}

func (t *tests) Mu(floor float64) (low, high float64) {
	return t.bounds(math.Inf(1), func(p pairs.Pair) float64 { return p.Mu(floor) })
}
