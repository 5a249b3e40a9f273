package optimal

import (
	"errors"
	"math/rand/v2"
	"testing"

	"dpscope/engine/num/lp"
	"dpscope/mechanisms/central"
)

// A support is too short exactly where the tails at the greatest shift, as rows of a
// linear program, leave no law.
func TestTooShort(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	short := 0
	const problems = 400
	for range problems {
		p := drawn(rng, 60)
		p.Loss, p.Reach = doubled, 1+rng.IntN(p.Reach)
		g := p.alone().program(reporting(t.Context(), 0), false, p.alone().tails(false))
		_, err := lp.Minimise(t.Context(), lp.Problem{Cost: g.cost, Rows: g.rows, Separate: func([]float64) []lp.Row { return nil }}, nil)
		if err != nil && !errors.Is(err, lp.ErrInfeasible) {
			t.Fatal(err)
		}
		if got, want := p.TooShort(), err != nil; got != want {
			t.Errorf("%+v is too short: %t, and tails leave no law: %t", p, got, want)
		} else if got {
			short++
		}
	}
	if short < problems/10 || short > problems*9/10 {
		t.Errorf("%d of %d are too short", short, problems)
	}
}

// A short support with cells so fine that the sensitivity on either side would be most of a program of thousands is refused at
// once, by the law and by the bound.
func TestTooShortIsRefused(t *testing.T) {
	p := Problem{Epsilon: 1, Delta: 0.2, Loss: central.Square{}, Query: Count, Steps: 1e6, Reach: 100}
	_, solved := Solve(t.Context(), p, nil)
	_, cut := Cut(t.Context(), p, nil)
	_, bounded := Floor(t.Context(), p)
	for name, err := range map[string]error{"law": solved, "cutting planes": cut, "bound": bounded} {
		if none := (*InfeasibleError)(nil); !errors.As(err, &none) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
