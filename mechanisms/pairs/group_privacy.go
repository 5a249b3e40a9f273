package pairs

import (
	"math"
	"slices"
)

// Group dominates two data sets at distance size, if the pair dominates those at distance 1: each step raises
// the power of a test by the pair's trade-off curve, TPR = T(FPR), which gives T(T( ... )) (Dong, Roth & Su
// 2022, Theorem 2.14). Size is whole.
func (r Rounding) Group(p Pair, size float64) Pair {
	p = r.Fewer(p) // of losses whose e^loss is a number
	power := p
	for bit := math.Exp2(math.Floor(math.Log2(size)) - 1); bit >= 1; bit /= 2 {
		power = r.Fewer(power.then(power))
		if math.Mod(math.Floor(size/bit), 2) == 1 {
			power = r.Fewer(power.then(p))
		}
	}
	return power
}

// Then dominates two data sets, if p dominates the first against a third one and other dominates that against
// the second.
func (r Rounding) Then(p, other Pair) Pair { return r.Fewer(r.Fewer(p).then(r.Fewer(other))) }

// then composes two pairs that share a middle law, the Q of p and the P of other: it walks the middle mass
// from the greatest loss down and adds the two losses. It walks half of the middle from either end, so that
// rounding errors fall on losses in between: at an end they would stand for masses e^loss times as large.
func (p Pair) then(other Pair) Pair {
	pair := Pair{certain: p.certain, absent: other.absent}
	outer, inner := p.byQ(), other.byP()
	put := func(a, b *stretch, mass float64) {
		if !(mass > 0) { // no mass: the ratio may be no number
			return
		}
		switch x, y := mass*a.ratio, mass*b.ratio; {
		case y == 0:
			pair.certain += x
		case x == 0:
			pair.absent += y
		default:
			pair.atoms = append(pair.atoms, atom{a.loss + b.loss, x, y})
		}
		a.left -= mass
		b.left -= mass
	}
	left := 0.5
	for i, j := 0, 0; left > 0 && i < len(outer) && j < len(inner); {
		a, b := &outer[i], &inner[j]
		mass := min(a.left, b.left, left)
		put(a, b, mass)
		left -= mass
		if a.left <= 0 {
			i++
		}
		if b.left <= 0 {
			j++
		}
	}
	i, j := len(outer)-1, len(inner)-1
	met, with := i, j // the last that met
	for i >= 0 && j >= 0 {
		a, b := &outer[i], &inner[j]
		if mass := min(a.left, b.left); mass > 0 {
			put(a, b, mass)
			met, with = i, j
		}
		if a.left <= 0 {
			i--
		}
		if b.left <= 0 {
			j--
		}
	}
	for ; i >= 0; i-- {
		put(&outer[i], &inner[with], outer[i].left)
	}
	for ; j >= 0; j-- {
		put(&outer[met], &inner[j], inner[j].left)
	}
	pair.order()
	return pair
}

// stretch is a part of one law, and how much the other has of it a unit.
type stretch struct{ left, ratio, loss float64 }

// byQ returns the outcomes along Q, from the greatest loss on.
func (p Pair) byQ() (list []stretch) {
	for _, a := range slices.Backward(p.atoms) {
		list = append(list, stretch{a.q, a.p / a.q, a.loss})
	}
	return append(list, stretch{p.absent, 0, math.Inf(-1)})
}

// byP returns the outcomes along P, from the greatest loss on.
func (p Pair) byP() []stretch {
	list := []stretch{{p.certain, 0, math.Inf(1)}}
	for _, a := range slices.Backward(p.atoms) {
		list = append(list, stretch{a.p, a.q / a.p, a.loss})
	}
	return list
}
