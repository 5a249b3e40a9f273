package labelling

import (
	"context"
	"math"
	"testing"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/param"
	"dpscope/mechanisms"
)

// Solving searches parameters that start at zero on a scale of ratios.
func TestSolveFromZero(t *testing.T) {
	question := engine.Search{
		Unknown: mechanisms.LabelEpsilon, Present: 1, Goal: known.Higher, Target: 0.9,
		Answer: func(_ context.Context, epsilon float64) (float64, error) {
			m, err := mechanisms.NewLabelFlip(epsilon)
			return ScoreOf(m, 101).Success, err
		},
	}
	solution, err := engine.Solve(context.Background(), question)
	if err != nil {
		t.Fatal(err)
	}
	// The same by the exact budget, rounded up to the slider's digits: success is at most ⌊n/2⌋ flips.
	if want := math.Ceil((Promise{101, 0.5, 0.9}).Exact().Value*1000) / 1000; solution.Value != want || solution.Reading < 0.9 {
		t.Errorf("%+v, want ε = %v", solution, want)
	}

	question.Target = 0.5 // fair coins do, at the end of the range
	if solution, err := engine.Solve(context.Background(), question); err != nil || solution.Value != 0 {
		t.Errorf("%+v, %v: want ε = 0", solution, err)
	}

	kept := param.Param{Name: "kept", Min: 0, Max: 1000, Low: 1, High: 1000, Default: 50, Scale: param.Count}
	solution, err = engine.Solve(context.Background(), engine.Search{
		Unknown: kept, Present: 50, Goal: known.Lower, Target: 0,
		Answer: func(_ context.Context, k float64) (float64, error) { return k, nil },
	})
	if err != nil || solution.Value != 0 {
		t.Errorf("%+v, %v: want 0", solution, err)
	}
}
