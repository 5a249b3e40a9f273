package rareclass

import (
	"math"
	"math/rand/v2"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/known"
)

// density and mass of a normal law here are sums of their own.
func density(x float64) float64 { return math.Exp(-x*x/2) / math.Sqrt(2*math.Pi) }

// A clipped value varies as a sum over the normal law says, even where nearly all of it is clipped.
func TestClippedVariance(t *testing.T) {
	for _, c := range []clipped{{1, 0.5}, {2.5, 0.5}, {-2.5, 0.5}, {3, 3}, {0, 0.01}, {0.005, 0.01}, {6, 0.2}, {1, 8}, {1, 1e4}, {15, 14}} {
		moments := func(from float64) (mass, mean, square float64) { // of the distance from a place
			add := func(x, m float64) { mass, mean, square = mass+m, mean+m*(x-from), square+m*(x-from)*(x-from) }
			add(c.clip, math.Erfc((c.clip-c.mean)/math.Sqrt2)/2)
			add(-c.clip, math.Erfc((c.clip+c.mean)/math.Sqrt2)/2)
			const steps = 20_000
			low, high := max(-c.clip, c.mean-12), min(c.clip, c.mean+12)
			for i := range steps {
				x := low + (high-low)*(float64(i)+0.5)/steps
				add(x, density(x-c.mean)*(high-low)/steps)
			}
			return mass, mean, square
		}
		mass, mean, _ := moments(c.clip) // from an end, so that little cancels
		_, _, want := moments(c.clip + mean/mass)
		if got := c.variance(); math.Abs(got-want) > 1e-6*want {
			t.Errorf("%+v varies by %v, want %v", c, got, want)
		}
	}
}

// released draws records and their private threshold many times, and returns how often the next record of either class lies
// above it, by the definition alone.
func released(c clippedCase, draws int, rng *rand.Rand) (mean, deviation, recall, alarms float64) {
	counts, half := c.r.Counts(c.m), c.m.Separation/2
	unit := c.r.learner(0).Unit()
	of := func(center, count float64) float64 {
		sum := 2 * c.r.Clip * unit * rng.NormFloat64()
		for range int(count) {
			sum += math.Max(-c.r.Clip, math.Min(c.r.Clip, center+rng.NormFloat64()))
		}
		return sum / count
	}
	squares := 0.0
	for range draws {
		at := c.gamma*of(half, counts.Minority) + (1-c.gamma)*of(-half, counts.Majority)
		mean, squares = mean+at/float64(draws), squares+at*at/float64(draws)
		recall += math.Erfc((at-half)/math.Sqrt2) / 2 / float64(draws)
		alarms += math.Erfc((at+half)/math.Sqrt2) / 2 / float64(draws)
	}
	return mean, math.Sqrt(max(squares-mean*mean, 0)), recall, alarms
}

type clippedCase struct {
	m     Mixture
	r     Release
	gamma float64
}

