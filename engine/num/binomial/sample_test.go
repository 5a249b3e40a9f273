package binomial

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"dpscope/engine/effort"
)

// TestSampleLaw compares draws with the law by Pearson's chi-square over bins
// of chance at least 1/2000, with a false-alarm rate of 1e-6 for each setting.
func TestSampleLaw(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 4))
	for _, c := range []struct{ n, a float64 }{
		{1, 0.5}, {3, 0.25}, {10, 0}, {10, 3}, {100, 0.5}, {1000, -7}, {1e4, 7}, {1e6, 0.5}, {1e9, 0.75}, {1e12, 0}, {1e12, 27},
	} {
		draws := float64(effort.Scale(10_000, 40_000, 40_000))
		l := FromLogOdds(c.n, c.a)
		from, to := l.Visible(12)
		bins := l.Bins(from, to, 60)
		counts := make([]float64, len(bins))
		outside := 0.0
		width := bins[0].To - bins[0].From + 1
		for range int(draws) {
			x := l.Sample(rng)
			if x < from || x > to {
				outside++
				continue
			}
			counts[int((x-from)/width)]++
		}
		statistic, cells := 0.0, 0
		restProb, restCount := 1.0, draws
		for i, b := range bins {
			if b.Prob < 1./2000 {
				continue
			}
			expected := draws * b.Prob
			statistic += (counts[i] - expected) * (counts[i] - expected) / expected
			cells++
			restProb -= b.Prob
			restCount -= counts[i]
		}
		if restProb > 1./4000 {
			expected := draws * restProb
			statistic += (restCount - expected) * (restCount - expected) / expected
			cells++
		}
		if cells < 2 {
			t.Errorf("n=%g a=%g: %d cells test nothing", c.n, c.a, cells)
			continue
		}
		if p := (distuv.ChiSquared{K: float64(cells - 1)}).Survival(statistic); p < 1e-6 {
			t.Errorf("n=%g a=%g: chi-square %.4g on %d cells, p = %.2g (%g outside)", c.n, c.a, statistic, cells, p, outside)
		}
	}
}

func TestSampleStaysInRange(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, n := range []float64{1, 2, 1e12} {
		for _, a := range []float64{-2000, -750, -50, 0, 1e-9, 50, 750, 2000} {
			l := FromLogOdds(n, a)
			for range 50 {
				x := l.Sample(rng)
				if !(0 <= x && x <= n) || x != math.Trunc(x) {
					t.Fatalf("n=%g a=%g: drew %v", n, a, x)
				}
				if math.Abs(a) > 700 && x != l.Mode() {
					t.Fatalf("n=%g a=%g: drew %v, whose chance is below 1e-290", n, a, x)
				}
			}
		}
	}
}
