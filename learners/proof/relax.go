package proof

import (
	"context"
	"math"

	"dpscope/engine/work"
)

// relaxation holds, for a network on a box, bounds on every unit, so that any linear combination of units is
// bounded from below by a linear function of the inputs, going back from stage to stage (CROWN: Zhang et al.
// 2018; maxima: Boopathy et al. 2019, CNN-Cert). Its memory serves one box after another.
//
// The bounds are safe against two kinds of rounding: in the proof's own arithmetic, and in the network's
// computation, whose outputs differ from the real ones by at most error.
type relaxation struct {
	stages    []Stage
	low, high []float64 // the box
	bounds    []unitBounds
	certain   []float64 // zeros: the error of the inputs
	weakest   []float64 // weights of the least bound on a lead
	back      backward
}

// unitBounds belong to one stage.
type unitBounds struct {
	low, high       []float64 // per unit, before the ReLU
	lowest, highest []float64 // the stage's outputs: the same, after the ReLU
	size            []float64 // per unit: at least the sum of the sizes of its terms
	error           []float64 // per unit: at least the network's rounding error
	fan             float64   // the most terms summed, forward or backward
	reach           float64   // at least 1, and the size of every input
}

// newRelaxation makes room for the units of a network.
func newRelaxation(stages []Stage) *relaxation {
	r := &relaxation{stages: stages, certain: make([]float64, stages[0].In)}
	for t := range stages {
		s := &stages[t]
		room := make([]float64, 6*s.Out)
		next := func() (part []float64) {
			part, room = room[:s.Out:s.Out], room[s.Out:]
			return part
		}
		b := unitBounds{low: next(), high: next(), size: next(), error: next(), fan: float64(max(s.In, s.Out) + 8)}
		b.lowest, b.highest = b.low, b.high
		if s.ReLU {
			b.lowest, b.highest = next(), next()
		}
		r.bounds = append(r.bounds, b)
	}
	return r
}

// over computes bounds on every unit of the network on the box. It reports
// whether no number overflowed; else nothing is proven.
func (r *relaxation) over(ctx context.Context, low, high []float64) bool {
	r.low, r.high = low, high
	inLow, inHigh, inError := low, high, r.certain
	for t := range r.stages {
		b := &r.bounds[t]
		r.forward(t, inLow, inHigh, inError)
		if t > 0 && r.stages[t].Groups == nil {
			r.tighten(ctx, t)
		}
		for i := range b.low {
			if math.IsNaN(b.low[i]) || math.IsNaN(b.high[i]) || math.IsInf(b.size[i], 0) {
				return false
			}
		}
		if r.stages[t].ReLU {
			for i := range b.low {
				b.lowest[i], b.highest[i] = max(b.low[i], 0), max(b.high[i], 0)
			}
		}
		inLow, inHigh, inError = b.lowest, b.highest, b.error
	}
	return true
}

// forward bounds the units of stage t by interval arithmetic.
func (r *relaxation) forward(t int, inLow, inHigh, inError []float64) {
	s, b := &r.stages[t], &r.bounds[t]
	b.reach = 1
	for j := range inLow {
		b.reach = max(b.reach, math.Abs(inLow[j]), math.Abs(inHigh[j]))
	}
	for i, group := range s.Groups {
		b.low[i], b.high[i], b.error[i] = math.Inf(-1), math.Inf(-1), 0
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
}

// tighten replaces the interval bounds of stage t by linear ones if they leave the sign open: only then does
// a bound matter later.
func (r *relaxation) tighten(ctx context.Context, t int) {
	b, s := &r.bounds[t], &r.stages[t]
	inParallel(ctx, s.Out, r.work(t), &r.back, func(i int, back *backward) {
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

// inParallel calls do for 0 to n-1, on several cores if there is enough work, and else
// in the room given. The end of ctx leaves some undone.
func inParallel(ctx context.Context, n, cost int, back *backward, do func(i int, back *backward)) {
	const worthwhile = 200_000
	parts := min(n, n*cost/worthwhile)
	if parts < 2 {
		for i := range n {
			do(i, back)
		}
		return
	}
	rooms := make([]backward, work.Seats(ctx))
	work.ParallelFor(ctx, parts, func(_ context.Context, seat, part int) {
		for i := part; i < n; i += parts {
			do(i, &rooms[seat])
		}
	})
}
