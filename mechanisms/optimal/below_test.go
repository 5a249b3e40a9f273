package optimal

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/oracle"
	"dpscope/mechanisms/central"
)

// embeddedBelow holds some rows of the reference for laws below a curve, for use without it.
var embeddedBelow = []map[string]string{
	{"mu": "1", "floor": "0", "cells": "4", "support": "6", "tail": "4", "loss": "l1", "value": "0.794270"},
	{"mu": "1", "floor": "0", "cells": "8", "support": "6", "tail": "5", "loss": "l2", "value": "1.002604"},
	{"mu": "1", "floor": "1e-2", "cells": "8", "support": "4", "tail": "bounded", "loss": "l1", "value": "0.764260"},
}

// Laws below a normal's curve cost as much as in an independent implementation, to its digits.
func TestReferenceBelow(t *testing.T) {
	effort.ForNumbers(t)
	rows := embeddedBelow
	if oracle.Present() {
		rows = append(rows, oracle.Table(t, "reference", "dro_below.csv")...)
	}
	for _, row := range rows {
		t.Run(fmt.Sprint(row), func(t *testing.T) {
			p := Problem{Below: Normal{Mu: number(t, row["mu"]), Floor: number(t, row["floor"])},
				Loss:  map[string]central.Loss{"l1": absolute, "l2": central.Square{}}[row["loss"]],
				Steps: int(number(t, row["cells"]))}
			p.Reach = int(number(t, row["support"])) * p.Steps
			if row["tail"] != "bounded" {
				p.Below.Tail = number(t, row["tail"])
			}
			s, err := Solve(t.Context(), p, nil)
			if err != nil {
				t.Fatal(err)
			}
			if want := number(t, row["value"]); math.Abs(s.Loss-want) > 1.1e-6 {
				t.Errorf("%.9f, want %.6f", s.Loss, want)
			}
			if s.Least > s.Loss || s.Least < s.Loss*(1-1e-6) {
				t.Errorf("no law on the grid has less than %v, and this one has %v", s.Least, s.Loss)
			}
			const rounding = 1e-9
			if u := s.Law.Under(p.Moves(), p.Below.Mu); u != s.Under || u.High > max(p.Below.Floor, rounding) {
				t.Errorf("certified at a floor of %v, which is %v", s.Under.High, u)
			}
			underneath(t, p, s)
		})
	}
}

// underneath holds a law to the curve by its masses on random events and at any shift, and by its profile at
// every ε: neither knows of corners.
func underneath(t *testing.T, p Problem, s Solution) {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 4))
	n := Normal{Mu: p.Below.Mu, Floor: max(p.Below.Floor, s.Under.High)}
	low, high := s.Law.Support()
	for range effort.Scale(2000, 2000, 50_000) {
		shift := 2*rng.Float64() - 1
		in, moved := 0.0, 0.0
		at := low - 1
		for range 1 + rng.IntN(3) {
			from := at + (high-at)*rng.Float64()
			at = from + (high+1-from)*rng.Float64()
			in, moved = in+s.Law.Mass(from, at), moved+s.Law.Mass(from-shift, at-shift)
		}
		if over := n.over(min(moved, 1), in); over > 0 {
			t.Fatalf("at a shift of %v an event of %v moved has %v, which is above by %v", shift, moved, in, over)
		}
	}
	profile := s.Law.Profile(p.Moves())
	touched := math.Inf(1)
	for epsilon := 0.0; epsilon < 5; epsilon += 0.05 {
		spare := n.At(epsilon) - profile(epsilon)
		touched = min(touched, spare)
		if spare < -1e-12 {
			t.Errorf("δ at ε = %g is %v, and may be %v", epsilon, profile(epsilon), n.At(epsilon))
		}
	}
	if touched > 1e-3 {
		t.Errorf("the law is nowhere nearer to the curve than %v: less noise is enough", touched)
	}
}

// The least floor is the excess of the law's curve over the normal's, where the curve is taken over all moves by the hull of
// pairs.
func TestUnder(t *testing.T) {
	s, err := Solve(t.Context(), Problem{Epsilon: 1, Delta: 0.05, Loss: doubled, Steps: 6, Reach: 24}, nil)
	if err != nil {
		t.Fatal(err)
	}
	m := Moves{Most: 1}
	for _, mu := range []float64{0.5, 1, 1.5} {
		n, most := Normal{Mu: mu}, 0.0
		for _, c := range s.Law.Attack(m).Corners() {
			most = max(most, n.over(c.FPR, c.TPR))
		}
		if u := s.Law.Under(m, mu); math.Abs(u.Floor-most) > 1e-12 || u.High < most || math.Abs(n.over(u.FPR, u.TPR)-u.Floor) > 1e-15 {
			t.Errorf("μ = %g: %+v, by the hull %v", mu, u, most)
		}
	}
}

