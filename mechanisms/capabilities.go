package mechanisms

import "dpscope/engine/param"

// What some mechanisms and laws can do besides. Ask by type assertion.

// EpsilonSettable is a mechanism that can be had at another budget, cheaply. The
// error comes from its kind's New.
type EpsilonSettable interface {
	WithEpsilon(epsilon float64) (Mechanism, error)
}

// Turning is a mechanism that knows how a mass depends on its budget. Where
// known, CriticalEpsilons returns budgets such that between neighbouring ones (and before
// the first and after the last) Pr[from ≤ M(x) ≤ to] is monotone in ε, all else
// being fixed. They are in no particular order, may repeat, and may lie outside
// the range of ε.
type Turning interface {
	CriticalEpsilons(x, from, to float64) (epsilons []float64, known bool)
}

// LossTail is a mechanism that knows how often its privacy loss is large.
type LossTail interface {
	// LossTail returns the supremum over x, x′ in [0, 1] of the probability,
	// under M(x), that the log-ratio of the laws of M(x) and M(x′) at the
	// outcome exceeds epsilon.
	LossTail(epsilon float64) float64
}

// GaussianScaled is a mechanism with Gaussian noise.
type GaussianScaled interface {
	Sigma() float64 // standard deviation of the noise, before any clamping
}

// Plateaued is a law with a density of two values: a high one on an interval around x, a low one on the rest
// of [0, 1].
type Plateaued interface{ Plateau() Plateau }

// Jumping is a law with a density that jumps or bends within its support at places other than x.
type Jumping interface{ Jumps() []float64 }

// Plateau is the interval of high density. It holds x, and is moved inward
// where x lies closer to an end of [0, 1] than HalfWidth.
type Plateau struct {
	Low, High float64 // its ends; equal in float64 when HalfWidth is below 1e-16
	HalfWidth float64
	Density   float64 // +Inf beyond the range of float64
}

// TwoLevels reports whether every answer has one of two densities or probabilities, the same two whatever the value.
func TwoLevels(l Law) bool {
	_, plateau := l.(Plateaued)
	_, response := l.(responseLaw)
	return plateau || response
}

// Discretised is a law that depends on x through the nearest bin.
type Discretised interface {
	Snapped() float64 // the bin used instead of x
}

// Binned is a law on equally spaced bins 0 ... Bins−1; bin i stands at i/(Bins−1).
type Binned interface {
	Bins() int
	BinsMass(first, last int) float64 // of the bins first to last; costs no more than Mass
}

// Peaked is a law of x + Z with Z symmetric and unimodal about 0, and ever more peaked as ε grows: Pr[|Z| ≤
// t] rises at every t.
type Peaked interface{ Peaked() }

// Shifted is a law of x + Z, where Z is the same at every x.
type Shifted interface{ Shift() float64 } // x

// Overlapping is a mechanism with edges steeper than the digits of their places, so that the masses of two of
// its laws do not determine their overlap.
type Overlapping interface {
	Overlap(x, other float64) float64 // 1 − TotalVariation, with all its digits
}

// Overstating is a mechanism with a smaller loss than it states.
type Overstating interface {
	Honest() string // title of a mechanism with the same law that states its true loss; empty: none
}

// Described is a mechanism that explains itself with its numbers.
type Described interface {
	Formula(x float64) string // the law of M(x), in a sentence
	Caption(x float64) string // what a picture of the law shows, and a suggestion to try
}

// Family makes a mechanism at a budget, all else about it being fixed.
type Family func(epsilon float64) (Mechanism, error)

// FamilyOf returns the Family of a kind with its other parameters as in v.
func FamilyOf(kind param.Kind[Mechanism], v param.Values) Family {
	least, err := kind.New(v.With(Epsilon, Epsilon.Min))
	if m, ok := least.(EpsilonSettable); ok && err == nil {
		return m.WithEpsilon // copying Values would cost more than the mechanism
	}
	return func(epsilon float64) (Mechanism, error) {
		return kind.New(v.With(Epsilon, epsilon))
	}
}
