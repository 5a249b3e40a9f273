package learning

import (
	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/training"
)

// confidently reports whether lower ends of intervals are drawn; one training has none.
func (q learning) confidently() bool { return q.measure.sure && q.seeds > 1 }

// title says what is drawn.
func (q learning) title() string {
	switch {
	case q.confidently():
		return "AUC reached with 95 % confidence"
	case q.measure.sure:
		return q.measure.title + ", one training"
	}
	return q.measure.title
}

// column names what is drawn in exports; empty: means.
func (q learning) column() string {
	if q.confidently() {
		return "low"
	}
	return ""
}

// meanColumn names the means in exports; empty: they are what is drawn, while lower ends need another name for them.
func (q learning) meanColumn() string {
	if q.confidently() {
		return "value"
	}
	return ""
}

// tabled returns the means of every loss with their intervals, for the table.
func (q learning) tabled(runs []training.Repeats) []engine.Mark {
	var marks []engine.Mark
	for i := range q.kinds {
		lane, _, bars := q.lane(i, runs)
		lane.Column = q.meanColumn()
		marks = append(marks, lane, bars)
	}
	if own := q.confident(runs[len(runs)-1]); !own.Missing() {
		at := []float64{q.Mechanism().Epsilon}
		marks = append(marks, engine.Points{Name: "here", Column: q.meanColumn(), Here: true, X: at, Y: []float64{own.Value}})
		if low, high, has := own.Interval(); has {
			marks = append(marks, engine.Band{Name: "here", Confidence: own.Confidence, X: at, Low: []float64{low}, High: []float64{high}})
		}
	}
	return marks
}

// confidentLanes draws the AUC that every loss reaches with 95 % confidence at the budgets tried; for one training its own AUC.
// Between two budgets only the value at the smaller one is known, so that lines are level there, and pass the target where it
// was reached; values that guessing reaches too are not drawn. Once all have ended the smallest sufficient budget stands on
// each line.
func (q learning) confidentLanes(runs []training.Repeats) []engine.Mark {
	least := map[string]engine.Points{}
	for _, m := range q.leastMarks(runs) {
		least[m.As[0]] = m
	}
	var lanes, firsts []engine.Mark
	here := engine.Points{Name: "here", Title: "at this ε", Column: q.column(), Here: true, X: []float64{q.Mechanism().Epsilon}}
	for i, k := range q.kinds {
		lane := engine.Steps{Name: k.Name, Title: k.Title, Column: q.column(), Basis: known.Estimate, Muted: q.muted(i), Answer: i == q.focus}
		budgets, at := q.along(runs, i)
		for j, epsilon := range budgets {
			v := q.confident(at[j])
			sure := !q.confidently() || v.Low >= lowest // guessing reaches one half
			if !v.Missing() && epsilon > 0 && sure {    // the axis has no zero
				lane.X, lane.Y = append(lane.X, epsilon), append(lane.Y, v.Low)
			}
		}
		first, enough := least[k.Name]
		switch {
		case i == q.focus && enough && first.X[0] == here.X[0]:
			here.Labels, here.Answer = first.Labels, true
		case enough:
			firsts = append(firsts, first)
		}
		if lanes = append(lanes, lane); !lane.Muted {
			lanes = append(lanes, engine.Points{Name: k.Name, Column: lane.Column, Basis: known.Estimate, X: lane.X, Y: lane.Y})
		}
	}
	if own := q.confident(runs[len(runs)-1]); !own.Missing() && here.X[0] > 0 {
		if here.Y = []float64{own.Low}; len(least) == 0 {
			here.Labels = []string{numeral.Down.Short(own.Low)}
		}
		firsts = append(firsts, here)
	}
	return append(lanes, firsts...)
}

// leastMarks marks the smallest budgets from which on losses reach the target, each on its line, for those that stand out.
func (q learning) leastMarks(runs []training.Repeats) (firsts []engine.Points) {
	if q.going() {
		return nil
	}
	for i, k := range q.kinds {
		if least := q.tried(runs, i); !least.epsilon.Missing() && !q.muted(i) {
			firsts = append(firsts, engine.Points{Name: k.Name, Column: q.column(), Basis: known.Estimate, Answer: true,
				As: []string{k.Name}, X: []float64{least.epsilon.Value}, Y: []float64{least.auc.Low},
				Labels: []string{k.Title + ": ε = " + numeral.Short(least.epsilon.Value)}})
		}
	}
	return firsts
}
