package loss

import (
	"math"

	"dpscope/engine/param"
)

var unhingedLoss = param.Kind[Loss]{
	Name: "unhinged", Title: "Unhinged",
	Help:   "A straight line: symmetric everywhere and convex, and therefore without a lower bound. Nothing stops scores from growing.",
	Source: "van Rooyen, Menon & Williamson 2015, shifted so that the sum is 1",
	New:    func(param.Values) (Loss, error) { return unhinged{}, nil },
}

// unhinged is ℓ(z) = 1/2 - z.
type unhinged struct{}

func (unhinged) Value(z float64) float64 { return 0.5 - z }

func (unhinged) Derivative(float64) float64 { return -1 }

func (unhinged) SymmetricSum(float64) float64 { return 1 }

func (unhinged) Traits() Traits {
	return Traits{Flat: math.Inf(1), Convex: true, Calibrated: true, Reach: reach}
}

func (unhinged) Formula() string { return "loss(z) = 1/2 - z" }