// Whatever the curve and the loss, and wherever a slider was before, laws are below it and cost no more than the normal
// law on the same cells.
func TestBelow(t *testing.T) {
	effort.ForNumbers(t)
	for _, c := range []struct {
		mu, floor    float64
		loss         central.Loss
		steps, reach int
	}{
		{0.5, 0, absolute, 4, 40},
		{2, 0, central.Square{}, 8, 28},
		{2, 1e-4, absolute, 8, 28},
		{1, 1e-2, doubled, 4, 16},
		{3, 1e-3, absolute, 16, 40},
	} {
		p := Problem{Loss: c.loss, Steps: c.steps, Reach: c.reach, Below: Normal{Mu: c.mu, Floor: c.floor}}
		if c.floor == 0 {
			p.Below.Tail = c.mu * c.mu * (float64(c.reach/c.steps) - 1)
		}
		s, err := Solve(t.Context(), p, nil)
		if err != nil {
			t.Errorf("%+v: %v", p, err)
			continue
		}
		underneath(t, p, s)
		if s.Least < s.Loss*(1-1e-3) {
			t.Errorf("%+v: no law has less than %v, and this one %v", p, s.Least, s.Loss)
		}
		far := p
		far.Reach *= 2
		cells := far.wider(1)
		law, err := far.law(cells, 0)
		if err != nil {
			t.Fatal(err)
		}
		if normal := law.expect(p.mean); s.Loss > normal*(1+1e-9) {
			t.Errorf("%+v: %v, and the normal law on cells has %v", p, s.Loss, normal)
		}
		moved := p
		moved.Below.Mu *= 1.02
		near, err := Solve(t.Context(), moved, s.Events)
		again, wantErr := Solve(t.Context(), moved, nil)
		if err != nil || wantErr != nil || math.Abs(near.Loss-again.Loss) > 1e-8*again.Loss {
			t.Errorf("%+v: %v, %v, from nothing %v, %v", moved, near.Loss, err, again.Loss, wantErr)
		}
	}
	p := Problem{Loss: absolute, Steps: 4, Reach: 8, Below: Normal{Mu: 1, Floor: 1e-6}, Atom: true}
	if _, err := Solve(t.Context(), p, nil); err == nil || !strings.Contains(err.Error(), "atom=off") {
		t.Errorf("%v", err)
	}
}

// For a support with no law below the curve, the error names the least sufficient whole one. That less does not suffice is
// shown by a linear program of other rows: a few points of the curve, which any law below it keeps.
func TestBelowTooMuch(t *testing.T) {
	for _, c := range []struct {
		mu, floor, tail float64
		steps, reach    int
		want            string
	}{
		{1, 1e-6, 0, 4, 8, "no noise within ±2.00 sensitivities has a curve below that of Gaussian noise at mu = 1 but for a floor of 1e-06; " +
			"support = 6 is the least whole number that is enough"},
		{1, 1e-6, 0, 3, 4, "no noise within ±1.33 sensitivities has a curve below"},
		{0.5, 1e-2, 0, 4, 20, "support = 6 is the least whole number that is enough"},
		{2, 1e-5, 0, 2, 3, "support = 4 is the least whole number that is enough"},
		{1, 0.4, 0, 8, 4, "support = 2 is the least whole number that is enough"},
		{0.3, 1e-3, 0, 2, 8, "support = 11 is the least whole number that is enough"},
		{0.05, 1e-9, 0, 4, 8, "support = 117 is enough, with wider cells"},
		{0.05, 1e-9, 0, 3, 8, "; a longer support or a greater floor is needed"},
		{1.5, 0, 2.25, 4, 4, "no noise whose tails begin at ±1.00 sensitivities has a curve below that of Gaussian noise at mu = 1.5; " +
			"support = 2 is the least whole number that is enough"},
	} {
		p := Problem{Below: Normal{Mu: c.mu, Floor: c.floor, Tail: c.tail}, Loss: absolute, Steps: c.steps, Reach: c.reach}
		for solver, solve := range map[string]func() (Solution, error){
			"solve": func() (Solution, error) { return Solve(t.Context(), p, nil) },
			"cut":   func() (Solution, error) { return Cut(t.Context(), p, nil) },
		} {
			_, err := solve()
			none := (*InfeasibleError)(nil)
			if !errors.As(err, &none) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v, want %q", solver, err, c.want)
				continue
			}
			if math.IsNaN(none.Enough) || none.Wider {
				continue
			}
			if c.floor > 0 {
				p.Reach = (int(none.Enough) - 1) * c.steps
				if p.Reach > 0 && p.atPoints(t) {
					t.Errorf("%+v: points of the curve are kept within %g already", p.Below, none.Enough-1)
				}
			}
			p.Reach = int(none.Enough) * c.steps
			if c.tail > 0 {
				p.Below.Tail = p.Below.TailFrom(none.Enough)
			}
			if s, err := Solve(t.Context(), p, nil); err != nil {
				t.Errorf("%+v within %g: %v", p.Below, none.Enough, err)
			} else {
				underneath(t, p, s)
			}
			p.Reach, p.Below.Tail = c.reach, c.tail
		}
	}
}

