package proof

import (
	"math"
	"runtime"
	"sync"
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
func inParallel(n, work int, do func(i int, back *backward)) {
	const worthwhile = 200_000
	workers := min(runtime.GOMAXPROCS(0), n*work/worthwhile)
	if workers < 2 {
		back := &backward{}
		for i := range n {
			do(i, back)
		}
		return
	}
	var wait sync.WaitGroup
	for w := range workers {
		wait.Go(func() {
			back := &backward{}
			for i := w; i < n; i += workers {
				do(i, back)
			}
		})
	}
	wait.Wait()
}

// backward is the room for one pass: the weights with which the outputs of a
// stage enter the combination that is bounded.
type backward struct{ here, there []float64 }

func (b *backward) start(n int) {
	b.here = resized(b.here, n)
}

func resized(v []float64, n int) []float64 {
	if cap(v) < n {
		return make([]float64, n)
	}
	v = v[:n]
	clear(v)
	return v
}

// least returns a lower bound, over the box, of constant plus the combination
// of the outputs of stage t with weights back.here.
func (r *relaxation) least(t int, constant float64, back *backward) float64 {
	constant = r.below(t, constant, back)
	total := 0.0
	for j, w := range back.here {
		end := r.high[j]
		if w >= 0 {
			end = r.low[j]
		}
		if w != 0 {
			constant += w * end
			total += math.Abs(w*end) + LeastSize
		}
	}
	return constant - 2*float64(len(back.here)+8)*Roundoff*(total+math.Abs(constant))
}

// below bounds the combination from below by a linear function of the inputs
// that holds on the box, and so on every part of it: it returns the constant
// and leaves the weights in back.here.
func (r *relaxation) below(t int, constant float64, back *backward) float64 {
	doubt := math.Abs(constant) * 4 * Roundoff // at least the rounding error so far
	for ; t >= 0; t-- {
		s, b := &r.stages[t], &r.bounds[t]
		if s.ReLU {
			c, d := relaxReLU(b, back.here)
			constant, doubt = constant+c, doubt+d
		}
		back.there = resized(back.there, s.In)
		through := r.throughRows
		if s.Groups != nil {
			through = r.throughMaxima
		}
		c, d := through(t, back)
		constant, doubt = constant+c, doubt+d+4*Roundoff*(math.Abs(constant)+math.Abs(c))
		back.here, back.there = back.there, back.here
	}
	return constant - doubt*(1+1e-9)
}

// throughRows turns weights on the affine outputs of stage t into weights on its
// inputs.
func (r *relaxation) throughRows(t int, back *backward) (constant, doubt float64) {
	s, b := &r.stages[t], &r.bounds[t]
	total := 0.0
	for i, w := range back.here {
		if w == 0 {
			continue
		}
		row := &s.Rows[i]
		for k, j := range row.At {
			back.there[j] += w * row.Weight[k]
		}
		constant += w * row.Bias
		total += math.Abs(w)*b.size[i] + b.fan*b.reach*LeastSize
	}
	return constant, 2 * b.fan * Roundoff * total
}

// inputBounds returns the bounds on what enters stage t.
func (r *relaxation) inputBounds(t int) unitBounds {
	if t == 0 {
		return unitBounds{low: r.low, high: r.high}
	}
	b := r.bounds[t-1]
	if r.stages[t-1].ReLU {
		b.low, b.high = positive(b.low), positive(b.high)
	}
	return b
}

// relaxReLU replaces each weight on max(0, z) by one on z, whose bounds are l
// and u: from below by 0 or z, whichever leaves less room; from above by the
// chord u(z−l)/(u−l). It returns what it adds to the constant, and a bound on
// its rounding.
func relaxReLU(b *unitBounds, weights []float64) (constant, doubt float64) {
	for i, w := range weights {
		l, u := b.low[i], b.high[i]
		switch {
		case w == 0 || l >= 0:
		case u <= 0, w > 0 && u < -l:
			weights[i] = 0
		case w < 0:
			slope := u / (u - l)
			weights[i] = w * slope
			constant -= w * slope * l
			doubt += 8 * Roundoff * (LeastSize - w) * (1 + u - l)
		}
	}
	return constant, doubt + 4*float64(len(weights))*Roundoff*math.Abs(constant)
}

// throughMaxima replaces weights on maxima by weights on what they are taken of.
// From below by the entry of greatest lower bound; from above by that entry if
// no other can exceed it, and else by the plane
//
//	γ + Σ (uᵢ−γ)/(uᵢ−lᵢ)·(zᵢ−lᵢ),   max l ≤ γ ≤ min u
//
// over the entries that can be the largest.
func (r *relaxation) throughMaxima(t int, back *backward) (constant, doubt float64) {
	s, b, in := &r.stages[t], &r.bounds[t], r.inputBounds(t)
	for i, w := range back.here {
		if w == 0 {
			continue
		}
		group := s.Groups[i]
		best := group[0]
		for _, j := range group {
			if in.low[j] > in.low[best] {
				best = j
			}
		}
		if w > 0 || !contested(group, best, in) {
			back.there[best] += w
			doubt += 2 * b.fan * Roundoff * (math.Abs(w)*b.size[i] + b.reach*LeastSize)
			continue
		}
		gamma := planeHeight(group, in.low[best], in)
		constant += w * gamma
		doubt += 8 * b.fan * Roundoff * (math.Abs(w*gamma) + LeastSize)
		for _, j := range group {
			l, u := in.low[j], in.high[j]
			if u <= in.low[best] {
				continue
			}
			slope := (u - gamma) / (u - l)
			back.there[j] += w * slope
			constant -= w * slope * l
			doubt += 8 * b.fan * Roundoff * (math.Abs(w)*(math.Abs(l)+math.Abs(u)+math.Abs(gamma)) + b.reach*LeastSize)
		}
	}
	return constant, doubt + 8*b.fan*Roundoff*math.Abs(constant)
}

// contested reports whether another entry may exceed the best.
func contested(group []int32, best int32, in unitBounds) bool {
	for _, j := range group {
		if j != best && in.high[j] > in.low[best] {
			return true
		}
	}
	return false
}

// planeHeight chooses γ so that the slopes add up to 1, if it can: then the
// plane leans as the maximum does.
func planeHeight(group []int32, most float64, in unitBounds) float64 {
	sum, inverse, least := 0.0, 0.0, math.Inf(1)
	for _, j := range group {
		l, u := in.low[j], in.high[j]
		if u <= most {
			continue
		}
		sum += u / (u - l)
		inverse += 1 / (u - l)
		least = min(least, u)
	}
	return min(max((sum-1)/inverse, most), least)
}
