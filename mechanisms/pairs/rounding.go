package pairs

import (
	"math"
	"slices"
)

// Side is from where pairs bound.
type Side int

const (
	Above Side = iota // no less is told apart than is
	Below             // no more
)

// Rounding says how to reduce pairs of many outcomes to pairs of fewer.
type Rounding struct {
	Side  Side
	Atoms int     // number kept, at least 16
	Least float64 // the smallest δ to be asked
	Lost  float64 // mass that may be told outright, each time that losses at an end are cut off
	Ends  bool    // keeps the least losses as closely as the greatest, for pairs to be reversed
}

// most is the greatest loss distinguished from an infinite one: e^most is still a number.
const most = 600

// rounded brings a pair onto the losses at edges, which increase.
//
// Above, an outcome between two losses is split into one at each, which keeps both of its
// masses; one beyond the ends into one at the end and one that is certain, or absent. Below,
// outcomes between two edges are one.
func (r Rounding) rounded(sums []atom, edges []float64) (pair Pair) {
	if r.Side == Below {
		for _, s := range sums {
			switch {
			case s.p == 0:
				pair.absent += s.q
			case s.q > 0: // else it is below all numbers, and is left out
				pair.atoms = append(pair.atoms, atom{math.Log(s.p / s.q), s.p, s.q})
			}
		}
		return pair
	}
	at := make([]atom, len(edges))
	for i, edge := range edges {
		at[i].loss = edge
	}
	put := func(i int, p float64) {
		at[i].p += p
		at[i].q += p * math.Exp(-edges[i])
	}
	last := len(edges) - 1
	for k, s := range sums { // of losses up to edges[k]
		switch {
		case s.p == 0 && s.q == 0:
		case k == 0:
			put(0, s.p)
			pair.absent += max(0, s.q-s.p*math.Exp(-edges[0]))
		case k > last:
			kept := min(s.p, s.q*math.Exp(edges[last]))
			put(last, kept)
			pair.certain += s.p - kept
		default:
			low, high := edges[k-1], edges[k]
			// p = a + b and q = a·e^−low + b·e^−high
			a := (s.q*math.Exp(high) - s.p) / math.Expm1(high-low)
			a = min(max(a, 0), s.p)
			put(k-1, a)
			put(k, s.p-a)
		}
	}
	for _, a := range at {
		if a.p > 0 {
			pair.atoms = append(pair.atoms, a)
		}
	}
	return pair
}

// bins adds each outcome to a sum: one for each edge, of losses up to it and above the last, and one beyond
// all.
func bins(atoms []atom, edges []float64) []atom {
	sums := make([]atom, len(edges)+1)
	k := 0
	for _, a := range atoms {
		for k < len(edges) && edges[k] < a.loss {
			k++
		}
		sums[k].p += a.p
		sums[k].q += a.q
	}
	return sums
}

// Fewer rounds a pair of more outcomes than are kept.
func (r Rounding) Fewer(p Pair) Pair {
	if len(p.atoms) == 0 || len(p.atoms) <= r.Atoms && p.atoms[0].loss >= -most && p.atoms[len(p.atoms)-1].loss <= most {
		return p
	}
	low, high := r.ends(p.atoms, Same().atoms)
	edges := r.edges(p.atoms, low, high)
	rounded := r.rounded(bins(p.atoms, edges), edges)
	rounded.certain += p.certain
	rounded.absent += p.absent
	return rounded
}

// edges chooses losses in a range for a law given by atoms, of three kinds: as dense as the third root of the
// mass, by which rounding spreads the loss least; as dense as the logarithm of the upper tail falls, down to
// the least δ to be asked; and evenly.
func (r Rounding) edges(atoms []atom, from, to float64) []float64 {
	low, high := min(max(from, -most), most), min(to, most)
	if !(low < high) { // all losses lie beyond an end, where e^loss is still a number
		return []float64{low, low + 1e-9}
	}
	parts := r.parts(atoms, low, high)
	dense, falls := 0.0, 0.0
	for _, p := range parts {
		dense += p.dense
		falls += p.falls
	}
	const even, tail = 0.1, 0.4
	edges := make([]float64, 0, r.Atoms)
	reached, step := 0.0, 1/float64(r.Atoms-1)
	for _, p := range parts {
		share := even*(p.to-p.from)/(high-low) + tail*p.falls/falls + (1-even-tail)*p.dense/dense
		for share > 0 && float64(len(edges))*step <= reached+share && len(edges) < r.Atoms-1 {
			edges = append(edges, p.from+(p.to-p.from)*(float64(len(edges))*step-reached)/share)
		}
		reached += share
	}
	edges = append(edges, high)
	return slices.Compact(edges)
}

// part is a stretch of losses: the third root of its mass and of the square of its length, and by
// how much ln of the tail above falls.
type part struct{ from, to, dense, falls float64 }

// parts returns some two hundred parts, from low to high.
func (r Rounding) parts(atoms []atom, low, high float64) (parts []part) {
	const count = 200
	above, below := 0.0, 0.0
	for _, a := range atoms {
		above += a.p
	}
	each := (len(atoms) + count - 1) / count
	from, mass, other := low, 0.0, 0.0
	for group := range slices.Chunk(atoms, each) {
		for _, a := range group {
			mass += a.p
			other += a.q
		}
		to := min(max(group[len(group)-1].loss, low), high)
		if to == from { // outcomes of one loss
			continue
		}
		left := max(above-mass, r.Least)
		falls := math.Log(max(above, r.Least) / left)
		if r.Ends {
			falls += math.Log(max(below+other, r.Least) / max(below, r.Least))
		}
		parts = append(parts, part{from, to, math.Cbrt(mass * (to - from) * (to - from)), falls})
		above -= mass
		below += other
		from, mass, other = to, 0, 0
	}
	return parts
}
