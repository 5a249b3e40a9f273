package optimal

import (
	"cmp"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
)

// decimal returns a number as its shortest decimal.
func decimal(x float64) *big.Rat {
	r, _ := new(big.Rat).SetString(strconv.FormatFloat(x, 'g', -1, 64))
	return r
}

// written converts the written numbers into whole numbers.
func written(pieces []Piece, m Moves) (exactLaw, error) {
	w := exactLaw{}
	var edges, masses, at, heavy []*big.Rat
	for _, p := range slices.SortedFunc(slices.Values(pieces), func(a, b Piece) int { return cmp.Compare(a.Low, b.Low) }) {
		if p.Low == p.High {
			at, heavy = append(at, decimal(p.Low)), append(heavy, decimal(p.Mass))
			continue
		}
		if len(edges) == 0 {
			edges = append(edges, decimal(p.Low))
		}
		edges, masses = append(edges, decimal(p.High)), append(masses, decimal(p.Mass))
	}
	most, unit := decimal(m.Most), decimal(m.Unit)
	switch {
	case m.Unit > 0 && len(masses) > 0:
		return w, errors.New("only points have an exact check for answers that are whole numbers")
	case len(masses) > 0:
		w.grid = even(edges, most)
	}
	by := common(slices.Concat(edges, at, []*big.Rat{most, unit}))
	w.length = new(big.Rat).SetFrac(big.NewInt(1), by)
	w.most, w.unit = times(most, by), times(unit, by)
	shares := common(slices.Concat(masses, heavy))
	width := big.NewInt(1) // a multiple of all widths
	for i := range masses {
		w.edges = append(w.edges, times(edges[i], by))
		step := new(big.Int).Sub(times(edges[i+1], by), w.edges[i])
		width.Mul(width, new(big.Int).Div(step, new(big.Int).GCD(nil, nil, width, step)))
		if width.BitLen() > maxDigits {
			return w, fmt.Errorf("the pieces have so many widths that an exact check would need numbers of more than %d binary digits; pieces of one width would work", maxDigits)
		}
	}
	if n := len(masses); n > 0 {
		w.edges = append(w.edges, times(edges[n], by))
	}
	w.whole = new(big.Int)
	for i, mass := range masses {
		step := new(big.Int).Sub(w.edges[i+1], w.edges[i])
		density := new(big.Int).Mul(times(mass, shares), new(big.Int).Div(width, step))
		w.densities = append(w.densities, density)
		w.whole.Add(w.whole, new(big.Int).Mul(density, step))
	}
	for i, mass := range heavy {
		p := exactPoint{times(at[i], by), new(big.Int).Mul(times(mass, shares), width)}
		w.points = append(w.points, p)
		w.whole.Add(w.whole, p.mass)
	}
	return w, nil
}

// maxDigits bounds the numbers of an exact check, and maxBends how many there are.
const (
	maxDigits = 20_000
	maxBends  = 100_000_000 // bytes, about
)

// common returns a multiple of all denominators.
func common(of []*big.Rat) *big.Int {
	all := big.NewInt(1)
	for _, r := range of {
		all.Mul(all, new(big.Int).Div(r.Denom(), new(big.Int).GCD(nil, nil, all, r.Denom())))
	}
	return all
}

// times returns a fraction times a multiple of its denominator.
func times(r *big.Rat, by *big.Int) *big.Int {
	n := new(big.Int).Mul(r.Num(), by)
	return n.Div(n, r.Denom())
}
