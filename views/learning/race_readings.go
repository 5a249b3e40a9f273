package learning

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/training"
	"dpscope/learners/train"
	"dpscope/views/control"
	"dpscope/views/publishing"
	"dpscope/views/view"
)

// endReading is one quantity of the final epoch.
type endReading struct {
	name, label, formula, assumes string
	goal                          known.Goal
	style                         numeral.Style
	of                            training.Quantity
	can                           known.Range
	best                          float64 // of simulated records, where the two classes themselves allow no more
	sign                          bool    // it takes the sign of the score for the class
	patient                       bool    // it is asked where early stopping decides
}

var ends = []endReading{
	{name: "test-auc", label: "AUC on true labels", goal: known.Higher, of: testAUC, can: known.Probability, best: train.Gauss2AUC,
		formula: "How often a positive held-out record has a greater score than a negative one, by their true labels.",
		assumes: "Simulated records are judged by 2,000 others; those of a file by a fifth of it, or by another file."},
	{name: "noisy-train-auc", label: "training AUC, flipped", of: noisyAUC, can: known.Probability,
		formula: "The same of the training records, by the flipped labels that were trained on.",
		assumes: "What lies above (AUC on true labels - 1/2)·(π - π′) + 1/2 is memorised: π - π′ is tanh(ε/2) where as many true labels are positive as negative, and less elsewhere."},
	{name: "test-balanced-accuracy", label: "balanced accuracy", goal: known.Higher, of: testBalanced, can: known.Probability,
		best: train.Gauss2Accuracy, sign: true,
		formula: "Half of the share of positive and half of that of negative held-out records whose score has the sign of their true label.",
		assumes: "Training by AUC leaves the offset of the score open, and this number with it."},
	{name: "max-score", label: "largest |score|", of: func(e training.Epoch) float64 { return e.MaxScore }, can: known.NotNegative,
		formula: "The largest |f(x)| over the training records: beyond r, the barrier hinge pushes back."},
	{name: "kept-epoch", label: "early stopping kept epoch", style: numeral.Whole, of: number, can: known.NotNegative, patient: true,
		formula: "The epoch after which AUC on the held-out flipped labels, a fifth of the records, was greatest: its score stands.",
		assumes: "Flipped labels are all that this looks at: stopping early tells nothing more of anybody."},
}

// levelInRace returns the level of a quantity: several losses are ranked instead of the AUC of one.
func levelInRace(q race, name string) view.Level {
	switch {
	case name == "test-auc" && len(q.kinds) == 1:
		return view.Answering
	case name == "noisy-train-auc":
		return view.Shown
	}
	return view.Folded
}

var raceReadings = slices.Concat([]view.Entry[race]{standings}, endsOf(levelInRace),
	[]view.Entry[race]{explained, memorised, bestEpoch, firstLoss, secondLoss},
	outcomes[race](func(ctx context.Context, q race) (string, error) { return q.outcome(ctx) }), publishing.Attackers[race](view.Folded),
	[]view.Entry[race]{publishing.Stated[race](), publishing.FlipChance[race](view.Folded)})

// trained is a question about one trial.
type trained interface {
	training() training.Trial
	ended(context.Context) (training.Repeats, error)
	going() bool
}

// endsOf declares the quantities of the final epoch as readings, each at its level.
func endsOf[Q trained](level func(Q, string) view.Level) []view.Entry[Q] {
	var all []view.Entry[Q]
	for _, e := range ends {
		r := view.Reading[Q]{Name: e.name, Label: e.label, Style: e.style, Goal: e.goal, Expensive: true, Range: e.can,
			LevelOf: func(q Q) view.Level { return level(q, e.name) },
			Value: func(ctx context.Context, q Q) (known.Value, error) {
				runs, err := q.ended(ctx)
				if err != nil {
					return known.Value{}, err
				}
				v, err := standing(runs, e.of, e.can)
				if err == nil && !v.Missing() && e.sign && !q.training().Risk.Centres() {
					v = known.Nothing("no offset")
				}
				return v, err
			},
			Formula: e.formula,
			With: func(ctx context.Context, q Q, v known.Value) (string, error) {
				runs, err := q.ended(ctx)
				return trainedSo(q.training(), runs.Kept(e.of), v), err
			},
			Source:  runsOfOurOwn,
			Assumes: e.assumes}
		if e.best > 0 {
			r.RangeOf = rangeTo[Q](e.best)
		}
		if e.patient {
			r.When = func(q Q) bool { return q.training().Patience > 0 }
		}
		all = append(all, r)
	}
	return all
}

