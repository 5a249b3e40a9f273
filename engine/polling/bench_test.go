package polling

import (
	"fmt"
	"testing"
)

// Margins and solving at both ends of n: with hidden answers, of a sample and of all people, for the best of all protocols, and
// by an office.
func BenchmarkSurvey(b *testing.B) {
	for _, n := range []float64{2000, 1e6, 1e9, 1e12} {
		for name, s := range map[string]Survey{
			"coin":     {Asks: YesNo, Options: 2},
			"sample":   {Asks: Choice, Options: 100},
			"everyone": {Asks: Choice, Options: 100, Everyone: true},
			"office":   {Asks: Choice, Options: 100, Office: true},
			"gaussian": {Asks: YesNo, Options: 2, Office: true, Noise: "analytic-gaussian", Delta: 1e-6},
			"cut":      {Asks: YesNo, Options: 2, Office: true, Noise: "truncated-laplace", Delta: 1e-6},
			"number":   {Asks: Number, Spread: Even},
			"mean":     {Asks: Number, Spread: Even, Office: true, Noise: "staircase"},
		} {
			s.People, s.Epsilon, s.Share, s.Confidence, s.Protocol = n, 1, 0.1, 0.95, Best
			m, err := s.Margin()
			if err != nil {
				b.Fatal(err)
			}
			for what, ask := range map[string]func() error{
				"margin":  func() error { _, err := s.Margin(); return err },
				"epsilon": func() error { s.LeastEpsilon(b.Context(), m.Value*0.7); return nil },
				"people":  func() error { _, err := s.LeastPeople(b.Context(), m.Value*0.9); return err },
			} {
				b.Run(fmt.Sprintf("%s/%s/n=%g", what, name, n), func(b *testing.B) {
					for b.Loop() {
						if err := ask(); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
		}
	}
}
