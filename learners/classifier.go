// Package learners defines classifiers, and what a kind of classifiers must and may implement. Classifiers
// are plain values that can be read, written, trained and taken apart: every weight, node and centroid is an
// exported field, so that a proof about a classifier can look at all of it. They are immutable once in use
// and safe for use by several goroutines.
//
// The kinds live in packages above this one: tree, network, discriminant and linear. Package model above
// those lists them, and reads and writes their files.
package learners

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

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
	// PredictAll writes the class of each point to into. The points lie one after another: len(points) =
	// len(into)·Dims(). It fails when ctx ends, or if the classifier is computed elsewhere and fails.
	PredictAll(ctx context.Context, points []float64, into []int) error
}

// PredictAll writes the class of each point to into, by the fastest way that c has. The points lie one after
// another: len(points) = len(into)·c.Dims(). It fails when ctx ends, or if the classifier is computed
// elsewhere and fails.
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

// Learner fits a classifier to data. The same data and the same state of rng
// give the same classifier, on any number of cores. A Fit that takes long reports
// how far it is (see work.Reporting).
type Learner interface {
	Fit(ctx context.Context, d table.Data, rng *rand.Rand) (Classifier, error)
	String() string // the settings, in words
}

// Accuracy returns the share of the records whose label c predicts; it fails as PredictAll does.
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

// Argmax returns the index of the largest score, the lowest of equal ones.
func Argmax(scores []float64) int {
	best := 0
	for i, s := range scores {
		if s > scores[best] {
			best = i
		}
	}
	return best
}

// CheckFinite names the first of the values that is no number.
func CheckFinite(what string, values []float64) error {
	for i, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("%s %d is %g; only finite numbers will do", what, i, v)
		}
	}
	return nil
}
