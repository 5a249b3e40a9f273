package binomial

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"
)

// rule is a Gauss–Legendre rule on [−1, 1].
type rule struct{ nodes, weights []float64 }

// Eight nodes integrate a function that falls by a factor e, and 32 one that falls to
// nothing like a normal or an exponential tail, to rounding.
var fewNodes, manyNodes = legendre(8), legendre(32)

func legendre(count int) rule {
	r := rule{make([]float64, count), make([]float64, count)}
	quad.Legendre{}.FixedLocations(r.nodes, r.weights, -1, 1)
	return r
}

// quadrature returns Σ Pr(X = x)/e^first over the given number of whole x from
// the given one on: the integral of the smooth continuation from half a count
// before the first to half a count after the last, by the rule, with the ends
// corrected as Euler and Maclaurin say:
//
//	Σ f(x) = ∫ f − (1/24) [f′] + (7/5760) [f‴] − ...
//
// where each derivative is smaller than the one before by the rate of change,
// at most 1/50 per count.
func (l Law) quadrature(first, from, terms float64, r rule) float64 {
	gap := l.aboveMean(from)
	half := terms / 2
	integral := 0.0
	for i, node := range r.nodes {
		t := half*(1+node) - 0.5
		integral += r.weights[i] * math.Exp(l.saddlePoint(from+t, gap+t)-first)
	}
	return integral*half + l.endCorrection(from+terms-0.5, gap+terms-0.5, first) - l.endCorrection(from-0.5, gap-0.5, first)
}

// endCorrection is −f′/24 + 7 f‴/5760 at x for f = Pr(X = x)/e^first. The
// derivatives of ln f are differences of polygamma functions, whose asymptotic
// series serve because quadrature is used only where x and N − x are large.
func (l Law) endCorrection(x, gap, first float64) float64 {
	y := l.N - x
	d3 := 1/(x*x) - 1/(y*y)
	d2 := -1/x - 1/y
	d1 := math.Log1p(-gap/(x*l.Q)) - 0.5/x + 0.5/y + d3/12
	third := d1*(d1*d1+3*d2) + d3
	return math.Exp(l.saddlePoint(x, gap)-first) * (-d1/24 + third*7/5760)
}
