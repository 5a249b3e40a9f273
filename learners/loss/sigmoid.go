package loss

import (
	"math"

	"dpscope/engine/param"
)

var sigmoidLoss = param.Kind[Loss]{
	Name: "sigmoid", Title: "Sigmoid",
	Help:   "A smooth step from 1 to 0: symmetric everywhere and bounded, and therefore not convex. Its gradient fades far from 0, on either side.",
	Source: "Ghosh, Manwani & Sastry 2015; Charoenphakdee, Lee & Sugiyama 2019, Table 1",
	New:    func(param.Values) (Loss, error) { return sigmoid{}, nil },
}

// sigmoid is ℓ(z) = 1/(1 + eᶻ).
type sigmoid struct{}

func (sigmoid) Value(z float64) float64 { return sigma(z) }

// Derivative returns -σ(1 - σ), with factors computed separately.
func (sigmoid) Derivative(z float64) float64 { return -sigma(z) * sigma(-z) }

func (sigmoid) SymmetricSum(float64) float64 { return 1 }

func (sigmoid) Traits() Traits {
	return Traits{Flat: math.Inf(1), Calibrated: true, Bounded: true, Reach: 2 * reach}
}

func (sigmoid) Formula() string { return "loss(z) = 1/(1 + e^z)" }
