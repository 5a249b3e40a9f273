// Package quad integrates functions of one variable: by rules of fixed nodes, and adaptively under a law with
// known masses.
//
// Gonum's integrate/quad gives the nodes of long rules. It has no adaptive
// rule, and none that could use the exact mass of a panel.
package quad

import "gonum.org/v1/gonum/integrate/quad"

// Rule is a Gauss–Legendre rule on [−1, 1]: with n points it is exact for
// polynomials of degree 2n − 1.
type Rule []Point

// Point is a place of a rule and its share of the integral; all shares add up
// to 2.
type Point struct{ Node, Weight float64 }

// Sum returns Σ weight·f(node), which is about ∫ f over [−1, 1].
func (r Rule) Sum(f func(node float64) float64) float64 {
	sum := 0.0
	for _, p := range r {
		sum += p.Weight * f(p.Node)
	}
	return sum
}

// Legendre makes the rule of count points, right to about 4e-16. Eight points
// integrate a function that falls by a factor e, and 32 one that falls to
// nothing like a normal or an exponential tail, to rounding.
func Legendre(count int) Rule {
	nodes, weights := make([]float64, count), make([]float64, count)
	quad.Legendre{}.FixedLocations(nodes, weights, -1, 1)
	r := make(Rule, count)
	for i := range r {
		r[i] = Point{nodes[i], weights[i]}
	}
	return r
}

// Five is the rule of five points to its last digits (DLMF 3.5.21).
var Five = Rule{
	{-0.906179845938663992797626878299, 0.236926885056189087514264040720},
	{-0.538469310105683091036314420700, 0.478628670499366468041291514836},
	{0, 0.568888888888888888888888888889},
	{0.538469310105683091036314420700, 0.478628670499366468041291514836},
	{0.906179845938663992797626878299, 0.236926885056189087514264040720},
}
