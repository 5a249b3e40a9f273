package agreement

import "math"

// WithIndicator returns the agreement when an indicator sends the record as it is with probability delta, one
// indicator for all private features: it exposes δ·n of n people. IndicatorDelta gives its guarantee.
func WithIndicator(agreement, delta float64) float64 {
	return math.FMA(delta, 1-agreement, agreement)
}

// ComposedDelta returns the probability that at least one of d independent
// releases fails, each with probability delta: 1 − (1−δ)^d.
func ComposedDelta(delta float64, d int) float64 {
	return -math.Expm1(float64(d) * math.Log1p(-delta))
}

// IndicatorDelta returns the δ with which the release of d features, each
// perturbed with (ε, slack), is (d·ε, δ)-private when one indicator sends all of
// them raw with probability raw: raw + (1 − raw)·d·slack, for an event S has
// probability at most raw + (1 − raw)(e^(dε)·Pr′[S | perturbed] + d·slack).
func IndicatorDelta(raw, slack float64, d int) float64 {
	return raw + (1-raw)*min(float64(d)*slack, 1)
}
