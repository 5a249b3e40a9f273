package polling

import (
	"math"
	"math/rand/v2"
	"slices"

	"dpscope/engine/num/binomial"
)

// count is the law of a whole number that an estimate is made of.
type count interface {
	// outside returns the function Pr[Y < from] + Pr[Y > to] of whole numbers; what all its values share is computed once.
	outside() func(from, to float64) float64
	gap(y float64) float64 // y less the mean, to its last digit
	middle() float64       // the whole number below the mean, but for rounding
	deviation() float64
	sample(rng *rand.Rand) float64
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

func (o one) outside() func(from, to float64) float64 {
	return func(from, to float64) float64 { return o.Tails(from-1).Below + o.Tails(to).Above }
}
func (o one) gap(y float64) float64         { return o.AboveMean(y) }
func (o one) middle() float64               { return math.Floor(o.Mean()) }
func (o one) deviation() float64            { return o.Deviation() }
func (o one) sample(rng *rand.Rand) float64 { return o.Sample(rng) }

// two is the sum of two binomial laws.
type two struct{ narrow, wide binomial.Law }

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
	return two{a, b}
}

// outside sums over the narrower law. If that is wide, it takes every stride-th count: terms half a deviation
// apart have a sum as exact as a float64.
func (t two) outside() func(from, to float64) float64 {
	const depth, apart = 40, 2 // e^−40 of the likeliest count's probability
	least, most := t.narrow.Visible(depth)
	stride := max(math.Floor(t.narrow.Deviation()/apart), 1)
	var up []float64
	for a := least; a <= most; a += stride {
		up = append(up, t.narrow.Prob(a)*stride)
	}
	last, down := least+float64(len(up)-1)*stride, slices.Clone(up)
	slices.Reverse(down)
	return func(from, to float64) float64 {
		return weighted(t.wide, to-least, stride, up) + weighted(t.wide.Failures(), t.wide.N-from+last, stride, down)
	}
}

// weighted returns Σ weights[i]·Pr[X > cut − i·stride]. Each tail adds the counts between two cuts to the one before.
func weighted(x binomial.Law, cut, stride float64, weights []float64) (whole float64) {
	const nothing = -50 // ln of a probability
	mode := x.Mode()
	i := 0
	for i < len(weights)-1 && cut >= mode && x.LogProb(cut+1) < nothing {
		i++
		cut -= stride
	}
	tail, more := x.Tails(cut).Above, 1.0
	for _, w := range weights[i:] {
		whole += w * tail
		if cut > mode || more > 1e-18 {
			more = x.Between(cut-stride+1, cut)
			tail += more
		}
		cut -= stride
	}
	return whole
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

// outside sums geometric noise, with mass a/(1 + a) above 0.
func (o noised) outside() func(from, to float64) float64 {
	z := falling{o.rate, func(float64) float64 { return math.Exp(-o.rate) / (1 + math.Exp(-o.rate)) }}
	return func(from, to float64) float64 { return z.beyond(o.Failures(), o.N-from, 0) + z.beyond(o.Law, to, 0) }
}
