package mechanisms

import (
	"fmt"
	"math"
	"math/rand/v2"

	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/mechanisms/privacy"
)

var laplaceTruncated = param.Kind[Mechanism]{
	Name: "laplace-truncated", Title: "Laplace, resampled", Tag: "ε-LDP",
	Help: "Laplace noise, drawn again until the answer lies in [0, 1]. " +
		"Near an end of [0, 1] answers lean inward.",
	Source: "Zheng & Hu, Quantifying Classifier Utility under LDP, Def. 4, as their experiments draw it; " +
		"that the loss stays at ε at scale 1/ε follows from Holohan, Antonatos, Braghin & Mac Aonghusa 2020 (the bounded Laplace mechanism), inputs being anywhere in [0, 1]",
	Params: []param.Param{Epsilon},
	New: func(v param.Values) (Mechanism, error) {
		return TruncatedLaplace{}.WithEpsilon(v.Get(Epsilon))
	},
}

// TruncatedLaplace releases x + Z on condition that it lies in [0, 1], Z as in
// Laplace: density exp(−ε|y−x|)/N(x) with ε·N(x) = 2 − e^(−εx) − e^(−ε(1−x)).
//
// In general conditioning may double the loss. Here it does not: |N′| ≤ ε·N, so
// the log-ratio |y−x′|ε − |y−x|ε + ln N(x′) − ln N(x) is greatest at x′ ∈ {0, 1}
// and x = y, then at y = 1 (or 0), where the two N are equal: it is ε.
type TruncatedLaplace struct{ Epsilon float64 }

// WithEpsilon returns the same mechanism at another budget.
func (TruncatedLaplace) WithEpsilon(epsilon float64) (Mechanism, error) {
	return within(TruncatedLaplace{epsilon}, epsilon)
}

func (m TruncatedLaplace) Guarantee() privacy.Guarantee {
	return privacy.State(privacy.Claim{Epsilon: m.Epsilon})
}

// Loss returns ε, attained at x = y = 1 and x′ = 0.
func (m TruncatedLaplace) Loss() float64 { return m.Epsilon }

// DeltaAt is attained by the inputs 0 and 1 and the event y ≤ (1 − ε′/ε)/2, as
// for Laplace.
func (m TruncatedLaplace) DeltaAt(epsilon float64) float64 {
	root := -math.Expm1(-max(m.Epsilon-epsilon, 0) / 2)
	return root * root / -math.Expm1(-m.Epsilon)
}

// TotalVariation sums 1 − 1/ratio over the answers up to x, where the log-ratio
// is 2a, and from there to x + a/ε, where it has fallen to 0:
//
//	(1 − e^−a)·((1 − e^−εx)(1 + e^−a) + 1 − e^−a) / (ε·N(x))
//
// for x < x′. No term is negative. Of the two mirror images that with the larger a is taken,
// which then is no difference of like numbers.
func (m TruncatedLaplace) TotalVariation(x, other float64) float64 {
	x, other = min(x, other), max(x, other)
	if x+other > 1 {
		x, other = 1-other, 1-x
	}
	a := (m.Epsilon*(other-x) + m.lean(x, other)) / 2
	near := -math.Expm1(-a)
	return near * (-math.Expm1(-m.Epsilon*x)*(2-near) + near) / m.normaliser(x)
}

func (m TruncatedLaplace) DistinguishingEvent(x, other, loss float64) (from, to float64) {
	return mirrored(x, other, func(x, other float64) (from, to float64) {
		return tiltedEvent(m.Epsilon, m.lean(x, other), x, other, loss)
	})
}

// lean returns ln N(x′) − ln N(x), by which conditioning shifts the log-ratio.
func (m TruncatedLaplace) lean(x, other float64) float64 {
	return math.Log1p(-endsChange(m.Epsilon, x, other) / m.normaliser(x))
}

// normaliser returns ε·N(x).
func (m TruncatedLaplace) normaliser(x float64) float64 {
	return -math.Expm1(-m.Epsilon*x) - math.Expm1(-m.Epsilon*(1-x))
}

func (m TruncatedLaplace) At(x float64) Law {
	return truncatedLaplace{m.Epsilon, x, m.normaliser(x)}
}

