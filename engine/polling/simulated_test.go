package polling

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"dpscope/engine/effort"
)

// Simulated surveys, answer by answer, lie within the margin as often as the exact law says.
func TestSimulatedSurveysKeepTheirMargin(t *testing.T) {
	surveys := effort.Scale(2_000, 20_000, 100_000)
	for i, name := range []string{"response", "oue", "olh", "subset"} {
		for _, everyone := range []bool{false, true} {
			s := Survey{Asks: Choice, People: 60, Options: 5, Epsilon: 1.4, Share: 0.3, Confidence: 0.9, Protocol: name, Everyone: everyone}
			p, err := s.Frequency(name)
			if err != nil {
				t.Fatal(err)
			}
			e := s.poll().Answers(p)
			margin, rng := e.Margin(s.Confidence).Value, rand.New(rand.NewPCG(11, uint64(2*i)))
			within := 0.0
			for range surveys {
				supporting := 0.0
				for person := range int(s.People) {
					own := 1
					if everyone && person < int(s.poll().Have()) || !everyone && rng.Float64() < s.Share {
						own = 0
					}
					if slices.Contains(p.Draw(rng, own), 0) {
						supporting++
					}
				}
				if math.Abs((supporting/s.People-p.Other)/p.Gap-s.Truth()) <= margin*(1+1e-9) {
					within++
				}
			}
			covered := 1 - e.outsideOf(margin)
			if covered < s.Confidence-1e-12 {
				t.Errorf("%s: a margin with %g inside, for %g", name, covered, s.Confidence)
			}
			got, deviation := within/float64(surveys), math.Sqrt(covered*(1-covered)/float64(surveys))
			if math.Abs(got-covered) > 3*deviation {
				t.Errorf("%s, everyone %v: %g of %d surveys are within the margin, for %g", name, everyone, got, surveys, covered)
			}
		}
	}
}

func BenchmarkMargin(b *testing.B) {
	for _, everyone := range []bool{false, true} {
		s := Survey{Asks: Choice, People: 1e12, Options: 10, Epsilon: 1, Share: 0.3, Confidence: 0.95, Protocol: Best, Everyone: everyone}
		b.Run(map[bool]string{false: "sample", true: "everyone"}[everyone], func(b *testing.B) {
			for b.Loop() {
				_, _ = s.Margin()
			}
		})
	}
	s := Survey{Asks: YesNo, People: 1e12, Options: 2, Epsilon: 1e-3, Share: 0.3, Confidence: 0.95, Office: true}
	b.Run("office", func(b *testing.B) {
		for b.Loop() {
			_, _ = s.Margin()
		}
	})
}

func BenchmarkSolve(b *testing.B) {
	s := Survey{Asks: Choice, People: 1e12, Options: 10, Epsilon: 1, Share: 0.3, Confidence: 0.95, Protocol: Best, Everyone: true}
	b.Run("epsilon", func(b *testing.B) {
		for b.Loop() {
			s.LeastEpsilon(b.Context(), 1e-6)
		}
	})
	b.Run("people", func(b *testing.B) {
		for b.Loop() {
			_, _ = s.LeastPeople(b.Context(), 1e-5)
		}
	})
}
