package optimal

import (
	"math"
	"slices"
)

// Placed is the law of answers in [From, To).
type Placed struct {
	From, To float64
	Law
}

// Placing holds the laws of the groups of a range, from the left.
type Placing []Placed

// At returns the law of an answer; outside the range that of the nearest group.
func (f Placing) At(answer float64) Law {
	for _, p := range f {
		if answer < p.To {
			return p.Law
		}
	}
	return f[len(f)-1].Law
}

// meeting returns the range of shifts by which one record may move an answer in one group to one in another,
// in the unit of the places. touching says that only the full shift of a record would, and that to rounding.
func (f Placing) meeting(here, there int, m Moves) (from, to float64, touching, meets bool) {
	a, b := f[here], f[there]
	from, to = b.From-a.To, b.To-a.From
	if m.Unit > 0 { // the last whole number is a unit before the end
		from, to = from+m.Unit, to-m.Unit
	}
	hair := 16 * 0x1p-52 * (math.Abs(a.From) + math.Abs(a.To) + math.Abs(b.From) + math.Abs(b.To) + m.Most)
	if from > m.Most+hair || to < -m.Most-hair {
		return 0, 0, false, false
	}
	touching = m.Unit == 0 && (from >= m.Most-hair || to <= -m.Most+hair)
	return max(from, -m.Most), min(to, m.Most), touching, true
}

// Pair names an order of two groups, by their numbers from 0.
type Pair struct{ Here, There int }

// Certify computes the supremum of V over all ordered pairs of groups and all moves between them.
//
// For a pair V is 1 − Σ min(fᵢ, e^ε·gⱼ)·ℓᵢⱼ(φ) over the pieces of both laws. It is continuous, and linear
// between the differences of an edge of f and one of g, as for one law (Moves). The moves from one group to
// the other form an interval, so that V is greatest at a difference in it or at one of its ends; if no answer
// reaches an end, moves come arbitrarily near to it, as they do to a move at which no two points meet. For
// whole answers every move is computed. A move of 0 counts between two groups, because their laws differ, and
// tells nothing within one.
func (f Placing) Certify(m Moves, epsilon float64) Certificate {
	c := Certificate{Epsilon: epsilon, Moves: m}
	f.each(m, func(p Pair, touching bool, shift float64) {
		v, low, high := f[p.Here].enclosed(f[p.There].Law, m, epsilon, shift)
		c.High = max(c.High, high)
		if touching { // no move is as long, except by rounding
			return
		}
		c.Low = max(c.Low, low)
		if v > c.Delta {
			c.Delta, c.Shift, c.Pair = v, shift, p
		}
	})
	return c
}

// PairCertificate is the greatest V of one ordered pair.
type PairCertificate struct {
	Pair
	Delta, Shift float64
}

// Pairs returns the certificates of all ordered pairs that meet.
func (f Placing) Pairs(m Moves, epsilon float64) (list []PairCertificate) {
	f.each(m, func(p Pair, touching bool, shift float64) {
		if touching {
			return
		}
		if last := len(list) - 1; last < 0 || list[last].Pair != p {
			list = append(list, PairCertificate{Pair: p, Shift: shift})
		}
		at := &list[len(list)-1]
		if v := f[p.Here].DivergenceFrom(f[p.There].Law, m, epsilon, shift); v > at.Delta {
			at.Delta, at.Shift = v, shift
		}
	})
	return list
}

// Profile returns the privacy profile of the family, δ at every ε ≥ 0.
func (f Placing) Profile(m Moves) func(epsilon float64) float64 {
	return func(epsilon float64) float64 { return f.Certify(m, epsilon).Delta }
}

// each calls do with the shifts among which V of a pair has its maximum.
func (f Placing) each(m Moves, do func(p Pair, touching bool, shift float64)) {
	if m.none() {
		return
	}
	grids := map[[2]int][]float64{}
	same := f.grids()
	for here := range f {
		for there := range f {
			from, to, touching, met := f.meeting(here, there, m)
			if !met {
				continue
			}
			if m.Unit > 0 {
				f.whole(Pair{here, there}, from, to, m, do)
				continue
			}
			key := [2]int{same[here], same[there]}
			if grids[key] == nil {
				grids[key] = f[here].apartFrom(f[there].Law, m)
			}
			hair := 4 * max(f[here].rounding(m), f[there].rounding(m))
			give := func(shift float64) {
				if here != there || math.Abs(shift) > hair {
					do(Pair{here, there}, touching, shift)
				}
			}
			give(from)
			for _, shift := range grids[key] {
				if from+hair < shift && shift < to-hair {
					give(shift)
				}
			}
			if to > from {
				give(to)
			}
		}
	}
}

// whole visits the shifts by whole units.
func (f Placing) whole(p Pair, from, to float64, m Moves, do func(Pair, bool, float64)) {
	for k := math.Ceil(from/m.Unit - 1e-9); k <= to/m.Unit+1e-9; k++ {
		if k != 0 || p.Here != p.There {
			do(p, false, k*m.Unit)
		}
	}
}

// grids numbers laws so that those with equal edges share a number.
func (f Placing) grids() (same []int) {
	for i := range f {
		same = append(same, i)
		for j := range i {
			if slices.Equal(f[i].Edges, f[j].Edges) {
				same[i] = j
				break
			}
		}
	}
	return same
}

// apartFrom returns the differences of a law's edges from another's, up to the greatest move, increasing; one
// represents all that are equal to rounding.
func (l Law) apartFrom(other Law, m Moves) []float64 {
	hair := 4 * max(l.rounding(m), other.rounding(m))
	var shifts []float64
	for apart := -len(other.Edges); apart < len(l.Edges); apart++ {
		last := math.NaN()
		for i := max(apart, 0); i < len(l.Edges) && i-apart < len(other.Edges); i++ {
			d := l.Edges[i] - other.Edges[i-apart]
			if math.Abs(d) <= m.Most+hair && !(math.Abs(d-last) <= hair) { // cells of one width need only one
				shifts = append(shifts, d)
				last = d
			}
		}
	}
	return apart(shifts, hair)
}
