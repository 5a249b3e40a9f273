package agreement

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"dpscope/engine/param"
	"dpscope/learners"
	"dpscope/learners/linear"
	"dpscope/learners/proof"
	"dpscope/mechanisms"
)

// wideQuestion asks about a linear classifier of n features, all of them private.
func wideQuestion(n int) Question {
	rng := rand.New(rand.NewPCG(2, 9))
	l := &linear.Linear{Bias: 0.1}
	q := Question{Classifier: l}
	for i := range n {
		l.Weights = append(l.Weights, rng.NormFloat64()/30)
		q.Record, q.Private = append(q.Record, rng.Float64()), append(q.Private, i)
	}
	return q
}

// A question that is too large is refused at once, with what would work.
func TestTooManyPrivateFeatures(t *testing.T) {
	q := wideQuestion(8000)
	r := prepare(t, q.Classifier, q.Record, q.Private...)
	laws := r.Laws(mechanism(t, "pm", 2))
	for name, ask := range map[string]func(context.Context) error{
		"agreement": func(ctx context.Context) error { _, err := r.Exact(ctx, laws); return err },
		"box":       func(ctx context.Context) error { _, err := r.LargestBox(ctx, laws, UnitInterval); return err },
		"need for a box": func(ctx context.Context) error {
			_, err := r.NeedForBox(ctx, makerOf(t, "pm"), 0.8, UnitInterval)
			return err
		},
		"need": func(ctx context.Context) error { _, err := r.NeedForExact(ctx, makerOf(t, "pm"), 0.8); return err },
		"the paper's search": func(ctx context.Context) error {
			_, err := r.PaperSearch(ctx, 0.05, 0.1, rand.New(rand.NewPCG(1, 0)))
			return err
		},
	} {
		start := time.Now()
		var large *proof.TooLargeError
		if err := ask(t.Context()); !errors.As(err, &large) || !strings.Contains(err.Error(), "fewer") {
			t.Errorf("%s: %v", name, err)
		}
		if took := time.Since(start); took > 2*time.Second {
			t.Errorf("%s: refused after %v", name, took)
		}
	}
}

// The paper's search classifies a record by the private part of its margin as
// the classifier does, ties and rounding included.
func TestDrawsOfALinearClassifier(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 7))
	l := &linear.Linear{Weights: []float64{0.5, -0.25, 1e-3, 0.125, 3}, Bias: -0.125}
	record := []float64{0.5, 0.25, 0.1, 0.75, 0.01}
	r := prepare(t, l, record, 0, 1, 3)
	kept := r.drawsKept(t.Context())
	for range 4000 {
		values := []float64{float64(rng.IntN(9)) / 8, float64(rng.IntN(9)) / 8, 0}
		rest := l.Margin([]float64{values[0], values[1], record[2], 0, record[4]})
		values[2] = -rest/0.125 + float64(rng.IntN(3)-1)*0x1p-54 // where the margin is 0 but for rounding
		x := []float64{values[0], values[1], record[2], values[2], record[4]}
		if want := l.Predict(x) == r.Class; kept(values) != want {
			t.Fatalf("%v: kept %v, want %v", values, !want, want)
		}
	}
}

// A walk over budgets on very many bins is refused; at one budget, and where a
// map answers, they are none too many.
func TestTooManyBins(t *testing.T) {
	krr := func(bins float64) mechanisms.Family {
		kind, err := mechanisms.All.Find("krr")
		if err != nil {
			t.Fatal(err)
		}
		return mechanisms.FamilyOf(kind, param.Values{}.With(mechanisms.Bins, bins))
	}
	r := prepare(t, circleQDA, []float64{0.5, 0.5}, 0, 1)
	var large *proof.TooLargeError
	if _, err := r.NeedForExact(t.Context(), krr(1e6), 0.8); !errors.As(err, &large) || !strings.Contains(err.Error(), "fewer bins") {
		t.Errorf("the need for an agreement: %v", err)
	}
	if _, err := r.NeedForBox(t.Context(), krr(1e6), 0.8, UnitInterval); !errors.As(err, &large) {
		t.Errorf("the need for a box: %v", err)
	}
	tree := prepare(t, loaded(t, "stroke-forest").Classifier, []float64{0.8, 0.2, 0.5, 0.5, 0.1, 0.6}, 0, 1)
	if _, err := tree.NeedForExact(t.Context(), krr(1e6), 0.8); err != nil {
		t.Error(err)
	}
}

// Memory holds for one lattice: other bins, or the same ones after others, are answered as by a region without a memory.
func TestLatticesAreToldApart(t *testing.T) {
	for _, c := range []learners.Classifier{circleQDA, printedNetwork} {
		r := prepare(t, c, []float64{0.4, 0.55}, 0, 1)
		for _, bins := range []float64{11, 30, 11, 1001} {
			for _, epsilon := range []float64{2, 5} {
				kind, err := mechanisms.All.Find("exponential")
				if err != nil {
					t.Fatal(err)
				}
				m, err := kind.New(param.Values{}.With(mechanisms.Epsilon, epsilon).With(mechanisms.Bins, bins))
				if err != nil {
					t.Fatal(err)
				}
				got, err := r.Exact(t.Context(), r.Laws(m))
				if err != nil {
					t.Fatal(err)
				}
				want, err := prepare(t, c, r.Record, 0, 1).Exact(t.Context(), r.Laws(m))
				if err != nil || got != want {
					t.Errorf("%g bins, ε = %g: %+v, %+v when asked first, %v", bins, epsilon, got, want, err)
				}
			}
		}
	}
}

// Remembered lattices stay within the reported bytes, after a walk over budgets and without one.
func TestLatticesAreWithinTheirBytes(t *testing.T) {
	r := prepare(t, circleQDA, []float64{0.4, 0.55}, 0, 1)
	binned := func(name string, bins float64) mechanisms.Family {
		kind, err := mechanisms.All.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		return mechanisms.FamilyOf(kind, param.Values{}.With(mechanisms.Bins, bins))
	}
	within := func(what string) {
		t.Helper()
		if held := 8*cap(r.lattice.stretches) + 4*cap(r.lattice.ends); held > latticeRemembered {
			t.Errorf("%s: %d bytes are held, %d are told", what, held, latticeRemembered)
		}
	}
	for _, bins := range []float64{11, 1001, 30_001} {
		if _, err := r.NeedForExact(t.Context(), binned("exponential", bins), 0.7); err != nil {
			t.Fatal(err)
		}
		within(fmt.Sprintf("after a walk over %g bins", bins))
		if r.lattice.walks.Load() != 0 {
			t.Error("a walk goes on")
		}
	}
	for _, bins := range []float64{1001, 300_001} {
		m, err := binned("exponential", bins)(2)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.Exact(t.Context(), r.Laws(m)); err != nil {
			t.Fatal(err)
		}
		within(fmt.Sprintf("after a look at %g bins", bins))
	}
}
