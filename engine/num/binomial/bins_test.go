package binomial

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestBinsMakeTheLaw(t *testing.T) {
	for _, n := range []float64{1, 2, 9, 100, 401, 1e4, 3e5, 1e6, 1e9, 1e12} {
		for _, a := range []float64{0, 1e-6, 0.25, 3, 20, -1} {
			l := FromLogOdds(n, a)
			from, to := l.Visible(50)
			bins := l.Bins(from, to, 400)
			if len(bins) == 0 || len(bins) > 400 || bins[0].From != from || bins[len(bins)-1].To != to {
				t.Fatalf("n=%g a=%g: %d bins over [%g, %g]", n, a, len(bins), from, to)
			}
			total := 0.0
			for i, b := range bins {
				if i > 0 && b.From != bins[i-1].To+1 {
					t.Fatalf("n=%g a=%g: bin %d starts at %g after %g", n, a, i, b.From, bins[i-1].To)
				}
				total += b.Prob
			}
			if math.Abs(total-1) > 1e-11 {
				t.Errorf("n=%g a=%g: the bins add up to 1%+.2g", n, a, total-1)
			}
			for _, b := range []Bin{bins[0], bins[len(bins)/2], bins[len(bins)-1]} {
				got, want := math.Log(b.Prob), math.Log(sumOfPoints(l, b.From, b.To))
				if b.To-b.From < 3e5 && math.Abs(got-want) > 3e-11 {
					t.Errorf("n=%g a=%g: Pr(%g..%g) is off by a factor 1%+.2g", n, a, b.From, b.To, got-want)
				}
			}
		}
	}
}

func sumOfPoints(l Law, from, to float64) float64 {
	total := 0.0
	for x := from; x <= to; x++ {
		total += l.Prob(x)
	}
	return total
}

func TestBetweenIsTailDifference(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for range 5000 {
		n := math.Floor(math.Pow(10, 12*rng.Float64()))
		l := FromLogOdds(n, 4*rng.Float64()-1)
		cut := func() float64 { return math.Floor(l.Mean() + (8*rng.Float64()-4)*l.Deviation()) }
		from, to := cut(), cut()
		if from > to {
			from, to = to, from
		}
		got := l.Between(from, to)
		want := l.Tails(to).Below - l.Tails(from-1).Below
		if math.Abs(got-want) > 2e-12 {
			t.Fatalf("%+v: Pr(%g..%g) = %v, tails differ by %v", l, from, to, got, want)
		}
	}
	l := New(10, 0.3)
	for _, c := range []struct{ from, to, want float64 }{
		{-5, 20, 1}, {3, 2, 0}, {11, 12, 0}, {-3, -1, 0}, {0.5, 1.5, l.Prob(1)}, {math.NaN(), 3, 0},
	} {
		if got := l.Between(c.from, c.to); got != c.want {
			t.Errorf("Pr(%g..%g) = %v, want %v", c.from, c.to, got, c.want)
		}
	}
}

func TestVisibleEnds(t *testing.T) {
	for _, n := range []float64{1, 5, 1000, 1e12} {
		for _, a := range []float64{-2, 0, 0.5, 40, 750} {
			l := FromLogOdds(n, a)
			from, to := l.Visible(14)
			top := l.LogProb(l.Mode())
			if l.LogProb(from) < top-14 || l.LogProb(to) < top-14 || l.LogProb(from-1) >= top-14 || l.LogProb(to+1) >= top-14 {
				t.Errorf("n=%g a=%g: [%g, %g] does not end where it should", n, a, from, to)
			}
		}
	}
}

// No result is NaN, and none takes long, at any corner.
func TestCorners(t *testing.T) {
	for _, n := range []float64{1, 2, 3, 1e3, 1e6 + 1, 1e9, 1e12} {
		for _, a := range []float64{0, 5e-7, 1e-300, 0.5, 10, 100, 700, 745, 750, 1500, -5e-7, -750} {
			l := FromLogOdds(n, a)
			for _, j := range []float64{-1, 0, 1, math.Floor(n / 2), n - 1, n, n + 1, l.Mode(), 0.5} {
				tails := l.Tails(j)
				for _, v := range []float64{l.LogProb(j), tails.Below, tails.Above, tails.LogBelow, tails.LogAbove, l.Mean(), l.Deviation()} {
					if math.IsNaN(v) || v == math.Inf(1) {
						t.Errorf("n=%g a=%g j=%g: %v", n, a, j, v)
					}
				}
				if math.Abs(tails.Below+tails.Above-1) > 1e-12 || tails.LogBelow > 0 || tails.LogAbove > 0 {
					t.Errorf("n=%g a=%g j=%g: %+v", n, a, j, tails)
				}
				if j < 0 || j >= n {
					continue
				}
				for _, level := range []Level{{1 - 1e-15, 1e-15}, {0.5, 0.5}, {1e-300, 1}, {1 - 1e-300, 1e-300}} {
					if a := LeastLogOdds(n, math.Floor(j), level); math.IsNaN(a) || math.IsInf(a, 0) {
						t.Errorf("n=%g j=%g %v: %v", n, j, level, a)
					}
				}
			}
		}
	}
}
