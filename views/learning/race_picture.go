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
	"dpscope/views/view"
)

// drawRace trains, and shows the curves as they grow.
func drawRace(ctx context.Context, q race, _ view.Readings, show func(engine.Sheet)) (engine.Sheet, error) {
	return view.Run(ctx, q.runs, raceReadings, q.knowing, q.sheet, show)
}

func (q race) sheet(runs []training.Repeats) engine.Sheet {
	f := q.draw(q, runs)
	if kept := runs[q.focus].Kept(number); q.training().Patience > 0 && kept.Seeds > 0 {
		f.Marks = append(f.Marks, engine.Rule{Name: "kept", Title: "kept", Vertical: true, At: kept.Mean, Pointer: true})
	}
	f.Marks = append(f.Marks, engine.Rule{Name: "guessing", Title: "guessing", At: lowest})
	all := slices.Clone(f.Marks)
	for _, p := range f.Panels {
		all = append(all, p.Marks...)
	}
	for _, m := range all {
		if lane, ok := m.(engine.Curve); ok && len(lane.Y) > 0 && slices.Min(lane.Y) < lowest {
			f.Y.Low = min(f.Y.Low, math.Floor(slices.Min(lane.Y)*10)/10)
		}
	}
	return engine.Sheet{Figure: f, Notes: q.notes(runs)}
}

// lowest is the least AUC of the axis, unless a curve goes below: a guess has 1/2.
const lowest = 0.5

// figure returns what all pictures have in common.
func (q race) figure(title string) engine.Figure {
	t := q.training()
	return engine.Figure{
		Title:   title,
		X:       engine.Axis{Name: "epoch", Label: "epoch", Style: numeral.Whole, High: float64(t.Epochs)},
		Y:       engine.Axis{Name: "auc", Label: title, Low: lowest, High: 1, Most: 1},
		Series:  "loss",
		Members: loss.All.Names(),
		Hues:    lossHues(),
		Settings: []engine.Setting{{Name: "epsilon", Value: t.Flips.Epsilon},
			{Name: "n", Value: float64(t.Records)},
			{Name: "hidden", Value: float64(t.Model.Hidden)}, {Name: "patience", Value: float64(t.Patience)}, {Name: "decay", Value: t.Decay},
			{Name: "seeds", Value: float64(q.seeds)}},
		Seed: t.Seed,
	}
}

// onTrue draws the AUC of every loss on true labels.
func (q race) onTrue(runs []training.Repeats) engine.Figure {
	f := q.figure("AUC on true labels")
	for i := range runs {
		f.Marks = append(f.Marks, q.lane(i, runs[i], testAUC))
	}
	f.Marks = append(f.Marks, q.bestPossible()...)
	return f
}

// onFlipped draws the AUC of every loss on flipped labels.
func (q race) onFlipped(runs []training.Repeats) engine.Figure {
	f := q.figure("AUC on the flipped labels trained on")
	for i := range runs {
		f.Marks = append(f.Marks, q.lane(i, runs[i], noisyAUC))
	}
	return f
}

// both draws AUC on true labels, and that on the flipped ones trained on, which rises where flips are memorised. Among many
// losses the chosen one stands out.
func (q race) both(runs []training.Repeats) engine.Figure {
	title := "AUC on true labels, and on the flipped ones"
	if len(runs) > 2 {
		title = "AUC on true labels; the chosen loss on flipped too"
	}
	f := q.figure(title)
	for i, name := range loss.All.Names() {
		f.Members, f.Hues = append(f.Members, flippedOf(name)), append(f.Hues, flippedHues[i%len(flippedHues)])
	}
	for i, k := range q.kinds {
		own := q.lane(i, runs[i], testAUC)
		own.Muted = i != q.focus && len(runs) > 2
		f.Marks = append(f.Marks, own)
		if !own.Muted {
			noisy := q.lane(i, runs[i], noisyAUC)
			noisy.Name, noisy.Title, noisy.Answer, noisy.Muted = flippedOf(k.Name), k.Title+", flipped", false, false
			if at, err := standing(runs[i], noisyAUC, known.Probability); err == nil && !at.Missing() {
				noisy.Title += " ≈ " + numeral.Plain.Format(at.Value)
			}
			f.Marks = append(f.Marks, noisy)
		}
		of := engine.Key{Name: "standing", Member: own.Name}
		if len(runs) == 1 { // nothing tells them apart
			of = engine.Key{Name: "test-auc"}
		}
		f.Shows = append(f.Shows, engine.Shown{Mark: own.Name, Of: of})
	}
	return f
}

