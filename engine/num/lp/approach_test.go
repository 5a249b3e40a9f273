package lp

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"dpscope/engine/effort"
)

// approaching sets up the first-order method for drawn sums.
func (p parted) approaching(spare []float64) (Sums, Approach) {
	s := p.sums()
	sum := make([]float64, len(p.cost))
	return s, Approach{Spare: spare, Near: 1e-6, Steps: 200_000,
		Pull: func(row int, base float64, shares []float64) {
			floats.AddScaled(sum, base, p.base[row])
			for i, share := range shares {
				floats.AddScaled(sum, share, p.parts[row][i])
			}
		},
		Pulled: func(into []float64) {
			floats.Add(into, sum)
			clear(sum)
		}}
}

// room returns the slack of the row that a mixture keeps least.
func (p parted) room(x []float64) float64 {
	least := math.Inf(1)
	for row, parts := range p.parts {
		sum := floats.Dot(p.base[row], x)
		for _, of := range parts {
			sum += max(0, floats.Dot(of, x))
		}
		least = min(least, p.most[row]-sum)
	}
	return least
}

// The first-order method comes near to the vertex: its mixture keeps every row, and its bound is only a bound.
func TestApproach(t *testing.T) {
	rng, solved := rand.New(rand.NewPCG(5, 6)), 0
	for i := range effort.Scale(200, 400, 4000) {
		p := drawParted(rng)
		spare := make([]float64, len(p.cost))
		for j := range spare {
			spare[j] = 1 / float64(len(spare))
		}
		s, a := p.approaching(spare)
		got, chains, err := s.Approach(t.Context(), a)
		if p.room(spare) <= 0 {
			if !errors.Is(err, ErrSpare) {
				t.Fatalf("%d: %v where nothing is to spare", i, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(i, err)
		}
		want, _, err := p.sums().Minimise(t.Context())
		if err != nil {
			t.Fatal(i, err)
		}
		solved++
		const near = 1e-4
		switch size := 1 + math.Abs(want.Value); {
		case p.room(got.X) < -1e-12 || math.Abs(floats.Sum(got.X)-1) > 1e-12 || floats.Min(got.X) < 0:
			t.Fatalf("%d: %v breaks a row by %g", i, got.X, -p.room(got.X))
		case got.Value < want.Value-1e-9*size || got.Bound > want.Value+1e-9*size:
			t.Fatalf("%d: %v, no less than %v, and the vertex has %v", i, got.Value, got.Bound, want.Value)
		case got.Value > want.Value+near*size || got.Bound < want.Value-near*size:
			t.Fatalf("%d: %v and %v are not near to %v", i, got.Value, got.Bound, want.Value)
		}
		for _, c := range chains {
			if len(c.Sets) != 1 || len(c.Weights) != 1 || !(c.Weights[0] > 0) {
				t.Fatalf("%d: chain %+v", i, c)
			}
		}
	}
	if solved < 30 {
		t.Errorf("only %d were solved", solved)
	}
	p := parted{cost: []float64{0, 1}, base: [][]float64{{0, 0}}, parts: [][][]float64{{{1, -1}}}, most: []float64{0.5}}
	s, a := p.approaching([]float64{0.5, 0.5})
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, _, err := s.Approach(ctx, a); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}
