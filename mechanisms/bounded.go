package mechanisms

import (
	"fmt"
	"math"
	"math/rand/v2"

	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/mechanisms/privacy"
)

var laplaceBounded = param.Kind[Mechanism]{
	Name: "laplace-bounded", Title: "Laplace, cut-off noise", Tag: "(ε, δ)-LDP",
	Help: "Laplace noise cut off at a distance A, so an answer is never further from x than A. " +
		"The price is delta: answers near the cut give x away.",
	Source: "Geng, Ding, Guo & Kumar 2020 (truncated Laplacian mechanism), Thm 1",
	Params: []param.Param{Epsilon, Delta},
	New: func(v param.Values) (Mechanism, error) {
		if err := Delta.Check(v.Get(Delta)); err != nil {
			return nil, err
		}
		return BoundedLaplace{Delta: v.Get(Delta)}.WithEpsilon(v.Get(Epsilon))
	},
}

// BoundedLaplace releases x + Z with Z Laplace of scale 1/ε on condition that |Z| ≤ A, A = ln(1 + (e^ε −
// 1)/(2δ))/ε. A > 1, so that both inputs 0 and 1 may give any y in [1 − A, A]. With a δ above 1/2, A lets δ
// of the answers to one of them be impossible for the other: it lies between 1/2 and 1, so that these answers
// include 0 itself.
type BoundedLaplace struct {
	Epsilon, Delta float64
	noise          boundedNoise
}

// WithEpsilon returns the same mechanism at another budget.
func (m BoundedLaplace) WithEpsilon(epsilon float64) (Mechanism, error) {
	cut := math.Log1p(math.Expm1(epsilon) / (2 * m.Delta))
	if epsilon > 15 { // the quotient might overflow
		cut = epsilon - math.Log(2*m.Delta) + math.Log1p((2*m.Delta-1)*math.Exp(-epsilon))
	}
	if m.Delta > 0.5 { // e^(−εA) is the positive root of (2δ − 1)·u² + 2(1 − δ)·u = e^−ε
		fall, within := math.Exp(-epsilon), 1-m.Delta
		cut = epsilon + math.Log(within+math.Sqrt(within*within+(2*m.Delta-1)*fall))
	}
	return within(BoundedLaplace{epsilon, m.Delta, boundedNoise{epsilon, cut / epsilon, -math.Expm1(-cut)}}, epsilon)
}

func (m BoundedLaplace) Guarantee() privacy.Guarantee {
	return privacy.State(privacy.Claim{Epsilon: m.Epsilon, Delta: m.Delta, Notion: privacy.Approximate})
}

// Loss is unbounded: x = 1 gives answers that x′ = 0 cannot.
func (m BoundedLaplace) Loss() float64 { return math.Inf(1) }

// DeltaAt is attained by the inputs 0 and 1, because the noise is log-concave (Dong, Roth & Su 2022, Prop.
// A.3). It sums the hockey-stick divergence over the answers beyond A, of mass δ, those between 1 and A, and
// those between (1 + ε′/ε)/2 and 1, or A if that is less.
func (m BoundedLaplace) DeltaAt(epsilon float64) float64 {
	n := m.noise
	spare := max(m.Epsilon-epsilon, 0)
	if n.cut < 1 { // all beyond the cut, and the rest up to (1 − ε′/ε)/2
		beyond, until := 1-n.cut, spare/m.Epsilon/2
		if until <= beyond {
			return m.Delta
		}
		width := math.Expm1(m.Epsilon * (until - beyond))
		return m.Delta + math.Exp(-m.Epsilon*until)*width*(1-math.Exp(-m.Epsilon*(until-beyond)))/(2*n.total)
	}
	slope := -math.Expm1(-spare / 2)
	flat := -math.Expm1(-spare) * -math.Expm1(-m.Epsilon*(n.cut-1))
	return m.Delta + (flat+slope*slope)/(2*n.total)
}

func (m BoundedLaplace) TotalVariation(x, other float64) float64 {
	return variationOf(m.noise, math.Abs(x-other))
}

// DistinguishingEvent begins at x − A: below x′ − A the input x′ has no answers, and above it Laplace noise
// has the same ratio.
func (m BoundedLaplace) DistinguishingEvent(x, other, loss float64) (from, to float64) {
	return mirrored(x, other, func(x, other float64) (from, to float64) {
		_, to = laplaceEvent(m.Epsilon, x, other, loss)
		return x - m.noise.cut, max(to, other-m.noise.cut)
	})
}

func (m BoundedLaplace) At(x float64) Law { return shifted[boundedNoise]{m.noise, x} }

// CriticalEpsilons is known for a window that holds x: as ε grows the cut falls and the
// noise gathers at 0, so such a window only gains.
func (m BoundedLaplace) CriticalEpsilons(x, from, to float64) (epsilons []float64, known bool) {
	return nil, from <= x && x <= to
}

func (m BoundedLaplace) Formula(x float64) string {
	return fmt.Sprintf("M(x) = x + Z, Z with density proportional to exp(−ε|z|) on [−A, A], A = ln(1 + (e^ε − 1)/(2δ))/ε = %s.",
		numeral.Short(m.noise.cut))
}

func (m BoundedLaplace) Caption(x float64) string {
	return fmt.Sprintf("No answer is further from x than A = %s; answers near the cut-off can rule x out; δ bounds how often.",
		numeral.Short(m.noise.cut))
}

// boundedNoise has density ε·exp(−ε|z|)/(2·total) on [−cut, cut], with
// total = 1 − e^(−ε·cut).
type boundedNoise struct{ epsilon, cut, total float64 }

func (n boundedNoise) above(z float64) float64 {
	switch {
	case z >= n.cut:
		return 0
	case z <= -n.cut:
		return 1
	case z < 0:
		return 0.5 - math.Expm1(n.epsilon*z)/(2*n.total)
	}
	return math.Exp(-n.epsilon*z) * -math.Expm1(-n.epsilon*(n.cut-z)) / (2 * n.total)
}

func (n boundedNoise) between(low, high, width float64) float64 {
	if low < -n.cut || high > n.cut {
		low, high = max(low, -n.cut), min(high, n.cut)
		width = high - low
	}
	if width <= 0 {
		return 0
	}
	return laplaceNoise{n.epsilon}.between(low, high, width) / n.total
}

func (n boundedNoise) density(z float64) float64 {
	if math.Abs(z) > n.cut {
		return 0
	}
	return laplaceNoise{n.epsilon}.density(z) / n.total
}

func (n boundedNoise) peak() float64  { return n.epsilon / 2 / n.total }
func (n boundedNoise) reach() float64 { return n.cut }

func (n boundedNoise) variance() float64 {
	return gamma3(n.epsilon*n.cut) / n.epsilon / n.epsilon / n.total
}

func (n boundedNoise) sample(rng *rand.Rand) float64 {
	return symmetric(truncatedExponential(n.epsilon, n.cut, rng), rng)
}
