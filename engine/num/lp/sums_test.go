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

// parted are rows of sums, each a base and its parts.
type parted struct {
	cost  []float64
	base  [][]float64
	parts [][][]float64
	most  []float64 // of each row
}

// limits returns the limits of the rows.
func (p parted) limits() (list []Limit) {
	for _, most := range p.most {
		list = append(list, Limit{Most: most, Minded: 1e-12, Length: math.Sqrt(float64(len(p.cost)))})
	}
	return list
}

// drawParted draws few sums of few parts; of small whole numbers many vertices are
// degenerate.
func drawParted(rng *rand.Rand) parted {
	n, whole := 2+rng.IntN(5), rng.IntN(2) == 0
	list := func() []float64 {
		l := make([]float64, n)
		for i := range l {
			if l[i] = rng.NormFloat64(); whole {
				l[i] = float64(rng.IntN(5) - 2)
			}
		}
		return l
	}
	p := parted{cost: list()}
	parts := 1 + rng.IntN(4)
	for range 1 + rng.IntN(4) {
		base := list()
		floats.Scale(float64(rng.IntN(2)), base)
		of := make([][]float64, parts)
		for i := range of {
			of[i] = list()
		}
		p.base, p.parts, p.most = append(p.base, base), append(p.parts, of), append(p.most, float64(rng.IntN(9)-2)/4)
	}
	return p
}

func (p parted) row(row int, parts []int) []float64 {
	of := append([]float64(nil), p.base[row]...)
	for _, i := range parts {
		floats.Add(of, p.parts[row][i])
	}
	return of
}

func (p parted) sums() Sums {
	var x []float64
	return Sums{
		Cost: p.cost, Rows: p.limits(), Parts: len(p.parts[0]), Pivots: 1000,
		At: func(at []float64) { x = at },
		Gain: func(row int, of []int, gains []float64) float64 {
			for _, i := range of {
				gains[i] = floats.Dot(p.parts[row][i], x)
			}
			return floats.Dot(p.base[row], x)
		},
		Of:   p.row,
		Part: func(row, i int) []float64 { return append([]float64(nil), p.parts[row][i]...) },
	}
}

// linear returns all rows that the sums stand for, one for every set of parts.
func (p parted) linear() (rows []Row) {
	for row, parts := range p.parts {
		for set := range 1 << len(parts) {
			var in []int
			for i := range parts {
				if set>>i&1 != 0 {
					in = append(in, i)
				}
			}
			rows = append(rows, Row{p.row(row, in), p.most[row]})
		}
	}
	return rows
}

// guessed returns random hints; hardly one is good.
func guessed(rng *rand.Rand, p parted) (hints []Hint) {
	for row, parts := range p.parts {
		h := Hint{Row: row}
		for i := range parts {
			switch rng.IntN(3) {
			case 0:
				h.Counted = append(h.Counted, i)
			case 1:
				h.Tied = append(h.Tied, i)
			}
		}
		if rng.IntN(3) > 0 {
			hints = append(hints, h)
		}
	}
	return hints
}

// Sums of positive parts have the value that all their linear rows have, whatever was
// guessed and however W is kept, and their chains prove it.
func TestSums(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	solved := 0
	for i := range effort.Scale(3000, 3000, 100_000) {
		p := drawParted(rng)
		want, wantErr := Minimise(t.Context(), listed(p.cost, p.linear(), true), nil)
		sums := p.sums()
		if i%2 == 0 {
			sums.Hints = guessed(rng, p)
		}
		by := newDense
		if i%4 > 1 {
			by = newSparse
		}
		got, chains, err := sums.minimise(t.Context(), by)
		if !errors.Is(err, wantErr) {
			t.Fatalf("%d: %v, by linear rows %v\n%+v", i, err, wantErr, p)
		}
		if err != nil {
			continue
		}
		solved++
		if math.Abs(got.Value-want.Value) > 1e-8 || math.Abs(got.Bound-got.Value) > 1e-8 {
			t.Fatalf("%d: %v, no less than %v, by linear rows %v\n%+v", i, got.Value, got.Bound, want.Value, p)
		}
		reduced, spent := append([]float64(nil), p.cost...), 0.0
		for _, c := range chains {
			for at, set := range c.Sets {
				of := p.row(c.Row, set)
				if over := floats.Dot(of, got.X) - p.most[c.Row]; math.Abs(over) > 1e-9 || c.Weights[at] < 0 || at > 0 && len(set) != len(c.Sets[at-1])+1 {
					t.Fatalf("%d: row %d by parts %v is %v above what it may be, weight %v\n%+v", i, c.Row, set, over, c.Weights[at], p)
				}
				floats.AddScaled(reduced, c.Weights[at], of)
				spent += c.Weights[at] * p.most[c.Row]
			}
		}
		if bound := floats.Min(reduced) - spent; math.Abs(bound-got.Value) > 1e-8 {
			t.Fatalf("%d: chains prove %v, and the value is %v\n%+v", i, bound, got.Value, p)
		}
	}
	if solved < 1000 {
		t.Errorf("only %d have an answer", solved)
	}
}

// Half of all is the most that the cheaper of two things may be more than the other.
func TestSumsStop(t *testing.T) {
	p := parted{cost: []float64{0, 1}, base: [][]float64{{0, 0}}, parts: [][][]float64{{{1, -1}}}, most: []float64{0.5}}
	if s, chains, err := p.sums().Minimise(t.Context()); err != nil || math.Abs(s.Value-0.25) > 1e-15 || len(chains) != 1 || len(chains[0].Sets) != 1 {
		t.Errorf("%+v by %v, %v", s, chains, err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, _, err := p.sums().Minimise(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
	short := p.sums()
	short.Pivots = 0
	if _, _, err := short.Minimise(t.Context()); !errors.Is(err, ErrPivots) {
		t.Errorf("without a pivot: %v", err)
	}
}
