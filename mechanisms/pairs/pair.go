// Package pairs holds pairs of laws of one answer, P and Q, by what is left of them for
// whoever wants to tell one from the other: the masses of both at every privacy loss ln(P/Q).
//
// A mechanism is bounded from above by a pair that is told apart no less well than any two
// neighbours are (it dominates them), and from below by one that is told apart no better than
// two neighbours that there are. Pairs that dominate compose to one that dominates the composition,
// also where what is asked next depends on the answers before (Zhu, Dong & Wang 2022,
// Theorem 10). What makes a pair out of pairs here keeps its side: above, outcomes are split in
// two that are told apart better; below, outcomes are merged, as anybody may who sees them.
//
// All sums are of positive numbers, so that a δ of 10⁻³⁰ has its digits as one of a tenth has.
package pairs

import (
	"cmp"
	"math"
	"slices"
)

// Pair is a pair of discrete laws. Its zero value is no pair: see Same.
type Pair struct {
	atoms   []atom  // of finite loss, which increases
	certain float64 // of P, where Q has nothing
	absent  float64 // of Q, where P has nothing
}

// atom is an outcome: its masses, and its loss ln(p/q).
type atom struct{ loss, p, q float64 }

// Cell is a set of answers with its probabilities by both laws.
type Cell struct{ P, Q float64 }

// Same is the pair that cannot be told apart.
func Same() Pair { return Pair{atoms: []atom{{0, 1, 1}}} }

// Of is the pair of finite laws: cells part the answers. It bounds whatever the cells
// are part of from below, and is exact where nothing is merged in them.
func Of(cells []Cell) Pair {
	var pair Pair
	for _, c := range cells {
		switch {
		case c.P <= 0 && c.Q <= 0:
		case c.Q <= 0:
			pair.certain += c.P
		case c.P <= 0:
			pair.absent += c.Q
		default:
			pair.atoms = append(pair.atoms, atom{math.Log(c.P) - math.Log(c.Q), c.P, c.Q})
		}
	}
	pair.order()
	return pair
}

// order sorts the atoms and merges those of one loss but for rounding.
func (p *Pair) order() {
	const hair = 1e-13
	slices.SortFunc(p.atoms, func(a, b atom) int {
		switch { // nearly all there is to compare; sorting takes a good part of a composition
		case a.loss < b.loss:
			return -1
		case a.loss > b.loss:
			return 1
		}
		return cmp.Compare(a.loss, b.loss)
	})
	kept := p.atoms[:0]
	for _, a := range p.atoms {
		if last := len(kept) - 1; last >= 0 && a.loss-kept[last].loss <= hair*max(1, math.Abs(a.loss)) {
			kept[last].p += a.p
			kept[last].q += a.q
			continue
		}
		kept = append(kept, a)
	}
	p.atoms = kept
}

// Reversed is the pair of Q and P.
func (p Pair) Reversed() Pair {
	reversed := Pair{atoms: make([]atom, len(p.atoms)), certain: p.absent, absent: p.certain}
	for i, a := range p.atoms {
		reversed.atoms[len(p.atoms)-1-i] = atom{-a.loss, a.q, a.p}
	}
	return reversed
}

// Delta is the privacy profile: the hockey-stick divergence sup P − e^ε·Q over all events, at
// any real ε.
func (p Pair) Delta(epsilon float64) float64 {
	sum := p.certain
	for i := len(p.atoms) - 1; i >= 0 && p.atoms[i].loss > epsilon; i-- {
		sum += p.atoms[i].p * -math.Expm1(epsilon-p.atoms[i].loss)
	}
	return min(sum, 1)
}

// meanLoss is the mean of the loss under P, +Inf where it may be that.
func (p Pair) meanLoss() (mean float64) {
	if p.certain > 0 {
		return math.Inf(1)
	}
	for _, a := range p.atoms {
		mean += a.p * a.loss
	}
	return mean
}
