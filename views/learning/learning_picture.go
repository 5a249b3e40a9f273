package learning

import (
	"context"
	"fmt"
	"math"
	"slices"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/training"
	"dpscope/learners/loss"
	"dpscope/learners/train"
	"dpscope/mechanisms"
	"dpscope/views/view"
)

// drawLearning trains at all budgets, and shows the means so far.
func drawLearning(ctx context.Context, q learning, _ view.Readings, show func(engine.Sheet)) (engine.Sheet, error) {
	runs, err := view.Running(ctx, q.runs, learningReadings, q.knowing, q.sheet, show)
	if err != nil {
		return engine.Sheet{}, err
	}
	sheet := q.sheet(runs)
	if q.measure.printed == "auc" && !q.measure.sure {
		from := q.reached(runs)
		if sheet.Figure.Marks = append(sheet.Figure.Marks, from...); len(from) == 0 {
			sheet.Figure.Shows = []engine.Shown{{Mark: "here", Of: engine.Key{Name: "test-auc"}}}
		}
	}
	return sheet, nil
}

// reached draws as lines the smallest budgets from which on losses reach the target, for those that stand out.
func (q learning) reached(runs []training.Repeats) []engine.Mark {
	var marks []engine.Mark
	for i, k := range q.kinds {
		if least := q.tried(runs, i).epsilon; !least.Missing() && len(q.kinds) <= 2 {
			marks = append(marks, engine.Rule{Name: "least-" + k.Name, Title: k.Title + ": " + numeral.Short(least.Value),
				Vertical: true, At: least.Value})
		}
	}
	return marks
}

// muted reports whether a loss is one of many, and not the chosen one.
func (q learning) muted(of int) bool { return of != q.focus && len(q.kinds) > 2 }

// mostBudget is the largest budget that is always tried.
const mostBudget = 3.5

func (q learning) sheet(runs []training.Repeats) engine.Sheet {
	f := engine.Figure{
		Title:   q.title(),
		X:       engine.Axis{Name: "epsilon", Label: "ε, budget", Log: true, Low: 0.05, High: mostBudget},
		Y:       engine.Axis{Name: "value", Label: q.title(), Low: lowest, High: 1, Most: 1},
		Series:  "loss",
		Members: append(loss.All.Names(), "printed"),
		Hues:    lossHues(),
		Settings: []engine.Setting{{Name: "n", Value: float64(q.training().Records)}, {Name: "hidden", Value: float64(q.training().Model.Hidden)},
			{Name: "epochs", Value: float64(q.training().Epochs)}, {Name: "patience", Value: float64(q.training().Patience)},
			{Name: "decay", Value: q.training().Decay}, {Name: "seeds", Value: float64(q.seeds)}},
		Seed: q.training().Seed,
	}
	if q.Mechanism().Epsilon > mostBudget {
		f.X.High = 5
	}
	switch {
	case q.measure.sure:
		f.Marks = append(q.confidentLanes(runs), q.lines()...)
		f.Whole = q.tabled(runs)
		f.Columns = map[string]string{f.Y.Name: q.measure.title + ", mean over seeds"}
	case q.drawn():
		f.Marks = append(q.lanes(runs), q.lines()...)
	}
	if p, ok := q.printed(); ok {
		f.Marks = append(f.Marks, engine.Curve{Name: "printed", Title: "paper's means, images", Column: q.meanColumn(), Basis: known.AsPrinted,
			X: training.Budgets[:], Y: p.Mean})
	}
	for _, m := range f.Marks {
		for _, low := range lowestOf(m) { // an interval that goes lower is cut there
			f.Y.Low = min(f.Y.Low, math.Floor(low*10)/10)
		}
	}
	f.Marks = append(f.Marks, engine.Rule{Name: "epsilon", Title: "ε", Vertical: true, At: q.training().Flips.Epsilon, Pointer: true})
	return engine.Sheet{Figure: f, Notes: q.notes(runs)}
}

// drawn reports whether the measure says anything about this training.
func (q learning) drawn() bool { return q.measure.printed != "ber" || q.training().Risk.Centres() }

// lanes draws the means of every loss, with a bar at each budget for the interval of each mean that stands out.
func (q learning) lanes(runs []training.Repeats) []engine.Mark {
	var marks []engine.Mark
	for i, k := range q.kinds {
		lane, dots, bars := q.lane(i, runs)
		lane.Title, lane.Muted, lane.Answer = k.Title, q.muted(i), i == q.focus
		marks = append(marks, lane)
		if !lane.Muted {
			marks = append(marks, dots)
		}
		if i != q.focus { // the legend says once what they are
			bars.Title = ""
		}
		if !lane.Muted && len(bars.X) > 0 {
			marks = append(marks, bars)
		}
	}
	if own := runs[len(runs)-1].Kept(q.measure.of); own.Seeds > 0 {
		marks = append(marks, engine.Points{Name: "here", Title: "at this ε", Here: true, X: []float64{q.training().Flips.Epsilon},
			Y: []float64{own.Mean}})
	}
	return marks
}

