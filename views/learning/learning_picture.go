package learning

import (
	"context"
	"fmt"
	"math"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/training"
	"dpscope/engine/trial"
	"dpscope/engine/work"
	"dpscope/learners/loss"
	"dpscope/views/view"
)

// drawLearning trains at all budgets, and shows the means so far.
func drawLearning(ctx context.Context, q learning, _ view.Answers, show func(engine.Sheet)) (engine.Sheet, error) {
	tell := func(so []training.Repeats, p work.Progress) {
		part := q.sheet(so)
		part.Progress, part.Settling = p, true
		view.SoFar(ctx, part, learningReadings, q.knowing(so), show)
	}
	runs, err := trial.Sweep(ctx, q.trials, q.seeds, tell)
	if err != nil {
		return engine.Sheet{}, err
	}
	return q.sheet(runs), nil
}

func (q learning) sheet(runs []training.Repeats) engine.Sheet {
	f := engine.Figure{
		Title:   q.measure.title,
		X:       engine.Axis{Name: "epsilon", Label: "ε, nominal budget", Log: true, Low: 0.1, High: 10},
		Y:       engine.Axis{Name: "value", Label: q.measure.title, Low: lowest, High: 1},
		Series:  "loss",
		Members: append(loss.All.Names(), "printed"),
		Settings: []engine.Setting{{Name: "n", Value: float64(q.training().Records)}, {Name: "hidden", Value: float64(q.training().Model.Hidden)},
			{Name: "epochs", Value: float64(q.training().Epochs)}, {Name: "patience", Value: float64(q.training().Patience)}, {Name: "decay", Value: q.training().Decay}, {Name: "seeds", Value: float64(q.seeds)}},
		Seed: q.training().Seed,
	}
	if q.drawn() {
		f.Marks = q.lanes(runs)
	}
	if p, ok := q.printed(); ok {
		f.Marks = append(f.Marks, engine.Curve{Name: "printed", Title: "as printed, images", Basis: known.AsPrinted, X: training.PrintedBudgets[:], Y: p.Mean})
	}
	f.Marks = append(f.Marks, engine.Rule{Name: "epsilon", Title: "ε", Vertical: true, At: q.training().Flips.Nominal, Pointer: true})
	return engine.Sheet{Figure: f, Notes: q.notes(runs)}
}

// drawn reports whether the measure says anything of what is trained.
func (q learning) drawn() bool { return q.measure.printed != "ber" || q.training().Risk.Centres() }

// lanes are the means of every loss, with a band about those of the chosen one.
func (q learning) lanes(runs []training.Repeats) []engine.Mark {
	var marks []engine.Mark
	for i, k := range q.kinds {
		lane, band := q.lane(i, runs)
		lane.Title, lane.Muted = k.Title, i != q.focus
		if i == q.focus && len(band.X) > 0 {
			marks = append(marks, band)
		}
		marks = append(marks, lane)
	}
	if own := runs[len(runs)-1].Kept(q.measure.of); own.Seeds > 0 {
		marks = append(marks, engine.Points{Name: "here", Title: "at this ε", Here: true, X: []float64{q.training().Flips.Nominal}, Y: []float64{own.Mean}})
	}
	return marks
}

// lane is a loss against the budget, with one standard deviation to either side.
func (q learning) lane(i int, runs []training.Repeats) (engine.Curve, engine.Band) {
	name := q.kinds[i].Name
	lane, band := engine.Curve{Name: name, Basis: known.Estimate}, engine.Band{Name: name, Title: "±1 sd", Basis: known.Estimate}
	for j, epsilon := range training.PrintedBudgets {
		s := runs[i*len(training.PrintedBudgets)+j].Kept(q.measure.of)
		if s.Seeds == 0 {
			continue
		}
		lane.X, lane.Y = append(lane.X, epsilon), append(lane.Y, s.Mean)
		if s.Seeds > 1 {
			band.X, band.Low, band.High = append(band.X, epsilon), append(band.Low, s.Mean-s.Deviation), append(band.High, s.Mean+s.Deviation)
		}
	}
	return lane, band
}

// printed is the row of the paper that stands beside.
func (q learning) printed() (training.Printed, bool) {
	if q.pair == "" || q.measure.printed == "" {
		return training.Printed{}, false
	}
	return training.PrintedOf(q.pair, q.kinds[q.focus].Name, q.measure.printed, float64(q.training().Records))
}

// notes say what to see, and first what went wrong.
func (q learning) notes(runs []training.Repeats) []engine.Note {
	var notes []engine.Note
	warn := func(format string, values ...any) {
		notes = append(notes, engine.Note{Warning: true, Text: fmt.Sprintf(format, values...)})
	}
	if !q.drawn() {
		warn("Trained by AUC, a score's offset is left open, and its sign says nothing; the balanced error would do, or AUC to be drawn.")
	}
	diverged, oneClass, unseen := 0, 0, 0
	for _, r := range runs {
		_, seeds := r.Diverged()
		diverged, oneClass, unseen = diverged+seeds, oneClass+r.OneClass(), unseen+r.Blind()
	}
	if diverged > 0 {
		fate := "are left out"
		if q.training().Patience > 0 {
			fate = "stand as they were at their best before"
		}
		warn("%d of %d trainings ran away and %s; a smaller learning rate would do.", diverged, len(runs)*q.seeds, fate)
	}
	if oneClass > 0 {
		warn("In %d of %d trainings all labels are flipped to one class, and nothing is trained; more records would do.", oneClass, len(runs)*q.seeds)
	}
	if unseen > 0 {
		warn("%s", blind(unseen, len(runs)*q.seeds))
	}
	notes = append(notes, engine.Note{Text: q.sight(runs)})
	if p, ok := q.printed(); ok {
		notes = append(notes, engine.Note{Text: fmt.Sprintf("As printed: Table %s, airplanes against the class %s, %s images, a convolutional network, ten runs. Ours are %s.",
			p.Table, q.pair, numeral.Count(p.Records), q.ours())})
	}
	return notes
}

// sight says what the flips leave.
func (q learning) sight(runs []training.Repeats) string {
	own := runs[len(runs)-1].Kept(q.measure.of)
	if own.Seeds == 0 || math.IsNaN(own.Mean) || !q.drawn() {
		return "Flipped labels are worth about tanh(ε/4)² of clean ones."
	}
	return fmt.Sprintf("At ε = %s a flipped label is worth about tanh(ε/4)² = %s of a clean one; %s reaches %s.", numeral.Short(q.training().Flips.Nominal),
		numeral.Short(training.Worth(1, q.training().Flips)), q.kinds[q.focus].Title, numeral.Short(own.Mean))
}
