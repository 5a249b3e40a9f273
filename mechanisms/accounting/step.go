package accounting

import (
	"math"

	"dpscope/mechanisms/privacy"
)

// Step is one release of a sum over a random part of the records, with normal
// noise: what differentially private gradient descent does again and again. A
// record moves the sum by at most 1, and takes part with probability Rate.
//
// With the record in question the answer has the law P = (1−q)·N(0, σ²) + q·N(1, σ²),
// without it Q = N(0, σ²); no other pair of neighbours is told apart better
// (Mironov, Talwar & Zhang 2019; Zhu, Dong & Wang 2022, Theorem 11).
type Step struct {
	Rate      float64 // q in [0, 1]
	Deviation float64 // σ > 0, in sensitivities
}

// Delta returns the privacy profile of one step, exactly: q times its noise's profile at the ε before
// sampling. This is the divergence of P from Q; in one step the divergence of Q from P is never greater at ε
// ≥ 0. Over several steps either may be greater, and Losses takes both.
func (s Step) Delta(epsilon float64) float64 {
	return s.Rate * privacy.GaussianProfile(BeforeSampling(epsilon, s.Rate), s.Deviation)
}

// Epsilon returns the least budget of one step at a slack delta, exactly; +Inf if there is none.
func (s Step) Epsilon(delta float64) float64 {
	if delta >= s.Rate {
		return 0
	}
	noise := func(epsilon float64) float64 { return privacy.GaussianProfile(epsilon, s.Deviation) }
	return Amplified(privacy.LeastEpsilon(noise, delta/s.Rate), s.Rate)
}

// Run is a number of steps on the same records.
type Run struct {
	Step
	Steps float64 // whole, at least 1
}

// whole returns the deviation of the single step that equals an unsampled run: normal noise with a smaller
// deviation.
func (r Run) whole() float64 { return r.Deviation / math.Sqrt(r.Steps) }

// unsampled returns the budget of a run in which every step sees all records, in closed form: sums of normal
// losses are normal.
func (r Run) unsampled(delta float64) float64 {
	profile := func(epsilon float64) float64 { return privacy.GaussianProfile(epsilon, r.whole()) }
	return privacy.LeastEpsilon(profile, delta)
}
