package optimal

import (
	"math"
	"testing"

	"dpscope/engine/effort"
	"dpscope/mechanisms/central"
)

// The curve of a law follows from its profile over all moves, at every ε, and holds at every shift on a grid finer than its own:
// by masses of windows.
func TestAttackOfLaws(t *testing.T) {
	effort.ForNumbers(t)
	for _, p := range []Problem{
		{Epsilon: 1, Delta: 0.05, Loss: central.Slopes{Below: 1, Above: 1}, Steps: 8, Reach: 24},
		{Epsilon: 2, Delta: 0.2, Loss: central.Slopes{Below: 1, Above: 2}, Steps: 5, Reach: 10, Atom: true},
		{Epsilon: 1, Delta: 0.1, Loss: central.Square{}, Query: Count, Steps: 2, Reach: 8},
	} {
		s, err := Solve(t.Context(), p, nil)
		if err != nil {
			t.Fatal(err)
		}
		a, profile := s.Law.Attack(p.Moves()), s.Law.Profile(p.Moves())
		for epsilon := 0.0; epsilon < 6; epsilon += 0.07 {
			if got, want := a.Delta(epsilon).High, profile(epsilon); math.Abs(got-want) > 1e-11 {
				t.Errorf("%+v at ε = %g: %g, the profile %g", p, epsilon, got, want)
			}
		}
		for _, rate := range []float64{0, 0.01, 0.1, 0.4} {
			most := math.Inf(1) // by lines of the profile
			for epsilon := 0.0; epsilon < 12; epsilon += 0.001 {
				most = min(most, profile(epsilon)+math.Exp(epsilon)*rate, 1-math.Exp(-epsilon)*(1-profile(epsilon)-rate))
			}
			if got := a.TPR(rate).High; got > most+1e-11 || got < most-1e-3 {
				t.Errorf("%+v at FPR %g: %g, by lines %g", p, rate, got, most)
			}
		}
	}
}
