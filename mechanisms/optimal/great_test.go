package optimal

import (
	"math"
	"math/rand/v2"
	"testing"

	"dpscope/engine/effort"
	"dpscope/mechanisms/central"
)

// Where e^ε is great, rounding moves a row by more than a small δ: laws are private all the same, proven to be the best on
// their grid, and cutting planes end with the same loss, in a round whose law is private.
func TestRoundingWhereBudgetsAreGreat(t *testing.T) {
	settings := []Problem{{Epsilon: 8, Delta: 1e-6, Loss: absolute, Steps: 24, Reach: 96}, {Epsilon: 10, Delta: 1e-9, Loss: absolute, Steps: 20, Reach: 100},
		{Epsilon: 15, Delta: 1e-3, Loss: absolute, Steps: 16, Reach: 48}, {Epsilon: 15, Delta: 1e-6, Loss: absolute, Query: Count, Steps: 3, Reach: 9}}
	rng := rand.New(rand.NewPCG(42, 5))
	for range effort.Scale(30, 200, 2000) {
		p := Problem{Epsilon: 3 + 12*rng.Float64(), Delta: math.Pow(10, -9*rng.Float64()), Shape: Shape(rng.IntN(2)), Query: Query(rng.IntN(2)),
			Loss: []central.Loss{absolute, central.Square{}, doubled}[rng.IntN(3)]}
		p.Delta, p.Steps, p.Atom = max(p.Delta, MinDelta), 2+2*rng.IntN(3), p.Query == Real && rng.IntN(2) == 0
		p.Reach = p.Steps * (1 + int(Support(p.Epsilon, p.Delta)))
		settings = append(settings, p)
	}
	for _, p := range settings {
		last := Round{}
		cut, cutErr := Cut(t.Context(), p, func(r Round, _ []float64, _ float64) { last = r })
		s, err := Solve(t.Context(), p, nil)
		if err != nil || cutErr != nil {
			t.Errorf("%+v: %v, by cutting planes %v", p, err, cutErr)
			continue
		}
		if s.Certificate.Delta > p.Delta || s.Least < s.Loss*(1-1e-6) {
			t.Errorf("%+v: %v at δ = %v, and none has less than %v", p, s.Loss, s.Certificate.Delta, s.Least)
		}
		if math.Abs(cut.Loss-s.Loss) > 1e-6*s.Loss || last.Entering > 0 || last.Violation > p.Delta {
			t.Errorf("%+v: cutting planes have %v, and %v is the least; the last round is %+v", p, cut.Loss, s.Loss, last)
		}
	}
}
