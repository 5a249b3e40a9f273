package mechanisms

import (
	"fmt"
	"math"
	"math/rand/v2"

	"dpscope/engine/num/rootfind"
	"dpscope/engine/numeral"
)

// twoLevelDensity describes the two-valued densities of one family member: inside on a
// plateau of width 2·half around x, outside = inside·e^−ε on the rest of
// [0, 1].
type twoLevelDensity struct {
	half    float64 // ≤ 1/4; 0 where float64 underflows
	inverse float64 // 1/(2·half), +Inf where that overflows
	inside  float64 // density; +Inf where that overflows
	outside float64
	share   float64 // mass of the plateau
}

// formula returns the law of M(x) in a sentence.
func (s twoLevelDensity) formula(x float64) string {
	p := s.at(x).Plateau()
	return fmt.Sprintf("Density p = %s on the plateau [%s, %s] of half-width C = %s around x, and p·e^−ε = %s on the rest of [0, 1].",
		numeral.Short(s.inside), numeral.Short(p.Low), numeral.Short(p.High), numeral.Short(s.half), numeral.Short(s.outside))
}

// sight describes a picture of the law.
func (s twoLevelDensity) sight(epsilon float64) string {
	ratio := math.Exp(epsilon)
	if math.IsInf(ratio, 1) {
		return "The plateau around x has become a needle; nearly every answer is x itself."
	}
	return fmt.Sprintf("Answers near x are e^ε = %s times as likely as answers elsewhere. Move ε and watch their range narrow.",
		numeral.Short(ratio))
}

// at centres the plateau on x, moved inward if an end of [0, 1] is closer than
// half. The comparison is with 1 − x, which is exact near 1; x + half is not.
func (s twoLevelDensity) at(x float64) plateauLaw {
	l := plateauLaw{twoLevelDensity: s, x: x, left: s.half, right: s.half, split: 0.5}
	switch {
	case x <= s.half:
		l.left, l.right = x, 2*s.half-x
		l.split = min(scaled(x, s.inverse), 0.5)
	case 1-x <= s.half:
		l.left, l.right = 2*s.half-(1-x), 1-x
		l.split = 1 - min(scaled(1-x, s.inverse), 0.5)
	}
	return l
}

// deltaAt returns the hockey-stick divergence at ε − spare. It gathers on the part of one plateau outside the
// other, and the plateaus of 0 and 1 are disjoint.
func (s twoLevelDensity) deltaAt(spare float64) float64 {
	return s.share * -math.Expm1(-max(spare, 0))
}

// totalVariation gathers where one plateau has no part of the other.
func (s twoLevelDensity) totalVariation(epsilon, x, other float64) float64 {
	return s.deltaAt(epsilon) * min(scaled(s.offset(x, other), s.inverse), 1)
}

// common returns 1 − the total variation, with all its digits: the plateaus share all but their offset, and
// the rest has the density outside.
func (s twoLevelDensity) common(x, other float64) float64 {
	apart := min(scaled(s.offset(x, other), s.inverse), 1)
	return (1 - apart) + apart*s.outside
}

// offset returns the distance between the plateaus of two inputs: that of the inputs, less the parts by which
// the ends of [0, 1] keep either from moving.
func (s twoLevelDensity) offset(x, other float64) float64 {
	low, high := min(x, other), max(x, other)
	return max(high-low-max(s.half-low, 0)-max(s.half-(1-high), 0), 0)
}

// distinguishingEvent returns the part of the plateau of x outside the plateau of x′ > x.
func (s twoLevelDensity) distinguishingEvent(epsilon, x, other, loss float64) (from, to float64) {
	if epsilon < withRoundoff(loss) || s.offset(x, other) == 0 {
		return emptyInterval()
	}
	return mirrored(x, other, func(x, other float64) (from, to float64) {
		p := s.at(x).Plateau()
		return p.Low, min(p.High, s.at(other).Plateau().Low)
	})
}

// plateauLaw is the law at x. Its plateau is [x − left, x + right], and split
// is the share of it that lies left of x. Everything is measured from x and in
// shares of the plateau: at ε = 80 a plateau is narrower than the spacing of
// float64 at x.
type plateauLaw struct {
	twoLevelDensity
	x, left, right, split float64
}

func (l plateauLaw) Mass(from, to float64) float64    { return intervalMass(l, from, to) }
func (l plateauLaw) Outside(from, to float64) float64 { return intervalOutside(l, from, to) }
func (l plateauLaw) peak() float64                    { return l.inside }

// between returns the probability of a window inside [0, 1]; 0 unless
// from < to.
func (l plateauLaw) between(from, to float64) float64 {
	if !(from < to) {
		return 0
	}
	low, high := from-l.x, to-l.x
	if high < -l.left || low > l.right { // far from x a difference of differences has no digits
		return l.outside * (to - from)
	}
	beside := max(min(high, -l.left)-low, 0) + max(high-max(low, l.right), 0)
	return l.share*l.overlap(low, high, to-from) + l.outside*beside
}

// cancellationThreshold is the share of a plateau below which its complement has lost three digits.
const cancellationThreshold = 1e-3

