package binomial

import (
	"math"

	"dpscope/engine/num/quad"
)

// The rules for nearly constant terms, and for terms that fall to nothing.
var fewNodes, manyNodes = quad.Legendre(8), quad.Legendre(32)

// quadrature returns Σ Pr(X = x)/e^first over the given number of whole x from
// the given one on: the integral of the smooth continuation from half a count
// before the first to half a count after the last, by the rule, with the ends
// corrected as Euler and Maclaurin say:
//
//	Σ f(x) = ∫ f − (1/24) [f′] + (7/5760) [f‴] − ...
//
// where each derivative is smaller than the one before by the rate of change,
// at most 1/50 per count.
func (l Law) quadrature(first, from, terms float64, r quad.Rule) float64 {
	gap := l.AboveMean(from)
	half := terms / 2
	integral := r.Sum(func(node float64) float64 {
		t := half*(1+node) - 0.5
		return math.Exp(l.saddlePoint(from+t, gap+t) - first)
	})
	return integral*half + l.endCorrection(from+terms-0.5, gap+terms-0.5, first) - l.endCorrection(from-0.5, gap-0.5, first)
}

// endCorrection returns −f′/24 + 7 f‴/5760 at x for f = Pr(X = x)/e^first. The derivatives of ln f are
// differences of polygamma functions; their asymptotic series suffice because quadrature is used only for
// large x and N − x.
func (l Law) endCorrection(x, gap, first float64) float64 {
	y := l.N - x
	d3 := 1/(x*x) - 1/(y*y)
	d2 := -1/x - 1/y
	d1 := math.Log1p(-gap/(x*l.Q)) - 0.5/x + 0.5/y + d3/12
	third := d1*(d1*d1+3*d2) + d3
	return math.Exp(l.saddlePoint(x, gap)-first) * (-d1/24 + third*7/5760)
}
