package normal

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// Quantile returns the z with Pr[N ≤ z] = p, for 0 < p < 1, to a few units in
// the last place: Wichura's AS 241, by gonum. For a small tail, UpperQuantile
// has every digit.
func Quantile(p float64) float64 { return mathext.NormalQuantile(p) }

// UpperQuantile returns the z with Pr[N > z] = p, for 0 < p < 1/2. Below p = 0.001
// it is right to its last digit, where Quantile may be five units away; towards
// 1/2, where z itself nears 0, only its absolute error stays that small.
func UpperQuantile(p float64) float64 {
	// Abramowitz & Stegun 26.2.23, right to 4.5e-4; each Newton step on the
	// logarithm of the tail then squares the error.
	goal := math.Log(p)
	r := math.Sqrt(-2 * goal)
	z := r - (2.515517+r*(0.802853+r*0.010328))/(1+r*(1.432788+r*(0.189269+r*0.001308)))
	for range 3 {
		m := MillsRatio(z)
		z += (math.Log(m*InvSqrtTwoPi) - z*z/2 - goal) * m
	}
	return z
}