// overlap returns the share of the plateau in [x + low, x + high].
func (l plateauLaw) overlap(low, high, width float64) float64 {
	if share := scaled(width, l.inverse); share < cancellationThreshold && low >= -l.left && high <= l.right {
		return share
	}
	before := l.split + scaled(low, l.inverse)       // share of the plateau left of the window
	after := (1 - l.split) - scaled(high, l.inverse) // and right of it
	switch {
	case before >= 1 || after >= 1:
		return 0
	case before <= 0 && after <= 0:
		return 1
	case before <= 0:
		if share := 1 - after; share > cancellationThreshold {
			return share
		}
		return l.split + scaled(high, l.inverse)
	case after <= 0:
		if share := 1 - before; share > cancellationThreshold {
			return share
		}
		return (1 - l.split) - scaled(low, l.inverse)
	}
	return min(scaled(width, l.inverse), 1)
}

// scaled returns z·inverse, and 0 at z = 0 even when inverse overflows.
func scaled(z, inverse float64) float64 {
	if z == 0 {
		return 0
	}
	return z * inverse
}

func (l plateauLaw) Density(y float64) float64 {
	switch z := y - l.x; {
	case y < 0 || y > 1:
		return 0
	case -l.left <= z && z <= l.right:
		return l.inside
	}
	return l.outside
}

func (l plateauLaw) Atoms() []Atom                { return nil }
func (l plateauLaw) Support() (low, high float64) { return 0, 1 }

// Jumps returns the ends of the plateau.
func (l plateauLaw) Jumps() []float64 { return []float64{l.Plateau().Low, l.Plateau().High} }

func (l plateauLaw) Plateau() Plateau {
	p := Plateau{Low: l.x - l.left, High: l.x + l.right, HalfWidth: l.half, Density: l.inside}
	switch { // the ends of [0, 1] exactly
	case l.x <= l.half:
		p.Low, p.High = 0, 2*l.half
	case 1-l.x <= l.half:
		p.Low, p.High = 1-2*l.half, 1
	}
	return p
}

func (l plateauLaw) Mean() float64 { return l.x + l.bias() }

// bias integrates y − x over the plateau, then over the rest of [0, 1].
func (l plateauLaw) bias() float64 {
	lean := l.right - l.left
	return (l.share*lean + l.outside*(1-2*l.x-2*l.half*lean)) / 2
}

func (l plateauLaw) Variance() float64 {
	squares := l.left*l.left - l.left*l.right + l.right*l.right // (left³ + right³)/(left + right)
	square := (l.share*squares + l.outside*(1-3*l.x*(1-l.x)-2*l.half*squares)) / 3
	return square - l.bias()*l.bias()
}

func (l plateauLaw) Sample(rng *rand.Rand) float64 {
	u := rng.Float64()
	if rng.Float64() < l.share {
		return min(max(l.x-l.left+u*(l.left+l.right), 0), 1)
	}
	before, after := l.x-l.left, 1-l.x-l.right
	if y := u * (before + after); y < before {
		return y
	}
	return 1 - (1-u)*(before+after)
}

// plateauCriticalEpsilons lists the ε at which the mass of a window may change between rising and falling.
// half is the half-width as a function of ε, and balance the ε at which inside rises ratio times as fast as
// outside falls.
//
// Between two ε at which an end of the plateau passes an end of the window, or
// the plateau comes loose from an end of [0, 1], the mass is one of: inside
// times a length (rising); outside times a length (falling); one less that
// (rising); or, with one end of the window [a, b] in the plateau, one of
//
//	a plateau around x:   inside·(x−a) + outside·(b−x−1/2) + 1/2
//	a plateau from 0:    −inside·a     + outside·(b−1)     + 1
//
// and their mirror images, because share·(1 − e^−ε) = 1 − outside. Each of those has at most one extremum,
// where the ratio of the two slopes is as given here.
func plateauCriticalEpsilons(x, from, to float64, half, balance func(float64) float64) []float64 {
	from, to = max(from, 0), min(to, 1)
	if !(from < to) {
		return nil
	}
	var turns []float64
	passes := func(c float64) {
		if 0 < c && c < 0.25 {
			turns = append(turns, half(c))
		}
	}
	passes(x)
	passes(1 - x)
	for _, end := range [2]float64{from, to} {
		passes(math.Abs(end - x))
		passes(end / 2)
		passes((1 - end) / 2)
	}
	extremum := func(top, bottom float64) {
		if ratio := top / bottom; ratio > 1 && !math.IsInf(ratio, 1) {
			turns = append(turns, balance(ratio))
		}
	}
	extremum(to-x-0.5, x-from)
	extremum(x-from-0.5, to-x)
	extremum(1-to, from)
	extremum(from, 1-to)
	return turns
}

// solve returns the ε in its range at which the increasing function f crosses
// 0, or the end of the range nearest to it.
func solve(f func(epsilon float64) float64) float64 {
	low, high := math.Log(Epsilon.Min), math.Log(Epsilon.Max)
	g := func(t float64) float64 { return f(math.Exp(t)) }
	atLow, atHigh := g(low), g(high)
	switch {
	case !(atLow < 0):
		return Epsilon.Min
	case !(atHigh >= 0):
		return Epsilon.Max
	}
	_, above := rootfind.Bracket(g, low, high, atLow, atHigh, 1e-14)
	return math.Exp(above)
}
