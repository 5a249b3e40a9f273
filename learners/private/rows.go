// Package private holds learners with published weights that are differentially private in records and
// labels, for two classes, one of them rare. It knows rows of numbers and no classifier.
//
// Rows have norm 1. ε holds for the exact minimiser, so Newton's method goes on to a gradient of 10⁻¹¹; a
// search over neighbours and outputs tests learners for it. A network's clipped gradient takes one pass:
// norms follow from its layers' inputs and the derivatives by their outputs.
package private

import (
	"errors"
	"fmt"
	"math"

	"dpscope/learners/metric"
)

// Rows are records of real features, each with a label of two classes. The last
// feature is 1 before scaling, so that a linear score has an offset.
type Rows struct {
	Dims     int       // with the offset
	X        []float64 // row by row
	Positive []bool
}

// Len returns the number of records.
func (r Rows) Len() int { return len(r.Positive) }

// Row returns the features of record i.
func (r Rows) Row(i int) []float64 { return r.X[i*r.Dims:][:r.Dims:r.Dims] }

// Positives returns the number of records of the positive class.
func (r Rows) Positives() int { return metric.Positives(r.Positive) }

// pick returns the records named, in that order.
func (r Rows) pick(records []int) Rows {
	p := Rows{Dims: r.Dims, X: make([]float64, 0, len(records)*r.Dims), Positive: make([]bool, len(records))}
	for k, i := range records {
		p.X = append(p.X, r.Row(i)...)
		p.Positive[k] = r.Positive[i]
	}
	return p
}

// every returns every apart-th record, starting with the first.
func (r Rows) every(apart int) Rows {
	var records []int
	for i := 0; i < r.Len(); i += apart {
		records = append(records, i)
	}
	return r.pick(records)
}

// Unit returns rows of norm at most 1, which objective perturbation needs: it clips x of dims features, row
// by row, to the norm clip, divides it by clip, adds an offset of 1, and divides by √2. The clip must be
// public.
func Unit(x []float64, dims int, positive []bool, clip float64) Rows {
	rows := Rows{Dims: dims + 1, X: make([]float64, 0, len(positive)*(dims+1)), Positive: positive}
	for i := range positive {
		row := x[i*dims:][:dims]
		scale, size := 1/(clip*math.Sqrt2), norm(row)
		switch {
		case size > clip:
			scale = 1 / (size * math.Sqrt2)
		case size == 0: // for any clip
			scale = 0
		}
		for _, v := range row {
			rows.X = append(rows.X, v*scale)
		}
		rows.X = append(rows.X, 1/math.Sqrt2)
	}
	return rows
}

// check says which row is longer than 1, but for rounding.
func (r Rows) check() error {
	if r.Len() == 0 {
		return errors.New("no records to learn from; one at least would work")
	}
	for i := range r.Positive {
		if size := norm(r.Row(i)); !(size <= 1+1e-12) {
			return fmt.Errorf("record %d has norm %g; at most 1 would work, by a public clip", i, size)
		}
	}
	return nil
}

func norm(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += x * x
	}
	return math.Sqrt(sum)
}

// Weights holds the weight of each class's records in the loss, in [0, 1] if a guarantee needs bounds.
type Weights struct{ Positive, Negative float64 }

// Even counts both classes' records alike.
var Even = Weights{1, 1}

// Inverse returns public weights that give both classes the same total for ratio negative records per
// positive one: 1 for the rarer class, so that no weight exceeds it.
func Inverse(ratio float64) Weights {
	return Weights{Positive: min(ratio, 1), Negative: min(1/ratio, 1)}
}

// Normalised returns the weights n₀/n and n₁/n from the data themselves: one label moves all of them by 1/n.
func Normalised(positives, records int) Weights {
	share := float64(positives) / float64(records)
	return Weights{Positive: 1 - share, Negative: share}
}

// Of returns the weight of a class.
func (w Weights) Of(positive bool) float32 {
	if positive {
		return float32(w.Positive)
	}
	return float32(w.Negative)
}

// most returns the greater weight.
func (w Weights) most() float64 { return max(w.Positive, w.Negative) }

// Effective returns the number of records of the greatest weight that weigh as much as all records: about
// twice the rare ones by Inverse.
func (w Weights) Effective(positives, records int) float64 {
	return (w.Positive*float64(positives) + w.Negative*float64(records-positives)) / w.most()
}

func (w Weights) check() error {
	for _, v := range [...]float64{w.Positive, w.Negative} {
		if !(0 <= v && v <= 1) {
			return fmt.Errorf("weight = %g is outside [0, 1], and noise would cover 1/%.3g of what one record moves; public weights divided by the greatest would work", v, v)
		}
	}
	if w.most() == 0 {
		return errors.New("both weights are 0; 1 for the rare class would work")
	}
	return nil
}
