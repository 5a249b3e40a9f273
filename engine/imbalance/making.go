package imbalance

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"dpscope/engine/work"
	"dpscope/learners/private"
)

// Making is how the rarer class is made as large as the other before a learner that is
// not private sees it: of a private one it leaves no promise.
type Making int

const (
	AsRecorded Making = iota // nothing is made
	Copied                   // its rows again and again, in turn
	Smote                    // rows between one and one of its five nearest of the class (Chawla & others 2002), in turn
)

// nearRows is among how many nearest rows SMOTE picks one.
const nearRows = 5

// balance returns rows of which as many are of one class as of the other.
func (m Making) balance(ctx context.Context, rows private.Rows, rng *rand.Rand) (private.Rows, error) {
	var rare []int
	positive := 2*rows.Positives() < rows.Len()
	for i, p := range rows.Positive {
		if p == positive {
			rare = append(rare, i)
		}
	}
	missing := rows.Len() - 2*len(rare)
	if m == AsRecorded || len(rare) == 0 || missing == 0 {
		return rows, nil
	}
	all := private.Rows{Dims: rows.Dims, X: slices.Clone(rows.X), Positive: slices.Clone(rows.Positive)}
	near := make([][]int, len(rare))
	if m == Smote {
		var err error
		if near, err = nearest(ctx, rows, rare, min(missing, len(rare))); err != nil {
			return private.Rows{}, err
		}
	}
	for made := range missing {
		x := rows.Row(rare[made%len(rare)])
		to, u := x, 0.0
		if others := near[made%len(rare)]; len(others) > 0 {
			to, u = rows.Row(others[rng.IntN(len(others))]), rng.Float64()
		}
		for j, v := range x {
			all.X = append(all.X, v+u*(to[j]-v))
		}
		all.Positive = append(all.Positive, positive)
	}
	return all, nil
}

// nearest are those of the first so many rows of a class among its rows, of as near
// ones the first.
func nearest(ctx context.Context, rows private.Rows, class []int, count int) ([][]int, error) {
	const most = 4e9 // numbers read: some seconds
	if read := float64(count) * float64(len(class)) * float64(rows.Dims); read > most {
		return nil, fmt.Errorf("neighbours of %d rows of the rare class take too long here; before=copies would work", len(class))
	}
	near := make([][]int, len(class))
	type other struct {
		row      int
		distance float64
	}
	others := make([]other, 0, len(class))
	for i := range count {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		work.Report(ctx, work.Progress{Done: float64(i), Of: float64(count), What: "neighbours"})
		x := rows.Row(class[i])
		others = others[:0]
		for j, row := range class {
			if j != i {
				others = append(others, other{row, distance(x, rows.Row(row))})
			}
		}
		slices.SortStableFunc(others, func(a, b other) int { return cmp.Compare(a.distance, b.distance) })
		for _, o := range others[:min(nearRows, len(others))] {
			near[i] = append(near[i], o.row)
		}
	}
	return near, nil
}

func distance(a, b []float64) float64 {
	sum := 0.0
	for j, v := range a {
		sum += (v - b[j]) * (v - b[j])
	}
	return math.Sqrt(sum)
}