// rangeTo goes up to the best possible value: that of simulated records, and 1 where the classes are unknown.
func rangeTo[Q trained](madeUp float64) func(Q) known.Range {
	return func(q Q) known.Range {
		if q.training().Source == (training.Source{}) {
			return known.Range{High: madeUp}
		}
		return known.Probability
	}
}

// trainedSo says what a number was computed from.
func trainedSo(t training.Trial, s known.Summary, v known.Value) string {
	of := fmt.Sprintf("%s%s, ε = %s (each label flips with %s), %s, %s.", control.Records(t.Records), from(t.Source),
		numeral.Short(t.Flips.Epsilon),
		numeral.Percent.Format(t.Flips.Flip), lasting(t), t.Loss.Formula())
	if t.Source.File != "" && !t.Source.Images() {
		of += " " + scaledSo
	}
	switch {
	case s.Seeds == 0:
		return "No score stands. " + of
	case v.Missing():
		return "The risk that is trained by leaves the offset open. " + of
	case s.Seeds == 1:
		return "One training: " + of
	}
	return fmt.Sprintf("The mean of %d trainings, whose standard deviation is %s; Student's interval at 95 %%. %s", s.Seeds,
		numeral.Short(s.Deviation), of)
}

// lasting says how long the training is.
func lasting(t training.Trial) string {
	if t.Patience == 0 {
		return numeral.Things(t.Epochs, "epoch")
	}
	return fmt.Sprintf("at most %s, and %d without a better one", numeral.Things(t.Epochs, "epoch"), t.Patience)
}

// bestEpoch declares where training had better stop, if one could see true labels.
var bestEpoch = view.Reading[race]{Name: "best-epoch", Label: "best epoch, in hindsight", Style: numeral.Whole, Expensive: true,
	Range: known.NotNegative,
	Value: func(ctx context.Context, q race) (known.Value, error) {
		runs, err := q.ended(ctx)
		if err != nil {
			return known.Value{}, err
		}
		if runs.Last() == 0 {
			return standing(runs, testAUC, known.Probability)
		}
		epoch, _ := runs.Best(testAUC)
		return known.Approximated(epoch), nil
	},
	Remark: func(ctx context.Context, q race, v known.Value) (string, error) {
		runs, err := q.ended(ctx)
		if err != nil || v.Missing() {
			return "", err
		}
		_, auc := runs.Best(testAUC)
		return "AUC " + numeral.Short(auc), nil
	},
	Formula: "The epoch after which AUC on true labels, the mean over seeds, was greatest: where to stop.",
	Source:  runsOfOurOwn,
	Assumes: "Nobody who trains on flipped labels sees this; it says what early stopping could save."}

// perLoss declares a family of one number of each loss that runs, from its final scores.
func perLoss(f view.Family[race], each view.Reading[race], of func(race, training.Repeats) (known.Value, error)) view.Family[race] {
	f.Of = "loss"
	if f.Members == nil {
		f.Members = func(_ context.Context, q race) ([]string, error) { return q.losses(), nil }
	}
	f.Each = func(member string) view.Reading[race] {
		r := each
		if f.Name == "standing" {
			r.Label = titleOf(member)
		} else {
			r.Title = func(q race) string {
				if q.kinds[q.focus].Name == member {
					return each.Label
				}
				return f.Label + ", " + titleOf(member)
			}
		}
		r.Value = func(ctx context.Context, q race) (known.Value, error) {
			i := slices.Index(q.losses(), member)
			if i < 0 {
				return known.Nothing("it does not run"), nil
			}
			runs, err := q.all(ctx)
			if err != nil {
				return known.Value{}, err
			}
			return of(q, runs[i])
		}
		if level := r.LevelOf; level != nil {
			r.LevelOf = func(q race) view.Level {
				if q.kinds[q.focus].Name != member {
					return view.Folded
				}
				return level(q)
			}
		}
		return r
	}
	return f
}

