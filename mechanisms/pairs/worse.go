package pairs

import (
	"cmp"
	"math"
	"slices"
)

// corner is a test that accepts the outcomes of the greatest losses: the masses of Q and P that it accepts,
// and those it leaves, since each has its digits only when small.
type corner struct{ fpr, tpr, left, missed float64 }

// corners returns the most powerful tests, from the one that accepts only certain outcomes to the one that
// leaves only absent ones.
func (p Pair) corners() []corner {
	list := make([]corner, len(p.atoms)+1)
	list[0].tpr = p.certain
	for i, a := range slices.Backward(p.atoms) {
		k := len(p.atoms) - i
		list[k].fpr, list[k].tpr = list[k-1].fpr+a.q, list[k-1].tpr+a.p
	}
	list[len(p.atoms)].left = p.absent
	for k := len(p.atoms); k > 0; k-- {
		a := p.atoms[len(p.atoms)-k]
		list[k-1].left, list[k-1].missed = list[k].left+a.q, list[k].missed+a.p
	}
	return list
}

// to returns the masses between two corners.
func (c corner) to(d corner) (q, p float64) {
	if q, p = d.fpr-c.fpr, d.tpr-c.tpr; c.fpr > 0.5 {
		q = c.left - d.left
	}
	if c.tpr > 0.5 {
		p = c.missed - d.missed
	}
	return q, p
}

// Worse dominates both of two pairs, and no pair that does is told apart less well: its
// trade-off curve is the least concave one that is nowhere below either.
func (r Rounding) Worse(a, b Pair) Pair {
	list := append(a.corners(), b.corners()...)
	slices.SortFunc(list, func(c, d corner) int {
		q, p := c.to(d)
		return cmp.Or(cmp.Compare(0, q), cmp.Compare(0, p))
	})
	hull := list[:0:0]
	for _, c := range list {
		for last := len(hull) - 1; last >= 0 && hull[last].hidden(hull[:last], c); last-- {
			hull = hull[:last]
		}
		if last := len(hull) - 1; last < 0 || hull[last].below(c) {
			hull = append(hull, c)
		}
	}
	pair := Pair{certain: hull[0].tpr, absent: hull[len(hull)-1].left}
	for k := 1; k < len(hull); k++ {
		q, p := hull[k-1].to(hull[k])
		pair.atoms = append(pair.atoms, atom{math.Log(p / q), p, q})
	}
	pair.order()
	return r.Fewer(pair)
}

// below reports whether a later corner accepts more of P.
func (c corner) below(d corner) bool {
	_, p := c.to(d)
	return p > 0
}

// hidden reports whether a corner is not above the line from the last before to one after it.
func (c corner) hidden(before []corner, after corner) bool {
	further, more := c.to(after)
	if len(before) == 0 {
		return further <= 0 && more >= 0
	}
	q, p := before[len(before)-1].to(c)
	return p*further <= more*q
}

// Clearer returns the pair that reveals more on average.
func Clearer(a, b Pair) Pair {
	if a.meanLoss() < b.meanLoss() {
		return b
	}
	return a
}
