package accounting

import (
	"dpscope/mechanisms/pairs"
	"dpscope/mechanisms/privacy"
)

// Attack is what an attacker could do who sees all that the tree releases.
func (c Curve) Attack() privacy.Attack {
	in := &tests{above: c.above, below: c.below}
	if c.above.alike && c.below.alike {
		return privacy.Alike(in)
	}
	return privacy.Attack{In: in, Out: &tests{above: c.above.turned(), below: c.below.turned()}}
}

// turned are the pairs of neighbours the other way round.
func (o orders) turned() orders { return orders{in: o.reversed(), out: o.in} }

// tests are those of a curve in one order. A pair of the other order bounds this one as well, the other
// way round: the nearer bound counts.
type tests struct{ above, below orders }

// both are the pairs of one order, each as it bounds it.
func (o orders) both() [2]pairs.Pair { return [2]pairs.Pair{o.in, o.reversed().Reversed()} }

// bounds are the nearer of what pairs say.
func (t *tests) bounds(of func(pairs.Pair) float64) (low, high float64) {
	above, below := t.above.both(), t.below.both()
	high = min(1, min(of(above[0]), of(above[1]))*(1+rounded))
	low = max(of(below[0]), of(below[1])) * (1 - rounded)
	return min(low, high), high
}

func (t *tests) TPR(fpr float64) (low, high float64) {
	return t.bounds(func(p pairs.Pair) float64 { return p.TPR(fpr) })
}

func (t *tests) Delta(epsilon float64) (low, high float64) {
	return t.bounds(func(p pairs.Pair) float64 { return p.Delta(epsilon) })
}

func (t *tests) Mu(floor float64) (low, high float64) {
	above, below := t.above.both(), t.below.both()
	high = min(above[0].Mu(floor), above[1].Mu(floor)) * (1 + rounded)
	return min(max(below[0].Mu(floor), below[1].Mu(floor))*(1-rounded), high), high
}
