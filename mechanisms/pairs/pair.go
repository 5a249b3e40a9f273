// Package pairs holds pairs of laws of one answer, P and Q, reduced to what matters for telling one from the
// other: the masses of both at every privacy loss ln(P/Q).
//
// An upper bound on a mechanism is a pair that is at least as easy to tell apart as any two neighbours (it
// dominates them); a lower bound is a pair no easier to tell apart than two existing neighbours. Dominating
// pairs compose to one that dominates the composition, also if later questions depend on earlier answers
// (Zhu, Dong & Wang 2022, Theorem 10). Every operation here keeps its side: above, it splits an outcome in
// two that are easier to tell apart; below, it merges outcomes, as any observer may.
//
// All sums are of positive numbers, so that a δ of 10⁻³⁰ has as many digits as one of a tenth.
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

// None reports whether p is no pair.
func (p Pair) None() bool { return len(p.atoms) == 0 && p.certain == 0 && p.absent == 0 }

// Same returns the pair that cannot be told apart.
func Same() Pair { return Pair{atoms: []atom{{0, 1, 1}}} }

// Of returns the pair of finite laws; cells divide the answers. It is a lower bound for laws that the cells
// coarsen, and exact if the cells merge nothing.
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

// order sorts the atoms and merges those of equal loss up to rounding.
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

// Reversed returns the pair of Q and P.
func (p Pair) Reversed() Pair {
	reversed := Pair{atoms: make([]atom, len(p.atoms)), certain: p.absent, absent: p.certain}
	for i, a := range p.atoms {
		reversed.atoms[len(p.atoms)-1-i] = atom{-a.loss, a.q, a.p}
	}
	return reversed
}

// Delta returns the privacy profile: the hockey-stick divergence sup P − e^ε·Q over all events, at any real
// ε.
func (p Pair) Delta(epsilon float64) float64 {
	sum := p.certain
	for i := len(p.atoms) - 1; i >= 0 && p.atoms[i].loss > epsilon; i-- {
		sum += p.atoms[i].p * -math.Expm1(epsilon-p.atoms[i].loss)
	}
	return min(sum, 1)
}

// meanLoss returns the mean of the loss under P, +Inf if the loss may be infinite.
func (p Pair) meanLoss() (mean float64) {
	if p.certain > 0 {
		return math.Inf(1)
	}
	for _, a := range p.atoms {
		mean += a.p * a.loss
	}
	return mean
}
