package learners

import (
	"context"
	"math"
	"slices"

	"dpscope/learners/proof"
)

// Verifier bounds the lead of a class.
func (q *QDA) Verifier(free int) (proof.Verifier, proof.Exactness) {
	sizes := make([]float64, q.Classes())
	for k, offset := range q.Offsets {
		sizes[k] = math.Abs(offset)
	}
	return &quadraticVerifier{q, sizes, q.Predict}, proof.Cutting(free, 3)
}

// Leads expands the discriminants about x.
func (q *QDA) Leads(x []float64, free []int, class int) ([]proof.Quadratic, error) {
	if err := proof.CheckFree("quadratic boundaries", free); err != nil {
		return nil, err
	}
	var leads []proof.Quadratic
	own := q.about(x, free, class)
	for k := range q.Means {
		if k != class {
			leads = append(leads, own.Minus(q.about(x, free, k)).Rescaled(toOrdinary))
		}
	}
	return leads, nil
}

// about expands a discriminant about x.
func (q *QDA) about(x []float64, free []int, k int) proof.Quadratic {
	d := len(x)
	entry := func(i, j int) float64 { return (q.Precisions[k][i*d+j] + q.Precisions[k][j*d+i]) / 2 }
	slope := func(i int) float64 {
		sum := 0.0
		for j := range d {
			sum -= entry(i, j) * (x[j] - q.Means[k][j])
		}
		return sum
	}
	e := proof.Quadratic{Value: q.score(x, k), UU: -entry(free[0], free[0])}
	e.Gradient[0] = slope(free[0])
	if len(free) == 2 {
		e.Gradient[1] = slope(free[1])
		e.UV, e.VV = -entry(free[0], free[1]), -entry(free[1], free[1])
	}
	return e
}

// quadraticVerifier proves that the score of a class stays above every other.
// The difference of two scores is a quadratic function. About the middle of a
// box it is
//
//	q(m) + Σᵢ (gᵢdᵢ + ½Hᵢᵢdᵢ²) + Σᵢ<ⱼ Hᵢⱼdᵢdⱼ,   |dᵢ| ≤ rᵢ
//
// whose first sum is minimised coordinate by coordinate, exactly, and whose
// second is at least −Σ|Hᵢⱼ|rᵢrⱼ. For diagonal matrices that settles it;
// otherwise boxes are cut, and the second sum shrinks with the square of their
// size.
type quadraticVerifier struct {
	*QDA
	constant []float64 // of each class: bounds the size of what its offset was added up from
	predict  func(x []float64) int
}

func (v *quadraticVerifier) Constant(ctx context.Context, box proof.Box, class int) (proof.Verdict, error) {
	const mostBoxes = 100_000
	whole := box.Closed()
	for i := range whole.Low {
		if math.IsInf(whole.Low[i], 0) || math.IsInf(whole.High[i], 0) {
			return proof.Verdict{}, nil
		}
	}
	return proof.Branch(ctx, whole, mostBoxes, 64, func(b proof.Closed) (proof.Verdict, []proof.Closed) {
		lead := v.leastLead(b, class)
		if lead.least > 0 {
			return proof.Verdict{Proven: true}, nil
		}
		for _, x := range [][]float64{lead.at, lead.middle} {
			if v.predict(x) != class {
				return proof.Verdict{Counterexample: x}, nil
			}
		}
		return proof.Verdict{}, b.Halves(lead.cut)
	})
}

// leastLead is the lead over the class that comes closest.
func (v *quadraticVerifier) leastLead(b proof.Closed, class int) quadraticLead {
	closest := quadraticLead{least: math.Inf(1)}
	for k := range v.Classes() {
		if k == class {
			continue
		}
		if lead := v.lead(b, class, k); !(lead.least >= closest.least) { // also when numbers overflow
			closest = lead
		}
	}
	return closest
}

// quadraticLead is what is known of the lead of one score over another on a
// box.
type quadraticLead struct {
	least      float64   // a lower bound, after rounding
	at, middle []float64 // where it is likely to be small, and the middle
	cut        int       // the coordinate to cut; -1 when cutting will not help
}

