package agreement

import (
	"context"
	"slices"
	"time"

	"dpscope/learners"
)

// Classes returns the class at every point of a grid over the two private features, with the others as in the
// record; xs[i], ys[j] is at j·len(xs)+i. During slow runs show, which may be nil, receives some twenty times
// a second a copy with -1 for unknown classes, and the known share.
func (r *Region) Classes(ctx context.Context, xs, ys []float64, show func(classes []int, share float64)) ([]int, error) {
	classes := slices.Repeat([]int{-1}, len(xs)*len(ys))
	if m := r.Map(); m != nil {
		for j, y := range ys {
			column := m.Cell(1, y)
			for i, x := range xs {
				classes[j*len(xs)+i] = m.At(m.Cell(0, x), column)
			}
		}
		return classes, nil
	}
	const between = 50 * time.Millisecond
	told := time.Now()
	for from, batch := 0, batchOf(r.Classifier); from < len(classes); from += batch {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if show != nil && time.Since(told) > between {
			show(slices.Clone(classes), float64(from)/float64(len(classes)))
			told = time.Now()
		}
		part := classes[from:min(from+batch, len(classes))]
		if err := learners.PredictAll(ctx, r.Classifier, r.pointsOf(xs, ys, from, len(part)), part); err != nil {
			return nil, err
		}
	}
	return classes, nil
}

// pointsOf returns count of the grid's points, beginning with the given one.
func (r *Region) pointsOf(xs, ys []float64, from, count int) []float64 {
	d := len(r.Record)
	points := slices.Repeat(r.Record, count)
	for k := range count {
		p := points[k*d : (k+1)*d]
		p[r.Private[0]], p[r.Private[1]] = xs[(from+k)%len(xs)], ys[(from+k)/len(xs)]
	}
	return points
}

// batchOf returns the number of classes to ask for at a time: a few milliseconds' worth, and fewer of a
// program, which may be slow, so that progress never stalls.
func batchOf(c learners.Classifier) int {
	const quick, costly = 128, 16
	if learners.CapabilitiesOf(c).TakesLong {
		return costly
	}
	return quick
}
