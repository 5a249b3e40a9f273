package proof

import (
	"context"
	"math"
	"slices"
)

// networkVerifier bounds the lead of a class over every other by linear
// functions of the inputs. Where that settles nothing and few coordinates are
// free it cuts the box, until the bounds are exact on every part.
type networkVerifier struct {
	stages  []Stage
	predict func(x []float64) int
}

// NewNetworkVerifier returns the verifier of a network, given as the stages that predict computes; the
// largest output decides the class.
func NewNetworkVerifier(stages []Stage, predict func(x []float64) int) Bounding {
	return &networkVerifier{stages, predict}
}

func (v *networkVerifier) Constant(ctx context.Context, box Box, class int) (Verdict, error) {
	whole, relaxed := box.Closed(), newRelaxation(v.stages)
	return Branch(ctx, whole, boxesFor(whole), 1, func(b Closed) (Verdict, []Closed) {
		lead, weights := relaxed.lead(ctx, b, class)
		if lead > 0 {
			return Verdict{Proven: true}, nil
		}
		if x := v.counterexample(b, weights, class); x != nil {
			return Verdict{Counterexample: x}, nil
		}
		return Verdict{}, b.Halves(cutByInfluence(b, weights))
	})
}

// boxesFor returns how many boxes are worth looking at: cutting one of many
// free coordinates changes little.
func boxesFor(b Closed) int {
	free := 0
	for i := range b.Low {
		if b.Low[i] < b.High[i] {
			free++
		}
	}
	switch {
	case free <= 3:
		return 20_000
	case free <= 8:
		return 1_000
	}
	return 1
}

// Bounds bounds the lead over each other class, as Predict computes it.
func (v *networkVerifier) Bounds(ctx context.Context, box Box, class int) (bounds []LinearBound) {
	newRelaxation(v.stages).leads(ctx, box.Closed(), class, func(b LinearBound) {
		bounds = append(bounds, LinearBound{slices.Clone(b.Weights), b.Constant})
	})
	return bounds
}

// leads bounds the lead of a class over each other one; none if numbers
// overflow. The weights of a bound last until the next.
func (r *relaxation) leads(ctx context.Context, box Closed, class int, do func(LinearBound)) {
	if !r.over(ctx, box.Low, box.High) {
		return
	}
	last := len(r.stages) - 1
	for k := range r.stages[last].Out {
		if k == class {
			continue
		}
		r.back.start(r.stages[last].Out)
		r.back.here[class], r.back.here[k] = 1, -1
		stray := r.bounds[last].error[class] + r.bounds[last].error[k]
		constant := r.below(last, 0, &r.back) - stray*(1+1e-9)
		do(LinearBound{r.back.here, constant})
	}
}

// lead returns the least, over the box, of the bounds on the lead over each
// other class, and the weights of the inputs in it, which last until the next
// box; −Inf and none if numbers overflow.
func (r *relaxation) lead(ctx context.Context, box Closed, class int) (lead float64, weights []float64) {
	lead = math.Inf(1)
	r.leads(ctx, box, class, func(b LinearBound) {
		if sum := b.floor(box); !(sum >= lead) { // also when it is no number
			r.weakest = append(r.weakest[:0], b.Weights...)
			lead, weights = sum, r.weakest
		}
	})
	if weights == nil || math.IsNaN(lead) {
		return math.Inf(-1), nil
	}
	return lead, weights
}

// floor returns the least value on a box, rounded down.
func (b LinearBound) floor(box Closed) float64 {
	sum, size := b.Constant, 0.0
	for j, w := range b.Weights {
		end := box.High[j]
		if w >= 0 {
			end = box.Low[j]
		}
		if w != 0 {
			sum += w * end
			size += math.Abs(w*end) + LeastSize
		}
	}
	return sum - 2*float64(len(box.Low)+8)*Roundoff*(size+math.Abs(b.Constant))
}

// counterexample tries the middle of the box and the point where the bound of
// these weights is least.
func (v *networkVerifier) counterexample(box Closed, weights []float64, class int) []float64 {
	if mid := box.Middle(); v.predict(mid) != class {
		return mid
	}
	if weights == nil {
		return nil
	}
	at := slices.Clone(box.Low)
	for j, w := range weights {
		if w < 0 {
			at[j] = box.High[j]
		}
	}
	if v.predict(at) != class {
		return at
	}
	return nil
}

// cutByInfluence picks the coordinate whose range moves the bound most. It adds half of the average weight to
// each, because a unit that a bound takes as 0 hides its dependence.
func cutByInfluence(b Closed, weights []float64) int {
	average := 0.0
	for _, w := range weights {
		average += math.Abs(w) / float64(len(weights))
	}
	cut, most := -1, 0.0
	for i := range b.Low {
		low, high := b.Low[i], b.High[i]
		influence := high - low
		if average > 0 {
			influence *= math.Abs(weights[i]) + average/2
		}
		if mid := Middle(low, high); influence > most && low < mid && mid < high {
			cut, most = i, influence
		}
	}
	return cut
}

// Stage is one step of a network of any kind, in the one form that proofs
// about networks work on: affine outputs or maxima, and then, if ReLU is set,
// the larger of each and zero.
type Stage struct {
	In, Out int
	Rows    []Row     // of an affine stage, one per output
	Groups  [][]int32 // of a stage of maxima: the inputs of each output
	ReLU    bool
}

// Row is one affine output: the sum of weights times inputs, plus bias.
type Row struct {
	At     []int32
	Weight []float64
	Bias   float64
}

// FullRow returns an output that depends on all inputs, including those of weight 0.
func FullRow(weights []float64, bias float64) Row {
	row := Row{Bias: bias}
	for i, w := range weights {
		row.At, row.Weight = append(row.At, int32(i)), append(row.Weight, w)
	}
	return row
}
