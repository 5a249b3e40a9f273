package polling

import (
	"math"
	"math/rand/v2"

	"dpscope/engine/known"
	"dpscope/engine/num/binomial"
	"dpscope/engine/num/normal"
	"dpscope/engine/num/rootfind"
	"dpscope/mechanisms"
)

// blur is noise that is added to a count.
type blur interface {
	// beyond returns Pr[X + Z > y + part], for a whole y and a part from 0 to less than 1.
	beyond(x binomial.Law, y, part float64) float64
}

// falling is noise with a tail that falls by a factor a = e^−rate per whole step: such a tail tilts the law
// of a count X to another binomial one.
type falling struct {
	rate float64
	over func(part float64) float64 // Pr[Z > part] for a part of 1; for whole noise Pr[Z > 0], which is Pr[Z ≥ 1]
}

// beyond returns Pr[X > y] + over(part) Σ_{x ≤ y} Pr[X = x] a^(y−x) − over(1 − part) Σ_{x > y} Pr[X = x]
// a^(x−y−1).
func (z falling) beyond(x binomial.Law, y, part float64) float64 {
	t := tilt{x, z.rate}
	return x.Tails(y).Above + z.over(part)*t.below(y) - z.over(1-part)*t.from(y+1)
}

// cut is Laplace noise on condition that it is no farther than a reach of 1 or more.
type cut struct{ rate, reach float64 }

// beyond follows falling noise less the mass beyond the reach, and less the constant of the condition.
func (z cut) beyond(x binomial.Law, y, part float64) float64 {
	t, q, all := tilt{x, z.rate}, math.Exp(-z.rate*z.reach), x.Tails(y)
	below, above := math.Ceil(z.reach-part), math.Ceil(z.reach-1+part) // number of counts within the reach, on either side
	left := math.Exp(-z.rate*part)*(t.below(y)-math.Exp(-z.rate*below)*t.below(y-below)) - q*(all.Below-x.Tails(y-below).Below)
	right := math.Exp(-z.rate*(1-part))*(t.from(y+1)-math.Exp(-z.rate*above)*t.from(y+1+above)) - q*(all.Above-x.Tails(y+above).Above)
	return all.Above + (left-right)/(-2*math.Expm1(-z.rate*z.reach))
}

// bell is normal noise.
type bell struct{ sigma float64 }

// beyond sums over the narrower of both laws.
func (z bell) beyond(x binomial.Law, y, part float64) float64 {
	switch {
	case x.Deviation() < z.sigma:
		return z.overCounts(x, y, part)
	case z.sigma < 100:
		return z.stepwise(x, y, part)
	}
	return z.overNoise(x, y, part)
}

// A wide law is summed at every stride-th count: terms half a deviation apart give a sum as exact as a float64.
const bellsApart = 2

// bellReach is the distance in deviations beyond which noise is negligible.
const bellReach = 9

// overCounts sums over the counts.
func (z bell) overCounts(x binomial.Law, y, part float64) (whole float64) {
	const depth = 40 // e^−40 of the likeliest count
	least, most := x.Visible(depth)
	stride := max(math.Floor(x.Deviation()/bellsApart), 1)
	for at := least; at <= most; at += stride {
		whole += x.Prob(at) * normal.UpperTail((y-at+part)/z.sigma)
	}
	return whole * stride
}

// overNoise sums over w, the excess of X over y that the noise needs: X > y + w is enough, and no lesser count.
func (z bell) overNoise(x binomial.Law, y, part float64) (whole float64) {
	stride, most := math.Floor(z.sigma/bellsApart), math.Ceil(bellReach*z.sigma)+1
	for w := -most; w <= most; w += stride {
		whole += normal.Mass((part-w-1)/z.sigma, (part-w)/z.sigma, 1/z.sigma) * x.Tails(y+w).Above
	}
	return whole * stride
}

