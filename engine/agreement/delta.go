package agreement

import "math"

// WithIndicator returns the agreement when an indicator sends the record as it
// is with probability delta, one indicator for all private features: such a
// release is (ε, δ)-differentially private, and it exposes δ·n of n people.
func WithIndicator(agreement, delta float64) float64 {
	return math.FMA(delta, 1-agreement, agreement)
}

// ManyExposed is the δ above which exposing δ·n people deserves a warning.
const ManyExposed = 1e-3

// ComposedDelta returns the probability that at least one of d independent
// releases fails, each with probability delta: 1 − (1−δ)^d.
func ComposedDelta(delta float64, d int) float64 {
	return -math.Expm1(float64(d) * math.Log1p(-delta))
}
