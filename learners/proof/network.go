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

// NewNetworkVerifier returns the verifier of a network, given as the stages that
// predict computes; its class is that of the largest output.
func NewNetworkVerifier(stages []Stage, predict func(x []float64) int) Bounding {
	return &networkVerifier{stages, predict}
}

func (v *networkVerifier) Constant(ctx context.Context, box Box, class int) (Verdict, error) {
	whole := box.Closed()
	return Branch(ctx, whole, boxesFor(whole), 1, func(b Closed) (Verdict, []Closed) {
		proven, at, weights := v.leads(b, class)
		if proven {
			return Verdict{Proven: true}, nil
		}
		if x := v.counterexample(b, at, class); x != nil {
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

// leads reports whether linear bounds prove the class on the box. If not, it
// returns where the bound that failed is least, and its weights, unless
// numbers overflowed.
func (v *networkVerifier) leads(b Closed, class int) (proven bool, at, weights []float64) {
	lead, weights := v.lead(b, class)
	if lead > 0 || weights == nil {
		return lead > 0, nil, nil
	}
	at = slices.Clone(b.Low)
	for j, w := range weights {
		if w < 0 {
			at[j] = b.High[j]
		}
	}
	return false, at, weights
}

// lead returns the least, over the box, of the bounds on the lead over each
// other class, and the weights of the inputs in it; −Inf and none if numbers
// overflow.
func (v *networkVerifier) lead(box Closed, class int) (lead float64, weights []float64) {
	lead = math.Inf(1)
	for _, b := range v.bounds(box, class) {
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
		sum -= 2 * float64(len(box.Low)+8) * Roundoff * (size + math.Abs(b.Constant))
		if !(sum >= lead) { // also when it is no number
			lead, weights = sum, b.Weights
		}
	}
	if weights == nil || math.IsNaN(lead) {
		return math.Inf(-1), nil
	}
	return lead, weights
}

// Bounds bounds the lead over each other class, as Predict computes it.
func (v *networkVerifier) Bounds(box Box, class int) []LinearBound {
	return v.bounds(box.Closed(), class)
}

func (v *networkVerifier) bounds(box Closed, class int) []LinearBound {
	r := relax(v.stages, box.Low, box.High)
	if r == nil {
		return nil
	}
	var bounds []LinearBound
	last := len(v.stages) - 1
	back := &backward{}
	for k := range v.stages[last].Out {
		if k == class {
			continue
		}
		back.start(v.stages[last].Out)
		back.here[class], back.here[k] = 1, -1
		stray := r.bounds[last].error[class] + r.bounds[last].error[k]
		constant := r.below(last, 0, back) - stray*(1+1e-9)
		bounds = append(bounds, LinearBound{slices.Clone(back.here), constant})
	}
	return bounds
}

// counterexample tries the middle of the box and the point where the bound is
// least.
func (v *networkVerifier) counterexample(box Closed, at []float64, class int) []float64 {
	if mid := box.Middle(); v.predict(mid) != class {
		return mid
	}
	if at != nil && v.predict(at) != class {
		return at
	}
	return nil
}

// cutByInfluence picks the coordinate whose range moves the bound most. Half
// of the average weight is added to each, for a unit that a bound takes as 0
// hides what it depends on.
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
