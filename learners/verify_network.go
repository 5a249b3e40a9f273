package learners

import (
	"context"
	"math"
	"slices"
)

// networkVerifier bounds the lead of a class over every other by linear
// functions of the inputs. Where that settles nothing and few coordinates are
// free it cuts the box, until the bounds are exact on every part.
type networkVerifier struct {
	stages  []stage
	predict Classifier
}

func newNetworkVerifier(stages []stage, predict Classifier) *networkVerifier {
	return &networkVerifier{stages, predict}
}

func (v *networkVerifier) Constant(ctx context.Context, box Box, class int) (Verdict, error) {
	low, high := box.ends()
	return branch(ctx, closedBox{low, high}, boxesFor(low, high), 1, func(b closedBox) (Verdict, []closedBox) {
		proven, at, weights := v.leads(b.low, b.high, class)
		if proven {
			return Verdict{Proven: true}, nil
		}
		if x := v.counterexample(b.low, b.high, at, class); x != nil {
			return Verdict{Counterexample: x}, nil
		}
		return Verdict{}, b.halves(cutByInfluence(b.low, b.high, weights))
	})
}

// boxesFor returns how many boxes are worth looking at: cutting one of many
// free coordinates changes little.
func boxesFor(low, high []float64) int {
	free := 0
	for i := range low {
		if low[i] < high[i] {
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
func (v *networkVerifier) leads(low, high []float64, class int) (proven bool, at, weights []float64) {
	lead, weights := v.lead(low, high, class)
	if lead > 0 || weights == nil {
		return lead > 0, nil, nil
	}
	at = slices.Clone(low)
	for j, w := range weights {
		if w < 0 {
			at[j] = high[j]
		}
	}
	return false, at, weights
}

// lead returns the least, over the box, of the bounds on the lead over each
// other class, and the weights of the inputs in it; −Inf and none if numbers
// overflow.
func (v *networkVerifier) lead(low, high []float64, class int) (lead float64, weights []float64) {
	lead = math.Inf(1)
	for _, b := range v.bounds(low, high, class) {
		sum, size := b.Constant, 0.0
		for j, w := range b.Weights {
			end := high[j]
			if w >= 0 {
				end = low[j]
			}
			if w != 0 {
				sum += w * end
				size += math.Abs(w*end) + leastSize
			}
		}
		sum -= 2 * float64(len(low)+8) * roundoff * (size + math.Abs(b.Constant))
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
	low, high := box.ends()
	return v.bounds(low, high, class)
}

func (v *networkVerifier) bounds(low, high []float64, class int) []LinearBound {
	r := relax(v.stages, low, high)
	if r == nil {
		return nil
	}
	var bounds []LinearBound
	last := len(v.stages) - 1
	back := &backward{}
	for k := range v.stages[last].out {
		if k == class {
			continue
		}
		back.start(v.stages[last].out)
		back.here[class], back.here[k] = 1, -1
		stray := r.bounds[last].error[class] + r.bounds[last].error[k]
		constant := r.below(last, 0, back) - stray*(1+1e-9)
		bounds = append(bounds, LinearBound{slices.Clone(back.here), constant})
	}
	return bounds
}

// counterexample tries the middle of the box and the point where the bound is
// least.
func (v *networkVerifier) counterexample(low, high, at []float64, class int) []float64 {
	mid := make([]float64, len(low))
	for i := range mid {
		mid[i] = middle(low[i], high[i])
	}
	if v.predict.Predict(mid) != class {
		return mid
	}
	if at != nil && v.predict.Predict(at) != class {
		return at
	}
	return nil
}

// cutByInfluence picks the coordinate whose range moves the bound most. Half
// of the average weight is added to each, for a unit that a bound takes as 0
// hides what it depends on.
func cutByInfluence(low, high, weights []float64) int {
	average := 0.0
	for _, w := range weights {
		average += math.Abs(w) / float64(len(weights))
	}
	cut, most := -1, 0.0
	for i := range low {
		influence := high[i] - low[i]
		if average > 0 {
			influence *= math.Abs(weights[i]) + average/2
		}
		if mid := middle(low[i], high[i]); influence > most && low[i] < mid && mid < high[i] {
			cut, most = i, influence
		}
	}
	return cut
}
