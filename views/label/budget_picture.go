package label

import (
	"context"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/labelling"
	"dpscope/engine/numeral"
)

func drawOverRecords(ctx context.Context, q budget) (engine.Sheet, error) {
	return q.curves(ctx, q.OverRecords(),
		engine.Axis{Name: "n", Label: "n, records", Style: numeral.Whole, Log: true, Low: 1, High: q.MostRecords()},
		engine.Rule{Name: "n", Title: "n", Vertical: true, At: q.Records, Pointer: true}, "n", " (zigzag: only whole labels flip)")
}

func drawOverShares(ctx context.Context, q budget) (engine.Sheet, error) {
	return q.curves(ctx, q.OverShares(),
		engine.Axis{Name: "flip", Label: "share of the labels that may flip", Brief: "share that may flip", Style: numeral.Percent, Low: 0, High: 1},
		engine.Rule{Name: "flip", Title: "flip", Vertical: true, At: q.Flip, Pointer: true}, "share", "")
}

// curves draws the budget of every method along a sweep, with the paper's numbers for the same promises; shape completes the
// title. A line breaks where its bound promises nothing, and on the logarithmic axis where the budget is zero.
func (q budget) curves(ctx context.Context, sweep labelling.Sweep, x engine.Axis, pointer engine.Rule, here, shape string) (engine.Sheet, error) {
	f := engine.Figure{
		Title:    "least ε that keeps the limit" + shape,
		X:        x,
		Y:        engine.Axis{Name: "epsilon", Label: "least ε that keeps the limit", Log: true},
		Series:   "method",
		Folded:   true,
		Settings: []engine.Setting{{Name: "n", Value: q.Records}, {Name: "flip", Value: q.Flip}, {Name: "confidence", Value: q.Confidence}},
	}
	var drawn [][]float64
	for _, method := range labelling.Methods {
		epsilons, err := sweep.Budgets(ctx, method)
		if err != nil {
			return engine.Sheet{}, err
		}
		drawn = append(drawn, epsilons)
		f.Marks = append(f.Marks, engine.Curve{Name: method.Name, Title: method.Title, Basis: method.Basis, Answer: method.Basis == known.Exact,
			Muted: method.Basis != known.Exact && method.Name != paperBound, X: sweep.At, Y: epsilons})
	}
	f.Y.Low, f.Y.High = labelling.EpsilonReach(drawn...)
	if len(sweep.Printed) > 0 {
		var half []float64 // the paper names twice what is spent
		for _, epsilon := range sweep.Printed {
			half = append(half, epsilon/2)
		}
		f.Marks = append(f.Marks, engine.Points{Name: "half-of-printed", Title: "half of the paper's tables (Hoeffding, rounded)", Basis: known.AsPrinted, X: sweep.PrintedAt,
			Y: half})
	}
	if least := q.exact(); !least.Missing() && least.Value > 0 {
		f.Marks = append(f.Marks, engine.Points{Name: "here", Title: "at this " + here, Here: true,
			X: []float64{pointer.At}, Y: []float64{least.Value}, Labels: []string{numeral.Up.Short(least.Value)}})
	}
	if paper := q.hoeffding(); !paper.Missing() && paper.Value > 0 {
		f.Marks = append(f.Marks, engine.Points{Name: paperBound, Basis: paper.Basis,
			X: []float64{pointer.At}, Y: []float64{paper.Value}, Labels: []string{numeral.Up.Short(paper.Value)}})
	}
	f.Marks = append(f.Marks, pointer)
	return engine.Sheet{Figure: f, Notes: q.notes(q.sight(pointer.Name == "n"))}, nil
}

// paperBound names the method that stands out beside the exact one.
const paperBound = "hoeffding"

// sight says what to see of the limit among the curves.
func (q budget) sight(overRecords bool) string {
	switch exact, hoeffding := q.exact(), q.hoeffding(); {
	case exact.Value == 0:
		return "ε = 0 keeps this limit already: no budget is needed."
	case hoeffding.Missing():
		return "The paper's bound gives no ε here; the exact least is " + numeral.Up.Short(exact.Value) + "."
	}
	if !overRecords {
		return "The more labels may flip, the less ε is enough."
	}
	return "The line has teeth where labels are few: only whole labels flip, so the limit is rounded down."
}

// notes returns the note that says what to see.
func (q budget) notes(sight string) []engine.Note { return []engine.Note{{Text: sight}} }