// lines draws the value of a guess, or, for the AUC, whose axis begins there, the target; beside a single loss the best
// possible value too, which is known only for simulated records.
func (q learning) lines() []engine.Mark {
	if q.measure.printed != "auc" {
		return []engine.Mark{engine.Rule{Name: "guessing", Title: "guessing", At: lowest}}
	}
	lines := []engine.Mark{engine.Rule{Name: "target", Title: "target", At: q.target}}
	if len(q.kinds) > 1 {
		return lines
	}
	if best := rangeTo[learning](train.Gauss2AUC)(q).High; best < 1 {
		lines = append(lines, engine.Rule{Name: "bayes", Title: "best possible", At: best})
	}
	return lines
}

// lane draws a loss against the budget, with the interval of each mean over seeds.
func (q learning) lane(i int, runs []training.Repeats) (engine.Curve, engine.Points, engine.Band) {
	name := q.kinds[i].Name
	lane, bars := engine.Curve{Name: name, Basis: known.Estimate}, engine.Band{Name: name, Title: "95 % interval", Basis: known.Estimate,
		Confidence: 0.95, Bars: true}
	if q.measure.printed == "auc" {
		bars.Title += ": must lie above the target"
	}
	for j, epsilon := range training.Budgets {
		s := runs[i*len(training.Budgets)+j].Kept(q.measure.of)
		if s.Seeds == 0 {
			continue
		}
		lane.X, lane.Y = append(lane.X, epsilon), append(lane.Y, s.Mean)
		if low, high, has := s.In(known.Probability).Interval(); has {
			bars.X, bars.Low, bars.High = append(bars.X, epsilon), append(bars.Low, low), append(bars.High, high)
		}
	}
	return lane, engine.Points{Name: name, Basis: known.Estimate, X: lane.X, Y: lane.Y}, bars
}

// printed returns the row of the paper that stands beside.
func (q learning) printed() (training.Printed, bool) {
	if q.pair == "" || q.measure.printed == "" {
		return training.Printed{}, false
	}
	return training.PrintedOf(q.pair, q.kinds[q.focus].Name, q.measure.printed, float64(q.training().Records))
}

// notes says what to look at, and first what went wrong.
func (q learning) notes(runs []training.Repeats) []engine.Note {
	var notes []engine.Note
	warn := func(format string, values ...any) {
		notes = append(notes, engine.Note{Warning: true, Text: fmt.Sprintf(format, values...)})
	}
	if !q.drawn() {
		warn("Trained by AUC, a score's offset is left open, and its sign says nothing; train by the balanced error, or show AUC.")
	}
	diverged, oneClass, unseen := 0, 0, 0
	for _, r := range runs {
		_, seeds := r.Diverged()
		diverged, oneClass, unseen = diverged+seeds, oneClass+r.OneClass(), unseen+r.OneClassValidation()
	}
	if diverged > 0 {
		fate := "are left out"
		if q.training().Patience > 0 {
			fate = "stand as they were at their best before"
		}
		warn("%d of %d trainings diverged and %s; lower the learning rate.", diverged, len(runs)*q.seeds, fate)
	}
	if oneClass > 0 {
		warn("In %d of %d trainings all labels are flipped to one class, and nothing is trained; more records help.", oneClass, len(runs)*q.seeds)
	}
	if unseen > 0 {
		warn("%s", blind(unseen, len(runs)*q.seeds))
	}
	notes = append(notes, engine.Note{Text: worthOfFlipped(q.training().Flips)}, engine.Note{Text: q.trainedFor()})
	if p, ok := q.printed(); ok {
		notes = append(notes, engine.Note{Text: fmt.Sprintf("In the paper: Table %s, airplanes against the class %s, %s images, a convolutional network, ten runs. Ours are %s.",
			p.Table, q.pair, numeral.Count(p.Records), q.ours())})
	}
	return notes
}

// trainedFor says how long every training is: at the same ε those of race, which are longer, memorise more.
func (q learning) trainedFor() string {
	return fmt.Sprintf("Each training is of %s, %s at each ε; the view “race” shows what more epochs do.",
		numeral.Things(q.training().Epochs, "epoch"), numeral.Things(q.seeds, "seed"))
}

// worthOfFlipped says how many flipped labels teach as much as a clean one, by a rule of thumb.
func worthOfFlipped(m mechanisms.LabelFlip) string {
	const hardlyLess = 0.95
	worth := m.CleanWorth(1)
	switch {
	case worth == 0:
		return fmt.Sprintf("At ε = %s flipped labels teach nothing.", numeral.Short(m.Epsilon))
	case worth > hardlyLess:
		return fmt.Sprintf("At ε = %s a flipped label teaches nearly as much as a clean one.", numeral.Short(m.Epsilon))
	}
	return fmt.Sprintf("Rule of thumb (balanced classes, symmetric loss): about %s flipped labels teach as much as one "+
		"clean label.", numeral.Short(1/worth))
}

// lowestOf returns the lowest values of a curve.
func lowestOf(m engine.Mark) []float64 {
	if n := m.Normal(); n.IsLine() && len(n.Y) > 0 {
		return []float64{slices.Min(n.Y)}
	}
	return nil
}
