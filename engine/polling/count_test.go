package polling

import (
	"math"
	"math/rand/v2"
	"testing"

	"dpscope/engine/num/binomial"
)

// tallied is a law given by its probabilities.
type tallied struct {
	from float64
	p    []float64
}

func counted(l binomial.Law) tallied {
	var t tallied
	for x := range int(l.N) + 1 {
		t.p = append(t.p, l.Prob(float64(x)))
	}
	return t
}

func (t tallied) plus(u tallied) tallied {
	sum := tallied{t.from + u.from, make([]float64, len(t.p)+len(u.p)-1)}
	for i, p := range t.p {
		for j, q := range u.p {
			sum.p[i+j] += p * q
		}
	}
	return sum
}

func (t tallied) outside(from, to float64) (sum float64) {
	for i, p := range t.p {
		if x := t.from + float64(i); x < from || x > to {
			sum += p
		}
	}
	return sum
}

// reach returns the least distance of a count from the mean that holds the confidence, by trying all counts.
func (t tallied) reach(mean, confidence float64) float64 {
	least := math.Inf(1)
	for i := range t.p {
		d := math.Abs(t.from + float64(i) - mean)
		if d < least && t.outside(math.Ceil(mean-d-1e-9), math.Floor(mean+d+1e-9)) <= 1-confidence {
			least = d
		}
	}
	return least
}

func geometric(rate float64) tallied {
	most := int(math.Ceil(45 / rate))
	t := tallied{from: -float64(most)}
	a := math.Exp(-rate)
	for z := -most; z <= most; z++ {
		t.p = append(t.p, (1-a)/(1+a)*math.Pow(a, math.Abs(float64(z))))
	}
	return t
}

// Tails and reaches of all three laws equal those of their probabilities.
func TestCountsAreThoseCountedOut(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		n, m := math.Floor(1+80*rng.Float64()), math.Floor(1+80*rng.Float64())
		p, q, rate := rng.Float64(), math.Pow(rng.Float64(), 6), math.Exp(-3+4*rng.Float64())
		a, b := binomial.New(n, p), binomial.New(m, q)
		for name, c := range map[string]struct {
			of   count
			out  tallied
			mean float64
		}{
			"one":    {one{a}, counted(a), a.Mean()},
			"two":    {sum(a, b), counted(a).plus(counted(b)), a.Mean() + b.Mean()},
			"noised": {noised{a, rate}, counted(a).plus(geometric(rate)), a.Mean()},
		} {
			for range 5 {
				from := math.Floor((n + m) * (rng.Float64()*1.4 - 0.2))
				to := from + math.Floor(rng.Float64()*30)
				if got, want := c.of.outside()(from, to), c.out.outside(from, to); math.Abs(got-want) > 1e-12 {
					t.Errorf("%s: outside of %g to %g is %.15g for %.15g (%g of %g, %g of %g, rate %g)", name, from, to, got, want, p, n, q, m, rate)
				}
			}
			for _, confidence := range []float64{0.5, 0.9, 0.95, 0.999} {
				if got, want := reach(c.of, confidence), c.out.reach(c.mean, confidence); math.Abs(got-want) > 1e-9 {
					t.Errorf("%s: %g lies within %.12g, not %.12g (%g of %g, %g of %g, rate %g)", name, confidence, want, got, p, n, q, m, rate)
				}
			}
		}
	}
}

// Where laws are wide, sums over every nth count, and tails of tilted laws, equal those over all counts.
func TestWideCounts(t *testing.T) {
	for _, c := range []struct{ n, p, m, q, rate float64 }{
		{4e4, 0.3, 3e4, 0.6, 0.01}, {1e6, 0.2, 1e6, 0.21, 0.001}, {1e6, 0.001, 2e5, 0.5, 0.3}, {2e3, 0.5, 1e3, 0.01, 5},
	} {
		a, b := binomial.New(c.n, c.p), binomial.New(c.m, c.q)
		y := sum(a, b)
		from, to := math.Floor(y.gap(0)*-1-1.7*y.deviation()), math.Floor(y.gap(0)*-1+1.9*y.deviation())
		want := 0.0
		for x := max(0, math.Floor(a.Mean()-12*a.Deviation())); x <= min(c.n, a.Mean()+12*a.Deviation()); x++ {
			want += a.Prob(x) * (b.Tails(from-x-1).Below + b.Tails(to-x).Above)
		}
		if got := sum(a, b).outside()(from, to); math.Abs(got-want) > 1e-11 {
			t.Errorf("%+v: %.14g for %.14g", c, got, want)
		}
		noise, want := noised{a, c.rate}, 0.0
		at := math.Floor(a.Mean() + 1.2*noise.deviation())
		e := math.Exp(-c.rate)
		for z := -math.Ceil(45 / c.rate); z <= math.Ceil(45/c.rate); z++ {
			want += (1 - e) / (1 + e) * math.Exp(-c.rate*math.Abs(z)) * a.Tails(at-z).Above
		}
		if got := (falling{c.rate, func(float64) float64 { return e / (1 + e) }}).beyond(a, at, 0); math.Abs(got-want) > 1e-11 {
			t.Errorf("%+v: with noise %.14g for %.14g", c, got, want)
		}
	}
}

// Noise that is wider than all counts leaves none of them the border, and none of their probabilities need be a float64.
func TestNoiseWiderThanCounts(t *testing.T) {
	for _, c := range []struct{ n, p, rate float64 }{{2000, 0.3, 1e-3}, {2000, 0.3, 1e-9}, {400, 1e-9, 1e-4}, {1e12, 0.3, 1e-12}, {1e6, 0.999, 1e-5}} {
		a := binomial.New(c.n, c.p)
		got := reach(noised{a, c.rate}, 0.95)
		// The noise of a wide law is nearly Laplace noise, and chance adds little to it.
		wide := -math.Log(0.05) / c.rate
		if d := a.Deviation(); !(math.Abs(got-wide) < d*d*c.rate+1+1e-9*wide) {
			t.Errorf("%+v: %g lies within 95 %%, and Laplace noise alone %g", c, got, wide)
		}
	}
}

// Surveys that are drawn scatter as their law says.
func TestDrawnErrors(t *testing.T) {
	a, b := binomial.New(300, 0.3), binomial.New(200, 0.05)
	for name, law := range map[string]count{"one": one{a}, "two": sum(a, b), "noised": noised{a, 0.2}} {
		const draws = 20_000
		mean, square := 0.0, 0.0
		for _, e := range (Estimate{law, 1}).Errors(draws) {
			mean += e / draws
			square += e * e / draws
		}
		if d := law.deviation(); math.Abs(mean) > 5*d/math.Sqrt(draws) || math.Abs(math.Sqrt(square)/d-1) > 0.05 {
			t.Errorf("%s: a mean of %g and a deviation of %g, for 0 and %g", name, mean, math.Sqrt(square), d)
		}
	}
}
