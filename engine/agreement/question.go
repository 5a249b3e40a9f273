// Package agreement answers how often a prediction survives when some features
// of a record are perturbed before the classifier sees them: the probability
// that h(M(x)) = h(x), where M perturbs each private feature by itself.
//
// Three numbers are kept apart. Exact is that probability, without sampling.
// A certified bound is the mass of a box on which h is proven constant. An
// estimate is a share of draws, with its interval. The figure that the paper
// prints is none of them, and is called so.
package agreement

import (
	"context"
	"fmt"
	"math"

	"dpscope/learners"
	"dpscope/learners/proof"
	"dpscope/mechanisms"
)

// Question is one prediction to be protected.
type Question struct {
	Classifier learners.Classifier
	Record     []float64 // x, as the classifier takes it
	Private    []int     // indices of the features that are perturbed, increasing
}

// Check says whether the record and the private features fit the classifier.
func (q Question) Check() error {
	if len(q.Record) != q.Classifier.Dims() {
		return fmt.Errorf("the record has %d values; %d, one per feature, would do", len(q.Record), q.Classifier.Dims())
	}
	for i, v := range q.Record {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("value %d of the record is %g; a finite number would do", i, v)
		}
	}
	if len(q.Private) == 0 {
		return fmt.Errorf("no feature is private; at least 1 would do")
	}
	for k, i := range q.Private {
		if i < 0 || i >= len(q.Record) {
			return fmt.Errorf("private feature %d does not exist (%d features)", i, len(q.Record))
		}
		if k > 0 && i <= q.Private[k-1] {
			return fmt.Errorf("private features %d and %d are not in increasing order", q.Private[k-1], i)
		}
		if v := q.Record[i]; !(0 <= v && v <= 1) {
			return fmt.Errorf("private value %d of the record is %g, outside [0, 1]; mechanisms take values of [0, 1]", i, v)
		}
	}
	return nil
}

// Limits within which boxes and balls are sought.
var (
	UnitInterval = proof.Side{Low: 0, High: 1}
	Everywhere   = proof.Side{Low: math.Inf(-1), High: math.Inf(1)}
)

// Region is the set of private values that keep the class of a record. It
// holds what does not depend on a mechanism, so that moving a budget is cheap.
// It is safe for several goroutines.
type Region struct {
	Question
	Class     int // of the record
	Exactness proof.Exactness

	verifier proof.Verifier    // nil for a black box
	grid     *grid             // of a classifier of thresholds, at most two private features
	linear   *learners.Linear  // of a linear classifier
	leads    []proof.Quadratic // of quadratic boundaries, at most two private features
	stairs   stairs            // of the largest box over two private features
	pieces   pieces            // of linear pieces, at most two private features
	radii    radii
}

// Prepare classifies the record and makes ready what its kind allows.
func Prepare(ctx context.Context, q Question) (*Region, error) {
	if err := q.Check(); err != nil {
		return nil, err
	}
	r := &Region{Question: q, Class: q.Classifier.Predict(q.Record)}
	r.stairs.turn, r.pieces.turn, r.radii.turn = newTurn(), newTurn(), newTurn()
	verifier, exactness, err := learners.VerifierOf(q.Classifier, len(q.Private))
	if err != nil {
		r.Exactness = proof.Partial
		return r, nil
	}
	r.verifier, r.Exactness = verifier, exactness
	switch c := q.Classifier.(type) {
	case *learners.Linear:
		r.linear = c
	case *learners.Tree, *learners.Forest, *learners.Interval:
		if len(q.Private) <= 2 {
			m, err := learners.MapOf(ctx, c, q.Record, q.Private)
			if err != nil {
				return nil, err
			}
			r.grid = newGrid(m, q, r.Class)
		}
	case *learners.QDA, *learners.GaussianNB:
		if len(q.Private) <= 2 {
			r.leads, err = learners.LeadsOf(c, q.Record, q.Private, r.Class)
			if err != nil {
				return nil, err
			}
		}
	}
	return r, nil
}

// turn is a lock under which a search goes on that another waiter may stop
// waiting for.
type turn chan struct{}

func newTurn() turn { return make(turn, 1) }

// take waits for the turn, or for the context, whose error it returns.
func (t turn) take(ctx context.Context) error {
	select {
	case t <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (t turn) leave() { <-t }

// Map returns the decision map, or nil if the classifier has none.
func (r *Region) Map() *proof.DecisionMap {
	if r.grid == nil {
		return nil
	}
	return r.grid.decision
}

// RoundsInputs reports whether answers depend on how thresholds are read: as the
// real numbers they are, or as a tree that rounds its inputs to float32 first
// takes them. Values are then those of real numbers, unless the two differ by
// more than 1e-5 or the record itself lies between; Safe values, and the ends of
// Exact, hold for both.
func (r *Region) RoundsInputs() bool {
	_, interval := r.Classifier.(*learners.Interval)
	return r.grid != nil && !interval
}

// Laws returns the law of each private answer when all use one mechanism.
func (q Question) Laws(m mechanisms.Mechanism) []mechanisms.Law {
	laws := make([]mechanisms.Law, len(q.Private))
	for k, i := range q.Private {
		laws[k] = m.At(q.Record[i])
	}
	return laws
}

// checkLaws says whether there is one law per private feature.
func (r *Region) checkLaws(laws []mechanisms.Law) error {
	if len(laws) != len(r.Private) {
		return fmt.Errorf("%d laws for %d private features; one each would do", len(laws), len(r.Private))
	}
	return nil
}
