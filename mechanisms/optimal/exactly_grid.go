package optimal

import (
	"math/big"
	"slices"
)

// even moves edges onto the grid on which they lie up to rounding, if possible one that divides the greatest
// move, and returns its width; 0 if they lie on it already, or on none.
func even(edges []*big.Rat, most *big.Rat) float64 {
	n := int64(len(edges) - 1)
	width := new(big.Rat).Sub(edges[n], edges[0])
	width.Mul(width, big.NewRat(1, n))
	if k := rounded(new(big.Rat).Quo(most, width)); k.Sign() > 0 {
		if exact := new(big.Rat).Quo(most, new(big.Rat).SetInt(k)); onGrid(edges, exact) != nil {
			width = exact
		}
	}
	grid := onGrid(edges, width)
	moved := false
	for i := range grid {
		moved = moved || grid[i].Cmp(edges[i]) != 0
		edges[i] = grid[i]
	}
	if !moved {
		return 0
	}
	w, _ := width.Float64()
	return w
}

// onGrid returns the places of edges on a grid of some width, which contains 0 if possible; nil if an edge is
// further from it than four roundings of the outermost.
func onGrid(edges []*big.Rat, width *big.Rat) []*big.Rat {
	hair := new(big.Rat).Abs(slices.MaxFunc([]*big.Rat{edges[0], edges[len(edges)-1]}, byForce))
	hair.Mul(hair, new(big.Rat).SetFloat64(0x1p-50))
	near := func(a, b *big.Rat) bool { return byForce(new(big.Rat).Sub(a, b), hair) <= 0 }
	first := new(big.Rat).Mul(width, new(big.Rat).SetInt(rounded(new(big.Rat).Quo(edges[0], width))))
	if !near(first, edges[0]) {
		first = edges[0]
	}
	grid := make([]*big.Rat, len(edges))
	for i, e := range edges {
		at := new(big.Rat).Mul(width, big.NewRat(int64(i), 1))
		if grid[i] = at.Add(at, first); !near(grid[i], e) {
			return nil
		}
	}
	return grid
}

// byForce orders fractions by how far from 0 they are.
func byForce(a, b *big.Rat) int { return new(big.Rat).Abs(a).Cmp(new(big.Rat).Abs(b)) }

// rounded returns the whole number nearest to a fraction.
func rounded(r *big.Rat) *big.Int {
	twice := new(big.Int).Lsh(r.Num(), 1)
	twice.Add(twice, r.Denom())
	return twice.Div(twice, new(big.Int).Lsh(r.Denom(), 1))
}
