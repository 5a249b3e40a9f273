package optimal

import (
	"fmt"
	"math/big"
	"slices"
)

// swept goes through all differences of edges.
func (w exactLaw) swept(ratio *big.Int) (overlap, error) {
	bends, err := w.bends(ratio)
	if err != nil {
		return overlap{}, err
	}
	var found overlap
	least := new(big.Int).Neg(w.most)
	in, slope, step := new(big.Int), new(big.Int), new(big.Int)
	last := bends[0].at
	for _, b := range bends {
		in.Add(in, step.Mul(slope, step.Sub(b.at, last)))
		slope.Add(slope, b.by)
		if last = b.at; b.at.Cmp(least) >= 0 && b.at.Cmp(w.most) <= 0 && b.at.Sign() != 0 {
			found.less(in, b.at)
		}
	}
	return found, nil
}

// bend is a change, at a shift, of the slope of the mass in common.
type bend struct{ at, by *big.Int }

// bends returns the bends at all differences of edges, and at the greatest moves, in increasing order. Piece
// i and piece j moved begin to overlap at edge i less edge j+1, all of the shorter is covered between i less
// j and i+1 less j+1, and they part at i+1 less j: up to four pairs share each difference of two edges.
func (w exactLaw) bends(ratio *big.Int) ([]bend, error) {
	n := len(w.densities)
	here, there := make([]*big.Int, n), make([]*big.Int, n)
	for i, d := range w.densities {
		here[i], there[i] = new(big.Int).Lsh(d, ratioBits), new(big.Int).Mul(d, ratio)
	}
	zero := new(big.Int)
	both := func(i, j int) *big.Int {
		switch {
		case i < 0 || j < 0 || i == n || j == n:
			return zero
		case here[i].Cmp(there[j]) < 0:
			return here[i]
		}
		return there[j]
	}
	found := map[string]bend{}
	size := 0
	add := func(at, by *big.Int) error {
		name := key(at)
		if b, known := found[name]; known {
			b.by.Add(b.by, by)
			return nil
		}
		found[name] = bend{new(big.Int).Set(at), new(big.Int).Set(by)}
		if size += 200 + len(name)*2 + by.BitLen()/8; size > maxBends {
			return fmt.Errorf("an exact check of %d pieces off a grid would take more than %d MB; pieces of one width would work", n,
				maxBends/1_000_000)
		}
		return nil
	}
	by, at := new(big.Int), new(big.Int)
	for a := range w.edges {
		for b := range w.edges {
			by.Add(both(a, b-1), both(a-1, b))
			by.Sub(by, both(a, b))
			by.Sub(by, both(a-1, b-1))
			if err := add(at.Sub(w.edges[a], w.edges[b]), by); err != nil {
				return nil, err
			}
		}
	}
	for _, end := range []*big.Int{w.most, at.Neg(w.most)} {
		if err := add(end, zero); err != nil {
			return nil, err
		}
	}
	bends := make([]bend, 0, len(found))
	for _, b := range found {
		bends = append(bends, b)
	}
	slices.SortFunc(bends, func(a, b bend) int { return a.at.Cmp(b.at) })
	return bends, nil
}

// meetings goes through the multiples of the unit, up to the first at which no two points
// meet in a direction: there nothing is in common.
func (w exactLaw) meetings(ratio *big.Int) overlap {
	var least overlap
	for k := new(big.Int).Set(w.unit); k.Cmp(w.most) <= 0; k.Add(k, w.unit) {
		for _, shift := range []*big.Int{new(big.Int).Set(k), new(big.Int).Neg(k)} {
			least.less(w.met(shift, ratio), shift)
		}
		if least.fewest.Sign() == 0 {
			break
		}
	}
	return least
}

// met returns the mass in common of the points that meet at a shift.
func (w exactLaw) met(shift, ratio *big.Int) *big.Int {
	in, from, here, there := new(big.Int), new(big.Int), new(big.Int), new(big.Int)
	i := 0
	for _, p := range w.points {
		for from.Sub(p.at, shift); i < len(w.points) && w.points[i].at.Cmp(from) < 0; i++ {
		}
		if i == len(w.points) {
			break
		}
		if w.points[i].at.Cmp(from) > 0 {
			continue
		}
		here.Lsh(p.mass, ratioBits)
		if there.Mul(w.points[i].mass, ratio); here.Cmp(there) > 0 {
			here.Set(there)
		}
		in.Add(in, here)
	}
	return in
}
