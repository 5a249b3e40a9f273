package agreement

import (
	"context"
	"fmt"
	"slices"

	"dpscope/engine/num/lattice"
	"dpscope/learners"
	"dpscope/learners/proof"
	"dpscope/mechanisms"
)

// Exact is an agreement computed without sampling. The truth lies in
// [Low, High]. Where Grid is 0 these differ by rounding and quadrature, less
// than Rounding, and by the readings of thresholds (see Region.RoundsInputs).
type Exact struct {
	Value, Low, High float64
	Grid             int // steps of the lattice on which laws were convolved; 0 when none was
}

// Number returns what to say of the agreement: Value where that is exact, and
// where only an interval is known its lower end, which the truth is at least.
func (e Exact) Number() (value float64, exact bool) {
	if e.Grid > 0 {
		return e.Low, false
	}
	return e.Value, true
}

// OnLattice reports whether exact agreements are only known as intervals.
func (r *Region) OnLattice() bool { return r.can.Separating != nil && len(r.Private) > 2 }

// Computes reports whether agreements of a classifier with these private features are computed without
// sampling, see Region.Exact; others can be estimated.
func Computes(c learners.Classifier, private []int) bool {
	can := learners.CapabilitiesOf(c)
	if len(private) > 2 {
		return can.Separating != nil || fewCells(can.Celled, private)
	}
	return can.Thresholded != nil || can.Quadratic != nil || can.Piecewise != nil
}

// rounding bounds the error of an exact agreement without a lattice: the sum
// of what rounding and adaptive quadrature leave.
const rounding = 1e-10

// Exact returns Pr[h(M(x)) = h(x)] without sampling, with one law for each
// private feature. It exists for one or two private features of a classifier of
// thresholds, of linear pieces or of quadratic boundaries; for one of thresholds
// with few cells; and for a linear one with any number, as an interval.
func (r *Region) Exact(ctx context.Context, laws []mechanisms.Law) (Exact, error) {
	if err := r.checkLaws(laws); err != nil {
		return Exact{}, err
	}
	var value float64
	var err error
	switch n := len(r.Private); {
	case r.grid != nil:
		return r.Under(laws).Exact(ctx)
	case r.slabs != nil:
		return r.slabs.exact(laws), nil
	case n > 2 && r.can.Separating != nil:
		return new(margins).of(ctx, r, laws, lattice.Steps)
	case n > 2 && r.verifier != nil:
		return Exact{}, fmt.Errorf("the agreement is computed for at most 2 private features of %s; %d are private", learners.Title(r.Classifier),
			n)
	case n > 2 || !r.drawn():
		return Exact{}, fmt.Errorf("the agreement of %s cannot be computed; it can be estimated", learners.Title(r.Classifier))
	case n == 1:
		value, err = r.onLine(ctx, measured(laws[0]))
	case r.leads != nil:
		value, err = r.planeOf(measuredAll(laws)).byConics(ctx)
	default:
		value, err = r.planeOf(measuredAll(laws)).byPieces(ctx)
	}
	value = min(max(value, 0), 1)
	return Exact{value, max(value-rounding, 0), min(value+rounding, 1), 0}, err
}

// drawn reports whether the lines or curves between the classes are known.
func (r *Region) drawn() bool { return r.leads != nil || r.can.Piecewise != nil }

// onLine returns the agreement with one private feature.
func (r *Region) onLine(ctx context.Context, m measure) (float64, error) {
	feature, x := r.Private[0], slices.Clone(r.Record)
	reach := m.reach(x[feature])
	belongs := func(v float64) bool { return r.keeps(x, feature, v) }
	var sides []proof.Side
	if r.leads != nil {
		c := conics{record: [2]float64{0, x[feature]}}
		for _, q := range r.leads { // the feature becomes the second coordinate
			c.leads = append(c.leads, proof.Quadratic{Value: q.Value, Gradient: [2]float64{0, q.Gradient[0]}, VV: q.UU})
		}
		sides = c.section(0, reach, func(v float64) bool { return c.clearly(0, v, func() bool { return belongs(v) }) })
	} else {
		var err error
		if sides, err = r.sectionOf(ctx, x, feature, reach); err != nil {
			return 0, err
		}
	}
	total := m.among(sides, belongs)
	if 1-total < rounding && len(sides) == 1 && sides[0].Low <= reach.Low && sides[0].High >= reach.High {
		return m.side(Everywhere), nil // no answer falls outside
	}
	return total, nil
}
