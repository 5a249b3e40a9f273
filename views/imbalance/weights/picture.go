package weights

import (
	"context"
	"slices"
	"strings"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/rareclass"
	"dpscope/learners/private"
	"dpscope/views/imbalance"
	"dpscope/views/view"
)

// drawWeights fits at all budgets, and shows the means so far.
func drawWeights(ctx context.Context, q weights, _ view.Readings, show func(engine.Sheet)) (engine.Sheet, error) {
	return view.Run(ctx, q.tried, weightsReadings, q.knowing, q.sheet, show)
}

func (q weights) sheet(runs []rareclass.Repeats) engine.Sheet {
	f := engine.Figure{
		Title: q.measure.Drawn(), Series: "method", Members: methods.Names(),
		X: engine.Axis{Name: "epsilon", Label: "ε, budget", Log: true, Low: min(budgets[0], q.trial.Epsilon),
			High: max(budgets[len(budgets)-1], q.trial.Epsilon)},
		Y: engine.Axis{Name: "value", Label: q.measure.Title, Style: q.measure.Style()},
		Settings: []engine.Setting{{Name: "imbalance", Value: q.trial.Ratio}, {Name: "lambda_n", Value: q.trial.PerRecord},
			{Name: "seeds", Value: float64(q.seeds)}},
		Seed: q.trial.Seed,
	}
	for i, e := range q.entrants {
		if i != q.focus { // its value stands at its ring
			f.Shows = append(f.Shows, engine.Shown{Mark: e.name, Of: engine.Key{Name: "standing", Member: e.name}})
		}
		f.Marks = append(f.Marks, q.marks(e, runs, i == q.focus)...)
	}
	var drawn []float64
	for _, m := range f.Marks {
		if c, is := m.(engine.Curve); is {
			drawn = append(drawn, c.Y...)
		}
	}
	f.Y.Low, f.Y.High = q.measure.From(drawn)
	f.Marks = append(f.Marks, engine.Rule{Name: "epsilon", Title: "ε", Vertical: true, At: q.trial.Epsilon, Pointer: true})
	return engine.Sheet{Figure: f, Notes: q.notes(runs)}
}

// notes says how many splits the means cover, and what it means where noise seems to help by chance.
func (q weights) notes(runs []rareclass.Repeats) []engine.Note {
	text := "Means of " + numeral.Things(q.seeds, "split")
	if q.seeds != int(imbalance.ApproachSeeds.Default) {
		text += " (“approaches” opens with " + numeral.Count(imbalance.ApproachSeeds.Default) + ")"
	}
	text += "." + q.aboveNoNoise(runs)
	if n := q.effectiveWith(rareclass.Inverse); n < float64(q.records.Len()) {
		text += " With weights noise is as large as with ≈ " + numeral.Whole.Format(n) + " records."
	}
	return []engine.Note{{Text: text}}
}

// aboveNoNoise says by how much the focused method is better with noise than without where splits cannot tell the two apart;
// empty: it nowhere is, or clearly is.
func (q weights) aboveNoNoise(runs []rareclass.Repeats) string {
	e := q.entrants[q.focus]
	over, here, plain := lane(e, runs)
	number := func(r rareclass.Result) float64 { return q.measure.Of(r, e.public) }
	most := 0.0
	for _, r := range append(slices.Clone(over), here) {
		d := rareclass.Paired(r, plain, number, number)
		if d.Seeds < 2 || d.Value().Low > 0 {
			return ""
		}
		most = max(most, d.Mean)
	}
	const seen = 5e-5 // less is no line above another
	if most < seen || !e.promises() {
		return ""
	}
	return " The curve of " + e.title + " lies up to " + numeral.Points.Format(most) + " above “no noise”: chance explains that."
}

// marks draws the means of a method over budgets, the present one among them; for the chosen one also the mean here with its
// interval in words, as bars would cut the other lines, and the mean without noise.
func (q weights) marks(e learner, runs []rareclass.Repeats, focus bool) []engine.Mark {
	over, here, plain := lane(e, runs)
	mean := engine.Curve{Name: e.name, Title: e.title, Basis: known.Estimate, Answer: focus}
	epsilons := budgets[:]
	if place, measured := slices.BinarySearch(epsilons, q.trial.Epsilon); !measured {
		epsilons = slices.Insert(slices.Clone(epsilons), place, q.trial.Epsilon)
		over = slices.Insert(slices.Clone(over), place, here)
	}
	for i, r := range over {
		if s := e.summary(q.measure, r); s.Seeds > 0 {
			mean.X, mean.Y = append(mean.X, epsilons[i]), append(mean.Y, s.Mean)
		}
	}
	if !focus {
		return []engine.Mark{mean}
	}
	marks := []engine.Mark{mean}
	if s := e.summary(q.measure, plain); s.Seeds > 0 && e.promises() { // else there is no noise anyway
		marks = append(marks, engine.Rule{Name: "without-noise", Title: "no noise", At: s.Mean})
	}
	if s := e.summary(q.measure, here); s.Seeds > 0 {
		style, value := q.measure.Style(), e.value(q.measure, here)
		point := engine.Points{Name: "here", Title: "at this ε", Here: true, X: []float64{q.trial.Epsilon}, Y: []float64{s.Mean},
			Labels: []string{e.title + " ≈ " + value.Written(style, numeral.Nearest)}}
		if low, high, ok := value.Interval(); ok {
			point.Title += " (" + strings.TrimSuffix(style.Rounded(low, numeral.Down), " %") + "–" + style.Rounded(high, numeral.Up) + " at 95 %)"
		}
		marks = append(marks, point)
	}
	return marks
}

func (q weights) whose() engine.Note {
	nothing := imbalance.Unkept(q.taken())
	if !q.entrants[q.focus].promises() {
		nothing = "the method in focus guarantees nothing"
	}
	return q.sourced().Whose("clip, λ", nothing)
}

// sourced returns the records with what is declared about them.
func (q weights) sourced() imbalance.Sourced {
	return imbalance.Sourced{Records: q.records, Scaling: q.trial.Source.Scaling, Ratio: q.trial.Ratio, Own: q.own}
}

// taken names what the focused method takes from the records.
func (q weights) taken() []string {
	const any = 2 // a ratio at which weights by it are uneven
	e := q.entrants[q.focus]
	if !e.promises() {
		return nil
	}
	return q.sourced().Taken(e.public || e.learner.Weights(any, 1, any+1) == private.Inverse(any))
}

// promises reports whether the method keeps the budget.
func (e learner) promises() bool {
	_, open := e.learner.(rareclass.Open)
	return !open
}

func (q weights) named(name string) imbalance.Measure {
	for _, m := range imbalance.Measured {
		if m.Name == name {
			return m
		}
	}
	return q.measure
}
