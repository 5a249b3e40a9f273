package mechanisms

import (
	"math"

	"dpscope/engine/param"
	"dpscope/mechanisms/privacy"
)

var sw = param.Kind[Mechanism]{
	Name: "sw", Title: "Square wave (SW)", Tag: "ε-LDP",
	Help: "As the piecewise mechanism, with a narrower and higher stretch around x. " +
		"Best for small windows; far answers stay more likely.",
	Source: "Zheng & Hu, Quantifying Classifier Utility under LDP, Def. 12; after Li et al. 2020 (SIGMOD), moved to [0, 1]",
	Params: []param.Param{Epsilon},
	New: func(v param.Values) (Mechanism, error) {
		return SquareWave{}.WithEpsilon(v.Get(Epsilon))
	},
}

// SquareWave has density p = (e^ε − 1)/ε on a plateau of half-width
// C = (e^ε(ε − 1) + 1)/(2(e^ε − 1)²) around x, and p·e^−ε on the rest of [0, 1].
type SquareWave struct {
	Epsilon float64
	shape   twoLevelDensity
}

// WithEpsilon returns the same mechanism at another budget. It never forms e^2ε, and forms e^ε only where
// +Inf is the right answer.
func (SquareWave) WithEpsilon(epsilon float64) (Mechanism, error) {
	rest := -math.Expm1(-epsilon) // 1 − e^−ε
	numerator := excess(-epsilon) // e^−ε times that of C
	return within(SquareWave{epsilon, twoLevelDensity{
		half:    math.Exp(-epsilon) * numerator / (2 * rest * rest),
		inverse: math.Exp(epsilon) * rest * rest / numerator,
		inside:  math.Expm1(epsilon) / epsilon,
		outside: rest / epsilon,
		share:   numerator / (epsilon * rest),
	}}, epsilon)
}

func (m SquareWave) Guarantee() privacy.Guarantee {
	return privacy.State(privacy.Claim{Epsilon: m.Epsilon})
}

// Loss returns ε: a point may lie on the plateau of one input and off that of another.
func (m SquareWave) Loss() float64 { return m.Epsilon }

// DeltaAt is attained by any two inputs with disjoint plateaus.
func (m SquareWave) DeltaAt(epsilon float64) float64 { return m.shape.deltaAt(m.Epsilon - epsilon) }

func (m SquareWave) TotalVariation(x, other float64) float64 {
	return m.shape.totalVariation(m.Epsilon, x, other)
}

func (m SquareWave) Overlap(x, other float64) float64 { return m.shape.common(x, other) }

func (m SquareWave) DistinguishingEvent(x, other, loss float64) (from, to float64) {
	return m.shape.distinguishingEvent(m.Epsilon, x, other, loss)
}

func (m SquareWave) At(x float64) Law { return m.shape.at(x) }

func (m SquareWave) CriticalEpsilons(x, from, to float64) (epsilons []float64, known bool) {
	return plateauCriticalEpsilons(x, from, to,
		func(c float64) float64 {
			goal := math.Log(2 * c)
			return solve(func(epsilon float64) float64 {
				rest := -math.Expm1(-epsilon)
				return goal + epsilon - math.Log(excess(-epsilon)/(rest*rest))
			})
		},
		func(ratio float64) float64 {
			goal := math.Log(ratio) // inside′ = e^ε·excess(−ε)/ε², −outside′ = gamma2(ε)/ε²
			return solve(func(epsilon float64) float64 {
				return epsilon + math.Log(excess(-epsilon)/gamma2(epsilon)) - goal
			})
		}), true
}

func (m SquareWave) Formula(x float64) string {
	return m.shape.formula(x) + " C = (e^ε(ε − 1) + 1)/(2(e^ε − 1)²)."
}

func (m SquareWave) Caption(x float64) string { return m.shape.sight(m.Epsilon) }
