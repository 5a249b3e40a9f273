package loss

import (
	"math"

	"dpscope/engine/param"
)

var logisticLoss = param.Kind[Loss]{
	Name: "logistic", Title: "Logistic",
	Help:   "The usual one: convex, with a gradient that grows the more wrong a score is, so that flipped labels are memorised.",
	Source: "Cox 1958; Bartlett, Jordan & McAuliffe 2006",
	New:    func(param.Values) (Loss, error) { return logistic{}, nil },
}

// logistic is ℓ(z) = ln(1 + e^(-z)).
type logistic struct{}

// Value never exponentiates large numbers.
func (logistic) Value(z float64) float64 { return max(-z, 0) + math.Log1p(math.Exp(-math.Abs(z))) }

func (logistic) Derivative(z float64) float64 { return -sigma(z) }

func (logistic) SymmetricSum(z float64) float64 {
	z = math.Abs(z)
	return z + 2*math.Log1p(math.Exp(-z))
}

func (logistic) Traits() Traits {
	return Traits{Convex: true, Calibrated: true, Bounded: true, Reach: reach}
}

func (logistic) Formula() string { return "loss(z) = ln(1 + e^(-z))" }
