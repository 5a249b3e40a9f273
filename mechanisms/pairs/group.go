package pairs

import (
	"math"
	"slices"
)

// Group dominates what two data sets of distance size tell apart, where a pair dominates
// those of distance 1: from one to the next the power of a test grows as the trade-off curve of the
// pair says, TPR = T(FPR), and so it is T(T( ... )) (Dong, Roth & Su 2022, Theorem 2.14). Size is
// whole.
func (r Rounding) Group(p Pair, size float64) Pair {
	power := p
	for bit := math.Exp2(math.Floor(math.Log2(size)) - 1); bit >= 1; bit /= 2 {
		power = r.Fewer(power.then(power))
		if math.Mod(math.Floor(size/bit), 2) == 1 {
			power = r.Fewer(power.then(p))
		}
	}
	return power
}

// then is the pair of P and of the other's Q, where P's Q is the other's P in the middle: of
// every mass of the middle, from the greatest loss on, the losses of both add up.
func (p Pair) then(other Pair) Pair {
	pair := Pair{certain: p.certain, absent: other.absent}
	outer, inner := p.byQ(), other.byP()
	for i, j := 0, 0; i < len(outer) && j < len(inner); {
		a, b := &outer[i], &inner[j]
		d := min(a.left, b.left)
		switch x, y := d*a.ratio, d*b.ratio; {
		case y == 0:
			pair.certain += x
		case x == 0:
			pair.absent += y
		default:
			pair.atoms = append(pair.atoms, atom{a.loss + b.loss, x, y})
		}
		if a.left -= d; a.left <= 0 {
			i++
		}
		if b.left -= d; b.left <= 0 {
			j++
		}
	}
	pair.order()
	return pair
}

// stretch is a part of one law, and how much the other has of it a unit.
type stretch struct{ left, ratio, loss float64 }

// byQ are the outcomes along Q, from the greatest loss on.
func (p Pair) byQ() (list []stretch) {
	for _, a := range slices.Backward(p.atoms) {
		list = append(list, stretch{a.q, a.p / a.q, a.loss})
	}
	return append(list, stretch{p.absent, 0, math.Inf(-1)})
}

// byP are the outcomes along P, from the greatest loss on.
func (p Pair) byP() []stretch {
	list := []stretch{{p.certain, 0, math.Inf(1)}}
	for _, a := range slices.Backward(p.atoms) {
		list = append(list, stretch{a.p, a.q / a.p, a.loss})
	}
	return list
}
