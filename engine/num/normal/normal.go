// Package normal is the standard normal law N: masses, tails and their
// inverses that keep their digits where differences of distribution functions
// lose them.
package normal

import (
	"math"

	"dpscope/engine/num/quad"
)

// InvSqrtTwoPi is 1/√(2π), the density at 0.
const InvSqrtTwoPi = 0.398942280401432677939946059934381868 // https://oeis.org/A231863

// SqrtHalfPi is √(π/2), Mills' ratio at 0.
const SqrtHalfPi = 1.253314137315500251207882642405522627 // https://oeis.org/A069998

// Density returns φ(z).
func Density(z float64) float64 { return math.Exp(-z*z/2) * InvSqrtTwoPi }

// Excess returns E[(N − t)⁺] = φ(t) − t·Pr[N > t], without its cancellation.
func Excess(t float64) float64 {
	if t < 5 {
		return Density(t) - t*UpperTail(t)
	}
	return Density(t) * (1 - t*MillsRatio(t))
}

// UpperTail returns Pr[N > z], to relative rounding also far out.
func UpperTail(z float64) float64 { return math.Erfc(z/math.Sqrt2) / 2 }

// Mass returns Pr[low ≤ N ≤ high]; width is high − low, to full
// precision even where low and high have lost it.
func Mass(low, high, width float64) float64 {
	if low > 0 {
		low, high = -high, -low // by symmetry; the window now lies left of 0 or holds it
	}
	if width < 0.25 && width*low > -0.4 {
		return narrowMass(low+width/2, width/2)
	}
	if high <= 0 {
		return UpperTail(-high) - UpperTail(-low)
	}
	return (math.Erf(high/math.Sqrt2) - math.Erf(low/math.Sqrt2)) / 2
}

// narrowMass integrates the density over center ± half. Differences of tails
// would cancel.
func narrowMass(center, half float64) float64 {
	return half * quad.Five.Sum(func(node float64) float64 {
		z := center + half*node
		return math.Exp(-z * z / 2)
	}) * InvSqrtTwoPi
}

// SecondMoment returns ∫₀ᶻ t²φ(t) dt, for z ≥ 0.
func SecondMoment(z float64) float64 {
	if z > 1 {
		return math.Erf(z/math.Sqrt2)/2 - z*math.Exp(-z*z/2)*InvSqrtTwoPi
	}
	// φ(z)·(z³/3 + z⁵/15 + z⁷/105 + ...), DLMF 7.6.2.
	term, sum := z*z*z/3, 0.0
	for k := 5.0; sum+term != sum; k += 2 {
		sum += term
		term *= z * z / k
	}
	return sum * math.Exp(-z*z/2) * InvSqrtTwoPi
}
