package polling

import (
	"math"

	"dpscope/engine/num/binomial"
)

// A walk to the least ε or n asks at hundreds of places whether a margin is kept, and most keep it by far. A bound on both tails
// tells that without summing them.

// surely reports whether a bound keeps a margin; only sums of answers have one.
func (e Estimate) surely(margin, confidence float64) bool {
	var a, b binomial.Law
	switch law := e.law.(type) {
	case one:
		a = law.Law
	case two:
		a, b = law.narrow, law.wide
	default:
		return false
	}
	distance := margin / e.unit
	return tailAtMost(a, b, distance)+tailAtMost(a.Failures(), b.Failures(), distance) <= 1-confidence
}

// tailAtMost bounds the probability that the sum X of two binomial laws, the second of which may have no trial, lies
// a distance or more above its mean. For every s > 0, with X tilted by e^(sX), that is at most
//
//	E[e^(s(X − mean − distance))] · Pr[tilted X = its mode] / (1 − e^−s).
//
// The mode of a sum of independent answers has at most 0.4689 over its standard deviation (Baillon, Cominetti & Vaisman 2016),
// and the expectation alone is Chernoff's bound. The s that moves the mean to the border makes it least.
func tailAtMost(a, b binomial.Law, distance float64) float64 {
	at, people := a.Mean()+b.Mean()+distance, a.N+b.N
	const hair = 1e-12
	if at > people*(1+hair) {
		return 0
	}
	// e^s solves a.N·p·e^s/(q + p·e^s) + the same of b = at, a quadratic equation.
	odds, other := a.P/a.Q, 0.0
	if b.N > 0 {
		other = b.P / b.Q
	}
	square, linear := (people-at)*odds*other, (a.N-at)*odds+(b.N-at)*other
	root := math.Sqrt(linear*linear + 4*square*at)
	tilt := 2 * at / (linear + root)
	if linear < 0 {
		tilt = (root - linear) / (2 * square)
	}
	if !(tilt > 1) || math.IsInf(tilt, 1) {
		return 1
	}
	s := math.Log(tilt)
	more, variance := -s*distance, 0.0
	for _, x := range [...]binomial.Law{a, b} {
		if x.N > 0 {
			more += x.N * (math.Log1p(x.P*math.Expm1(s)) - s*x.P)
			whole := x.Q + x.P*tilt
			variance += x.N * x.P * x.Q * tilt / (whole * whole)
		}
	}
	const mode, rounding = 0.4689, 1e-8
	return math.Exp(more) * min(mode/(math.Sqrt(variance)*-math.Expm1(-s)), 1) * (1 + rounding)
}
