package composition

import (
	"errors"
	"fmt"
	"math"

	"dpscope/engine/numeral"
)

// Added says how a training adds its noise. A Run asks for noise on the sum of clipped gradients, in clips, once a step. It is
// comparable; what is 0 or false is the usual.
type Added struct {
	Deviation   float64 // as it is stated
	Absolute    bool    // in units of gradients; else in clips
	Clip        float64 // the limit of a norm, where the noise is absolute
	Mean        bool    // on the mean; else on the sum
	Divisor     float64 // of the mean: a constant, or a size that is fixed
	Drawn       bool    // the divisor is the size of a batch that was drawn by coins
	Accumulated float64 // batches that make one step
	EachBatch   bool    // each of them has noise of its own; else their sum
	Workers     float64 // that add up their sums
	EachWorker  bool    // each of them adds noise; else one
	Layers      float64 // that are each clipped at the limit; 0: all together are
	Several     bool    // a mean of several gradients is clipped, and not each
}

// Conversion is a step from what is stated to what a Run asks for.
type Conversion struct {
	What  string // "on the mean: times 256"
	Sigma float64
}

// Sum returns σ on the sum of clipped gradients, in clips, by the steps that lead there.
func (a Added) Sum() (sigma float64, steps []Conversion, err error) {
	positive := func(name string, v float64) {
		if err == nil && !(v > 0 && v <= math.MaxFloat64) {
			err = fmt.Errorf("%s = %g is no number above 0: one above 0 would work", name, v)
		}
	}
	whole := func(name string, v float64) {
		if err == nil && !(v >= 0 && v == math.Trunc(v) && v <= math.MaxFloat64) {
			err = fmt.Errorf("%s = %g is no number of them: a whole number from 1 on would work", name, v)
		}
	}
	sigma = a.Deviation
	step := func(factor float64, what string, words ...any) {
		sigma *= factor
		steps = append(steps, Conversion{fmt.Sprintf(what, words...), sigma})
	}
	whole("accumulated", a.Accumulated)
	whole("workers", a.Workers)
	whole("layers", a.Layers)
	if a.Mean && a.Drawn {
		return 0, nil, errors.New("the divisor is the size of the batch that was drawn, which tells of the record: a constant divisor would be covered")
	}
	if a.Mean {
		positive("divisor", a.Divisor)
		step(a.Divisor, "on the mean: times the divisor, %s", numeral.Short(a.Divisor))
	}
	if a.Absolute {
		positive("clip", a.Clip)
		step(1/a.Clip, "absolute: over the clip, %s", numeral.Short(a.Clip))
	}
	if a.Accumulated > 1 && a.EachBatch {
		step(math.Sqrt(a.Accumulated), "on each of %s batches: times √%[1]s", numeral.Count(a.Accumulated))
	}
	if a.Workers > 1 && a.EachWorker {
		step(math.Sqrt(a.Workers), "by each of %s workers: times √%[1]s", numeral.Count(a.Workers))
	}
	if a.Layers > 1 {
		step(1/math.Sqrt(a.Layers), "%s layers, each at the clip, move √%[1]s clips: over √%[1]s", numeral.Count(a.Layers))
	}
	if a.Several {
		step(0.5, "a clipped mean of several gradients moves two clips: half")
	}
	positive("sigma", sigma)
	return sigma, steps, err
}

// Run returns a run with such noise: batches that make one step are one.
func (a Added) Run(r Run) (Run, error) {
	sigma, _, err := a.Sum()
	if err != nil {
		return r, err
	}
	r.Sigma = sigma
	if a.Accumulated > 1 {
		r.Batch *= a.Accumulated
		r.Rate *= a.Accumulated
	}
	return r, nil
}
