package pairs

import (
	"math"
	"slices"
)

// SampledIn returns the pair of a part of the records with the one in question against one without it. P is
// with the record, which the part contains with a probability: (1−rate)·Q + rate·P against Q (Zhu, Dong &
// Wang 2022, Theorem 11).
func (p Pair) SampledIn(rate float64) Pair {
	sampled := Pair{certain: rate * p.certain}
	if p.absent > 0 {
		if rate < 1 {
			sampled.atoms = append(sampled.atoms, atom{math.Log1p(-rate), (1 - rate) * p.absent, p.absent})
		} else {
			sampled.absent = p.absent
		}
	}
	for _, a := range p.atoms {
		sampled.atoms = append(sampled.atoms, atom{sampledLoss(a.loss, rate), (1-rate)*a.q + rate*a.p, a.q})
	}
	sampled.order()
	return sampled
}

// SampledOut returns the reversed pair, with P without the record: P against (1−rate)·P + rate·Q.
func (p Pair) SampledOut(rate float64) Pair { return p.Reversed().SampledIn(rate).Reversed() }

// sampledLoss returns ln(1 − rate + rate·e^loss).
func sampledLoss(loss, rate float64) float64 { return math.Log1p(rate * math.Expm1(loss)) }

// SampledFixed dominates a part of fixed size, drawn without replacement, for two data sets that differ in
// one record, if p dominates the part itself in both orders: δ(ln(1 + rate·(e^ε − 1))) is rate·δ(ε) at ε ≥ 0
// in either order (Balle, Barthe & Gaboardi 2018, Theorem 9). This profile belongs to a pair with the losses
// of SampledIn above 0, and their mirror image below.
func (p Pair) SampledFixed(rate float64) Pair {
	in := p.SampledIn(rate)
	above := slices.DeleteFunc(slices.Clone(in.atoms), func(a atom) bool { return a.loss <= 0 })
	return mirrored(above, in.certain)
}

// mirrored returns the pair that is the same in both orders, given its part above 0.
func mirrored(above []atom, certain float64) Pair {
	pair := Pair{certain: certain, absent: certain}
	rest := 1 - certain
	for _, a := range slices.Backward(above) {
		pair.atoms = append(pair.atoms, atom{-a.loss, a.q, a.p})
		rest -= a.p + a.q
	}
	if rest > 0 {
		pair.atoms = append(pair.atoms, atom{0, rest, rest})
	}
	pair.atoms = append(pair.atoms, above...)
	return pair
}
