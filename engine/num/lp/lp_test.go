package lp

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"dpscope/engine/effort"
)

// listed returns a problem with an oracle that names the broken rows of a list, all of them or the worst.
func listed(cost []float64, rows []Row, all bool) Problem {
	return Problem{Cost: cost, Separate: func(x []float64) (broken []Row) {
		worst, by := none, 1e-9
		for i, row := range rows {
			over := floats.Dot(row.Of, x) - row.Most
			if over > 1e-9 && all {
				broken = append(broken, copied(row))
			}
			if over > by {
				worst, by = i, over
			}
		}
		if !all && worst != none {
			return []Row{copied(rows[worst])}
		}
		return broken
	}}
}

func copied(r Row) Row { return Row{append([]float64(nil), r.Of...), r.Most} }

// corners finds the least cost by trying every vertex.
func corners(cost []float64, rows []Row) (least float64) {
	n := len(cost)
	least = math.Inf(1)
	all := make([]Row, 0, n+len(rows))
	for j := range n {
		of := make([]float64, n)
		of[j] = -1
		all = append(all, Row{of, 0})
	}
	all = append(all, rows...)
	chosen := make([]int, n-1)
	var choose func(k, from int)
	choose = func(k, from int) {
		if k == len(chosen) {
			if x, ok := corner(all, chosen, n); ok {
				least = min(least, floats.Dot(cost, x))
			}
			return
		}
		for i := from; i < len(all); i++ {
			chosen[k] = i
			choose(k+1, i+1)
		}
	}
	choose(0, 0)
	return least
}

// corner returns where the chosen rules hold with equality, if it keeps the others.
func corner(all []Row, chosen []int, n int) (x []float64, ok bool) {
	m, h := mat.NewDense(n, n, nil), mat.NewVecDense(n, nil)
	for j := range n {
		m.Set(0, j, 1)
	}
	h.SetVec(0, 1)
	for k, i := range chosen {
		m.SetRow(k+1, all[i].Of)
		h.SetVec(k+1, all[i].Most)
	}
	var v mat.VecDense
	if err := v.SolveVec(m, h); err != nil {
		return nil, false
	}
	x = v.RawVector().Data
	for _, row := range all {
		if floats.Dot(row.Of, x) > row.Most+1e-9 {
			return nil, false
		}
	}
	return x, true
}

// small draws a problem of few rows; of small whole numbers many of its vertices
// are degenerate.
func small(rng *rand.Rand) (cost []float64, rows []Row) {
	n := 2 + rng.IntN(4)
	whole := rng.IntN(2) == 0
	draw := func() float64 {
		if whole {
			return float64(rng.IntN(5) - 2)
		}
		return rng.NormFloat64()
	}
	for range n {
		cost = append(cost, draw())
	}
	for range 1 + rng.IntN(6) {
		row := Row{Of: make([]float64, n), Most: draw() / 4}
		for j := range row.Of {
			row.Of[j] = draw()
		}
		rows = append(rows, row)
	}
	return cost, rows
}

func TestAgainstAllVertices(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range effort.Scale(1000, 1000, 100_000) {
		cost, rows := small(rng)
		want := corners(cost, rows)
		got, err := Minimise(t.Context(), listed(cost, rows, i%3 > 0), nil)
		if math.IsInf(want, 1) {
			if !errors.Is(err, ErrInfeasible) {
				t.Fatalf("%d: %+v, %v, and no vertex keeps all rows", i, got, err)
			}
			continue
		}
		if err != nil || math.Abs(got.Value-want) > 1e-8 {
			t.Fatalf("%d: %v %v, %v, want %v\n%v\n%v", i, got.Value, got.X, err, want, cost, rows)
		}
		if math.Abs(got.Bound-got.Value) > 1e-8 {
			t.Errorf("%d: the bound %v is not the value %v", i, got.Bound, got.Value)
		}
	}
}

// Where all things cost the same no pivot moves y. Bland's rule, here from the
// first pivot on, ends all the same, and so does the usual one.
func TestDegenerate(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for i := range effort.Scale(300, 300, 20_000) {
		cost, rows := small(rng)
		for j := range cost {
			cost[j] = float64(j % 2)
		}
		want := corners(cost, rows)
		for _, patience := range []int{none, stalled} {
			v := cheapest(cost, nil, newDense)
			v.stalled = patience
			for _, row := range append(rows, rows...) { // each twice, which is more degenerate still
				v.add(scaled([]Row{copied(row)}))
			}
			err := v.solve(t.Context())
			if math.IsInf(want, 1) != (err != nil) || err == nil && math.Abs(v.value()-want) > 1e-8 {
				t.Fatalf("%d: %v, %v, want %v by %d pivots of patience", i, v.value(), err, want, patience)
			}
		}
	}
}

