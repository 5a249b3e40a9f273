package central

import (
	"fmt"

	"dpscope/mechanisms"
	"dpscope/mechanisms/privacy"
)

// Noise is what is added to the answer.
type Noise interface {
	Guarantee() privacy.Guarantee
	Law() mechanisms.Law
	Expected(Loss) float64 // in closed form
}

// Kind is a family of noise with a fixed shape, told by ε, δ and the loss that it
// is to keep low.
type Kind struct {
	Name, Title string // "truncated-laplace", "Truncated Laplace"
	Help        string
	Source      string
	Whole       bool // of whole numbers: for counts, and for nothing else
	New         func(Setting) (Noise, error)
}

// NeedsDelta reports whether noise of a family keeps no ε without a δ.
func (k Kind) NeedsDelta() bool {
	_, err := k.New(Setting{Epsilon: 1, Loss: Slopes{Below: 1, Above: 1}, Steps: 1})
	return err != nil
}

// Setting is what noise is chosen by.
type Setting struct {
	Epsilon float64 // positive
	Delta   float64 // in [0, 1); 0 where the noise is to be ε-private
	Loss    Loss
	Steps   int // how many whole numbers one record moves the answer by, where it is whole; else 0
}

// Kinds lists the families, the most private of their guarantees first.
var Kinds = []Kind{laplace, staircase, truncatedLaplace, analyticGaussian, discreteLaplace}

// Find returns the family called name.
func Find(name string) (Kind, error) {
	for _, k := range Kinds {
		if k.Name == name {
			return k, nil
		}
	}
	return Kind{}, fmt.Errorf("no noise is called %q", name)
}

// guarantee is a claim of which the privacy profile is known: the hockey-stick divergence
// at the one shift that is the sensitivity, to the right. No other that a record may cause
// is worse where the density, or the probability of whole numbers, is log-concave, as that of all noise here is
// but the staircase. Then the places at which it is more than e^ε times that of itself moved by φ > 0 are
// a half-line x ≤ t, and F(t) − e^ε·F(t − φ) only grows with φ, whatever t. Noise that is the same on
// either side of 0 has the same to the left.
type guarantee struct {
	claim privacy.Claim
	of    func(epsilon float64) float64
}

func (g guarantee) Claim() privacy.Claim          { return g.claim }
func (g guarantee) Delta(epsilon float64) float64 { return g.of(epsilon) }

// claim is that of noise for a query.
func claim(epsilon, delta float64) privacy.Claim {
	c := privacy.Claim{Epsilon: epsilon, Delta: delta, Neighbours: privacy.OneReplaced,
		Condition: "one record moves the true answer by at most the sensitivity"}
	if delta > 0 {
		c.Notion = privacy.Approximate
	}
	return c
}
