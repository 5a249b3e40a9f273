package learners

import (
	"context"
	"math"

	"dpscope/learners/proof"
)

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
