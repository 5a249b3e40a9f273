package imbalance

import (
	"context"
	"fmt"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/rareclass"
	"dpscope/views/view"
)

// drawWeights fits at all budgets, and shows the means so far.
func drawWeights(ctx context.Context, q weights, _ view.Readings, show func(engine.Sheet)) (engine.Sheet, error) {
	runs, err := view.Running(ctx, q.tried, weightsReadings, q.knowing, q.sheet, show)
	if err != nil {
		return engine.Sheet{}, err
	}
	return q.sheet(runs), nil
}

func (q weights) sheet(runs []rareclass.Repeats) engine.Sheet {
	f := engine.Figure{
		Title: q.measure.drawn(), Series: "method", Members: methods.Names(),
		X: engine.Axis{Name: "epsilon", Label: "ε, budget", Log: true, Low: budgets[0], High: budgets[len(budgets)-1]},
		Y: engine.Axis{Name: "value", Label: q.measure.title, Style: q.measure.style(), High: 1},
		Settings: []engine.Setting{{Name: "imbalance", Value: q.trial.Ratio}, {Name: "lambda_n", Value: q.trial.PerRecord},
			{Name: "seeds", Value: float64(q.seeds)}},
		Seed:  q.trial.Seed,
		Shows: []engine.Shown{{Mark: "here", Of: engine.Key{Name: "standing", Member: q.entrants[q.focus].name}}},
	}
	if q.measure.signed {
		f.Y.Low = -0.2
	}
	for i, e := range q.entrants {
		f.Marks = append(f.Marks, q.marks(e, runs, i == q.focus)...)
	}
	f.Marks = append(f.Marks, engine.Rule{Name: "epsilon", Title: "ε", Vertical: true, At: q.trial.Epsilon, Pointer: true})
	return engine.Sheet{Figure: f}
}

// marks are the means of a method over budgets, and of the chosen one their intervals,
// the mean here and that without noise.
func (q weights) marks(e learner, runs []rareclass.Repeats, focus bool) []engine.Mark {
	over, here, plain := lane(e, runs)
	mean, band := engine.Curve{Name: e.name, Title: e.title, Basis: known.Estimate, Answer: focus},
		engine.Band{Name: e.name, Title: "95 % interval", Basis: known.Estimate, Bars: true}
	for i, r := range over {
		s := e.summary(q.measure, r)
		if s.Seeds == 0 {
			continue
		}
		mean.X, mean.Y = append(mean.X, budgets[i]), append(mean.Y, s.Mean)
		if s.Seeds > 1 {
			v := e.value(q.measure, r)
			band.X, band.Low, band.High = append(band.X, budgets[i]), append(band.Low, v.Low), append(band.High, v.High)
		}
	}
	if !focus {
		return []engine.Mark{mean}
	}
	var marks []engine.Mark
	if len(band.X) > 0 {
		marks = append(marks, band)
	}
	marks = append(marks, mean)
	if s := e.summary(q.measure, plain); s.Seeds > 0 {
		marks = append(marks, engine.Rule{Name: "without-noise", Title: "without noise", At: s.Mean})
	}
	if s := e.summary(q.measure, here); s.Seeds > 0 {
		marks = append(marks, engine.Points{Name: "here", Title: "at this ε", Here: true, X: []float64{q.trial.Epsilon}, Y: []float64{s.Mean}})
	}
	return marks
}

func (q weights) whose() engine.Note {
	return whose(q.records, oneDiffers, "clip, λ", q.trial.Source.Scaling, q.trial.Ratio, q.own)
}

// What the two tables differ in that a guarantee compares: one record of the n.
const (
	oneDiffers = "one of which may differ"
	oneMissing = "one of which may be missing"
)

// whose says whose records these are, what neighbours differ in, and what is declared public of them.
func whose(r rareclass.Records, neighbours, chosen string, scaling rareclass.Scaling, ratio float64, ownRatio bool) engine.Note {
	name := r.Name
	if name == "" {
		name = "the paper's mixture, simulated"
	}
	declared, own, scaled := "class ratio", "", ""
	if ownRatio {
		declared, own = "own class ratio", ", the records' own"
	}
	if scaling == rareclass.ZScore {
		scaled = ", means and deviations"
	}
	text := fmt.Sprintf("%s records, %s. Known to all: n, %s, %s (%s positive; columns, words%s; r = %s%s; %s; 20 %% of each class held out)",
		numeral.Count(float64(r.Len())), neighbours, declared, chosen, numeral.Count(float64(r.Positives())), scaled, numeral.Short(ratio), own,
		name)
	for _, note := range r.Notes {
		text += "; " + note
	}
	return engine.Note{Text: text, Warning: ownRatio && r.Name != ""}
}

// promises reports whether the method keeps the budget.
func (e learner) promises() bool {
	_, open := e.learner.(rareclass.Open)
	return !open
}

func (q weights) named(name string) measure {
	for _, m := range measured {
		if m.name == name {
			return m
		}
	}
	return q.measure
}