func (v *quadraticVerifier) lead(b proof.Closed, class, rival int) quadraticLead {
	low, high := b.Low, b.High
	d := len(low)
	room := make([]float64, 3*d)
	mid, radius, at := room[:d:d], room[d:2*d:2*d], room[2*d:]
	for i := range mid {
		mid[i] = proof.Middle(low[i], high[i])
		radius[i] = max(high[i]-mid[i], mid[i]-low[i]) * (1 + 0x1p-51)
	}
	whole := slices.Clone(mid)
	bend := func(i, j int) float64 { // Hᵢⱼ of the lead
		p, q := v.Precisions[class], v.Precisions[rival]
		return (q[i*d+j]+q[j*d+i])/2 - (p[i*d+j]+p[j*d+i])/2
	}
	own, other := v.expand(mid, radius, class), v.expand(mid, radius, rival)
	size := own.size + other.size
	for again := true; again; {
		again = false
		for i := range d { // where the lead is monotone in a coordinate, only one end matters
			slope, change := own.gradient[i]-other.gradient[i], 0.0
			for j := range d {
				change += math.Abs(bend(i, j)) * radius[j]
			}
			if radius[i] == 0 || math.Abs(slope) <= change*(1+1e-9)+roundoffOf(size, d) {
				continue
			}
			mid[i], radius[i] = low[i], 0
			if slope < 0 {
				mid[i] = high[i]
			}
			own, other = v.expand(mid, radius, class), v.expand(mid, radius, rival)
			again = true
		}
	}
	value := own.value - other.value
	mixed, cut, worst := 0.0, -1, 0.0
	for i := range d {
		at[i] = mid[i]
		if radius[i] == 0 {
			continue
		}
		share := 0.0
		for j := range d {
			if j != i {
				share += math.Abs(bend(i, j)) * radius[i] * radius[j] / 2
			}
		}
		mixed += share
		if share > worst && proof.Middle(low[i], high[i]) > low[i] {
			cut, worst = i, share
		}
		t, least := leastParabola(own.gradient[i]-other.gradient[i], bend(i, i), radius[i])
		value += least
		at[i] = min(max(mid[i]+t, low[i]), high[i])
	}
	rounding := roundoffOf(size, d)
	if mixed <= rounding {
		cut = -1
	}
	lead := quadraticLead{value - mixed - rounding, at, whole, cut}
	if lead.least <= 0 && cut >= 0 {
		var free []int
		for i, r := range radius {
			if r > 0 {
				free = append(free, i)
			}
		}
		bowl := proof.Bowl{Value: own.value - other.value}
		for _, i := range free {
			row := make([]float64, len(free))
			for k, j := range free {
				row[k] = bend(i, j)
			}
			bowl.Gradient, bowl.Bend = append(bowl.Gradient, own.gradient[i]-other.gradient[i]), append(bowl.Bend, row)
			bowl.Low, bowl.High = append(bowl.Low, -radius[i]), append(bowl.High, radius[i])
		}
		v.sharpen(&lead, b, quadraticRivals{class, rival, mid, free, bowl, size})
	}
	return lead
}

// roundoffOf bounds the rounding errors of a discriminant in d coordinates whose
// terms have sizes that add up to size: 2d + 6 units as predicted, as many in
// its expansion, and 2d + 12 in what the expansion is used for.
func roundoffOf(size float64, d int) float64 { return 8 * float64(d+4) * proof.Roundoff * size }

// leastParabola minimises g·t + ½h·t² over |t| ≤ r.
func leastParabola(g, h, r float64) (t, least float64) {
	t = -r
	if g < 0 {
		t = r
	}
	least = -math.Abs(g)*r + h*r*r/2
	if h > 0 && math.Abs(g) < h*r {
		t = -g / h
		return t, t * g / 2 // not g², which may underflow
	}
	return t, least
}

// expansion is a score about a point: its value and gradient there, and a
// bound on the size of everything that is added up to compute the score
// anywhere in the box.
type expansion struct {
	value, size float64
	gradient    []float64
}

func (v *quadraticVerifier) expand(mid, radius []float64, k int) expansion {
	d := len(mid)
	e := expansion{gradient: make([]float64, d), size: v.constant[k]}
	mean, precision := v.Means[k], v.Precisions[k]
	for i := range d {
		reach := math.Abs(mid[i]-mean[i]) + radius[i]
		for j := range d {
			w := (precision[i*d+j] + precision[j*d+i]) / 2
			e.gradient[i] -= w * (mid[j] - mean[j])
			other := math.Abs(mid[j]-mean[j]) + radius[j]
			e.size += math.Abs(w)*reach*other + proof.LeastSize*(1+reach)*(1+other)
		}
		e.value += e.gradient[i] * (mid[i] - mean[i]) / 2
	}
	e.value += v.Offsets[k]
	return e
}
