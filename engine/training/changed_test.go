package training

import (
	"math"
	"slices"
	"testing"

	"dpscope/engine/trial"
)

// told has a classifier's predictions for the records to judge by from its fit alone, by another way than judge's: the
// learner is fitted anew, and asked record by record.
func told(t *testing.T, f Fitting) []int {
	t.Helper()
	p, err := OpenPlane(t.Context(), f.Plane)
	if err != nil {
		t.Fatal(err)
	}
	seen := p.Learnt
	if f.Noisy {
		seen.Y = f.flipped(seen.Y)
	}
	c, err := f.Learner.Fit(t.Context(), seen, trial.Random(f.Plane.Seed, drawn(starting, f.Draw)))
	if err != nil {
		t.Fatal(err)
	}
	var classes []int
	for i := range p.Test.Len() {
		classes = append(classes, c.Predict(p.Test.Row(i)))
	}
	return classes
}

// The share that changes class is the mean, over draws, of the differences between two fits, record by record, with Student's
// interval from a table (4 draws: 3.182446); one draw has the interval with binomial tails of 2.5 % each.
func TestChanged(t *testing.T) {
	const draws, student = 4, 3.182446305284263
	for _, learner := range []string{"logistic", "tree"} {
		noisy := fitting(t, learner, 1)
		clean := noisy
		clean.Noisy = false
		all, err := trial.Sweep[Divisions](t.Context(), []Fitting{noisy, clean}, draws, nil)
		if err != nil {
			t.Fatal(err)
		}
		var shares []float64
		for draw := range uint64(draws) {
			a, b, n := told(t, noisy.At(draw)), told(t, clean.At(draw)), 0
			for i := range a {
				n += a[i] ^ b[i]
			}
			shares = append(shares, float64(n)/float64(len(a)))
		}
		mean, square := 0.0, 0.0
		for _, s := range shares {
			mean += s / draws
		}
		for _, s := range shares {
			square += (s - mean) * (s - mean)
		}
		half := student * math.Sqrt(square/(draws-1)/draws)
		v := all[0].Changed(all[1])
		if math.Abs(v.Value-mean) > 1e-12 || math.Abs(v.High-mean-half) > 1e-9 || math.Abs(v.Low-max(mean-half, 0)) > 1e-9 || mean == 0 {
			t.Errorf("%s: %+v, want %g ± %g", learner, v, mean, half)
		}
		now, before, found := all[0].Typical(all[1])
		typical := slices.IndexFunc(all[0], func(d DecisionGrid) bool { return d.Draw == now.Draw })
		for draw, share := range shares {
			if math.Abs(share-mean) < math.Abs(shares[typical]-mean) {
				t.Errorf("%s: draw %d changes %g, nearer to the mean of %g than draw %d with %g", learner, draw, share, mean, typical, shares[typical])
			}
		}
		if !found || before.Draw != now.Draw || now.Called.Differing(before.Called) != int(math.Round(shares[typical]*float64(now.Called.Len()))) {
			t.Errorf("%s: a typical draw is %d on flipped labels, %d on true ones", learner, now.Draw, before.Draw)
		}
		turned := Divisions{all[1][3], all[1][0], all[1][2], all[1][1]}
		if other := all[0].Changed(turned); other != v {
			t.Errorf("%s: in another order it is %+v", learner, other)
		}
		one := all[0][:1].Changed(all[1])
		n := float64(len(told(t, noisy)))
		below, above := tails(n, shares[0]*n, one.Low, one.High)
		if one.Value != shares[0] || math.Abs(below-0.025) > 1e-9 || math.Abs(above-0.025) > 1e-9 {
			t.Errorf("%s: of one draw %+v, with tails of %g and %g; want %g", learner, one, above, below, shares[0])
		}
	}
}

// tails returns the probabilities of at most k of n at the high end, and of at least k at the low one.
func tails(n, k, low, high float64) (below, above float64) {
	pick := func(j, p float64) float64 {
		a, _ := math.Lgamma(n + 1)
		b, _ := math.Lgamma(j + 1)
		c, _ := math.Lgamma(n - j + 1)
		return math.Exp(a - b - c + j*math.Log(p) + (n-j)*math.Log1p(-p))
	}
	for j := 0.0; j <= n; j++ {
		if j <= k+0.5 {
			below += pick(j, high)
		}
		if j >= k-0.5 {
			above += pick(j, low)
		}
	}
	return below, above
}

// Without flips no record changes class; a fit without a boundary has no share, and says why.
func TestNobodyChanges(t *testing.T) {
	f := fitting(t, "forest", 1500)
	f.Plane.Records = 60
	clean := f
	clean.Noisy = false
	all, err := trial.Sweep[Divisions](t.Context(), []Fitting{f, clean}, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	if v := all[0].Changed(all[1]); v.Value != 0 || v.High != 0 {
		t.Errorf("without flips %+v", v)
	}
	if v := all[0].Changed(Divisions{{Draw: 1, None: "one class"}, {Draw: 2, None: "one class"}}); !v.Missing() || v.None != "one class" {
		t.Errorf("of no boundary %+v", v)
	}
	if v := (Divisions{}).Changed(all[1]); !v.Missing() {
		t.Errorf("before the first %+v", v)
	}
}
