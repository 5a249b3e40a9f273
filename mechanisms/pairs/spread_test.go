package pairs

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The overlap of two answers is counted outcome by outcome.
func TestOverlap(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	for range 500 {
		a, b := some(rng), some(rng)
		want := 0.0
		for _, x := range a.atoms {
			for _, y := range b.atoms {
				want += min(x.p*y.p, x.q*y.q)
			}
		}
		if got := Overlap(a, b); math.Abs(got-want) > 1e-12 {
			t.Fatalf("%+v and %+v have %g in common, want %g", a, b, got, want)
		}
	}
}

// A cell with a loss known to lie between two values is told apart at least as well as it truly is.
func TestSpreadDominates(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1))
	for range 500 {
		p := some(rng)
		var cells []Ranged
		for i := 0; i < len(p.atoms); i += 2 {
			group := p.atoms[i:min(i+2, len(p.atoms))]
			c := Ranged{Low: group[0].loss, High: group[len(group)-1].loss}
			for _, a := range group {
				c.P, c.Q = c.P+a.p, c.Q+a.q
			}
			cells = append(cells, c)
		}
		spread := Spread(cells)
		spread.certain, spread.absent = p.certain, p.absent
		for epsilon := -4.0; epsilon < 4; epsilon += 0.25 {
			if got, least := spread.Delta(epsilon), p.Delta(epsilon); got < least-1e-12 {
				t.Fatalf("%+v at ε = %g: %g, below %g", p, epsilon, got, least)
			}
		}
		if mass := spread.Delta(math.Inf(-1)); math.Abs(mass-1) > 1e-12 {
			t.Fatalf("%+v has a mass of %g", spread, mass)
		}
	}
}

// A loss known only to be at least 0 counts as certain, except for the part that Q has.
func TestSpreadWithoutAnEnd(t *testing.T) {
	p := Spread([]Ranged{{Cell{0.75, 0.25}, 0, math.Inf(1)}})
	if p.certain != 0.5 || len(p.atoms) != 1 || p.atoms[0] != (atom{0, 0.25, 0.25}) {
		t.Errorf("it is %+v", p)
	}
}
