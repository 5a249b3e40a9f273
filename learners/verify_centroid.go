package learners

import (
	"context"
	"math"
	"slices"
)

// centroidVerifier compares squared distances. That to one centroid less that
// to another is a linear function, so its minimum over a box is at a corner. A
// class with several centroids holds on a box if one of them is nearer
// everywhere than every centroid of another class; if none is, the box is cut.
type centroidVerifier struct{ *NearestCentroid }

func (v centroidVerifier) Constant(ctx context.Context, box Box, class int) (Verdict, error) {
	const mostBoxes = 100_000
	s := search{most: mostBoxes, context: ctx, every: 64}
	low, high := box.ends()
	type waiting struct{ low, high []float64 }
	todo := []waiting{{low, high}}
	for len(todo) > 0 {
		if stop, err := s.stop(); stop {
			return Verdict{}, err
		}
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		proven, x := v.nearest(b.low, b.high, class)
		if proven {
			continue
		}
		if x != nil {
			return Verdict{Counterexample: x}, nil
		}
		cut, width := -1, 0.0
		for i := range b.low {
			if w := b.high[i] - b.low[i]; w > width && middle(b.low[i], b.high[i]) > b.low[i] {
				cut, width = i, w
			}
		}
		if cut < 0 || math.IsInf(width, 1) || !v.severalOf(class) {
			return Verdict{}, nil
		}
		mid := middle(b.low[cut], b.high[cut])
		right := waiting{slices.Clone(b.low), slices.Clone(b.high)}
		b.high[cut] = mid
		right.low[cut] = mid
		todo = append(todo, b, right)
	}
	return Verdict{Proven: true}, nil
}

func (v centroidVerifier) severalOf(class int) bool {
	count := 0
	for _, k := range v.Class {
		if k == class {
			count++
		}
	}
	return count > 1
}

// nearest looks for a centroid of the class that wins on the whole box, and
// otherwise for a point of the box with another class.
func (v centroidVerifier) nearest(low, high []float64, class int) (proven bool, counterexample []float64) {
	corner := make([]float64, len(low))
	for i := range corner {
		corner[i] = middle(low[i], high[i])
	}
	if v.Predict(corner) != class {
		return false, corner
	}
	for i, own := range v.Centroids {
		if v.Class[i] != class {
			continue
		}
		wins := true
		for j, other := range v.Centroids {
			if v.Class[j] == class {
				continue
			}
			if !v.nearer(own, other, low, high, corner) {
				wins = false
				if v.Predict(corner) != class {
					return false, corner
				}
				break
			}
		}
		if wins {
			return true, nil
		}
	}
	return false, nil
}

// nearer reports whether own is nearer than other on the whole box, by more
// than rounding. It writes the corner where own is worst off.
func (v centroidVerifier) nearer(own, other, low, high, corner []float64) bool {
	lead, size := 0.0, 0.0
	for i := range corner {
		corner[i] = low[i]
		if own[i] < other[i] {
			corner[i] = high[i]
		}
		if own[i] == other[i] { // the coordinate does not matter
			corner[i] = middle(low[i], high[i])
			reach := max(math.Abs(low[i]-own[i]), math.Abs(high[i]-own[i]))
			size += 2 * reach * reach
			continue
		}
		// |x−o|² − |x−c|² without the difference of squares
		lead += (own[i] - other[i]) * (2*corner[i] - own[i] - other[i])
		for _, c := range [2]float64{own[i], other[i]} {
			reach := max(math.Abs(low[i]-c), math.Abs(high[i]-c))
			size += reach * reach
		}
	}
	return lead > 16*float64(len(own)+8)*0x1p-53*size
}
