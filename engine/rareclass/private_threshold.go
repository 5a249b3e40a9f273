package rareclass

import (
	"context"
	"math"
	"math/rand/v2"

	"dpscope/engine/known"
	"dpscope/engine/num/normal"
	"dpscope/learners/private"
)

// Release says how the means of both classes are published to make a threshold: values are cut to [−Clip,
// Clip], and each mean gets normal noise. It is (ε, δ)-private for a changed feature of a record, and for a
// changed label except for what the class sizes reveal of it (private.Threshold). The number of records and
// the ratio of the classes are public.
type Release struct {
	Epsilon, Delta float64
	Records        float64 // of both classes, whole
	Clip           float64 // R, in standard deviations of a class
	Analytic       bool    // noise of the least standard deviation instead of the classical formula's
}

// Counts holds the number of records of each class.
type Counts struct{ Majority, Minority float64 }

// Counts returns the class sizes for the ratio, in whole records.
func (r Release) Counts(m Mixture) Counts {
	minority := math.Round(r.Records / (1 + m.Ratio))
	return Counts{Majority: r.Records - minority, Minority: minority}
}

// Empty reports that a class has no records, and no mean.
func (c Counts) Empty() bool { return c.Minority < 1 || c.Majority < 1 }

// learner returns the learner that releases the threshold of a weight γ.
func (r Release) learner(gamma float64) private.Threshold {
	return private.Threshold{Epsilon: r.Epsilon, Delta: r.Delta, Clip: r.Clip, Gamma: gamma, Classical: !r.Analytic}
}

// noise returns the standard deviation of the noise on the sum of a class.
func (r Release) noise() float64 { return 2 * r.Clip * r.learner(0).Unit() }

// Distance returns the most that one record's feature moves a mean, in standard deviations of its noise.
func (r Release) Distance() float64 { return 1 / r.learner(0).Unit() }

// Wrong returns the error rate of the best guess about one record's feature, with its label fixed. WrongLabelled
// returns that rate for its label, from both sums; each sum then moves at most half as far.
func (r Release) Wrong() float64         { return normal.UpperTail(r.Distance() / 2) }
func (r Release) WrongLabelled() float64 { return normal.UpperTail(r.Distance() / math.Sqrt2 / 2) }

// spread returns the standard deviation of a threshold of weight γ, for values of variance v and noise of
// deviation s on the sum of a class:
//
//	√(γ²·(v/n₁ + (s/n₁)²) + (1−γ)²·(v/n₀ + (s/n₀)²)).
//
// The paper's Proposition 10 loses a quarter of the sampling part at γ = 1/2.
func (c Counts) spread(gamma, variance, noise float64) float64 {
	of := func(weight, count float64) float64 {
		return weight * weight * (variance/count + noise*noise/(count*count))
	}
	return math.Sqrt(of(gamma, c.Minority) + of(1-gamma, c.Majority))
}

// value returns the minority's clipped value; the majority's is its mirror image.
func (r Release) value(m Mixture) clipped { return clipped{m.Separation / 2, r.Clip} }

// Deviation returns the standard deviation of the private threshold of a weight γ.
func (r Release) Deviation(m Mixture, gamma float64) float64 {
	return r.Counts(m).spread(gamma, r.value(m).variance(), r.noise())
}

// Sampling returns the part of it that remains without noise.
func (r Release) Sampling(m Mixture, gamma float64) float64 {
	return r.Counts(m).spread(gamma, r.value(m).variance(), 0)
}

// Bias returns the mean shift of the threshold of a weight γ that clipping causes.
func (r Release) Bias(m Mixture, gamma float64) float64 {
	return (2*gamma-1)*r.value(m).moved() + 0 // no negative zero
}

// Expected returns the expected recall and share of false alarms of the private threshold: the chance that
// another record of the class lies above it.
func (r Release) Expected(m Mixture, gamma float64) (recall, falsePositive known.Value) {
	const unseen = 1e-17 // expected number of clipped records
	if r.Records*normal.UpperTail(r.Clip-m.Separation/2) < unseen {
		wider := m // the error is normal too, so that both are Φ with a greater spread
		wider.Separation /= math.Hypot(1, r.Deviation(m, gamma))
		return known.Exactly(wider.Recall(gamma)), known.Exactly(wider.FalsePositive(gamma))
	}
	return r.above(m, gamma)
}

