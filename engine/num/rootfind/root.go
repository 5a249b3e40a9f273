// Package rootfind finds where a function of one variable changes sign.
package rootfind

import "math"

// Bracket narrows [low, high], where f(low) < 0 ≤ f(high), until no float64
// lies well inside it: to 2·width·(|low| + |high|), four times width relative to
// either, or a few units in the last place when that is more. It returns the two ends,
// with f(below) < 0 ≤ f(above), so that a caller may take the side that is safe.
// f need not be continuous nor monotone; infinite values are fine.
//
// The method is Chandrupatla's (Advances in Engineering Software 28, 1997):
// inverse quadratic interpolation where it can be trusted, bisection elsewhere.
func Bracket(f func(float64) float64, low, high, flow, fhigh, width float64) (below, above float64) {
	const most = 200 // bisection alone needs fewer than 100
	a, b, fa, fb := high, low, fhigh, flow
	t := 0.5
	for range most {
		at := a + t*(b-a)
		v := f(at)
		c, fc := a, fa
		if (v < 0) == (fa < 0) {
			a, fa = at, v
		} else {
			c, fc = b, fb
			b, fb = a, fa
			a, fa = at, v
		}
		// a is the newest point, b the other end, c the point given up.
		tolerance := width*(math.Abs(a)+math.Abs(b)) + 2*ulp(max(math.Abs(a), math.Abs(b)))
		least := tolerance / math.Abs(b-a)
		if least >= 0.5 {
			break
		}
		t = step(a, b, c, fa, fb, fc)
		t = min(max(t, least), 1-least)
	}
	if fa < 0 {
		return a, b
	}
	return b, a
}

// step returns the share of the way from a to b at which to try next.
func step(a, b, c, fa, fb, fc float64) float64 {
	ratio := (a - b) / (c - b)
	drop := (fa - fb) / (fc - fb)
	if !(1-math.Sqrt(1-ratio) < drop && drop < math.Sqrt(ratio)) { // false for NaN
		return 0.5
	}
	t := fa/(fb-fa)*fc/(fb-fc) + (c-a)/(b-a)*fa/(fc-fa)*fb/(fc-fb)
	if !(0 <= t && t < 1) {
		return 0.5
	}
	return t
}

func ulp(v float64) float64 { return math.Nextafter(v, math.Inf(1)) - v }
