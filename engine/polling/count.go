package polling

import (
	"math"
	"math/rand/v2"

	"dpscope/engine/num/binomial"
)

// count is the law of a whole number that an estimate is made of.
type count interface {
	outside(from, to float64) float64 // Pr[Y < from] + Pr[Y > to], for whole numbers
	gap(y float64) float64            // y less the mean, to its last digit
	middle() float64                  // the whole number below the mean
	deviation() float64
	sample(rng *rand.Rand) float64
	mirrored() count // the law of N − Y, where N is the greatest that Y can be without noise
}

// reach returns the least distance from the mean within which Y lies with a probability of at least the confidence.
// Only the distances of whole numbers come into question; of those on either side of the mean the least is found.
func reach(y count, confidence float64) float64 {
	if y.deviation() == 0 {
		return math.Abs(y.gap(math.Floor(y.middle() + 0.5)))
	}
	return min(above(y, confidence), above(y.mirrored(), confidence))
}

// above returns the least sufficient distance among the whole numbers at or above the mean.
func above(y count, confidence float64) float64 {
	first := y.middle()
	for y.gap(first) < 0 {
		first++
	}
	enough := func(step float64) bool {
		at := first + step
		distance := y.gap(at)
		const hair = 1e-9 // a number equally far on the other side, up to rounding, is within
		return y.outside(math.Ceil(at-2*distance-hair*(1+distance)), at) <= 1-confidence
	}
	// The border is near the normal law's: bracket it from there.
	short, far := -1.0, max(math.Floor(y.deviation()*math.Sqrt2*math.Erfinv(confidence)), 0)
	for width := 1.0; !enough(far); width *= 4 {
		short = far
		far += width
	}
	for width := 1.0; far-width > short; width *= 4 {
		if !enough(far - width) {
			short = far - width
			break
		}
		far -= width
	}
	for far-short > 1 {
		if middle := math.Floor((far + short) / 2); enough(middle) {
			far = middle
		} else {
			short = middle
		}
	}
	return y.gap(first + far)
}

// of returns the law of how many of n answers come true with a chance, given with its complement.
func of(n, yes, no float64) binomial.Law {
	if yes > no {
		return binomial.New(n, no).Failures()
	}
	return binomial.New(n, yes)
}

// one is a binomial law.
type one struct{ binomial.Law }

func (o one) outside(from, to float64) float64 { return o.Tails(from-1).Below + o.Tails(to).Above }
func (o one) gap(y float64) float64            { return o.AboveMean(y) }
func (o one) middle() float64                  { return math.Floor(o.Mean()) }
func (o one) deviation() float64               { return o.Deviation() }
func (o one) sample(rng *rand.Rand) float64    { return o.Sample(rng) }
func (o one) mirrored() count                  { return one{o.Failures()} }

// two is the sum of two binomial laws.
type two struct {
	narrow, wide binomial.Law
	least, most  float64 // counts of the narrower between which nearly all of it lies
}

// sum returns the sum of two laws, either of which may have no trial.
func sum(a, b binomial.Law) count {
	switch {
	case a.N == 0:
		return one{b}
	case b.N == 0:
		return one{a}
	case a.Deviation() > b.Deviation():
		a, b = b, a
	}
	const depth = 40 // e^−40 of the likeliest count's probability
	least, most := a.Visible(depth)
	return two{a, b, least, most}
}

// outside sums over the narrower law. If that is wide, it takes every stride-th count: terms half a deviation
// apart have a sum as exact as a float64.
func (t two) outside(from, to float64) float64 {
	const apart = 2
	stride := max(math.Floor(t.narrow.Deviation()/apart), 1)
	whole := 0.0
	for a := t.least; a <= t.most; a += stride {
		whole += t.narrow.Prob(a) * (t.wide.Tails(from-a-1).Below + t.wide.Tails(to-a).Above)
	}
	return whole * stride
}

func (t two) gap(y float64) float64 {
	a := math.Floor(t.narrow.Mean())
	return t.narrow.AboveMean(a) + t.wide.AboveMean(y-a)
}

func (t two) middle() float64 { return math.Floor(t.narrow.Mean() + t.wide.Mean()) }
func (t two) deviation() float64 {
	return math.Hypot(t.narrow.Deviation(), t.wide.Deviation())
}
func (t two) sample(rng *rand.Rand) float64 { return t.narrow.Sample(rng) + t.wide.Sample(rng) }
func (t two) mirrored() count {
	return two{t.narrow.Failures(), t.wide.Failures(), t.narrow.N - t.most, t.narrow.N - t.least}
}

// noised is a binomial law with geometric noise: Pr[Z = z] = (1 − a)/(1 + a)·a^|z|, a = e^−rate.
type noised struct {
	binomial.Law
	rate float64
}

func (o noised) gap(y float64) float64 { return o.AboveMean(y) }
func (o noised) middle() float64       { return math.Floor(o.Mean()) }
func (o noised) deviation() float64 {
	return math.Hypot(o.Deviation(), math.Sqrt2*math.Exp(-o.rate/2)/-math.Expm1(-o.rate))
}

// sample adds the difference of two waiting times to the count.
func (o noised) sample(rng *rand.Rand) float64 {
	wait := func() float64 { return math.Floor(rng.ExpFloat64() / o.rate) }
	return o.Sample(rng) + wait() - wait()
}

func (o noised) mirrored() count { return noised{o.Failures(), o.rate} }

// outside sums geometric noise, with mass a/(1 + a) above 0.
func (o noised) outside(from, to float64) float64 {
	z := falling{o.rate, func(float64) float64 { return math.Exp(-o.rate) / (1 + math.Exp(-o.rate)) }}
	return z.beyond(o.Failures(), o.N-from, 0) + z.beyond(o.Law, to, 0)
}
