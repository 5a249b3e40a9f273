package proof

import "math"

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

// inputs returns the bounds on the inputs of stage t.
func (r *relaxation) inputs(t int) Closed {
	if t == 0 {
		return Closed{r.low, r.high}
	}
	return Closed{r.bounds[t-1].lowest, r.bounds[t-1].highest}
}

// relaxReLU replaces each weight on max(0, z) by one on z with bounds l and u: from below by 0 or z,
// whichever leaves less room; from above by the chord u(z−l)/(u−l). It returns the addition to the constant,
// and a bound on its rounding.
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

// throughMaxima replaces weights on maxima by weights on their entries. From below it takes the entry of
// greatest lower bound; from above that entry if no other can exceed it, and otherwise the plane
//
//	γ + Σ (uᵢ−γ)/(uᵢ−lᵢ)·(zᵢ−lᵢ),   max l ≤ γ ≤ min u
//
// over the entries that can be the largest.
func (r *relaxation) throughMaxima(t int, back *backward) (constant, doubt float64) {
	s, b, in := &r.stages[t], &r.bounds[t], r.inputs(t)
	for i, w := range back.here {
		if w == 0 {
			continue
		}
		group := s.Groups[i]
		best := group[0]
		for _, j := range group {
			if in.Low[j] > in.Low[best] {
				best = j
			}
		}
		if w > 0 || !contested(group, best, in) {
			back.there[best] += w
			doubt += 2 * b.fan * Roundoff * (math.Abs(w)*b.size[i] + b.reach*LeastSize)
			continue
		}
		gamma := planeHeight(group, in.Low[best], in)
		constant += w * gamma
		doubt += 8 * b.fan * Roundoff * (math.Abs(w*gamma) + LeastSize)
		for _, j := range group {
			l, u := in.Low[j], in.High[j]
			if u <= in.Low[best] {
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
func contested(group []int32, best int32, in Closed) bool {
	for _, j := range group {
		if j != best && in.High[j] > in.Low[best] {
			return true
		}
	}
	return false
}

// planeHeight chooses γ so that the slopes add up to 1, if it can: then the
// plane leans as the maximum does.
func planeHeight(group []int32, most float64, in Closed) float64 {
	sum, inverse, least := 0.0, 0.0, math.Inf(1)
	for _, j := range group {
		l, u := in.Low[j], in.High[j]
		if u <= most {
			continue
		}
		sum += u / (u - l)
		inverse += 1 / (u - l)
		least = min(least, u)
	}
	return min(max((sum-1)/inverse, most), least)
}