// ball returns an oracle that names many rows which nearly agree: tangents of the ball of a radius about the point with equal
// weights.
func ball(cost []float64, radius float64) Problem {
	n := len(cost)
	return Problem{Cost: cost, Separate: func(x []float64) []Row {
		normal := make([]float64, n)
		for j := range x {
			normal[j] = x[j] - 1/float64(n)
		}
		length := floats.Norm(normal, 2)
		if length <= radius+1e-9 {
			return nil
		}
		floats.Scale(1/length, normal)
		return []Row{{normal, radius + floats.Sum(normal)/float64(n)}}
	}}
}

// The least of a linear function over a ball is known, and takes hundreds of
// tangents to come near to.
func TestManyCuts(t *testing.T) {
	const n, radius = 12, 0.05
	rng := rand.New(rand.NewPCG(5, 6))
	cost := make([]float64, n)
	for j := range cost {
		cost[j] = rng.NormFloat64()
	}
	mean := floats.Sum(cost) / n
	spread := 0.0
	for _, c := range cost {
		spread += (c - mean) * (c - mean)
	}
	want := mean - radius*math.Sqrt(spread)
	last, rounds := math.Inf(-1), 0
	s, err := Minimise(t.Context(), ball(cost, radius), func(r Round) {
		if rounds++; r.Number != rounds || r.Value < last-1e-12 {
			t.Errorf("round %d is called %d, its value is %v after %v", rounds, r.Number, r.Value, last)
		}
		last = r.Value
	})
	if err != nil || math.Abs(s.Value-want) > 1e-7 || s.Bound > want+1e-12 || want-s.Bound > 1e-7 {
		t.Errorf("%v ≥ %v, %v, want %v", s.Value, s.Bound, err, want)
	}
	if s.Rounds != rounds || s.Cuts != rounds-1 || rounds < 50 {
		t.Errorf("%d rounds told, %+v", rounds, s)
	}
}

// The rows that were active are enough to begin with: they give the answer at
// once, and with other numbers nearly so.
func TestWarm(t *testing.T) {
	cost := []float64{3, 1, 4, 1, 5, 9, 2, 6}
	var seen []Row
	p := ball(cost, 0.1)
	tangents := p.Separate
	p.Separate = func(x []float64) []Row {
		rows := tangents(x)
		for _, row := range rows {
			seen = append(seen, copied(row))
		}
		return rows
	}
	cold, err := Minimise(t.Context(), p, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range cold.Active {
		p.Rows = append(p.Rows, seen[i])
	}
	warm, err := Minimise(t.Context(), p, nil)
	if err != nil || math.Abs(warm.Value-cold.Value) > 1e-9 || warm.Rounds > cold.Rounds/4 {
		t.Errorf("%v in %d rounds, %v; cold %v in %d", warm.Value, warm.Rounds, err, cold.Value, cold.Rounds)
	}
}

func TestStopsWithItsContext(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	_, err := Minimise(ctx, ball([]float64{1, 2, 3, 4, 5, 6}, 0.1), func(r Round) {
		if r.Number == 3 {
			stop()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// An oracle that is never content does not go on for ever: its rows are kept up to rounding.
func TestOracleThatIsNeverContent(t *testing.T) {
	p := Problem{Cost: []float64{0, 1}, Separate: func([]float64) []Row { return []Row{{[]float64{1, 0}, 0.5}} }}
	s, err := Minimise(t.Context(), p, nil)
	if err != nil || math.Abs(s.Value-0.5) > 1e-12 || s.Rounds > 3 {
		t.Errorf("%+v, %v", s, err)
	}
}

// W that was spoilt is noticed and made anew.
func TestDriftIsMended(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	cost := make([]float64, 20)
	for j := range cost {
		cost[j] = rng.Float64()
	}
	v := cheapest(cost, nil, newDense)
	for range 30 {
		row := Row{make([]float64, len(cost)), 0.2}
		for j := range row.Of {
			row.Of[j] = rng.NormFloat64()
		}
		v.add(scaled([]Row{row}))
	}
	if err := v.solve(t.Context()); err != nil {
		t.Fatal(err)
	}
	want := v.value()
	w := v.w.(*dense)
	for _, j := range v.positive {
		floats.Scale(1+1e-6*rng.Float64(), w.rows[j])
	}
	w.renew()
	if w.refine() > 1e-13 || math.Abs(v.value()-want) > 1e-13 {
		t.Errorf("%v is missed at %v, want %v", w.refine(), v.value(), want)
	}
}
