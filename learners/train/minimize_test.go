package train

import (
	"context"
	"math"
	"strings"
	"testing"

	"dpscope/engine/work"
	"dpscope/learners/table"
)

// bowl returns ½ Σ h (x − at)²; few records reveal little of the Hessian h.
func bowl(t *testing.T, remedy string) (Objective, []float64) {
	t.Helper()
	d := table.Data{Features: []table.Feature{{Name: "a"}, {Name: "b"}}, Rows: []int{0, 1}, X: []float64{3, 0, 0, 100}}
	shape, err := NewConditioner(d, 1)
	if err != nil {
		t.Fatal(err)
	}
	h, at := []float64{10, 10001, 2}, []float64{1, -2, 0.5}
	return Objective{Dims: 3, Shape: shape, Scale: 1, Remedy: remedy, Value: func(x, gradient []float64) float64 {
		sum := 0.0
		for i, v := range x {
			gradient[i] = h[i] * (v - at[i])
			sum += gradient[i] * (v - at[i]) / 2
		}
		return sum + 1
	}}, at
}

func TestMinimizeFindsTheMinimum(t *testing.T) {
	o, at := bowl(t, "")
	steps := 0.0
	x, err := Minimize(work.Reporting(t.Context(), func(p work.Progress) { steps = p.Done }), o)
	if err != nil {
		t.Fatal(err)
	}
	for i := range at {
		if math.Abs(x[i]-at[i]) > 1e-8 {
			t.Errorf("coordinate %d is %.10f, want %g", i, x[i], at[i])
		}
	}
	if steps == 0 || steps > 20 {
		t.Errorf("%g steps in a bowl that is about round", steps)
	}
}

// A function without a minimum is reported, with what would help.
func TestMinimizeSaysWhatWouldHelp(t *testing.T) {
	o, _ := bowl(t, "a smaller c")
	o.Value = func(x, gradient []float64) float64 {
		gradient[0], gradient[1], gradient[2] = 1, 0, 0
		return x[0]
	}
	if _, err := Minimize(t.Context(), o); err == nil || !strings.HasSuffix(err.Error(), "; a smaller c would work") {
		t.Errorf("without a minimum: %v", err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Minimize(gone, o); err != context.Canceled {
		t.Errorf("cancelled: %v", err)
	}
}
