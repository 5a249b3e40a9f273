package mechanisms

import (
	"math"

	"dpscope/engine/param"
	"dpscope/mechanisms/privacy"
)

var pm = param.Kind[Mechanism]{
	Name: "pm", Title: "Piecewise (PM)", Tag: "ε-LDP",
	Help: "Answers fall evenly on a short stretch around x, and e^ε times more thinly on the rest of [0, 1]. " +
		"Biased towards the middle.",
	Source: "Zheng & Hu, Quantifying Classifier Utility under LDP, Def. 11; after Wang et al. 2019 (ICDE), whose PM is unbiased on a wider range",
	Params: []param.Param{Epsilon},
	New: func(v param.Values) (Mechanism, error) {
		return Piecewise{}.WithEpsilon(v.Get(Epsilon))
	},
}

// Piecewise has density e^(ε/2) on a plateau of half-width
// C = 1/(2(1 + e^(ε/2))) around x, and e^(−ε/2) on the rest of [0, 1].
type Piecewise struct {
	Epsilon float64
	shape   twoLevelDensity
}

// WithEpsilon returns the same mechanism at another budget.
func (Piecewise) WithEpsilon(epsilon float64) (Mechanism, error) {
	inside, outside := math.Exp(epsilon/2), math.Exp(-epsilon/2)
	return within(Piecewise{epsilon, twoLevelDensity{
		half:    outside / (2 * (1 + outside)),
		inverse: 1 + inside,
		inside:  inside,
		outside: outside,
		share:   1 / (1 + outside),
	}}, epsilon)
}

func (m Piecewise) Guarantee() privacy.Guarantee {
	return privacy.State(privacy.Claim{Epsilon: m.Epsilon})
}

// Loss returns ε: a point may lie on the plateau of one input and off that of another.
func (m Piecewise) Loss() float64 { return m.Epsilon }

// DeltaAt is attained by any two inputs with disjoint plateaus.
func (m Piecewise) DeltaAt(epsilon float64) float64 { return m.shape.deltaAt(m.Epsilon - epsilon) }

func (m Piecewise) TotalVariation(x, other float64) float64 {
	return m.shape.totalVariation(m.Epsilon, x, other)
}

func (m Piecewise) Overlap(x, other float64) float64 { return m.shape.common(x, other) }

func (m Piecewise) DistinguishingEvent(x, other, loss float64) (from, to float64) {
	return m.shape.distinguishingEvent(m.Epsilon, x, other, loss)
}

func (m Piecewise) At(x float64) Law { return m.shape.at(x) }

func (m Piecewise) CriticalEpsilons(x, from, to float64) (epsilons []float64, known bool) {
	return plateauCriticalEpsilons(x, from, to,
		func(c float64) float64 { return 2 * math.Log(0.5/c-1) },
		math.Log), true // inside′ = inside/2 and −outside′ = outside/2
}

func (m Piecewise) Formula(x float64) string {
	return m.shape.formula(x) + " C = 1/(2(1 + e^(ε/2)))."
}

func (m Piecewise) Caption(x float64) string { return m.shape.sight(m.Epsilon) }