// above returns the chances that another record of the minority, and of the majority, lies above the private
// threshold, by Gil-Pelaez' inversion of the characteristic function of their difference W,
//
//	Pr[W > 0] = 1/2 + (1/π)·∫ Im E[exp(itW)]/t dt over t > 0.
//
// The integral is a sum over the middles of steps h, with an error of only Pr[|W| > 2π/h] (Davies 1973). W is
// a function of normal values; its slope in them is at most the unclipped spread, and beyond nine of those
// the mass is negligible (Gaussian concentration).
func (r Release) above(m Mixture, gamma float64) (recall, falsePositive known.Value) {
	const far, rounding = 9, 1e-13
	counts, half := r.Counts(m), m.Separation/2
	own := math.Hypot(1, counts.spread(gamma, 0, r.noise())) // the normal part of W
	widest := math.Hypot(1, counts.spread(gamma, 1, r.noise()))
	place := m.Threshold(gamma) + r.Bias(m, gamma)
	h := 2 * math.Pi / (half + math.Abs(place) + far*widest)
	last := far / own
	slope1, slope0 := gamma/counts.Minority, (1-gamma)/counts.Majority
	law := r.value(m).spectrum(last * max(math.Abs(slope1), math.Abs(slope0)))
	sums := [2]float64{}
	for t := h / 2; t < last; t += h {
		modulus1, angle1 := law.log(-slope1 * t)
		modulus0, angle0 := law.log(slope0 * t) // of the mirror image
		size := math.Exp(counts.Minority*modulus1+counts.Majority*modulus0-own*own*t*t/2) * h / (math.Pi * t)
		turn := counts.Minority*angle1 + counts.Majority*angle0
		sums[0] += size * math.Sin(turn+half*t)
		sums[1] += size * math.Sin(turn-half*t)
	}
	share := func(sum float64) known.Value {
		if 0.5+sum < rounding {
			return known.AboutZero(0, rounding)
		}
		return known.Exactly(min(0.5+sum, 1))
	}
	return share(sums[0]), share(sums[1])
}

// ErrorBound bounds, with probability 1 − beta, the error of the middle threshold of published class means:
// √(2 ln(4/β)) standard deviations without clipping (the paper's Proposition 10, with the constant of its
// appendix and the lost quarter put back). A clip brings values nearer to one another and keeps the middle in
// place, so that the bound holds for every clip: see ErrorQuantile.
func (r Release) ErrorBound(m Mixture, beta float64) known.Value {
	return known.OrLess(boundFactor(beta) * r.uncut(m))
}

// ErrorQuantile bounds the same error by its normal law if, except with probability beta/2, no record is cut.
// A tighter clip leaves √(2 ln(2/β)): the error is a function of normal values with mean 0 and a slope of at
// most the unclipped spread (Gaussian concentration; Boucheron, Lugosi & Massart 2013, Theorem 5.6).
func (r Release) ErrorQuantile(m Mixture, beta float64) known.Value {
	factor := quantileFactor(beta)
	if r.Clip < r.LeastClip(m, beta) {
		factor = math.Sqrt(2 * math.Log(2/beta))
	}
	return known.OrLess(factor * r.uncut(m))
}

func boundFactor(beta float64) float64    { return math.Sqrt(2 * math.Log(4/beta)) }
func quantileFactor(beta float64) float64 { return normal.UpperQuantile(beta / 4) }

// uncut returns the standard deviation of the middle threshold without clipping.
func (r Release) uncut(m Mixture) float64 {
	return r.Counts(m).spread(BestBalanced, 1, r.noise())
}

// ErrorLeast bounds from below the error that any estimator of the middle, private or not, can keep with
// probability above 1 − beta at all places: half of the paper's lower bound, which holds for no estimator.
func (r Release) ErrorLeast(m Mixture, beta float64) known.Value {
	return known.OrMore(r.Counts(m).leastError(beta))
}

func (c Counts) leastError(beta float64) float64 {
	return normal.UpperQuantile(beta/2) * c.spread(BestBalanced, 1, 0)
}

// LeastClip returns the clip from which on, except with probability beta/2, no record of either class is cut.
func (r Release) LeastClip(m Mixture, beta float64) float64 {
	return m.Separation/2 + math.Sqrt(2*math.Log(4*r.Records/beta))
}

// Drawn releases count thresholds of weight γ, each from records drawn anew; the same ones at every call.
func (r Release) Drawn(ctx context.Context, m Mixture, gamma float64, count int) ([]float64, error) {
	rng, released := rand.New(rand.NewPCG(1, 1)), make([]float64, count)
	for i := range released {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var err error
		if released[i], err = r.draw(m, gamma, rng); err != nil {
			return nil, err
		}
	}
	return released, nil
}

// draw releases a threshold of records drawn anew.
func (r Release) draw(m Mixture, gamma float64, rng *rand.Rand) (float64, error) {
	class := func(count, mean float64) []float64 {
		values := make([]float64, int(count))
		for i := range values {
			values[i] = mean + rng.NormFloat64()
		}
		return values
	}
	counts := r.Counts(m)
	return r.learner(gamma).Of(class(counts.Minority, m.Separation/2), class(counts.Majority, -m.Separation/2), rng)
}