// all returns the trainings by every loss; if only one loss is asked about, only its own.
func (q race) all(ctx context.Context) ([]training.Repeats, error) {
	if len(q.kinds) == 1 {
		own, err := q.ended(ctx)
		return []training.Repeats{own}, err
	}
	return q.runs.All(ctx)
}

// standings ranks the losses by their final scores.
var standings = perLoss(view.Family[race]{Name: "standing", Label: "AUC on true labels", Places: true, Level: view.Answering,
	When: func(q race) bool { return len(q.kinds) > 1 }, Members: view.MembersOf(race.losses), Rank: rankLosses,
}, view.Reading[race]{Goal: known.Higher, Expensive: true,
	Range: known.Probability, RangeOf: rangeTo[race](train.Gauss2AUC),
	Formula: "AUC on true labels of the score that stands in the end, trained by this loss on the same records and flips as the others.",
	Source:  runsOfOurOwn}, func(_ race, runs training.Repeats) (known.Value, error) {
	return standing(runs, testAUC, known.Probability)
})

// explained declares the training AUC without memorising, and memorised the rest.
var (
	explained = perLoss(view.Family[race]{Name: "explained", Label: "explained"},
		view.Reading[race]{Label: "AUC without memorising", Expensive: true, Range: known.Probability,
			LevelOf: func(race) view.Level { return view.Shown },
			Formula: "(AUC on true labels - 1/2)·(π - π′) + 1/2: the AUC on flipped labels of a score that has this AUC on true ones and memorises nothing.",
			Source:  runsOfOurOwn,
			Assumes: "π - π′ is the share of true positives among the records labelled positive, less that among those labelled negative; tanh(ε/2) where the classes are balanced."},
		func(q race, runs training.Repeats) (known.Value, error) {
			return summed(runs, runs.Explained(q.Mechanism()), known.Probability)
		})
	memorised = perLoss(view.Family[race]{Name: "gap", Label: "memorised"},
		view.Reading[race]{Label: "memorised", Goal: known.Lower, Expensive: true, Range: known.Correlation,
			Formula: "Training AUC on the flipped labels, less what it would be without memorising: how much better the score fits these flips than the truth does.",
			Source:  runsOfOurOwn,
			Assumes: "Held-out and training records differ by chance, so that it may be a little below 0."},
		func(q race, runs training.Repeats) (known.Value, error) {
			return summed(runs, runs.Memorised(q.Mechanism()), known.Correlation)
		})
)

// summed returns a number of the final scores, or why there is none.
func summed(runs training.Repeats, s known.Summary, can known.Range) (known.Value, error) {
	if v, err := standing(runs, testAUC, known.Probability); err != nil || v.Missing() {
		return v, err
	}
	return s.In(can), nil
}

func (q race) standing(ctx context.Context, member string) (known.Value, error) {
	i := slices.Index(q.losses(), member)
	if i < 0 {
		return known.Nothing("it does not run"), nil
	}
	runs, err := q.all(ctx)
	if err != nil {
		return known.Value{}, err
	}
	return standing(runs[i], testAUC, known.Probability)
}

func rankLosses(ctx context.Context, q race) ([]string, error) {
	ends := map[string]float64{}
	for _, name := range q.losses() {
		v, err := q.standing(ctx, name)
		if err != nil {
			return nil, err
		}
		ends[name] = v.Value
	}
	names := q.losses()
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(ends[b], ends[a]) }) // missing numbers come last
	return names, nil
}
