// Package agreement answers how often a prediction survives when some features
// of a record are perturbed before the classifier sees them: the probability
// that h(M(x)) = h(x), where M perturbs each private feature by itself.
//
// It keeps three numbers apart. Exact is that probability, without sampling. A certified bound is the mass of
// a box on which h is proven constant. An estimate is a share of draws, with its interval. The paper's
// printed figure is none of them, and is named as printed.
//
// It questions impossible scales: thresholds mostly outside [0, 1], a table with one class for all records,
// or a classifier of no declared scale with one class throughout [0, 1] would answer 100 %, which would be no
// finding. sure=on overrides the refusal.
//
// Searches report what they have proven on their way (Watching), so that a page shows a bound before the
// answer; a question that would take more than seconds is refused with one that would work
// (proof.TooLargeError).
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
	Private    []int     // indices of the perturbed features, increasing
	Weights    Weights   // how they share a budget; nil: equally
	Key        any       // identifies all of this by content; nil: the session keeps nothing
}

// Check says whether the record and the private features fit the classifier.
func (q Question) Check() error {
	if len(q.Record) != q.Classifier.Dims() {
		return fmt.Errorf("the record has %d values; %d, one per feature, would work", len(q.Record), q.Classifier.Dims())
	}
	can := learners.CapabilitiesOf(q.Classifier)
	for i, v := range q.Record {
		if math.IsInf(v, 0) || math.IsNaN(v) && !can.TakesMissing {
			return fmt.Errorf("value %d of the record is %g; a finite number would work", i, v)
		}
	}
	if err := q.checkScores(can.Scorer); err != nil {
		return err
	}
	if len(q.Private) == 0 {
		return fmt.Errorf("no feature is private; at least 1 would work")
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

// checkScores says whether the classifier can tell classes apart at the record, by its
// scores where it has some.
func (q Question) checkScores(s learners.Scorer) error {
	if s == nil {
		return nil
	}
	scores := make([]float64, s.Classes())
	s.Scores(q.Record, scores)
	for k, v := range scores {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			most, i := 0.0, 0
			for j, x := range q.Record {
				if math.Abs(x) > most {
					most, i = math.Abs(x), j
				}
			}
			return fmt.Errorf("the score of class %d is beyond float64 at this record, whose value %d is %g; smaller values would work", k, i,
				q.Record[i])
		}
	}
	return nil
}

// Limits within which boxes and balls are sought.
var (
	UnitInterval = proof.Side{Low: 0, High: 1}
	Everywhere   = proof.Side{Low: math.Inf(-1), High: math.Inf(1)}
)

// Region is the set of private values that keep the class of a record. It holds all that does not depend on a
// mechanism, so that moving a budget is cheap. It is safe for several goroutines.
type Region struct {
	Question
	Class     int // of the record
	Exactness proof.Exactness

	can      learners.Capabilities
	verifier proof.Verifier    // nil for a black box
	grid     *grid             // of a classifier of thresholds, at most two private features
	slabs    *slabs            // of one with few cells, more private features
	leads    []proof.Quadratic // of quadratic boundaries, at most two private features
	heights  heightTable       // of the largest box over two private features
	pieces   pieces            // of linear pieces, at most two private features
	radii    radii
	reaches  reaches // of the box over one private feature
	lattice  latticeRegion
	refuted  counterexamples
}

// Prepare classifies the record and prepares what the classifier's capabilities allow.
func Prepare(ctx context.Context, q Question) (*Region, error) {
	if err := q.Check(); err != nil {
		return nil, err
	}
	r := &Region{Question: q, Class: q.Classifier.Predict(q.Record), Exactness: proof.Partial, can: learners.CapabilitiesOf(q.Classifier)}
	if r.can.Provable != nil {
		r.verifier, r.Exactness = r.can.Provable.Verifier(len(q.Private))
	}
	if len(q.Private) <= 2 {
		if err := r.draw(ctx); err != nil {
			return nil, err
		}
	} else if fewCells(r.can.Celled, q.Private) {
		var err error
		if r.slabs, err = newSlabs(ctx, r); err != nil {
			return nil, err
		}
	}
	if r.grid == nil { // which remembers nothing
		r.heights.turn, r.pieces.turn, r.radii.turn, r.lattice.turn = newCtxMutex(), newCtxMutex(), newCtxMutex(), newCtxMutex()
	}
	return r, nil
}

// draw finds the classes over one or two private features.
func (r *Region) draw(ctx context.Context) (err error) {
	if r.can.Thresholded != nil {
		m, err := r.can.Thresholded.Map(ctx, r.Record, r.Private)
		if err != nil {
			return err
		}
		r.grid = newGrid(m, r.Question, r.Class)
	}
	if r.can.Quadratic != nil {
		r.leads, err = r.can.Quadratic.Leads(r.Record, r.Private, r.Class)
	}
	return err
}

// ctxMutex is a lock under which a search goes on that another waiter may stop
// waiting for.
type ctxMutex chan struct{}

func newCtxMutex() ctxMutex { return make(ctxMutex, 1) }

// take waits for the turn, or returns the error of the ended context.
func (t ctxMutex) take(ctx context.Context) error {
	select {
	case t <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (t ctxMutex) leave() { <-t }

// Map returns the decision map, or nil if the classifier has none.
func (r *Region) Map() *proof.DecisionMap {
	if r.grid == nil {
		return nil
	}
	return r.grid.decision
}

// RoundsInputs reports whether answers depend on how thresholds are read: as real numbers, or as a tree reads
// them that rounds its inputs to float32 first. Values then take them as real numbers, unless the readings
// differ by more than 1e-5 or the record lies between; Safe values, and the ends of Exact, hold for both.
func (r *Region) RoundsInputs() bool {
	return r.grid != nil && r.grid.decision.RoundsInputs
}

// Laws returns the law of each private answer when all use one mechanism, at the
// budgets that their weights make of its own.
func (q Question) Laws(m mechanisms.Mechanism) []mechanisms.Law {
	laws := make([]mechanisms.Law, len(q.Private))
	for k, i := range q.Private {
		laws[k] = q.Weights.At(k, m).At(q.Record[i])
	}
	return laws
}

// checkLaws says whether there is one law per private feature.
func (r *Region) checkLaws(laws []mechanisms.Law) error {
	if len(laws) != len(r.Private) {
		return fmt.Errorf("%d distributions for %d private features; one each would work", len(laws), len(r.Private))
	}
	return nil
}
