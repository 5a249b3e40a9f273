package proof

import (
	"context"
	"math"
	"runtime"

	"dpscope/engine/work"
)

// relaxation holds, for a network on a box, bounds on every unit, so that any
// linear combination of units can be bounded from below by a linear function
// of the inputs, going back from stage to stage (CROWN: Zhang et al. 2018;
// maxima: Boopathy et al. 2019, CNN-Cert).
//
// The bounds are safe against rounding, of two kinds: of the proof's own
// arithmetic, and of the network as it computes, whose outputs stray from the
// real ones by at most error.
type relaxation struct {
	stages    []Stage
	low, high []float64 // the box
	bounds    []unitBounds
}

// unitBounds belong to one stage.
type unitBounds struct {
	low, high []float64 // of each unit, before the ReLU
	size      []float64 // of each unit: at least the sum of the sizes of all that is added up in it
	error     []float64 // of each unit: at least the rounding error with which the network computes it
	fan       float64   // the most terms that are added up, forward or backward
	reach     float64   // at least 1, and the size of every input
}

// relax computes bounds on every unit of the network on the box. It returns
// nil if numbers overflow, which proves nothing.
func relax(stages []Stage, low, high []float64) *relaxation {
	r := &relaxation{stages: stages, low: low, high: high}
	inLow, inHigh, inError := low, high, make([]float64, len(low))
	for t := range stages {
		b := r.forward(t, inLow, inHigh, inError)
		r.bounds = append(r.bounds, b)
		if t > 0 && stages[t].Groups == nil {
			r.tighten(t)
		}
		for i := range b.low {
			if math.IsNaN(b.low[i]) || math.IsNaN(b.high[i]) || math.IsInf(b.size[i], 0) {
				return nil
			}
		}
		inLow, inHigh, inError = b.low, b.high, b.error
		if stages[t].ReLU {
			inLow, inHigh = positive(b.low), positive(b.high)
		}
	}
	return r
}

func positive(v []float64) []float64 {
	p := make([]float64, len(v))
	for i, x := range v {
		p[i] = max(x, 0)
	}
	return p
}

// forward bounds the units of stage t by interval arithmetic.
func (r *relaxation) forward(t int, inLow, inHigh, inError []float64) unitBounds {
	s := &r.stages[t]
	room := make([]float64, 4*s.Out)
	b := unitBounds{low: room[:s.Out:s.Out], high: room[s.Out : 2*s.Out : 2*s.Out], size: room[2*s.Out : 3*s.Out : 3*s.Out], error: room[3*s.Out:]}
	b.fan, b.reach = float64(max(s.In, s.Out)+8), 1
	for j := range inLow {
		b.reach = max(b.reach, math.Abs(inLow[j]), math.Abs(inHigh[j]))
	}
	for i, group := range s.Groups {
		b.low[i], b.high[i] = math.Inf(-1), math.Inf(-1)
		for _, j := range group {
			b.low[i], b.high[i] = max(b.low[i], inLow[j]), max(b.high[i], inHigh[j])
			b.error[i] = max(b.error[i], inError[j])
		}
		b.size[i] = max(math.Abs(b.low[i]), math.Abs(b.high[i])) + LeastSize
	}
	for i := range s.Rows {
		row := &s.Rows[i]
		low, high, size, carried := row.Bias, row.Bias, math.Abs(row.Bias), 0.0
		for k, j := range row.At {
			w := row.Weight[k]
			if w > 0 {
				low += w * inLow[j]
				high += w * inHigh[j]
			} else {
				low += w * inHigh[j]
				high += w * inLow[j]
			}
			size += math.Abs(w)*max(math.Abs(inLow[j]), math.Abs(inHigh[j])) + LeastSize
			carried += math.Abs(w) * inError[j]
		}
		rounding := 2 * float64(len(row.At)+8) * Roundoff * (size + carried)
		b.low[i], b.high[i], b.size[i] = low-rounding, high+rounding, size
		b.error[i] = carried*(1+1e-9) + rounding
	}
	return b
}

// tighten replaces the interval bounds of stage t by linear ones where they
// leave the sign open, for there alone a bound enters what follows.
func (r *relaxation) tighten(t int) {
	b, s := &r.bounds[t], &r.stages[t]
	inParallel(s.Out, r.work(t), func(i int, back *backward) {
		if b.low[i] >= 0 || b.high[i] <= 0 {
			return
		}
		row := &s.Rows[i]
		back.start(s.In)
		for k, j := range row.At {
			back.here[j] = row.Weight[k]
		}
		b.low[i] = max(b.low[i], r.least(t-1, row.Bias, back))
		back.start(s.In)
		for k, j := range row.At {
			back.here[j] = -row.Weight[k]
		}
		b.high[i] = min(b.high[i], -r.least(t-1, -row.Bias, back))
	})
}

// work estimates the multiplications of a pass back from stage t.
func (r *relaxation) work(t int) int {
	work := 0
	for _, s := range r.stages[:t] {
		for i := range s.Rows {
			work += len(s.Rows[i].At)
		}
	}
	return work
}

// inParallel calls do for 0 to n-1, on all cores if there is enough work.
func inParallel(n, cost int, do func(i int, back *backward)) {
	const worthwhile = 200_000
	workers := min(runtime.GOMAXPROCS(0), n*cost/worthwhile)
	if workers < 2 {
		back := &backward{}
		for i := range n {
			do(i, back)
		}
		return
	}
	err := work.Each(context.Background(), workers, func(_ context.Context, w int) error {
		back := &backward{}
		for i := w; i < n; i += workers {
			do(i, back)
		}
		return nil
	})
	if err != nil {
		panic(err) // in the caller's goroutine, whose guard it meets
	}
}
