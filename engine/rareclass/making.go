package rareclass

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"dpscope/engine/work"
	"dpscope/learners/private"
)

// Making says how the rarer class is enlarged to the size of the other before a learner without privacy sees
// it: it would break a private learner's promise.
type Making int

// The ways of imbalanced-learn, each from uniformly chosen rows of the class.
const (
	AsRecorded Making = iota // nothing is made
	Copied                   // copies
	Smote                    // rows between one and one of its five nearest of the class (Chawla & others 2002)
)

// TooMany reports whether rows are made between neighbours in so large a rare class that it takes too long.
func (a Approach) TooMany(r Records) bool {
	m, is := a.Learner.(interface{ making() Making })
	rare := float64(r.Rare())
	return is && m.making() == Smote && rare*rare*float64(r.Dims()) > mostRead
}

func (m Making) making() Making { return m }

// mostRead limits the numbers read to find the nearest rows: some seconds.
const mostRead = 4e9

// nearRows is among how many nearest rows SMOTE picks one.
const nearRows = 5

// balance returns rows with both classes of equal size.
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
	all := private.Rows{Dims: rows.Dims, X: make([]float64, 0, len(rows.X)+missing*rows.Dims), Positive: slices.Clone(rows.Positive)}
	all.X = append(all.X, rows.X...)
	bases, asked := make([]int, missing), make([]bool, len(rare))
	for k := range bases {
		bases[k] = rng.IntN(len(rare))
		asked[bases[k]] = true
	}
	near := make([][]int, len(rare))
	if m == Smote {
		var err error
		if near, err = nearest(ctx, rows, rare, asked); err != nil {
			return private.Rows{}, err
		}
	}
	for _, base := range bases {
		x := rows.Row(rare[base])
		to, u := x, 0.0
		if others := near[base]; len(others) > 0 {
			to, u = rows.Row(others[rng.IntN(len(others))]), rng.Float64()
		}
		for j, v := range x {
			all.X = append(all.X, v+u*(to[j]-v))
		}
		all.Positive = append(all.Positive, positive)
	}
	return all, nil
}

// nearest returns the nearest rows of a class to the requested rows of it; of equally near ones the first.
func nearest(ctx context.Context, rows private.Rows, class []int, asked []bool) ([][]int, error) {
	count := 0
	for _, is := range asked {
		if is {
			count++
		}
	}
	if float64(count)*float64(len(class))*float64(rows.Dims) > mostRead {
		return nil, fmt.Errorf("neighbours of %d rows of the rare class take too long here; before=copies would work", len(class))
	}
	type other struct {
		row    int
		square float64 // of the distance
	}
	near := make([][]int, len(class))
	done := 0
	for i, is := range asked {
		if !is {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		work.Report(ctx, work.Progress{Done: float64(done), Of: float64(count), What: "neighbours"})
		done++
		x := rows.Row(class[i])
		var best [nearRows + 1]other // the last is room
		found := 0
		for j, row := range class {
			if j == i {
				continue
			}
			square := square(x, rows.Row(row))
			if found == nearRows && square >= best[nearRows-1].square {
				continue
			}
			k := found
			for ; k > 0 && best[k-1].square > square; k-- {
				best[k] = best[k-1]
			}
			best[k] = other{row, square}
			found = min(found+1, nearRows)
		}
		for _, o := range best[:found] {
			near[i] = append(near[i], o.row)
		}
	}
	return near, nil
}

// square returns the squared distance between two rows.
func square(a, b []float64) float64 {
	sum := 0.0
	for j, v := range a {
		sum += (v - b[j]) * (v - b[j])
	}
	return sum
}
