package classifier

import (
	"context"
	"slices"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/num/grid"
	"dpscope/engine/numeral"
	"dpscope/engine/population"
	"dpscope/engine/work"
	"dpscope/views/control"
	"dpscope/views/view"
)

// drawPopulation runs through the records and shows the provisional numbers on the way.
func drawPopulation(ctx context.Context, q populationQuestion, _ view.Readings, show func(engine.Sheet)) (engine.Sheet, error) {
	run := q.Run
	if q.over == "epsilon" {
		run.Epsilons = append(slices.Clone(run.Epsilons), drawnBudgets[:]...)
	}
	if err := q.readTruth(work.Within(ctx, 0, truthShare)); err != nil {
		return engine.Sheet{}, err
	}
	whole, err := run.Run(ctx, func(o population.Outcome) {
		now := q.of(q.Knowing(o))
		sheet, err := now.sheet(ctx, o, now.describing)
		if err != nil {
			return
		}
		done := o.Values / float64(len(run.Epsilons)*len(run.Candidates))
		sheet.Progress = work.Progress{Done: done, Of: float64(len(run.Records)), What: "records"}
		view.SoFar(ctx, sheet, crowdReadings, now, show)
	})
	if err != nil {
		return engine.Sheet{}, err
	}
	q.Known(whole)
	return q.sheet(ctx, whole, q.summariser(ctx))
}

// truthShare is the share of reading the true classes in the progress of a page of a long file.
const truthShare = 0.1

// readTruth reads the true classes, by which the answers of the first picture are told apart; otherwise a long file would be
// read without visible progress. Missing classes are no error, as they were not requested.
func (q populationQuestion) readTruth(ctx context.Context) error {
	_, _ = q.Sample.OpenTruth(ctx, q.Model, q.Truth)
	return ctx.Err()
}

// summaries describes values of all records. During a run it leaves out intervals, which cost more than the values.
type summaries func(values []float64, agreements bool) (population.Summary, error)

func (q populationQuestion) describing(values []float64, _ bool) (population.Summary, error) {
	return q.Sample.Describe(values), nil
}

// summariser adds intervals, at 95 %.
func (q populationQuestion) summariser(ctx context.Context) summaries {
	return func(values []float64, agreements bool) (population.Summary, error) {
		return q.Summarise(ctx, values, agreements)
	}
}

// sheet shows what is known of the table.
func (q populationQuestion) sheet(ctx context.Context, o population.Outcome, summary summaries) (engine.Sheet, error) {
	f := engine.Figure{
		Y:      engine.Axis{Name: "agreement", Label: "prediction stays", Style: numeral.Percent, High: 1},
		Series: "curve", Seed: q.Seed,
		Settings: []engine.Setting{{Name: "mechanism", Word: q.Mechanism.Kind}, {Name: "classifier", Word: q.Classifier},
			{Name: "epsilon", Value: q.epsilon},
			{Name: "records_used", Title: "records used", Value: float64(q.Sample.Len())},
			{Name: "records_total", Title: "records that there are", Value: float64(q.Sample.Total)},
			{Name: "records_left_out", Title: "records unusable", Value: float64(q.Sample.LeftOut())}},
	}
	exact, proven := q.Sample.Describe(o.Now(true)), q.Sample.Describe(o.Now(false))
	switch q.over {
	case "epsilon":
		if err := q.overEpsilon(&f, o, summary); err != nil {
			return engine.Sheet{}, err
		}
		f.Marks = append(f.Marks, engine.Rule{Name: "epsilon", Title: "ε", Vertical: true, At: q.epsilon, Pointer: true})
	case overGroups:
		if err := q.overGroups(ctx, &f); err != nil {
			return engine.Sheet{}, err
		}
	default:
		q.overRecords(&f, exact, proven)
		values := o.Now(true)
		if exact.Count == 0 {
			values = o.Now(false)
		}
		if err := q.markLowest(ctx, &f, values); err != nil {
			return engine.Sheet{}, err
		}
	}
	f.Marks = append(f.Marks, engine.Rule{Name: "target", Title: "target " + control.Target.Text(q.target), At: q.target, Vertical: q.over == overGroups})
	return engine.Sheet{Figure: f, Notes: q.notes(o), Later: []engine.Later{q.everybody(ctx, o)}}, nil
}

