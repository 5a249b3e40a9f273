package mechanisms

import (
	"fmt"
	"math"
	"math/rand/v2"

	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/mechanisms/privacy"
)

var laplace = param.Kind[Mechanism]{
	Name: "laplace", Title: "Laplace", Tag: "ε-LDP",
	Help:   "Adds two-sided exponential noise of scale 1/ε. Unbiased; answers may leave [0, 1].",
	Source: "Dwork, McSherry, Nissim & Smith 2006, Prop. 1",
	Params: []param.Param{Epsilon},
	New: func(v param.Values) (Mechanism, error) {
		return Laplace{}.WithEpsilon(v.Get(Epsilon))
	},
}

var laplaceClamped = param.Kind[Mechanism]{
	Name: "laplace-clamped", Title: "Laplace, clamped", Tag: "ε-LDP",
	Help: "Laplace noise, and answers outside [0, 1] are moved to the nearer end. " +
		"Moving them costs no privacy and piles up probability at 0 and 1.",
	Source: "Dwork, McSherry, Nissim & Smith 2006, Prop. 1; post-processing: Dwork & Roth 2014, Prop. 2.1",
	Params: []param.Param{Epsilon},
	New: func(v param.Values) (Mechanism, error) {
		return ClampedLaplace{}.WithEpsilon(v.Get(Epsilon))
	},
}

// Laplace releases x + Z with Z of density ε/2·exp(−ε|z|): the scale fits
// sensitivity 1, the width of [0, 1].
type Laplace struct{ Epsilon float64 }

// WithEpsilon returns the same mechanism at another budget.
func (Laplace) WithEpsilon(epsilon float64) (Mechanism, error) {
	return within(Laplace{epsilon}, epsilon)
}

func (m Laplace) Guarantee() privacy.Guarantee {
	return privacy.State(privacy.Claim{Epsilon: m.Epsilon})
}

// Loss returns ε, attained at x = 1, x′ = 0 and any y ≥ 1.
func (m Laplace) Loss() float64 { return m.Epsilon }

// DeltaAt is attained by the inputs 0 and 1 and the event y ≤ (1 − ε′/ε)/2: the family has monotone
// likelihood ratio in y, so that the worst events are half-lines, with probabilities monotone in x.
func (m Laplace) DeltaAt(epsilon float64) float64 {
	return -math.Expm1(-max(m.Epsilon-epsilon, 0) / 2)
}

func (m Laplace) TotalVariation(x, other float64) float64 {
	return variationOf(laplaceNoise{m.Epsilon}, math.Abs(x-other))
}

func (m Laplace) DistinguishingEvent(x, other, loss float64) (from, to float64) {
	return mirrored(x, other, func(x, other float64) (from, to float64) {
		return laplaceEvent(m.Epsilon, x, other, loss)
	})
}

func (m Laplace) At(x float64) Law { return shifted[laplaceNoise]{laplaceNoise{m.Epsilon}, x} }

func (m Laplace) CriticalEpsilons(x, from, to float64) (epsilons []float64, known bool) {
	return laplaceCriticalEpsilons(from-x, to-x), true
}

func (m Laplace) Formula(x float64) string {
	return fmt.Sprintf("M(x) = x + Z, Z with density ε/2·exp(−ε|z|): scale 1/ε = %s.", numeral.Short(1/m.Epsilon))
}

func (m Laplace) Caption(x float64) string {
	return fmt.Sprintf("The density falls by a factor e every 1/ε = %s away from x. Answers may leave [0, 1].", numeral.Short(1/m.Epsilon))
}

// ClampedLaplace is Laplace, moved to the nearest point of [0, 1]. The worst
// events of Laplace take in all of y ≤ 0 or none of it, so clamping changes
// neither the loss, nor the privacy profile, nor the total variation.
type ClampedLaplace struct{ Laplace }

