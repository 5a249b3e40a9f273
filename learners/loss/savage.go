package loss

import "dpscope/engine/param"

var savageLoss = param.Kind[Loss]{
	Name: "savage", Title: "Savage",
	Help:   "A squared sigmoid: bounded, so that hopeless records stop counting, but its sum dips to 1/2 at z = 0.",
	Source: "Masnadi-Shirazi & Vasconcelos 2008",
	New:    func(param.Values) (Loss, error) { return savage{}, nil },
}

// savage is ℓ(z) = σ² with σ = 1/(1 + e^(2z)).
type savage struct{}

func (savage) Value(z float64) float64 {
	s := sigma(2 * z)
	return s * s
}

// Derivative returns -4σ²(1 - σ), with factors computed separately.
func (savage) Derivative(z float64) float64 {
	s := sigma(2 * z)
	return -4 * s * s * sigma(-2*z)
}

// SymmetricSum returns σ² + (1 - σ)², from 1/2 at 0 to 1.
func (l savage) SymmetricSum(z float64) float64 { return l.Value(z) + l.Value(-z) }

func (savage) Traits() Traits { return Traits{Calibrated: true, Bounded: true, Reach: reach} }

func (savage) Formula() string { return "loss(z) = 1/(1 + e^(2z))²" }