// Thresholds scatter, find and alarm as is said, by whatever is cut: four and a half
// standard errors, a false alarm once in some 10⁵ runs of other seeds.
func TestThresholdsScatter(t *testing.T) {
	effort.ForNumbers(t)
	draws := effort.Scale(2000, 20_000, 100_000)
	for _, c := range []clippedCase{
		{Mixture{2, 9}, Release{Epsilon: 1, Delta: 1e-5, Records: 200, Clip: 6, Analytic: true}, 0.5},
		{Mixture{2, 9}, Release{Epsilon: 20, Delta: 1e-5, Records: 50, Clip: 8, Analytic: true}, 0.9},
		{Mixture{4, 4}, Release{Epsilon: 5, Delta: 1e-3, Records: 100, Clip: 1, Analytic: true}, 0.8},
		{Mixture{5, 10}, Release{Epsilon: 1, Delta: 1e-5, Records: 2000, Clip: 0.5, Analytic: true}, 0.8},
		{Mixture{6, 10}, Release{Epsilon: 10, Delta: 1e-5, Records: 1000, Clip: 3, Analytic: true}, 0.5},
		{Mixture{2, 10}, Release{Epsilon: 1, Delta: 1e-5, Records: 1000, Clip: 1.5}, 0.5},
		{Mixture{1, 1}, Release{Epsilon: 100, Delta: 0.5, Records: 2, Clip: 0.5, Analytic: true}, 0.7},
		{Mixture{1, 1}, Release{Epsilon: 100, Delta: 0.5, Records: 3, Clip: 0.5, Analytic: true}, -3},
	} {
		mean, deviation, recall, alarms := released(c, draws, rand.New(rand.NewPCG(8, 8)))
		want := c.r.Deviation(c.m, c.gamma)
		near := 4.5 / math.Sqrt(float64(draws))
		if off := mean - c.m.Threshold(c.gamma) - c.r.Bias(c.m, c.gamma); math.Abs(off) > near*want {
			t.Errorf("%+v: thresholds are off by %v on average", c, off)
		}
		if math.Abs(deviation/want-1) > near {
			t.Errorf("%+v: thresholds scatter by %v, not %v", c, deviation, want)
		}
		told, falsely := c.r.Expected(c.m, c.gamma)
		if math.Abs(recall-told.Value) > near*min(want, 0.5) || math.Abs(alarms-falsely.Value) > near*min(want, 0.5) {
			t.Errorf("%+v: %v and %v lie above, not %v and %v", c, recall, alarms, told.Value, falsely.Value)
		}
	}
}

// By the inversion and by the normal law it is the same where next to nothing is cut.
func TestExpectedMeetsTheNormalLaw(t *testing.T) {
	for _, c := range []clippedCase{
		{Mixture{2, 10}, Release{Epsilon: 1, Delta: 1e-5, Records: 2000, Clip: 12, Analytic: true}, 0.5},
		{Mixture{6, 1}, Release{Epsilon: 1e-4, Delta: 1e-15, Records: 2, Clip: 1e4}, 1000},
		{Mixture{0.01, 100}, Release{Epsilon: 100, Delta: 0.5, Records: 1e9, Clip: 10, Analytic: true}, -0.5},
	} {
		recall, alarms := c.r.Expected(c.m, c.gamma)
		inverted, inverse := c.r.above(c.m, c.gamma)
		if math.Abs(recall.Value-inverted.Value) > 1e-13 || math.Abs(alarms.Value-inverse.Value) > 1e-13 {
			t.Errorf("%+v: %v and %v, inverted %v and %v", c, recall.Value, alarms.Value, inverted.Value, inverse.Value)
		}
	}
}

// The middle errs by more than is promised as seldom as is promised, whatever the clip.
func TestErrorsOfTheMiddle(t *testing.T) {
	const beta = 0.2
	draws := effort.Scale(2000, 20_000, 100_000)
	rng := rand.New(rand.NewPCG(3, 3))
	for _, r := range []Release{{Epsilon: 10, Delta: 1e-3, Records: 50, Clip: 0.3, Analytic: true}, {Epsilon: 50, Delta: 1e-3, Records: 20, Clip: 2, Analytic: true}, {Epsilon: 1, Delta: 1e-3, Records: 60, Clip: 9}} {
		m := Mixture{3, 4}
		quantile, bound := r.ErrorQuantile(m, beta), r.ErrorBound(m, beta)
		beyond := 0
		for range draws {
			at, err := r.draw(m, BestBalanced, rng)
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(at) > quantile.Value {
				beyond++
			}
		}
		if share := float64(beyond) / float64(draws); share > beta+4.5*math.Sqrt(beta*(1-beta)/float64(draws)) || quantile.Value > bound.Value || quantile.Basis != known.AtMost {
			t.Errorf("%+v: %v err by more than %v (%v)", r, share, quantile.Value, bound.Value)
		}
	}
}
