package central

import (
	"math"

	"dpscope/mechanisms"
	"dpscope/mechanisms/privacy"
)

var laplace = Kind{
	Name: "laplace", Title: "Laplace", Words: "Laplace", Brief: "Laplace",
	Help:   "Two-sided exponential noise of scale 1/ε sensitivities.",
	Source: "Dwork, McSherry, Nissim & Smith 2006, Prop. 1",
	New:    func(s Setting) (Noise, error) { return Laplace{s.Epsilon}, nil },
	Part: func(s Setting, part float64) Setting {
		s.Epsilon *= part
		return s
	},
}

// Laplace is noise of density ε/2·exp(−ε|x|).
type Laplace struct{ Epsilon float64 }

// Guarantee has the exact profile, attained by a move by the sensitivity. The logarithm of the density is
// concave, so that its ratio to itself moved is monotone, and no other move and no event but a half-line is
// worse (mechanisms.Mechanism).
func (n Laplace) Guarantee() privacy.Guarantee {
	return guarantee{claim(n.Epsilon, 0), mechanisms.Laplace{Epsilon: n.Epsilon}.DeltaAt}
}

func (n Laplace) Law() mechanisms.Law { return mechanisms.Laplace{Epsilon: n.Epsilon}.At(0) }

func (n Laplace) Expected(l Loss) float64 {
	return l.Symmetric(Moments{1 / n.Epsilon, 2 / (n.Epsilon * n.Epsilon), func(b float64) float64 {
		return math.Exp(-n.Epsilon*b) / (2 * n.Epsilon)
	}})
}
