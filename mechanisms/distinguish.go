package mechanisms

import "math"

// How well two inputs can be told apart from one answer. Every law here is
// mirrored when its input is, so that the lower of two inputs may be taken to be
// the one asked about; and apart from those with plateaus all have monotone
// likelihood ratio: the lower an answer, the more it speaks for the lower input.

// emptyInterval returns an interval without a point.
func emptyInterval() (from, to float64) { return math.Inf(1), math.Inf(-1) }

// mirrored answers DistinguishingEvent for any two inputs, by an answer for x < other.
func mirrored(x, other float64, below func(x, other float64) (from, to float64)) (from, to float64) {
	switch {
	case x == other:
		return emptyInterval()
	case x < other:
		return below(x, other)
	}
	from, to = below(1-x, 1-other)
	return 1 - to, 1 - from
}

// withRoundoff lowers a loss by what rounding may have added, so that a ratio that
// is attained is found: at the inputs 0 and 1 Laplace noise attains e^ε.
func withRoundoff(loss float64) float64 { return loss * (1 - 1e-12) }

// variationOf returns the total variation distance between x + Z and x′ + Z, at |x − x′| = apart: the two
// densities cross halfway. Clamping to [0, 1] keeps it, because it keeps the events y ≤ (x + x′)/2.
func variationOf[N noise](n N, apart float64) float64 {
	return n.between(-apart/2, apart/2, apart)
}

// laplaceEvent returns DistinguishingEvent of Laplace noise for x < other: the log-ratio is ε·(x′ − x) up to
// x, and from there falls by 2ε a unit.
func laplaceEvent(epsilon, x, other, loss float64) (from, to float64) {
	if epsilon*(other-x) < withRoundoff(loss) {
		return emptyInterval()
	}
	return math.Inf(-1), max(x, (x+other)/2-loss/(2*epsilon))
}

// intersectUnit returns the answers of [0, 1] among those of an interval from −∞.
func intersectUnit(from, to float64) (_, _ float64) {
	if to < 0 {
		return emptyInterval()
	}
	return max(from, 0), min(to, 1)
}

// tiltedEvent returns DistinguishingEvent of weights e^(−b|x−y|) on [0, 1] for x < other, with lean the
// logarithm of the ratio of their sums at x′ and at x: the log-ratio is b·(x′ − x) + lean up to x, and from
// there falls by 2b a unit.
func tiltedEvent(b, lean, x, other, loss float64) (from, to float64) {
	if b*(other-x)+lean < withRoundoff(loss) {
		return emptyInterval()
	}
	return 0, max(x, (x+other)/2+(lean-loss)/(2*b))
}

// endsChange returns g(x′) − g(x) for g(x) = e^(−bx) + e^(−b(1−x)), x and x′ in
// [0, 1] in any order, as a product: b may be minute.
func endsChange(b, x, other float64) float64 {
	switch {
	case other < x:
		return -endsChange(b, other, x)
	case x+other > 1: // g is the same at 1 − x
		return -endsChange(b, 1-other, 1-x)
	}
	return math.Expm1(-b*(other-x)) * math.Exp(-b*x) * -math.Expm1(-b*(1-x-other))
}
