package central

import (
	"fmt"
	"math"

	"dpscope/engine/num/normal"
	"dpscope/mechanisms"
	"dpscope/mechanisms/privacy"
)

var analyticGaussian = Kind{
	Name: "analytic-gaussian", Title: "Analytic Gaussian", Words: "Gaussian", Brief: "Gaussian", NeedsDelta: true,
	Help:   "Normal noise of the least standard deviation that is (ε, δ)-private.",
	Source: "Balle & Wang 2018, Thm 8 and Algorithm 1",
	New: func(s Setting) (Noise, error) {
		if !(0 < s.Delta && s.Delta < 1) {
			return nil, fmt.Errorf("normal noise needs 0 < δ < 1, and δ is %g", s.Delta)
		}
		m, err := mechanisms.AnalyticGaussian(s.Epsilon, s.Delta)
		return Gaussian{m}, err
	},
	Deviation: privacy.AnalyticSigma,
}

// Shifted returns the setting of normal noise with a sensitivity of mu deviations, by one point of its profile.
func Shifted(mu float64) Setting {
	const least = 0.01
	epsilon := max(mu*mu/2, least)
	return Setting{Epsilon: epsilon, Delta: privacy.GaussianProfile(epsilon, 1/mu)}
}

// Gaussian is normal noise of the least standard deviation that is (ε, δ)-private.
type Gaussian struct{ of mechanisms.Gaussian }

// Guarantee has the exact profile, attained by a move by the sensitivity. The logarithm of the density is
// concave, so that its ratio to itself moved is monotone, and no other move and no event but a half-line is
// worse (mechanisms.Mechanism).
func (n Gaussian) Guarantee() privacy.Guarantee {
	return guarantee{claim(n.of.Epsilon, n.of.Delta), n.of.DeltaAt}
}

func (n Gaussian) Law() mechanisms.Law { return n.of.At(0) }

func (n Gaussian) Expected(l Loss) float64 {
	sigma := n.of.Sigma()
	return l.Symmetric(Moments{sigma * math.Sqrt(2/math.Pi), sigma * sigma, func(b float64) float64 { return sigma * normal.Excess(b/sigma) }})
}
