package synth

import (
	"math"
	"slices"
	"testing"

	"dpscope/mechanisms/accounting"
)

// declared returns a schema of a label and attributes with these numbers of values.
func declared(values ...int) Schema {
	s := Schema{Label: len(values)}
	for i, count := range append(slices.Clone(values), 2) {
		a := Attribute{Name: string(rune('a' + i))}
		for word := range count {
			a.Words = append(a.Words, string(rune('a'+word)))
		}
		s.Attributes = append(s.Attributes, a)
	}
	return s
}

// A choice that only decides the order is no pick, and costs nothing: rounds that measure everything, a single marginal,
// attributes that can have no parents, and attributes that can all have all of them.
func TestOnlyRealPicksArePaid(t *testing.T) {
	seven := declared(16, 16, 16, 16, 16, 16, 16)
	for _, c := range []struct {
		name    string
		s       Settings
		of      Schema
		records int
		picks   int
	}{
		{"as many as attributes", Settings{}, seven, 268, 0},
		{"two passes", Settings{Rounds: 14}, seven, 268, 0},
		{"a pass and two", Settings{Rounds: 9}, seven, 268, 2},
		{"some", Settings{Rounds: 3}, seven, 268, 3},
		{"all but one", Settings{Rounds: 6}, seven, 268, 6},
		{"triples", Settings{Workload: Triples}, seven, 268, 7},
		{"all three triples", Settings{Workload: Triples}, declared(4, 4, 4), 268, 0},
		{"one triple, twice", Settings{Workload: Triples}, declared(4, 4), 268, 0},
		{"one attribute", Settings{Rounds: 5}, declared(4), 268, 0},
		{"parents", Settings{Method: PrivBayes}, seven, 100_000, 7},
		{"no parents fit", Settings{Method: PrivBayes}, seven, 100, 0},
		{"all parents fit", Settings{Method: PrivBayes}, declared(2, 2), 100_000, 0},
	} {
		c.s.Epsilon, c.s.Delta = 1, 1e-6
		p, err := c.s.Plan(t.Context(), c.of, c.records)
		if err != nil {
			t.Fatal(err)
		}
		spent, err := p.Price(t.Context())
		if err != nil || spent.High > 1+1e-9 || spent.High < 0.999 || p.Picks != c.picks || (p.Pick > 0) != (c.picks > 0) {
			t.Errorf("%s: %d picks at ε = %g, want %d; it spends %v (%v)", c.name, p.Picks, p.Pick, c.picks, spent, err)
		}
		last, err := p.accountant().Price(t.Context(), p.After(p.Answers()), map[bool]float64{true: 1e-6}[p.Method == GEM])
		if err != nil || last.High != spent.High {
			t.Errorf("%s: all answers spend %v, and the plan %v (%v)", c.name, last, spent, err)
		}
	}
}

// A cell of a full pass over seven attributes has the noise that the exact δ of one normal mechanism asks for.
func TestNoiseOfAFullPass(t *testing.T) {
	for _, c := range []struct{ epsilon, delta, deviation float64 }{
		{1, 1e-6, 15.807}, // by rounds that pick, 24.0
		{0.1, 1e-6, 135.84},
		{5, 1e-9, 0},
	} {
		p, err := Settings{Epsilon: c.epsilon, Delta: c.delta}.Plan(t.Context(), declared(16, 16, 16, 16, 16, 16, 16), 268)
		if err != nil {
			t.Fatal(err)
		}
		mu, is := p.Normal()
		low, high := 0.0, 100.0
		for range 200 {
			if middle := (low + high) / 2; normalDelta(c.epsilon, middle) > c.delta {
				high = middle
			} else {
				low = middle
			}
		}
		if !is || !(mu <= low) || mu < low*(1-1e-3) || c.deviation > 0 && math.Abs(p.Deviation/c.deviation-1) > 1e-3 {
			t.Errorf("ε = %g, δ = %g: noise of %g people, μ = %g of %g, want %g people", c.epsilon, c.delta, p.Deviation, mu, low, c.deviation)
		}
		spent, err := accounting.Losses{Accuracy: accounting.Fine}.Price(t.Context(), p.Event, c.delta)
		if err != nil || !(spent.High <= c.epsilon) {
			t.Errorf("ε = %g: it spends %v (%v)", c.epsilon, spent, err)
		}
	}
}