// stepwise returns the same sum count by count: each tail and each probability follows from the one before.
func (z bell) stepwise(x binomial.Law, y, part float64) (whole float64) {
	noise := func(k float64) float64 { return normal.UpperTail((y - k + part) / z.sigma) }
	most := math.Ceil(bellReach*z.sigma) + 1
	from := max(y-most, 0)
	tail, above, at := noise(from), x.Tails(from).Above, x.Prob(from)
	if from == 0 { // more noise than that is enough at any count
		whole = tail
	}
	for k := from; k <= min(y+most, x.N-1); k++ {
		next := noise(k + 1)
		whole += (next - tail) * above
		tail = next
		at *= (x.N - k) / (k + 1) * (x.P / x.Q)
		above = max(above-at, 0)
	}
	return whole
}

// tilt sums over a binomial law times a power a = e^−rate of the distance.
type tilt struct {
	binomial.Law
	rate float64
}

// below returns Σ Pr[X = x] a^(y−x) over x ≤ y.
func (o tilt) below(y float64) float64 { return tilt{o.Failures(), o.rate}.from(o.N - y) }

// from returns Σ Pr[X = x] a^(x−y) over x ≥ y: a tail of a tilted law over the probability at its boundary,
// times that of X there.
func (o tilt) from(y float64) float64 {
	switch {
	case y > o.N:
		return 0
	case y < 0:
		return math.Exp(o.rate*y) * o.from(0)
	case o.Q == 0: // X equals N
		return math.Exp(-o.rate * (o.N - y))
	case o.P == 0:
		return o.Prob(y)
	}
	tilted := binomial.FromLogOdds(o.N, o.LogQ-o.LogP+o.rate)
	if y < tilted.Mode() { // nearly the whole sum, (1 − p + pa)^N a^−y
		whole := o.N*math.Log1p(o.P*math.Expm1(-o.rate)) + o.rate*y
		return math.Exp(whole + tilted.Tails(y-1).LogAbove)
	}
	at := o.Prob(y)
	if at == 0 { // the rest is smaller still
		return 0
	}
	return at * tilted.FromOver(y)
}

// blurred is the estimate from a count with noise that need not be whole.
type blurred struct {
	x    binomial.Law
	z    blur
	law  mechanisms.Law // of the noise
	unit float64        // effect of one more in the count
}

// outside returns how likely the sum is to lie farther than a distance from its mean.
func (b blurred) outside(distance float64) float64 {
	return upper(b.x, b.z, distance) + upper(b.x.Failures(), b.z, distance)
}

// upper returns how likely a sum is to lie farther above its mean.
func upper(x binomial.Law, z blur, distance float64) float64 {
	first := math.Floor(x.Mean())
	steps := distance - x.AboveMean(first)
	whole := math.Floor(steps)
	return max(z.beyond(x, first+whole, steps-whole), 0)
}

func (b blurred) deviation() float64 { return math.Hypot(b.x.Deviation(), math.Sqrt(b.law.Variance())) }

// Margin returns the distance within which the estimate lies with a probability of the confidence.
func (b blurred) Margin(confidence float64) known.Value {
	return known.Exactly(border(b.outside, b.deviation(), confidence) * b.unit)
}

// border returns the distance beyond which a law has probability 1 − confidence.
func border(outside func(float64) float64, deviation, confidence float64) float64 {
	left := 1 - confidence
	missing := func(d float64) float64 { return left - outside(d) }
	low, high := 0.0, max(deviation, math.SmallestNonzeroFloat64)
	most := missing(high)
	for most < 0 {
		low, high = high, 2*high
		most = missing(high)
	}
	const width = 1e-14
	_, border := rootfind.Bracket(missing, low, high, missing(low), most, width)
	return border
}

// Keeps reports whether the estimate lies within a margin of the truth with a probability of at least the confidence.
func (b blurred) Keeps(margin, confidence float64) bool {
	const hair = 1e-12 // but for rounding
	return b.outside(margin/b.unit*(1+hair)) <= 1-confidence
}

// Deviation returns the standard deviation of the estimate.
func (b blurred) Deviation() known.Value { return known.Exactly(b.deviation() * b.unit) }

// Errors draws the errors of count surveys, the same ones at every call.
func (b blurred) Errors(count int) []float64 {
	rng, errors := rand.New(rand.NewPCG(Seed, 44)), make([]float64, count)
	for i := range errors {
		errors[i] = (b.x.AboveMean(b.x.Sample(rng)) + b.law.Sample(rng)) * b.unit
	}
	return errors
}