// WithEpsilon returns the same mechanism at another budget.
func (ClampedLaplace) WithEpsilon(epsilon float64) (Mechanism, error) {
	return within(ClampedLaplace{Laplace{epsilon}}, epsilon)
}

// DistinguishingEvent takes in the atom at 0 whole: the ratio there equals the one at any y < 0.
func (m ClampedLaplace) DistinguishingEvent(x, other, loss float64) (from, to float64) {
	return mirrored(x, other, func(x, other float64) (from, to float64) {
		return intersectUnit(laplaceEvent(m.Epsilon, x, other, loss))
	})
}

func (m ClampedLaplace) At(x float64) Law { return clamped[laplaceNoise]{laplaceNoise{m.Epsilon}, x} }

func (m ClampedLaplace) CriticalEpsilons(x, from, to float64) (epsilons []float64, known bool) {
	from, to, some := clamped[laplaceNoise]{}.window(from, to)
	if !some {
		return nil, true
	}
	return laplaceCriticalEpsilons(from-x, to-x), true
}

func (m ClampedLaplace) Formula(x float64) string {
	return m.Laplace.Formula(x) + " Answers below 0 become 0 and those above 1 become 1."
}

func (m ClampedLaplace) Caption(x float64) string {
	atoms := m.At(x).Atoms()
	return fmt.Sprintf("What would leave [0, 1] piles up at its ends: %s at 0 and %s at 1. Move x and watch the piles trade places.",
		numeral.Chance(atoms[0].Mass), numeral.Chance(atoms[1].Mass))
}

// laplaceCriticalEpsilons returns the ε at which Pr[low ≤ Z ≤ high] stops rising and
// falls. A window that holds 0 only gains, and one that reaches infinity only
// loses.
func laplaceCriticalEpsilons(low, high float64) []float64 {
	if high < 0 {
		low, high = -high, -low
	}
	if low <= 0 || math.IsInf(high, 1) || low == high {
		return nil
	}
	return []float64{math.Log1p((high-low)/low) / (high - low)} // low·e^(−ε·low) = high·e^(−ε·high)
}

// laplaceNoise has density ε/2·exp(−ε|z|).
type laplaceNoise struct{ epsilon float64 }

func (n laplaceNoise) above(z float64) float64 {
	if z < 0 {
		return 1 - math.Exp(n.epsilon*z)/2
	}
	return math.Exp(-n.epsilon*z) / 2
}

func (n laplaceNoise) between(low, high, width float64) float64 {
	switch {
	case low > 0:
		return math.Exp(-n.epsilon*low) * -math.Expm1(-n.epsilon*width) / 2
	case high < 0:
		return math.Exp(n.epsilon*high) * -math.Expm1(-n.epsilon*width) / 2
	}
	return (-math.Expm1(n.epsilon*low) - math.Expm1(-n.epsilon*high)) / 2
}

func (n laplaceNoise) density(z float64) float64 {
	return n.epsilon / 2 * math.Exp(-n.epsilon*math.Abs(z))
}

func (n laplaceNoise) peak() float64     { return n.epsilon / 2 }
func (n laplaceNoise) reach() float64    { return math.Inf(1) }
func (n laplaceNoise) variance() float64 { return 2 / n.epsilon / n.epsilon }

func (n laplaceNoise) sample(rng *rand.Rand) float64 {
	return symmetric(rng.ExpFloat64()/n.epsilon, rng)
}

func (n laplaceNoise) tailArea(c float64) float64 {
	return -math.Expm1(-n.epsilon*c) / (2 * n.epsilon)
}

func (n laplaceNoise) tailMoment(c float64) float64 {
	return gamma2(n.epsilon*c) / n.epsilon / n.epsilon
}

// symmetric returns z with either sign, with probability 1/2 each.
func symmetric(z float64, rng *rand.Rand) float64 {
	if rng.Uint64()&1 == 0 {
		return -z
	}
	return z
}
