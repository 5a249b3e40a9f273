package learners

import (
	"context"

	"dpscope/learners/proof"
	"dpscope/learners/table"
)

// What some classifiers can do besides: see CapabilitiesOf. A classifier that can do
// none of this is a black box: it can be asked point by point.

// Scorer is a classifier that gives each class a score. The largest score decides the class; of equal ones,
// the class of lowest index. Each kind documents its scores.
type Scorer interface {
	Classifier
	// Scores writes the scores of x to into, which has Classes() places.
	Scores(x, into []float64)
}

// Provable is a classifier that can be proven to have one class on a box.
type Provable interface {
	Classifier
	// Verifier returns the search for the proof, and its exactness with that many free coordinates.
	Verifier(free int) (proof.Verifier, proof.Exactness)
}

// Thresholded is a classifier that only compares features with thresholds.
type Thresholded interface {
	Classifier
	// Map returns its classes over one or two free features; the others are held
	// at the record x.
	Map(ctx context.Context, x []float64, free []int) (*proof.DecisionMap, error)
}

// Celled is a classifier of thresholds that names them for each feature, as a Map has them.
type Celled interface {
	Thresholded
	Edges(feature int) []proof.Edge // increasing, not to be changed
}

// Comparing is a classifier that names the thresholds it compares features with.
type Comparing interface {
	Classifier
	// Thresholds returns the thresholds of one feature, one per comparison.
	Thresholds(feature int) []float64
}

// AcceptsMissing is a classifier that may handle missing values, which are NaN.
type AcceptsMissing interface {
	Classifier
	TakesMissing() bool
}

// Costly is a classifier that may say that a class takes it milliseconds.
type Costly interface {
	Classifier
	TakesLong() bool
}

// Piecewise is a classifier that is linear in pieces.
type Piecewise interface {
	Classifier
	// Pieces cuts a window of one or two free features into polygons of one
	// class; the other features are held at the record x.
	Pieces(ctx context.Context, x []float64, free []int, window [2]proof.Side) ([]proof.Piece, error)
}

// Quadratic is a classifier whose boundaries are quadratic.
type Quadratic interface {
	Classifier
	// Leads returns the difference of a class's score and each other one, as functions of one or two free
	// features about the record x. With one free feature nothing depends on the second.
	Leads(x []float64, free []int, class int) ([]proof.Quadratic, error)
}

// Separating is a classifier of two classes by a hyperplane: class 1 if and only
// if the margin is positive.
type Separating interface {
	Classifier
	Normal() []float64 // the weight of each feature in the margin, not to be changed
	Margin(x []float64) float64
}

// Imaging is a classifier of images, with pixels as features.
type Imaging interface {
	Classifier
	Image() Shape
}

// Rescalable is a classifier that can be told its inputs on other scales.
type Rescalable interface {
	Classifier
	// RescaleInputs makes it, a classifier of raw values, one of values that the
	// scales, one for each feature, make of them. The classes stay.
	RescaleInputs(scales []table.Scale) error
}

// Homogeneous is a classifier whose classes do not change when all its numbers are multiplied by one positive
// number.
type Homogeneous interface {
	Classifier
	// Rescale brings extreme numbers into the ordinary range by a power of two, which changes no digit. It
	// fails if that is impossible.
	Rescale() error
}

// Fine is a classifier that may cut a plane into more cells than can be explored.
type Fine interface {
	Classifier
	// Fineness returns the number of cells over one or two free features at the record x, in multiples of the
	// number that can be drawn for each record of a population.
	Fineness(x []float64, free []int) float64
}

// Naming is a classifier that names its classes itself.
type Naming interface {
	Classifier
	ClassName(class int) string
}

// Preparing is a classifier that prepares itself when it is first asked.
type Preparing interface {
	Classifier
	PreparedBytes() int64 // of the prepared data
}

// Capabilities holds one classifier's further abilities; nil: it lacks one.
type Capabilities struct {
	Scorer      Scorer
	Provable    Provable
	Thresholded Thresholded
	Celled      Celled
	Comparing   Comparing
	Piecewise   Piecewise
	Quadratic   Quadratic
	Separating  Separating
	Imaging     Imaging
	Rescalable  Rescalable
	Homogeneous Homogeneous
	Fine        Fine
	Naming      Naming
	Preparing   Preparing

	TakesMissing bool // missing values, which are NaN
	TakesLong    bool // milliseconds for a class, such as a program's
}

// CapabilitiesOf returns a classifier's abilities.
func CapabilitiesOf(c Classifier) (can Capabilities) {
	can.Scorer, _ = c.(Scorer)
	can.Provable, _ = c.(Provable)
	can.Thresholded, _ = c.(Thresholded)
	can.Celled, _ = c.(Celled)
	can.Comparing, _ = c.(Comparing)
	can.Piecewise, _ = c.(Piecewise)
	can.Quadratic, _ = c.(Quadratic)
	can.Separating, _ = c.(Separating)
	can.Imaging, _ = c.(Imaging)
	can.Rescalable, _ = c.(Rescalable)
	can.Homogeneous, _ = c.(Homogeneous)
	can.Fine, _ = c.(Fine)
	can.Naming, _ = c.(Naming)
	can.Preparing, _ = c.(Preparing)
	if l, says := c.(AcceptsMissing); says {
		can.TakesMissing = l.TakesMissing()
	}
	if l, says := c.(Costly); says {
		can.TakesLong = l.TakesLong()
	}
	return can
}