func (m TruncatedLaplace) CriticalEpsilons(x, from, to float64) (epsilons []float64, known bool) {
	from, to = max(from, 0), min(to, 1)
	if from > to {
		return nil, true
	}
	t := exponentialTilt{moments: func(rate, length float64) (weight, mean float64) {
		weight = -math.Expm1(-rate * length)
		return weight, gamma2(rate*length) / rate / weight
	}}
	t.inside = distances(t.inside, from-x, to-x)
	t.outside = distances(t.outside, -x, from-x)
	t.outside = distances(t.outside, to-x, 1-x)
	return t.turns(Epsilon.Min, Epsilon.Max), true
}

func (m TruncatedLaplace) Formula(x float64) string {
	return fmt.Sprintf("Density exp(−ε|y − x|)/N(x) on [0, 1], N(x) = (2 − e^(−εx) − e^(−ε(1−x)))/ε = %s.",
		numeral.Short(m.At(x).(truncatedLaplace).total/m.Epsilon))
}

func (m TruncatedLaplace) Caption(x float64) string {
	return "Drawing again until the answer lies in [0, 1] raises the density by a factor that depends on x. Move x to an end: answers lean inward."
}

// distances appends the stretches of answers between x + low and x + high.
func distances(list []stretch, low, high float64) []stretch {
	if near, far := max(low, 0), high; near < far {
		list = append(list, stretch{near, far - near})
	}
	if near, far := max(-high, 0), -low; near < far {
		list = append(list, stretch{near, far - near})
	}
	return list
}

// truncatedLaplace is the law at x; total is ε·N(x).
type truncatedLaplace struct{ epsilon, x, total float64 }

func (l truncatedLaplace) Mass(from, to float64) float64    { return intervalMass(l, from, to) }
func (l truncatedLaplace) Outside(from, to float64) float64 { return intervalOutside(l, from, to) }
func (l truncatedLaplace) peak() float64                    { return l.epsilon / l.total }

// between returns the probability of a window inside [0, 1]; 0 unless
// from < to.
func (l truncatedLaplace) between(from, to float64) float64 {
	if !(from < to) {
		return 0
	}
	low, high := from-l.x, to-l.x
	switch {
	case low > 0:
		return math.Exp(-l.epsilon*low) * -math.Expm1(-l.epsilon*(to-from)) / l.total
	case high < 0:
		return math.Exp(l.epsilon*high) * -math.Expm1(-l.epsilon*(to-from)) / l.total
	}
	return (-math.Expm1(l.epsilon*low) - math.Expm1(-l.epsilon*high)) / l.total
}

func (l truncatedLaplace) Density(y float64) float64 {
	if y < 0 || y > 1 {
		return 0
	}
	return l.epsilon * math.Exp(-l.epsilon*math.Abs(y-l.x)) / l.total
}

func (l truncatedLaplace) Atoms() []Atom                { return nil }
func (l truncatedLaplace) Support() (low, high float64) { return 0, 1 }
func (l truncatedLaplace) Mean() float64                { return l.x + l.bias() }

func (l truncatedLaplace) bias() float64 {
	return (gamma2(l.epsilon*(1-l.x)) - gamma2(l.epsilon*l.x)) / l.epsilon / l.total
}

func (l truncatedLaplace) Variance() float64 {
	square := (gamma3(l.epsilon*(1-l.x)) + gamma3(l.epsilon*l.x)) / l.epsilon / l.epsilon / l.total
	return square - l.bias()*l.bias()
}

// Sample picks the side of x, then a truncated exponential distance by
// inversion.
func (l truncatedLaplace) Sample(rng *rand.Rand) float64 {
	left := -math.Expm1(-l.epsilon * l.x)
	if rng.Float64()*l.total < left {
		return max(l.x-truncatedExponential(l.epsilon, l.x, rng), 0)
	}
	return min(l.x+truncatedExponential(l.epsilon, 1-l.x, rng), 1)
}

// truncatedExponential draws from the exponential law of the given rate on
// [0, reach].
func truncatedExponential(rate, reach float64, rng *rand.Rand) float64 {
	return -math.Log1p(rng.Float64()*math.Expm1(-rate*reach)) / rate
}
