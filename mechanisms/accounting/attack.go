package accounting

import (
	"math"

	"dpscope/mechanisms/pairs"
	"dpscope/mechanisms/privacy"
)

// Attack is what an attacker could do who sees all that the tree releases.
func (c Curve) Attack() privacy.Attack {
	in := c.tests(c.above, c.below)
	if c.above.alike && (c.open || c.below.alike) {
		return privacy.Alike(in)
	}
	return privacy.Attack{In: in, Out: c.tests(c.above.others(), c.below.others())}
}

// others are the pairs of neighbours the other way round.
func (o orders) others() orders {
	return orders{in: o.reversed(), out: o.in, alike: o.alike, turned: o.turned}
}

// tests are those of a curve in one order, by all pairs that bound it.
type tests struct {
	above, below []pairs.Pair
	rounded      float64
}

func (c Curve) tests(above, below orders) *tests {
	t := &tests{above: above.both(), rounded: c.rounded}
	if !c.open {
		t.below = below.both()
	}
	return t
}

// both are the pairs that bound one order: a pair of the other order does so as well, the other way round, and
// the nearer bound counts.
func (o orders) both() []pairs.Pair {
	if o.turned {
		return []pairs.Pair{o.in}
	}
	return []pairs.Pair{o.in, o.reversed().Reversed()}
}

// bounds are the nearer of what pairs say. Where the losses are so many that one of them has no number, it says nothing.
func (t *tests) bounds(of func(pairs.Pair) float64) (low, high float64) {
	high = 1
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
	return min(low, high), high
}

func (t *tests) TPR(fpr float64) (low, high float64) {
	low, high = t.bounds(func(p pairs.Pair) float64 { return p.TPR(fpr) })
	return max(low, min(fpr, high)), high // a guess finds as many as it falsely names
}

func (t *tests) Delta(epsilon float64) (low, high float64) {
	return t.bounds(func(p pairs.Pair) float64 { return p.Delta(epsilon) })
}

func (t *tests) Mu(floor float64) (low, high float64) {
	high = math.Inf(1)
	for _, p := range t.above {
		if v := p.Mu(floor) * (1 + t.rounded); v < high {
			high = v
		}
	}
	for _, p := range t.below {
		if v := p.Mu(floor) * (1 - t.rounded); v > low {
			low = v
		}
	}
	return min(low, high), high
}
