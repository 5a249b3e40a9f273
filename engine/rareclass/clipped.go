package rareclass

import (
	"math"

	"dpscope/engine/num/normal"
	"dpscope/engine/num/quad"
)

// clipped is a normal value of standard deviation 1 that is cut to [−clip, clip].
type clipped struct{ mean, clip float64 }

// moved returns E[min(max(X, −R), R)] − μ.
func (c clipped) moved() float64 { return normal.Excess(c.clip+c.mean) - normal.Excess(c.clip-c.mean) }

// variance returns the variance of the clipped value, at most 1. With P and N the parts cut off above and
// below, clipping turns X into X − P + N, and E[X·P], E[X·N] are tails (Stein's identity):
//
//	1 − 2(Pr[X > R] + Pr[X < −R]) + E[P²] + E[N²] − (E[N] − E[P])².
//
// If the mean lies outside the clip that cancels; then it takes the square of the distance from the nearer
// end.
func (c clipped) variance() float64 {
	mean := math.Abs(c.mean)
	up, down := c.clip-mean, -c.clip-mean // the ends, seen from the mean
	if up < 0 {
		first := normal.Excess(-up) - normal.Excess(-down)
		return squareExcess(-up) - squareExcess(-down) - 4*c.clip*normal.Excess(-down) - first*first
	}
	bias := normal.Excess(-down) - normal.Excess(up)
	return 1 - 2*(normal.UpperTail(up)+normal.UpperTail(-down)) + squareExcess(up) + squareExcess(-down) - bias*bias
}

// squareExcess returns E[((N − t)⁺)²] of a standard normal N, (t² + 1)·Pr[N > t] − t·φ(t).
func squareExcess(t float64) float64 {
	if t < 5 {
		return (t*t+1)*normal.UpperTail(t) - t*normal.Density(t)
	}
	return normal.Density(t) * ((t*t+1)*normal.MillsRatio(t) - t)
}

// spectrum is the characteristic function of a clipped value, as a sum over places
// and their masses.
type spectrum struct{ at, mass []float64 }

// spectrum resolves frequencies up to most. Beyond nine standard deviations there is
// no mass that float64 could tell from none.
func (c clipped) spectrum(most float64) spectrum {
	const far, smooth = 9, 48
	s := spectrum{at: []float64{-c.clip, c.clip}, mass: []float64{normal.UpperTail(c.clip + c.mean), normal.UpperTail(c.clip - c.mean)}}
	low, high := max(-c.clip, c.mean-far), min(c.clip, c.mean+far)
	if low >= high {
		return s
	}
	middle, half := (low+high)/2, (high-low)/2
	for _, p := range quad.Legendre(smooth + int(half*most)) {
		x := middle + half*p.Node
		s.at, s.mass = append(s.at, x), append(s.mass, half*p.Weight*normal.Density(x-c.mean))
	}
	return s
}

// log returns ln E[exp(itY)], as the logarithm of its modulus and its angle. It sums the differences from 1,
// so that powers keep their digits for small t.
func (s spectrum) log(t float64) (modulus, angle float64) {
	re, im := 0.0, 0.0
	for i, x := range s.at {
		sin, cos := math.Sincos(t * x / 2)
		re -= 2 * s.mass[i] * sin * sin
		im += 2 * s.mass[i] * sin * cos
	}
	return math.Log1p(re*(2+re)+im*im) / 2, math.Atan2(im, 1+re)
}
