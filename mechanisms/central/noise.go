package central

import (
	"cmp"
	"fmt"

	"dpscope/mechanisms"
	"dpscope/mechanisms/privacy"
)

// Noise is added to the answer.
type Noise interface {
	Guarantee() privacy.Guarantee
	Law() mechanisms.Law
	Expected(Loss) float64 // in closed form
}

// Kind is a family of noise for queries with its capabilities, by which questions pick kinds.
type Kind struct {
	Name, Title  string // "truncated-laplace", "Truncated Laplace"
	Words, Brief string // before "noise": "truncated Laplace", and "trunc. Laplace" in rows of answers
	Help, Source string
	NeedsDelta   bool // it keeps no ε without a δ
	Whole        bool // it adds whole numbers, for counts alone
	Ranged       bool // its law depends on where the true answer lies

	New       func(Setting) (Noise, error)          // nil: it has no closed form
	Wide      func(Setting) (Noise, error)          // also at δ too great to be offered; nil: New
	Part      func(s Setting, part float64) Setting // of the same noise when a record moves the answer by a part of its sensitivity; nil: that has another form
	Deviation func(epsilon, delta float64) float64  // of normal noise; nil: not normal
}

// Noise returns the kind's name within a sentence.
func (k Kind) Noise() string {
	if k.Ranged {
		return "noise " + k.Words
	}
	return k.Words + " noise"
}

// Told returns the kind with one question's own words, where it has any.
func (k Kind) Told(own Kind) Kind {
	k.Name, k.Title = cmp.Or(own.Name, k.Name), cmp.Or(own.Title, k.Title)
	k.Help, k.Source = cmp.Or(own.Help, k.Help), cmp.Or(own.Source, k.Source)
	return k
}

// Setting holds the parameters of noise.
type Setting struct {
	Epsilon float64 // positive
	Delta   float64 // in [0, 1); 0 for ε-private noise
	Loss    Loss
	Steps   int // for noise of whole numbers, how many of them one record moves the answer by; otherwise 0
}

// Kinds lists kinds that have a closed form, the most private of their guarantees first.
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

// guarantee is a claim with a known privacy profile: the hockey-stick divergence at the shift by the
// sensitivity, to the right. No smaller shift is worse if the density, or the probability of whole numbers,
// is log-concave, as for all noise here except the staircase. Then the places at which it exceeds e^ε times
// itself moved by φ > 0 are a half-line x ≤ t, and F(t) − e^ε·F(t − φ) grows with φ, for every t. Symmetric
// noise has the same profile to the left.
type guarantee struct {
	claim privacy.Claim
	of    func(epsilon float64) float64
}

func (g guarantee) Claim() privacy.Claim          { return g.claim }
func (g guarantee) Delta(epsilon float64) float64 { return g.of(epsilon) }

// claim states (ε, δ) for a query's noise.
func claim(epsilon, delta float64) privacy.Claim {
	c := privacy.Claim{Epsilon: epsilon, Delta: delta, Neighbours: privacy.OneReplaced,
		Condition: "one record moves the true answer by at most the sensitivity"}
	if delta > 0 {
		c.Notion = privacy.Approximate
	}
	return c
}
