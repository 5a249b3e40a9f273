package polling

import (
	"math"
	"math/rand/v2"
	"testing"

	"dpscope/engine/num/binomial"
	"dpscope/engine/num/normal"
)

// The mass beyond the margin of a noisy count is what the confidence leaves: by the noise's own law, summed over all counts.
func TestOfficeNoiseSummedOverCounts(t *testing.T) {
	for _, s := range []Survey{
		{Asks: YesNo, People: 50, Epsilon: 0.3, Options: 2, Share: 0.3},
		{Asks: YesNo, People: 1, Epsilon: 1, Options: 2, Share: 1},
		{Asks: YesNo, People: 3000, Epsilon: 0.005, Options: 2, Share: 0.01},
		{Asks: YesNo, People: 3000, Epsilon: 2, Options: 2, Share: 0.5, Everyone: true},
		{Asks: Choice, People: 400, Epsilon: 1, Options: 10, Share: 0.2},
		{Asks: Choice, People: 400, Epsilon: 8, Options: 3, Share: 0},
		{Asks: Number, People: 700, Epsilon: 0.2, Spread: Ends(0.4)},
		{Asks: Number, People: 70, Epsilon: 0.2, Spread: Alike(0.4)},
	} {
		for _, kind := range Noises() {
			s.Office, s.Noise, s.Delta = true, kind.Name, 1e-3
			n, err := s.noise()
			if err != nil {
				t.Fatal(err)
			}
			share := s.Share
			if s.Asks == Number {
				share = s.Spread.Mean
			}
			x := binomial.New(s.People, share)
			counts := func(sum func(p, from float64)) {
				switch {
				case s.Everyone:
					sum(1, 0)
				case s.Spread == Alike(s.Spread.Mean) && s.Asks == Number:
					sum(1, 0)
				default:
					for at := range int(s.People) + 1 {
						sum(x.Prob(float64(at)), float64(at)-x.Mean())
					}
				}
			}
			for _, confidence := range []float64{0.5, 0.95, 0.9999} {
				s.Confidence = confidence
				m, err := s.Margin()
				if err != nil {
					t.Fatal(err)
				}
				outside, d := 0.0, m.Value*s.People
				counts(func(p, from float64) { outside += p * n.Outside(-d-from, d-from) })
				if math.Abs(outside-(1-confidence)) > 1e-10 {
					t.Errorf("%+v: %.14g lie beyond ± %g", s, outside, m.Value)
				}
				r, err := s.Result()
				if err != nil || !r.Keeps(m.Value, confidence) || r.Keeps(m.Value*(1-1e-6), confidence) {
					t.Errorf("%+v: ± %g is not the border, %v", s, m.Value, err)
				}
			}
		}
	}
}

// Noise of many people is summed in strides, and scatters as its law says.
func TestOfficeNoiseOfMany(t *testing.T) {
	for _, people := range []float64{1e6, 1e12} {
		for _, epsilon := range []float64{1e-6, 1e-3, 1} {
			s := Survey{Asks: YesNo, Office: true, People: people, Epsilon: epsilon, Options: 2, Share: 0.3, Delta: 1e-6, Noise: "analytic-gaussian", Confidence: 0.95}
			m, err := s.Margin()
			if err != nil {
				t.Fatal(err)
			}
			n, _ := s.noise()
			want := normal.UpperQuantile(0.025) * math.Hypot(math.Sqrt(people*0.21), math.Sqrt(n.Variance())) / people
			if math.Abs(m.Value/want-1) > 1/math.Sqrt(people) {
				t.Errorf("%g people at ε = %g: ± %.9g, and by the normal law %.9g", people, epsilon, m.Value, want)
			}
		}
	}
}

// Means of numbers with noise lie within their margin as often as the confidence says: drawn.
func TestOfficeMeansDrawn(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, epsilon := range []float64{0.003, 0.02, 0.2, 3} {
		for _, kind := range Noises() {
			s := Survey{Asks: Number, Office: true, People: 500, Epsilon: epsilon, Delta: 1e-3, Noise: kind.Name, Spread: Even, Confidence: 0.95}
			m, err := s.Margin()
			if err != nil {
				t.Fatal(err)
			}
			n, _ := s.noise()
			const draws = 40_000
			within := 0.0
			for range draws {
				if math.Abs(rng.NormFloat64()*math.Sqrt(s.People/12)+n.Sample(rng)) <= m.Value*s.People {
					within++
				}
			}
			if e := math.Sqrt(0.95 * 0.05 / draws); math.Abs(within/draws-0.95) > 4*e {
				t.Errorf("%s at ε = %g: %g of means lie within ± %g", kind.Name, epsilon, within/draws, m.Value)
			}
		}
	}
}

// Noise for two counts has half of the budget each, except for normal noise, which covers both at once: a staircase made for a
// distance of 2 would give away 2ε.
func TestNoiseOfTwoCounts(t *testing.T) {
	s := Survey{Asks: Choice, Office: true, People: 100, Options: 5, Epsilon: 1, Delta: 1e-6, Share: 0.1, Confidence: 0.95}
	one := Survey{Asks: YesNo, Office: true, People: 100, Options: 2, Share: 0.1, Confidence: 0.95}
	for _, kind := range Noises() {
		s.Noise, one.Noise = kind.Name, kind.Name
		one.Epsilon, one.Delta = 0.5, 5e-7
		by := 1.0
		if kind.Name == "analytic-gaussian" {
			one.Epsilon, one.Delta, by = 1, 1e-6, 2
		}
		two, err := s.noise()
		if err != nil {
			t.Fatal(err)
		}
		each, err := one.noise()
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(two.Variance()/(by*each.Variance())-1) > 1e-12 {
			t.Errorf("%s: a variance of %g for two counts, and %g for one", kind.Name, two.Variance(), each.Variance())
		}
		right, err := s.Right()
		if err != nil {
			t.Fatal(err)
		}
		most := 1 / (1 + math.Exp(-1)) // ε = 1 allows
		if kind.NeedsDelta {
			most += 1e-6
		}
		alone, _ := one.Right()
		if right > most || by == 1 && right < alone || by == 2 && right != alone {
			t.Errorf("%s: an attacker is right %g of the time of two counts, %g of one", kind.Name, right, alone)
		}
	}
}
