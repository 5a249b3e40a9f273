package discriminant

import (
	"context"
	"math"
	"slices"

	"dpscope/learners"
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
			leads = append(leads, own.Minus(q.about(x, free, k)).Rescaled(learners.ToOrdinary))
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

// quadraticVerifier proves that the score of a class stays above every other. The difference of two scores is
// a quadratic function. About the middle of a box it is
//
//	q(m) + Σᵢ (gᵢdᵢ + ½Hᵢᵢdᵢ²) + Σᵢ<ⱼ Hᵢⱼdᵢdⱼ,   |dᵢ| ≤ rᵢ
//
// The first sum is minimised coordinate by coordinate, exactly, and the second is at least −Σ|Hᵢⱼ|rᵢrⱼ. For
// diagonal matrices that settles it; otherwise boxes are cut, and the second sum shrinks with the square of
// their size.
type quadraticVerifier struct {
	*QDA
	constant []float64 // per class: bounds the terms that its offset sums
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

// leastLead returns the lead over the class that comes closest.
func (v *quadraticVerifier) leastLead(b proof.Closed, class int) quadraticLead {
	closest := quadraticLead{least: math.Inf(1)}
	for k := range v.Classes() {
		if k == class {
			continue
		}
		if lead := v.lead(b, class, k); !(lead.least >= closest.least) { // also if numbers overflow
			closest = lead
		}
	}
	return closest
}

// quadraticLead bounds the lead of one score over another on a box.
type quadraticLead struct {
	least      float64   // a lower bound, after rounding
	at, middle []float64 // a place where it is probably small, and the middle
	cut        int       // the coordinate to cut; -1 if cutting does not help
}

func (v *quadraticVerifier) lead(b proof.Closed, class, rival int) quadraticLead {
	d := len(b.Low)
	room := make([]float64, 3*d)
	u := duel{verifier: v, class: class, rival: rival, low: b.Low, high: b.High, mid: room[:d:d], radius: room[d : 2*d : 2*d]}
	for i := range u.mid {
		u.mid[i] = proof.Middle(b.Low[i], b.High[i])
		u.radius[i] = max(b.High[i]-u.mid[i], u.mid[i]-b.Low[i]) * (1 + 0x1p-51)
	}
	middle := slices.Clone(u.mid)
	u.expand()
	size := u.own.size + u.other.size
	u.settle(size)
	lead := u.parabolas(room[2*d:], size)
	lead.middle = middle
	if lead.least <= 0 && lead.cut >= 0 {
		free, bowl := u.bowl()
		v.sharpen(&lead, b, quadraticRivals{class, rival, u.mid, free, bowl, size})
	}
	return lead
}

// duel compares one score with another on a box.
type duel struct {
	verifier     *quadraticVerifier
	class, rival int
	low, high    []float64
	mid, radius  []float64 // the reduced box: a coordinate with a monotone lead is fixed at one end
	own, other   expansion // about mid
}

// bend returns Hᵢⱼ of the lead.
func (u *duel) bend(i, j int) float64 {
	d := len(u.mid)
	p, q := u.verifier.Precisions[u.class], u.verifier.Precisions[u.rival]
	return (q[i*d+j]+q[j*d+i])/2 - (p[i*d+j]+p[j*d+i])/2
}

func (u *duel) slope(i int) float64 { return u.own.gradient[i] - u.other.gradient[i] }

func (u *duel) expand() {
	u.own, u.other = u.verifier.expand(u.mid, u.radius, u.class), u.verifier.expand(u.mid, u.radius, u.rival)
}

// settle leaves one end of each coordinate in which the lead is monotone: only that
// one matters.
func (u *duel) settle(size float64) {
	d := len(u.mid)
	for again := true; again; {
		again = false
		for i := range d {
			slope, change := u.slope(i), 0.0
			for j := range d {
				change += math.Abs(u.bend(i, j)) * u.radius[j]
			}
			if u.radius[i] == 0 || math.Abs(slope) <= change*(1+1e-9)+roundoffOf(size, d) {
				continue
			}
			u.mid[i], u.radius[i] = u.low[i], 0
			if slope < 0 {
				u.mid[i] = u.high[i]
			}
			u.expand()
			again = true
		}
	}
}

// parabolas bounds the lead from below, coordinate by coordinate; at has room for the
// place of the least.
func (u *duel) parabolas(at []float64, size float64) quadraticLead {
	d := len(u.mid)
	value := u.own.value - u.other.value
	mixed, cut, worst := 0.0, -1, 0.0
	for i := range d {
		at[i] = u.mid[i]
		if u.radius[i] == 0 {
			continue
		}
		share := 0.0
		for j := range d {
			if j != i {
				share += math.Abs(u.bend(i, j)) * u.radius[i] * u.radius[j] / 2
			}
		}
		mixed += share
		if share > worst && proof.Middle(u.low[i], u.high[i]) > u.low[i] {
			cut, worst = i, share
		}
		t, least := leastParabola(u.slope(i), u.bend(i, i), u.radius[i])
		value += least
		at[i] = min(max(u.mid[i]+t, u.low[i]), u.high[i])
	}
	rounding := roundoffOf(size, d)
	if mixed <= rounding {
		cut = -1
	}
	return quadraticLead{least: value - mixed - rounding, at: at, cut: cut}
}

// bowl returns the lead over the remaining coordinates.
func (u *duel) bowl() (free []int, bowl proof.Bowl) {
	for i, r := range u.radius {
		if r > 0 {
			free = append(free, i)
		}
	}
	bowl.Value = u.own.value - u.other.value
	for _, i := range free {
		row := make([]float64, len(free))
		for k, j := range free {
			row[k] = u.bend(i, j)
		}
		bowl.Gradient, bowl.Bend = append(bowl.Gradient, u.slope(i)), append(bowl.Bend, row)
		bowl.Low, bowl.High = append(bowl.Low, -u.radius[i]), append(bowl.High, u.radius[i])
	}
	return free, bowl
}

// roundoffOf bounds the rounding errors of a discriminant in d coordinates with terms whose sizes sum to
// size: 2d + 6 units in the prediction, as many in its expansion, and 2d + 12 in the use of the expansion.
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

// quadraticRivals holds the lead of one score over another about the middle of a box, over the coordinates
// that move.
type quadraticRivals struct {
	class, rival int
	middle       []float64
	free         []int
	bowl         proof.Bowl
	size         float64 // sum of the sizes of both scores' terms, anywhere in the box
}

// sharpen looks for the exact minimum if a box over few coordinates is not proven otherwise: cutting it would
// continue near the boundary until rounding hides the parts. It helps only if it lowers the rounding errors
// to those of points near the minimum.
func (v *quadraticVerifier) sharpen(lead *quadraticLead, b proof.Closed, r quadraticRivals) {
	const most = 5 // coordinates; a search over n of them looks at up to 3ⁿ faces
	if len(r.free) > most {
		return
	}
	d := len(r.middle)
	rounding := roundoffOf(r.size, d) + float64(6*len(r.free)+14)*proof.Roundoff*r.size // plus the sums of the search
	least, away := r.bowl.Least()
	if least -= rounding; !(least > lead.least) {
		return
	}
	lead.least, lead.at = least, slices.Clone(r.middle)
	for k, i := range r.free {
		lead.at[i] = min(max(r.middle[i]+away[k], b.Low[i]), b.High[i])
	}
	still := make([]float64, d)
	there := v.expand(lead.at, still, r.class).size + v.expand(lead.at, still, r.rival).size
	if value := r.bowl.At(away); value <= least+2*rounding && value <= roundoffOf(there, d) {
		lead.cut = -1
	}
}