// lossHues lists the colours of the losses, in the order of their menu: those that are drawn together first, barrier hinge and
// logistic, are orange and blue, as a second orange could be taken for the first.
func lossHues() []int { return []int{0, 4, 2, 3, 1, 5, 6} }

// flippedHues lists the colours of losses on flipped labels, none of which barrier hinge and logistic have on true ones.
var flippedHues = [...]int{2, 5, 3}

// flippedOf returns the name of a loss's series on flipped labels.
func flippedOf(name string) string { return name + "-flipped" }

// bestPossible draws the AUC of the log-likelihood ratio of the two classes, which is unknown for a file.
func (q race) bestPossible() []engine.Mark {
	best := rangeTo[race](train.Gauss2AUC)(q).High
	if best == 1 {
		return nil
	}
	return []engine.Mark{engine.Rule{Name: "bayes", Title: "best possible", At: best}}
}

// lane draws the curve of a loss, the mean over seeds.
func (q race) lane(i int, runs training.Repeats, of training.Quantity) engine.Curve {
	epochs, mean := runs.Curve(of)
	return engine.Curve{Name: q.kinds[i].Name, Title: q.kinds[i].Title, Basis: known.Estimate, Answer: i == q.focus, X: epochs, Y: mean}
}

// notes says what to look at, and first what went wrong.
func (q race) notes(runs []training.Repeats) []engine.Note {
	own := runs[q.focus]
	var notes []engine.Note
	if kept := own.Kept(number); kept.Seeds > 0 {
		notes = []engine.Note{{Text: q.since(own)}}
	}
	if count := own.OneClass(); count > 0 {
		notes = append(notes, engine.Note{Warning: true, Text: fmt.Sprintf("Flipped, all %d labels are of one class%s, and nothing is trained; "+
			"more records, a larger ε or another seed helps.", q.training().Records, ofSeeds(count, q.seeds))})
	}
	if count := own.OneClassValidation(); count > 0 {
		notes = append(notes, engine.Note{Warning: true, Text: blind(count, q.seeds)})
	}
	for i, r := range runs {
		if epoch, count := r.Diverged(); count > 0 {
			warning := engine.Note{Warning: true, Text: fmt.Sprintf("%s diverged in epoch %d%s, where its curve ends; lower the learning rate.",
				q.kinds[i].Title, epoch, ofSeeds(count, q.seeds))}
			notes = append([]engine.Note{warning}, notes...)
		}
	}
	return notes
}

// ofSeeds says with how many of several seeds something happened: " (2 of 3 seeds)".
func ofSeeds(count, of int) string {
	if of == 1 {
		return ""
	}
	return fmt.Sprintf(" (%d of %d seeds)", count, of)
}

// blind says in how many trainings early stopping has nothing to look at.
func blind(count, of int) string {
	return fmt.Sprintf("The held-out flipped labels are of one class in %d of %d trainings, and early stopping sees nothing there: the last epoch stands. More records help.", count, of)
}

// since says which epoch's score is final.
func (q race) since(own training.Repeats) string {
	kept, name := own.Kept(number), q.kinds[q.focus].Title
	epochs := numeral.Whole.Format(kept.Mean)
	switch {
	case q.training().Patience == 0 || own.OneClassValidation() > 0:
		return fmt.Sprintf("%s: judged at the end, after %s.", name, numeral.Things(own.Last(), "epoch"))
	case kept.Seeds > 1:
		return fmt.Sprintf("%s: judged as it was after epoch %s, the mean of %d seeds, which early stopping picked.", name, epochs, kept.Seeds)
	case own.EarlyStopped() > 0:
		return fmt.Sprintf("%s: judged as it was after epoch %s; early stopping ended the training after %d.", name, epochs, own.Last())
	}
	return fmt.Sprintf("%s: judged as it was after epoch %s of %d, which early stopping picked.", name, epochs, own.Last())
}
