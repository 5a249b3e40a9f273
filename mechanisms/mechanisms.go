// Package mechanisms holds differentially private mechanisms as values with
// exact laws. It knows nothing of views, charts or sliders.
package mechanisms

import (
	"math/rand/v2"

	"dpscope/engine/param"
	"dpscope/mechanisms/privacy"
)

// Mechanism perturbs one value of [0, 1].
type Mechanism interface {
	Guarantee() privacy.Guarantee // the claim; between any two values

	// Loss is the supremum, over inputs x, x' in [0, 1] and outputs y, of the
	// log-ratio of the laws of M(x) and M(x') at y, atoms included. It is
	// analytic, and +Inf when the ratio is unbounded.
	Loss() float64

	// DeltaAt returns the exact privacy profile, which the guarantee bounds: the smallest δ for which the
	// mechanism is (ε, δ)-LDP, the supremum over x, x' of the hockey-stick divergence at ε.
	//
	// One pair and one event suffice. For laws with monotone likelihood ratio no other is worse: the answers
	// at which the ratio for x < x′ exceeds e^ε are a half-line y ≤ t, and F(t; x) falls in x, so that F(t;
	// x) − e^ε·F(t; x′) is greatest at x = 0 and x′ = 1, for every t; clamping and conditioning on [0, 1]
	// keep the ratio monotone. x > x′ is the mirror image. Laws with a plateau, or one likelier bin, have
	// only two densities, and the worst event is a plateau that the other leaves bare.
	DeltaAt(epsilon float64) float64

	// TotalVariation returns the total variation distance between the laws of M(x) and M(x′): half of the
	// integral of their absolute difference, atoms included. Its supremum over x, x′ is DeltaAt(0).
	TotalVariation(x, other float64) float64

	// DistinguishingEvent returns the answers at which the log-ratio of the laws of M(x) and M(x′) is at
	// least loss > 0: one interval, with maybe infinite ends; from > to if there are none.
	DistinguishingEvent(x, other, loss float64) (from, to float64)

	At(x float64) Law
}

// Law is the law of one private answer M(x).
type Law interface {
	Mass(from, to float64) float64    // Pr[from ≤ M ≤ to], closed window, anywhere on the line
	Outside(from, to float64) float64 // 1 − Mass, without cancellation
	Density(y float64) float64        // of the absolutely continuous part
	Atoms() []Atom                    // points of positive probability, increasing; nil when there are none
	Support() (low, high float64)     // least closed interval of mass 1; may be infinite
	Mean() float64
	Variance() float64
	Sample(rng *rand.Rand) float64
}

// Atom is a point of positive probability.
type Atom struct{ At, Mass float64 }

// Parameters shared by several mechanisms.
var (
	Epsilon = param.Param{Name: "epsilon", Symbol: "ε", Label: "budget",
		Help: "Privacy budget: the smaller, the more private.",
		Min:  1e-6, Max: 1500, Low: 0.01, High: 20, Default: 2, Scale: param.Log, Least: true, Words: privacy.Words}
	Delta = param.Param{Name: "delta", Symbol: "δ", Label: "δ",
		Help: "δ: by how much a chance may exceed what ε allows (under PAC, the chance that it does); keep it far below 1/n for n people.",
		Min:  1e-300, Max: 0.499, Low: 1e-12, High: 0.1, Default: 1e-6, Scale: param.Log, Least: true}
	Bins = param.Param{Name: "bins", Symbol: "k", Label: "outputs",
		Help: "Number of equally spaced answers on [0, 1], both ends included: more are finer, and tell the truth more rarely.",
		Min:  2, Max: 1000001, Low: 2, High: 10001, Default: 101, Scale: param.Count}
)

// within returns m, or the error of a budget outside the range of Epsilon.
func within(m Mechanism, epsilon float64) (Mechanism, error) {
	if err := Epsilon.Check(epsilon); err != nil {
		return nil, err
	}
	return m, nil
}
