package agreement

import (
	"context"
	"slices"

	"dpscope/learners"
)

// Classes returns the class at every point of a grid over the two private
// features, the others being as in the record: that of xs[i], ys[j] at
// j·len(xs)+i.
func (r *Region) Classes(ctx context.Context, xs, ys []float64) ([]int, error) {
	classes := make([]int, len(xs)*len(ys))
	if m := r.Map(); m != nil {
		for j, y := range ys {
			column := m.Cell(1, y)
			for i, x := range xs {
				classes[j*len(xs)+i] = m.At(m.Cell(0, x), column)
			}
		}
		return classes, nil
	}
	a, b := r.Private[0], r.Private[1]
	points := make([]float64, 0, len(xs)*len(r.Record))
	for j, y := range ys {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		points = points[:0]
		for _, x := range xs {
			p := slices.Clone(r.Record)
			p[a], p[b] = x, y
			points = append(points, p...)
		}
		if err := learners.PredictAll(ctx, r.Classifier, points, classes[j*len(xs):(j+1)*len(xs)]); err != nil {
			return nil, err
		}
	}
	return classes, nil
}
