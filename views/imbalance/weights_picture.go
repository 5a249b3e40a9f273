package imbalance

import (
	"context"
	"fmt"
	"strings"

	"dpscope/engine"
	"dpscope/engine/imbalance"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/trial"
	"dpscope/engine/work"
	"dpscope/views/view"
)

// drawWeights fits at all budgets, and shows the means so far.
func drawWeights(ctx context.Context, q weights, _ view.Answers, show func(engine.Sheet)) (engine.Sheet, error) {
	runs, err := trial.Sweep(ctx, q.trials(), q.seeds, func(so []imbalance.Repeats, p work.Progress) {
		part := q.sheet(so)
		part.Progress, part.Settling = p, true
		view.SoFar(ctx, part, weightsReadings, q.knowing(so), show)
	})
	if err != nil {
		return engine.Sheet{}, err
	}
	return q.sheet(runs), nil
}

func (q weights) sheet(runs []imbalance.Repeats) engine.Sheet {
	f := engine.Figure{
		Title: q.measure.title + " on records set apart", Series: "method", Members: methods.Names(),
		X:        engine.Axis{Name: "epsilon", Label: "ε, budget", Log: true, Low: budgets[0], High: budgets[len(budgets)-1]},
		Y:        engine.Axis{Name: "value", Label: q.measure.title, Style: q.measure.style(), High: 1},
		Settings: []engine.Setting{{Name: "imbalance", Value: q.trial.Ratio}, {Name: "lambda_n", Value: q.trial.PerRecord}, {Name: "seeds", Value: float64(q.seeds)}},
		Seed:     q.trial.Seed,
	}
	if q.measure.signed {
		f.Y.Low = -0.2
	}
	for i, e := range q.entrants {
		f.Marks = append(f.Marks, q.marks(e, runs, i == q.focus)...)
	}
	f.Marks = append(f.Marks, engine.Rule{Name: "epsilon", Title: "ε", Vertical: true, At: q.trial.Epsilon, Pointer: true})
	return engine.Sheet{Figure: f, Notes: q.notes(runs)}
}

// marks are the means of a method over budgets, and of the chosen one the spread,
// the mean here and that without noise.
func (q weights) marks(e entrant, runs []imbalance.Repeats, focus bool) []engine.Mark {
	over, here, plain := lane(e, runs)
	mean, band := engine.Curve{Name: e.name, Title: e.title, Basis: known.Estimate}, engine.Band{Name: e.name, Title: "±1 sd", Basis: known.Estimate}
	for i, r := range over {
		s := e.summary(q.measure, r)
		if s.Seeds == 0 {
			continue
		}
		mean.X, mean.Y = append(mean.X, budgets[i]), append(mean.Y, s.Mean)
		if s.Seeds > 1 {
			band.X, band.Low, band.High = append(band.X, budgets[i]), append(band.Low, max(s.Mean-s.Deviation, q.measure.can().Low)), append(band.High, min(s.Mean+s.Deviation, 1))
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

// whose says whose records these are, and what is declared public of them.
func (q weights) whose() engine.Note {
	name := q.records.Name
	if name == "" {
		name = "The paper's mixture, made up"
	}
	text := fmt.Sprintf("%s: %s records, %s positive, a fifth of each set apart; one is replaced. Declared public: n, ", name, numeral.Count(float64(q.records.Len())), numeral.Count(float64(q.records.Positives())))
	own := ""
	if q.own {
		own = " (the records' own)"
	}
	text += fmt.Sprintf("r = %s%s, clip, λ, columns, words", numeral.Short(q.trial.Ratio), own)
	if q.trial.Source.Scaling == imbalance.ZScore {
		text += ", means and deviations"
	}
	for _, note := range q.records.Notes {
		text += "; " + note
	}
	return engine.Note{Text: text, Warning: q.own && q.records.Name != ""}
}

// notes say what to see, and first what goes wrong.
func (q weights) notes(runs []imbalance.Repeats) []engine.Note {
	var notes []engine.Note
	warn := func(format string, values ...any) {
		notes = append(notes, engine.Note{Warning: true, Text: fmt.Sprintf(format, values...)})
	}
	if few := imbalance.TestShare * float64(q.records.Positives()); few < 5 {
		warn("Positive records set apart: about %.0f. Numbers move in steps or are none; more records would do.", few)
	}
	if q.records.Unlike {
		warn("Far from 0 or of unlike sizes, features teach little as they are; standardised would do.")
	}
	switch caution := q.entrants[q.focus].caution; {
	case q.making != imbalance.AsRecorded:
		warn("Plain logistic regression of a rare class made larger promises nobody anything; the private methods beside it learn from the records as they are.")
	case caution != "":
		warn("%s", caution)
	}
	e := q.entrants[q.focus]
	_, here, _ := lane(e, runs)
	recall, worst := e.summary(q.named("recall"), here), e.summary(q.named("worst-class"), here)
	if e.public && recall.Mean > 0.99 && worst.Mean < 0.01 {
		warn("A ridge of λn = %s shrinks the offset too, and the public threshold lets everybody through: a smaller one would do.", perRecord.Text(q.trial.PerRecord))
	}
	return append(notes, engine.Note{Text: q.sight(runs)})
}

// promises reports whether the method keeps the budget.
func (e entrant) promises() bool {
	_, plain := e.learner.(imbalance.Baseline)
	return !plain
}

func (q weights) named(name string) measure {
	for _, m := range measured {
		if m.name == name {
			return m
		}
	}
	return q.measure
}

// sight compares the methods at the chosen budget that keep it: those whose intervals
// overlap are not told apart. One that promises nothing stands apart.
func (q weights) sight(runs []imbalance.Repeats) string {
	values := make([]known.Value, len(q.entrants))
	best := -1
	for i, e := range q.entrants {
		_, here, _ := lane(e, runs)
		if values[i] = e.value(q.measure, here); e.promises() && !values[i].Missing() && (best < 0 || values[i].Value > values[best].Value) {
			best = i
		}
	}
	if best < 0 {
		return "Nothing has been fitted yet."
	}
	text := fmt.Sprintf("At ε = %s the best %s is %s: %s", fitEpsilon.Text(q.trial.Epsilon), q.measure.title, q.measure.style().Format(values[best].Value), q.entrants[best].title)
	var near []string
	for i, v := range values {
		if i != best && q.entrants[i].promises() && v.High >= values[best].Low {
			near = append(near, q.entrants[i].title)
		}
	}
	if _, here, _ := lane(q.entrants[best], runs); len(here) < q.seeds {
		text += fmt.Sprintf(", on %d splits of %d so far", len(here), q.seeds)
	}
	switch {
	case q.seeds < 2:
		text += ", on one split alone"
	case len(near) > 0:
		text += ", not told apart from " + strings.Join(near, " and ")
	}
	text += "."
	if v := values[q.focus]; !q.entrants[q.focus].promises() && !v.Missing() {
		text += fmt.Sprintf(" Beside them %s, which promises nothing, has %s.", q.entrants[q.focus].title, q.measure.style().Format(v.Value))
	}
	if q.making == imbalance.AsRecorded && q.effective() < float64(q.records.Len())*0.99 {
		text += fmt.Sprintf(" With %s %s records weigh as %s do.", q.entrants[q.focus].title, numeral.Count(float64(q.records.Len())), numeral.Whole.Format(q.effective()))
	}
	return text
}
