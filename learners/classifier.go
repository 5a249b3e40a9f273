// Package learners holds classifiers as plain values that can be read, written,
// trained and taken apart: every weight, node and centroid is an exported
// field, so that a proof about a classifier can look at all of it.
//
// Kinds lists the kinds. Classifiers are immutable once in use and safe for use
// by several goroutines.
package learners

import (
	"context"
	"fmt"
	"math"

	"dpscope/learners/table"
)

// Classifier maps a point to a class.
type Classifier interface {
	Classes() int            // classes are 0 to Classes()-1
	Dims() int               // length of a point
	Predict(x []float64) int // the class of x; it panics unless len(x) = Dims()
}

// batch is a classifier that is faster on many points than on one at a time.
type batch interface {
	Classifier
	// PredictAll writes the class of each point to into. The points lie one
	// after another: len(points) = len(into)·Dims(). Its error is that of ctx, or of
	// what is not computed here.
	PredictAll(ctx context.Context, points []float64, into []int) error
}

// PredictAll writes the class of each point to into, by the fastest way that c
// has. The points lie one after another: len(points) = len(into)·c.Dims(). Its error is
// that of ctx, or of what is not computed here.
func PredictAll(ctx context.Context, c Classifier, points []float64, into []int) error {
	if b, ok := c.(batch); ok {
		return b.PredictAll(ctx, points, into)
	}
	d := c.Dims()
	for i := range into {
		into[i] = c.Predict(points[i*d : (i+1)*d])
	}
	return ctx.Err()
}

// Accuracy returns the share of the records whose label c predicts, or an error as
// PredictAll.
func Accuracy(ctx context.Context, c Classifier, d table.Data) (float64, error) {
	into := make([]int, d.Len())
	if err := PredictAll(ctx, c, d.X, into); err != nil {
		return 0, err
	}
	right := 0
	for i, k := range into {
		if k == d.Y[i] {
			right++
		}
	}
	return float64(right) / float64(d.Len()), nil
}

// argmax returns the index of the largest score, the lowest of equal ones.
func argmax(scores []float64) int {
	best := 0
	for i, s := range scores {
		if s > scores[best] {
			best = i
		}
	}
	return best
}

// dot returns the inner product, added up from left to right.
func dot(a, b []float64) float64 {
	sum := 0.0
	b = b[:len(a)]
	for i, v := range a {
		sum += v * b[i]
	}
	return sum
}

// checkFinite names the first of the values that is no number.
func checkFinite(what string, values []float64) error {
	for i, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("%s %d is %g; only finite numbers will do", what, i, v)
		}
	}
	return nil
}