// overRecords draws every record's agreement, the worst first.
func (q populationQuestion) overRecords(f *engine.Figure, exact, proven population.Summary) {
	f.X = engine.Axis{Name: "share_of_records", Label: "share of " + q.unlessWhole("these ") + "records, worst first", Style: numeral.Percent, High: 1}
	f.Members = []string{"exact", "certified", lowestClassMark}
	for _, curve := range []struct {
		name, title string
		basis       known.Basis
		values      []float64
		muted       bool
	}{{"certified", "proven", known.AtLeast, proven.Sorted, len(exact.Sorted) > 0}, {"exact", q.computed(), q.Basis, exact.Sorted, false}} {
		if n := len(curve.values); n > 0 {
			f.Marks = append(f.Marks, engine.Steps{Name: curve.name, Title: curve.title, Basis: curve.basis, Muted: curve.muted,
				Answer: curve.name == "exact",
				X:      grid.Even(0, 1, n+1), Y: append(slices.Clone(curve.values), curve.values[n-1])})
		}
	}
	f.Marks = append(f.Marks, engine.Between{Name: "exact", With: "certified"})
	main := exact
	if exact.Count == 0 {
		main = proven
	}
	f.People = q.missing(main, exact.Count == 0)
	if main.WorstAt >= 0 {
		title := "worst: " + inLead(q.Sample.NameOf(main.WorstAt)) + ", " + numeral.Percent.Format(main.Worst)
		f.Marks = append(f.Marks, engine.Points{Name: "lowest", Title: title, Basis: q.Basis, X: []float64{0}, Y: []float64{main.Worst}, Here: true})
	}
}

// missing counts the records that miss the target, which the curve has first; values that are proven are bounds.
func (q populationQuestion) missing(s population.Summary, proven bool) engine.People {
	below, _ := slices.BinarySearch(s.Sorted, q.target)
	text := numeral.Count(float64(below)) + " of " + q.unlessWhole("these ") + numeral.Count(float64(s.Count)) + " " + q.filled()["people"] +
		" miss the target"
	switch {
	case proven || q.Basis == known.AtLeast:
		text = "at most " + text
	case q.Basis == known.Estimate:
		text = "about " + text
	}
	return engine.CountPeople(float64(below), float64(s.Count), "record", text)
}

// computed returns the title of agreements computed without sampling.
func (q populationQuestion) computed() string {
	switch q.Basis {
	case known.AtLeast:
		return "computed, lower end"
	case known.Estimate:
		return "estimated"
	}
	return "exact"
}

// overEpsilon draws mean, 5th percentile and worst against ε.
func (q populationQuestion) overEpsilon(f *engine.Figure, o population.Outcome, summary summaries) error {
	f.X = engine.Axis{Name: "epsilon", Label: "ε, budget per feature", Low: 0, High: 8}
	f.Settings = slices.DeleteFunc(f.Settings, func(s engine.Setting) bool { return s.Name == "epsilon" })
	values, basis := o.Exact[0], q.Basis
	if q.Sample.Describe(values[0]).Count == 0 {
		values, basis = o.Certified[0], known.AtLeast
	}
	var epsilons, mean, low, high, fifth, worst []float64
	intervals, of, leasts := true, known.Estimate, basis
	if q.Whole() {
		of = basis
	}
	for e, epsilon := range drawnBudgets {
		s, err := summary(values[e+1], basis == q.Basis)
		if err != nil {
			return err
		}
		if s.Count == 0 {
			continue
		}
		intervals = intervals && s.Mean.Confidence > 0
		epsilons = append(epsilons, epsilon)
		mean, low, high = append(mean, s.Mean.Value), append(low, s.Mean.Low), append(high, s.Mean.High)
		fifth, worst = append(fifth, s.Fifth.Value), append(worst, s.Worst)
		leasts = q.Least(s, basis).Basis
	}
	if intervals {
		f.Marks = append(f.Marks, engine.Band{Name: "mean", Basis: of, X: epsilons, Low: low, High: high, Confidence: 0.95})
	}
	f.Marks = append(f.Marks,
		engine.Curve{Name: "mean", Title: "average", Basis: of, X: epsilons, Y: mean},
		engine.Curve{Name: "fifth", Title: "5th percentile", Basis: of, X: epsilons, Y: fifth},
		engine.Curve{Name: "worst", Title: "worst-off", Basis: leasts, X: epsilons, Y: worst})
	return nil
}

// notes returns doubts, changes made to the file, and why some records have no answer.
func (q populationQuestion) notes(o population.Outcome) []engine.Note {
	notes := q.doubts()
	for _, n := range q.Sample.Notes {
		notes = append(notes, engine.Note{Text: n})
	}
	if o.Skipped != nil {
		notes = append(notes, engine.Note{Text: o.Skipped.Error(), Warning: true})
	}
	return notes
}