// atPoints reports whether some law on the grid keeps nine points of the curve.
func (p Problem) atPoints(t *testing.T) bool {
	t.Helper()
	kept := Problem{Loss: p.Loss, Steps: p.Steps, Reach: p.Reach}
	most := p.Below.Mu*p.Below.Mu/2 + 4*p.Below.Mu
	for i := range kept.Also {
		epsilon := most * float64(i) / mostPoints
		kept.Also[i] = Point{epsilon, p.Below.At(epsilon)}
	}
	kept.Epsilon, kept.Delta = most, p.Below.At(most)
	_, err := kept.alone().vertex(t.Context(), false, nil)
	if err != nil && !errors.As(err, new(*InfeasibleError)) {
		t.Fatal(err)
	}
	return err == nil
}

// Where the greatest shift alone says that a support is too short, the program has no law; on as many halves of a
// sensitivity as it asks for there is one.
func TestSpansBelow(t *testing.T) {
	rng := rand.New(rand.NewPCG(25, 6))
	for range effort.Scale(12, 60, 1000) {
		p := Problem{Loss: absolute, Steps: 2 + rng.IntN(3), Below: Normal{Mu: 0.3 + 1.7*rng.Float64(), Floor: math.Pow(10, -1-5*rng.Float64())}}
		need := p.Spans(1000)
		for p.Reach = max(1, (need-2)*p.Steps/2); p.Reach <= (need+1)*p.Steps/2; p.Reach++ {
			_, err := p.solveBelow(t.Context(), nil, nil)
			if err != nil && !errors.As(err, new(*InfeasibleError)) {
				t.Fatal(err)
			}
			if p.TooShort() && err == nil || 2*p.Reach == need*p.Steps && err != nil {
				t.Errorf("%+v, %d cells a sensitivity and %d a side: %v, and %d sensitivities are said to be needed", p.Below, p.Steps, p.Reach, err, need)
			}
		}
	}
}

// Tails so long that a round would take seconds are refused with a sufficient value.
func TestTailsTooLong(t *testing.T) {
	p := Problem{Loss: absolute, Steps: 50, Reach: 50, Below: Normal{Mu: 0.3}}
	p.Below.Tail = p.Below.TailFrom(1)
	if err := p.Check(); err == nil || !strings.Contains(err.Error(), "go on for 278 more, which are 27900 cells in all") {
		t.Errorf("%v", err)
	}
	p.Steps, p.Reach = 4, 40
	p.Below.Tail = p.Below.TailFrom(10)
	if err := p.Check(); err != nil {
		t.Errorf("%v", err)
	}
}

func TestReadNormal(t *testing.T) {
	if n, err := ReadNormal("normal:1:1e-3"); err != nil || n != (Normal{Mu: 1, Floor: 1e-3}) || n.String() != "normal:1:0.001" {
		t.Errorf("%+v, %v", n, err)
	}
	if n, err := ReadNormal("normal:2"); err != nil || n != (Normal{Mu: 2, Floor: 1e-6}) {
		t.Errorf("%+v, %v", n, err)
	}
	for text, want := range map[string]string{
		"laplace:1":     `"laplace:1" is no curve`,
		"normal":        `"normal" is no curve`,
		"normal:1:2:3":  "is no curve",
		"normal:one":    `"one" in "normal:one" is no number`,
		"normal:9":      "mu = 9 is outside",
		"normal:NaN":    "mu = NaN is outside",
		"normal:3:1e-6": "at mu = 3 a linear program keeps the curve to",
		"normal:1:0.9":  "the floor 0.9 is neither 0 nor in",
		"normal:1:-1":   "the floor -1 is neither",
	} {
		if _, err := ReadNormal(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}
