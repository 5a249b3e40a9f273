package agreement

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"dpscope/learners"
	"dpscope/learners/proof"
)

// wideQuestion is about a linear classifier of n features, all of them private.
func wideQuestion(n int) Question {
	rng := rand.New(rand.NewPCG(2, 9))
	l := &learners.Linear{Bias: 0.1}
	q := Question{Classifier: l}
	for i := range n {
		l.Weights = append(l.Weights, rng.NormFloat64()/30)
		q.Record, q.Private = append(q.Record, rng.Float64()), append(q.Private, i)
	}
	return q
}

// What is too large says so at once, and what would work.
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
	l := &learners.Linear{Weights: []float64{0.5, -0.25, 1e-3, 0.125, 3}, Bias: -0.125}
	record := []float64{0.5, 0.25, 0.1, 0.75, 0.01}
	r := prepare(t, l, record, 0, 1, 3)
	kept := r.drawsKept()
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
