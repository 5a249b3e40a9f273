package loss

import "dpscope/engine/param"

var squaredLoss = param.Kind[Loss]{
	Name: "squared", Title: "Squared",
	Help:   "The squared distance of the margin from 1, also above it: confident mistakes dominate it.",
	Source: "least squares; Bartlett, Jordan & McAuliffe 2006",
	New:    func(param.Values) (Loss, error) { return squared{}, nil },
}

// squared is ℓ(z) = (1 - z)².
type squared struct{}

func (squared) Value(z float64) float64 { return (1 - z) * (1 - z) }

func (squared) Derivative(z float64) float64 { return -2 * (1 - z) }

func (squared) SymmetricSum(z float64) float64 { return 2 + 2*z*z }

func (squared) Traits() Traits {
	return Traits{Convex: true, Calibrated: true, Bounded: true, Reach: reach}
}

func (squared) Formula() string { return "loss(z) = (1 - z)²" }
