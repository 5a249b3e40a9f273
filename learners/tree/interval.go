package tree

import (
	"context"
	"fmt"
	"math"

	"dpscope/learners"
	"dpscope/learners/modelfile"
	"dpscope/learners/proof"
	"dpscope/learners/table"
)

// Interval is a toy on one feature: class 0 on the closed interval
// [From, To], class 1 outside.
type Interval struct{ From, To float64 }

var intervalKind = learners.Kind{
	Name:    "interval",
	Title:   "an interval",
	Keys:    []string{"from", "to"},
	Example: `"from":0.2,"to":0.8`,
	Read:    readInterval,
}

// Kind implements learners.Declared.
func (i *Interval) Kind() learners.Kind { return intervalKind }

// Classes returns 2.
func (i *Interval) Classes() int { return 2 }

// Dims returns 1.
func (i *Interval) Dims() int { return 1 }

// Predict returns 0 if and only if From ≤ x[0] ≤ To.
func (i *Interval) Predict(x []float64) int {
	if i.From <= x[0] && x[0] <= i.To {
		return 0
	}
	return 1
}

// Check says whether the ends are numbers in order.
func (i *Interval) Check() error {
	if err := learners.CheckFinite("end", []float64{i.From, i.To}); err != nil {
		return err
	}
	if i.From > i.To {
		return fmt.Errorf("the interval [%g, %g] is empty; its ends in order would work", i.From, i.To)
	}
	return nil
}

func readInterval(o *modelfile.Object, _, _ int) (learners.Declared, error) {
	i := &Interval{}
	if err := o.Need("from", &i.From); err != nil {
		return nil, err
	}
	return i, o.Need("to", &i.To)
}

// Members implements learners.Declared.
func (i *Interval) Members() modelfile.Members {
	return modelfile.Members{}.Add("from", i.From).Add("to", i.To)
}

// RescaleInputs implements learners.Rescalable.
func (i *Interval) RescaleInputs(scales []table.Scale) error {
	i.From, i.To = scales[0].Apply(i.From), scales[0].Apply(i.To)
	return i.Check()
}

// Verifier compares ends.
func (i *Interval) Verifier(int) (proof.Verifier, proof.Exactness) {
	return intervalVerifier{i}, proof.Complete
}

type intervalVerifier struct{ *Interval }

func (v intervalVerifier) Constant(_ context.Context, box proof.Box, class int) (proof.Verdict, error) {
	least, greatest := box[0].Ends()
	inside := v.From <= least && greatest <= v.To
	outside := greatest < v.From || least > v.To
	if class == 0 && inside || class == 1 && outside {
		return proof.Verdict{Proven: true}, nil
	}
	for _, x := range []float64{least, greatest, v.From} { // From is in the box when both ends are outside
		if point := []float64{x}; box.Contains(point) && v.Interval.Predict(point) != class {
			return proof.Verdict{Counterexample: point}, nil
		}
	}
	return proof.Verdict{}, nil
}

// Map returns three cells. At each end it is the interval that holds it.
func (i *Interval) Map(_ context.Context, x []float64, free []int) (*proof.DecisionMap, error) {
	if err := proof.CheckFree("a decision map", free); err != nil {
		return nil, err
	}
	from := proof.Edge{At: i.From, AtAbove: true, Cut: math.Nextafter(i.From, math.Inf(-1))}
	m := proof.NewDecisionMap(free, [2]proof.Edges{proof.AllEdges(from, proof.Edge{At: i.To, Cut: i.To})})
	for _, class := range [...]uint16{1, 0, 1} {
		m.AddRow([]uint16{class})
	}
	m.Home[0] = m.Cell(0, x[0])
	return m, nil
}
