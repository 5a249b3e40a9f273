package copies

import (
	"context"
	"fmt"

	"dpscope/engine"
	"dpscope/engine/composition"
	"dpscope/engine/numeral"
)

// The two data sets of the counterexample, one above the other.
const here, there = 0.0, 1.0

// drawFive draws a step of the counterexample: the rows, the stretches on which SMOTE puts new ones, the counted region, and
// what its count reveals.
func drawFive(step int) copyPicture {
	return func(_ context.Context, q copies) (engine.Sheet, error) {
		f := engine.Figure{
			Title: "five rare rows on a line", Series: "row", Members: []string{"row", "stretch", "counted"}, Settings: q.settings(),
			X: engine.Axis{Name: "x", Label: "the one feature", Low: -3, High: 4},
			Y: engine.Axis{Name: "data", Label: "data set", Low: -0.6, High: 1.6, Words: []string{"data", "neighbour"}},
		}
		if step >= 3 {
			f.Marks = append(f.Marks, engine.Span{Name: "counted", Title: "counted", From: -1, To: 1})
		}
		rows := engine.Points{Name: "row", Title: "rows"}
		moved := engine.Points{Name: "record", Title: "the record", Here: true, X: []float64{composition.Five[2]}, Y: []float64{here}}
		for _, set := range []struct{ at, middle float64 }{{here, composition.Five[2]}, {there, composition.Elsewhere}} {
			if set.at == there && step < 2 {
				continue
			}
			if step >= 2 {
				f.Marks = append(f.Marks, stretches(set.at, set.middle)...)
			}
			for i, x := range composition.Five {
				if i == 2 {
					x = set.middle
				}
				if i != 2 || set.at == there {
					rows.X, rows.Y = append(rows.X, x), append(rows.Y, set.at)
				}
			}
		}
		f.Marks = append(f.Marks, rows, moved)
		return engine.Sheet{Figure: f, Notes: []engine.Note{{Text: q.fiveWords(step)}}}, nil
	}
}

// stretches draws the lines on which SMOTE puts new rows, from every row to its nearest.
func stretches(at, middle float64) (marks []engine.Mark) {
	for _, s := range composition.Stretches(middle) {
		marks = append(marks, engine.Curve{Name: "stretch", Title: "new rows lie there", X: []float64{s.From, s.To}, Y: []float64{at, at}})
	}
	return marks
}

// fiveWords describes a step.
func (q copies) fiveWords(step int) string {
	c := q.Copies.Copies
	inside, outside := composition.Inside(composition.Five[2], c), composition.Inside(composition.Elsewhere, c)
	switch step {
	case 1:
		return "Step 1 of 4: five rare rows on a line, each with one nearest. The record is the one in the middle."
	case 2:
		return "Step 2 of 4: SMOTE puts new rows between every row and its nearest. In the neighbouring data the record is at 3, and the two beside it turn away."
	case 3:
		return fmt.Sprintf("Step 3 of 4: between -1 and 1 there are %s rows, old and new, or %s, and as many without the record. SMOTE's coins change nothing about that.", numeral.Count(inside), numeral.Count(outside))
	}
	return fmt.Sprintf("Step 4 of 4: a count of these rows with noise for one row has a loss of %s for one record; the theorem allows %s.",
		numeral.Short(q.FiveLoss()), numeral.Short(q.FivePromised()))
}
