package central

import (
	"fmt"
	"math"

	"dpscope/mechanisms"
	"dpscope/mechanisms/privacy"
)

var truncatedLaplace = Kind{
	Name: "truncated-laplace", Title: "Truncated Laplace", Words: "truncated Laplace", Brief: "trunc. Laplace", NeedsDelta: true,
	Help:   "Laplace noise of scale 1/ε on condition that it is at most A = ln(1 + (e^ε − 1)/(2δ))/ε, in sensitivities; δ pays for the cut.",
	Source: "Geng, Ding, Guo & Kumar 2020, Thm 1",
	New: func(s Setting) (Noise, error) {
		if !(0 < s.Delta && s.Delta < 0.5) {
			return nil, fmt.Errorf("truncated Laplace noise needs 0 < δ < 1/2, where its support is longer than the sensitivity; δ is %g", s.Delta)
		}
		return cutLaplace(s)
	},
	Wide: cutLaplace,
	Part: func(s Setting, part float64) Setting { // it reaches as far at less ε, and less is cut off
		whole := s.Epsilon
		s.Epsilon *= part
		s.Delta = s.Delta * math.Expm1(s.Epsilon) / math.Expm1(whole)
		return s
	},
}

// cutLaplace returns that noise at any 0 < δ < 1. Above a half its support is shorter than the sensitivity, so that most answers give the
// table away; at a great risk it costs least all the same.
func cutLaplace(s Setting) (Noise, error) {
	m, err := mechanisms.BoundedLaplace{Delta: s.Delta}.WithEpsilon(s.Epsilon)
	return TruncatedLaplace{s.Epsilon, s.Delta, m}, err
}

// TruncatedLaplace is noise of density proportional to exp(−ε|x|) on [−A, A].
type TruncatedLaplace struct {
	epsilon, delta float64
	of             mechanisms.Mechanism
}

// Guarantee has the exact profile, attained by a move by the sensitivity. The logarithm of the density is
// concave, so that its ratio to itself moved, which is +Inf outside the moved support, is monotone, and no
// other move and no event but a half-line is worse (mechanisms.Mechanism).
func (n TruncatedLaplace) Guarantee() privacy.Guarantee {
	return guarantee{claim(n.epsilon, n.delta), n.of.DeltaAt}
}

// Certain returns δ at every ε: the mass beyond the reach of the noise moved by a sensitivity.
func (n TruncatedLaplace) Certain() float64 { return n.delta }

func (n TruncatedLaplace) Law() mechanisms.Law { return n.of.At(0) }

// Expected uses r = e^L − 1, where L is ε·A, and r = (e^ε − 1)/(2δ) up to δ = 1/2: E|X| = (1 − L/r)/ε and E
// X² = 2(1 − (L + L²/2)/r)/ε²; the density is ε(1 + r)/(2r)·exp(−εx) up to A.
func (n TruncatedLaplace) Expected(l Loss) float64 {
	r := math.Expm1(n.epsilon) / (2 * n.delta)
	cut := math.Log1p(r)
	if n.delta > 0.5 {
		_, end := n.Law().Support()
		cut = n.epsilon * end
		r = math.Expm1(cut)
	}
	if math.IsInf(r, 1) { // the cut takes away less than any number
		cut = n.epsilon - math.Log(2*n.delta)
		return l.Symmetric(Moments{1 / n.epsilon, 2 / (n.epsilon * n.epsilon), func(b float64) float64 {
			if n.epsilon*b >= cut {
				return 0
			}
			return math.Exp(-n.epsilon*b) / (2 * n.epsilon)
		}})
	}
	return l.Symmetric(Moments{(1 - cut/r) / n.epsilon, 2 * (1 - (cut+cut*cut/2)/r) / (n.epsilon * n.epsilon), func(b float64) float64 {
		left := cut - n.epsilon*b // rest of the support, times ε
		if left <= 0 {
			return 0
		}
		return (math.Expm1(left) - left) / (2 * r * n.epsilon)
	}})
}
