package loss

import (
	"math"

	"dpscope/engine/param"
)

var hingeLoss = param.Kind[Loss]{
	Name: "hinge", Title: "Hinge",
	Help:   "A straight line down to 0 at z = 1, and nothing beyond: convex, and symmetric for |z| ≤ 1 only.",
	Source: "Cortes & Vapnik 1995",
	New:    func(param.Values) (Loss, error) { return hinge{}, nil },
}

// hinge is ℓ(z) = max(0, 1 - z).
type hinge struct{}

func (hinge) Value(z float64) float64 { return max(0, 1-z) }

// Derivative is 0 at the kink.
func (hinge) Derivative(z float64) float64 {
	if z < 1 {
		return -1
	}
	return 0
}

func (hinge) SymmetricSum(z float64) float64 { return max(2, 1+math.Abs(z)) }

func (hinge) Traits() Traits {
	return Traits{Flat: 1, Convex: true, Calibrated: true, Bounded: true, Reach: reach, Kinks: []float64{1}}
}

func (hinge) Formula() string { return "loss(z) = max(0, 1 - z)" }
