// Package train holds the descent shared by learners: it knows records, and no classifier.
//
// Patience looks at flipped labels kept apart, never at true ones, so that early stopping reveals nothing
// more about anyone; the score of the best epoch stands.
package train

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/optimize"

	"dpscope/engine/work"
)

// Objective is a smooth convex function to be minimised.
type Objective struct {
	Dims   int
	Value  func(x, gradient []float64) float64 // writes the gradient at x too
	Shape  Conditioner
	Scale  float64 // how far the minimum lies in the coordinates of Shape
	Remedy string  // what to try when no minimum is found
}

// Minimize returns the point where the gradient is 0, as closely as the
// function's rounding shows, by L-BFGS (Liu & Nocedal 1989). It looks for it in
// coordinates in which the function is about round.
func Minimize(ctx context.Context, o Objective) ([]float64, error) {
	const most = 1000 // iterations
	at, x, gradient := make([]float64, o.Dims), make([]float64, o.Dims), make([]float64, o.Dims)
	value := 0.0
	evaluate := func(v []float64) { // gonum asks for value and gradient apart
		if value != 0 && slices.Equal(v, at) {
			return
		}
		copy(at, v)
		copy(x, v)
		o.Shape.point(x)
		value = o.Value(x, gradient)
		o.Shape.gradient(gradient)
	}
	steps := 0
	problem := optimize.Problem{
		Func:   func(v []float64) float64 { evaluate(v); return value },
		Grad:   func(g, v []float64) { evaluate(v); copy(g, gradient) },
		Status: func() (optimize.Status, error) { return optimize.NotTerminated, ctx.Err() },
	}
	tolerance := 1e-8 * o.Scale // the square root of the rounding of the function's value
	result, err := optimize.Minimize(problem, make([]float64, o.Dims), &optimize.Settings{
		GradientThreshold: tolerance,
		Converger:         optimize.NeverTerminate{},
		MajorIterations:   most,
		Recorder: recorder(func() {
			steps++
			work.Report(ctx, work.Progress{Done: float64(steps), Of: most, What: "iterations"})
		}),
	}, &optimize.LBFGS{})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if result == nil {
		return nil, err
	}
	// The line search gives up where rounding hides every descent: that is the end too.
	evaluate(result.X)
	if size := floats.Norm(gradient, math.Inf(1)); !(size <= 100*tolerance) {
		return nil, fmt.Errorf("the fit has not converged in %d iterations (gradient %.2g); %s would work", steps, size, o.Remedy)
	}
	return x, nil
}

// recorder is called after each iteration.
type recorder func()

func (r recorder) Init() error { return nil }

func (r recorder) Record(_ *optimize.Location, op optimize.Operation, _ *optimize.Stats) error {
	if op == optimize.MajorIteration {
		r()
	}
	return nil
}
