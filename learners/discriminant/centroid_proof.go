package discriminant

import (
	"context"
	"fmt"
	"math"

	"dpscope/learners/proof"
)

// Verifier compares distances.
func (n *NearestCentroid) Verifier(free int) (proof.Verifier, proof.Exactness) {
	return newCentroidVerifier(n), proof.Cutting(free, 3)
}

// Pieces cuts the window between centroids.
func (n *NearestCentroid) Pieces(ctx context.Context, x []float64, free []int, window [2]proof.Side) ([]proof.Piece, error) {
	return proof.Piecewise{Stages: []proof.Stage{n.scoresAbout(x)}, Classes: n.Class}.Pieces(ctx, x, free, window)
}

// scoresAbout scores each centroid c as 2(c−x)·y − |c|² + |x|², which ranks points y as −|y−c|² does.
func (n *NearestCentroid) scoresAbout(x []float64) proof.Stage {
	s := proof.Stage{In: len(x), Out: len(n.Centroids)}
	for _, c := range n.Centroids {
		weights, bias := make([]float64, len(x)), 0.0
		for i := range x {
			weights[i] = 2 * (c[i] - x[i])
			bias -= (c[i] - x[i]) * (c[i] + x[i])
		}
		s.Rows = append(s.Rows, proof.FullRow(weights, bias))
	}
	return s
}

// centroidVerifier compares squared distances. That to one centroid less that
// to another is a linear function, so its minimum over a box is at a corner. A
// class with several centroids holds on a box if one of them is nearer
// everywhere than every centroid of another class; if none is, the box is cut.
type centroidVerifier struct{ *NearestCentroid }

// newCentroidVerifier leaves out centroids in the place of one of a lower class,
// which takes every tie.
func newCentroidVerifier(n *NearestCentroid) centroidVerifier {
	place := func(c []float64) string { return fmt.Sprint(c) } // centroids at 0 and −0 are both kept, and proofs hold
	least := map[string]int{}                                  // class at each place
	for i, c := range n.Centroids {
		if class, found := least[place(c)]; !found || n.Class[i] < class {
			least[place(c)] = n.Class[i]
		}
	}
	kept := &NearestCentroid{}
	for i, c := range n.Centroids {
		if n.Class[i] == least[place(c)] {
			kept.Centroids, kept.Class = append(kept.Centroids, c), append(kept.Class, n.Class[i])
		}
	}
	return centroidVerifier{kept}
}

func (v centroidVerifier) Constant(ctx context.Context, box proof.Box, class int) (proof.Verdict, error) {
	const mostBoxes = 4_000 // proofs take tens where two coordinates are free; the rest are of boxes that come within rounding of a boundary
	return proof.Branch(ctx, box.Closed(), mostBoxes, 64, func(b proof.Closed) (proof.Verdict, []proof.Closed) {
		proven, x := v.nearest(b, class)
		if proven || x != nil || !v.severalOf(class) {
			return proof.Verdict{Proven: proven, Counterexample: x}, nil
		}
		return proof.Verdict{}, b.Halves(widest(b))
	})
}

// widest returns the coordinate in which a box is widest; -1 if it is unbounded or too small to cut.
func widest(b proof.Closed) int {
	at, width := -1, 0.0
	for i := range b.Low {
		low, high := b.Low[i], b.High[i]
		if w := high - low; w > width && proof.Middle(low, high) > low {
			at, width = i, w
		}
	}
	if math.IsInf(width, 1) {
		return -1
	}
	return at
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
// otherwise for a point of the box with another class. A centroid that loses in
// the middle of the box cannot win.
func (v centroidVerifier) nearest(b proof.Closed, class int) (proven bool, counterexample []float64) {
	corner := b.Middle()
	if v.Predict(corner) != class {
		return false, corner
	}
	for _, own := range v.leading(corner, class) {
		rival := v.rival(own, b, corner, class)
		if rival < 0 {
			return true, nil
		}
		if v.Predict(corner) != class {
			return false, corner
		}
	}
	return false, nil
}

// leading lists the centroids of a class that are as near to a point as any of another class.
func (v centroidVerifier) leading(x []float64, class int) (leading [][]float64) {
	nearest := math.Inf(1) // of the others
	for j, other := range v.Centroids {
		if v.Class[j] != class {
			nearest = min(nearest, squaredDistance(x, other))
		}
	}
	for i, own := range v.Centroids {
		if v.Class[i] == class && squaredDistance(x, own) <= nearest {
			leading = append(leading, own)
		}
	}
	return leading
}

// rival returns a centroid of another class that own is not nearer than on the
// whole box, and writes the corner where own is worst off; −1 when there is none.
func (v centroidVerifier) rival(own []float64, b proof.Closed, corner []float64, class int) int {
	for j, other := range v.Centroids {
		if v.Class[j] != class && !v.nearer(own, other, b, corner) {
			return j
		}
	}
	return -1
}

// nearer reports whether own is nearer than other on the whole box, by more
// than rounding. It writes the corner where own is worst off.
func (v centroidVerifier) nearer(own, other []float64, b proof.Closed, corner []float64) bool {
	low, high := b.Low, b.High
	lead, size := 0.0, 0.0
	for i := range corner {
		size += proof.LeastSize
		corner[i] = low[i]
		if own[i] < other[i] {
			corner[i] = high[i]
		}
		if own[i] == other[i] { // the coordinate does not matter
			corner[i] = proof.Middle(low[i], high[i])
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
	return lead > 16*float64(len(own)+8)*proof.Roundoff*size
}
