package learning

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/training"
	"dpscope/views/view"
)

// endReading is one quantity of the last epoch.
type endReading struct {
	name, label, formula, assumes string
	goal                          known.Goal
	of                            training.Quantity
	sign                          bool // it takes the sign of the score for the class
}

var ends = []endReading{
	{"test-auc", "AUC on true labels", "How often a positive record not seen has a greater score than a negative one, by their true labels.",
		"Made-up records are judged by 2,000 others; those of a file by a fifth of it, or by another file.", known.Higher, testAUC, false},
	{"noisy-train-auc", "AUC on flipped labels", "The same of the records trained on, by the flipped labels that were trained on.",
		"What lies above (AUC on true labels - 1/2)·tanh(ε/4) + 1/2 is learnt by heart.", known.NoGoal, noisyAUC, false},
	{"test-balanced-accuracy", "balanced accuracy", "Half of the share of positive and half of that of negative records not seen whose score has the sign of their true label.",
		"Training by AUC leaves the offset of the score open, and this number with it.", known.Higher, testBalanced, true},
	{"max-score", "greatest |score|", "The greatest |f(x)| of the records trained on: beyond r, the barrier hinge pushes back.", "", known.NoGoal,
		func(e training.Epoch) float64 { return e.MaxScore }, false},
}

var raceReadings = append(endsOf[racing](), bestEpoch, standings)

// trained is a question about one trial.
type trained interface {
	training() training.Trial
	ended(context.Context, training.Quantity) (known.Summary, error)
}

// endsOf are the quantities of the last epoch as readings.
func endsOf[Q trained]() []view.Entry[Q] {
	var all []view.Entry[Q]
	for _, e := range ends {
		all = append(all, view.Reading[Q]{Name: e.name, Label: e.label, Goal: e.goal, Coarse: true,
			Value: func(ctx context.Context, q Q) (known.Value, error) {
				s, err := q.ended(ctx, e.of)
				switch {
				case err != nil:
					return known.Value{}, err
				case s.Seeds == 0:
					return known.Nothing("not trained"), nil
				case e.sign && !q.training().Risk.Centres():
					return known.Nothing("no offset"), nil
				}
				return s.Value(), nil
			},
			Beside: func(ctx context.Context, q Q, v known.Value) (string, error) {
				s, err := q.ended(ctx, e.of)
				if err != nil || s.Seeds < 2 || v.Missing() {
					return "", err
				}
				return "sd " + numeral.Short(s.Deviation), nil
			},
			Why: func(ctx context.Context, q Q, v known.Value) (engine.Why, error) {
				s, err := q.ended(ctx, e.of)
				return engine.Why{Formula: e.formula, With: trainedSo(q.training(), s, v), Source: runsOfOurOwn, Assumes: e.assumes}, err
			}})
	}
	return all
}

// trainedSo says what a number is of.
func trainedSo(t training.Trial, s known.Summary, v known.Value) string {
	of := fmt.Sprintf("%d records%s, ε = %s (each label flips with %s), %d epochs, %s.", t.Records, from(t.Source), numeral.Short(t.Flips.Nominal),
		numeral.Percent.Format(t.Flips.Flip), t.Epochs, t.Loss.Formula())
	switch {
	case s.Seeds == 0:
		return "No seed got so far. " + of
	case v.Missing():
		return "The risk that is trained by leaves the offset open. " + of
	case s.Seeds == 1:
		return "One training: " + of
	}
	return fmt.Sprintf("The mean of %d trainings, whose standard deviation is %s; Student's interval at 95 %%. %s", s.Seeds, numeral.Short(s.Deviation), of)
}

// bestEpoch is where training had better stop, if one could see true labels.
var bestEpoch = view.Reading[racing]{Name: "best-epoch", Label: "best after epoch", Style: numeral.Whole, Coarse: true,
	Value: func(ctx context.Context, q racing) (known.Value, error) {
		runs, err := q.own.Get(ctx)
		if err != nil || runs.Last() == 0 {
			return known.Nothing("not trained"), err
		}
		epoch, _ := runs.Best(testAUC)
		return known.Approximated(epoch), nil
	},
	Beside: func(ctx context.Context, q racing, v known.Value) (string, error) {
		runs, err := q.own.Get(ctx)
		if err != nil || v.Missing() {
			return "", err
		}
		_, auc := runs.Best(testAUC)
		return "AUC " + numeral.Short(auc), nil
	},
	Why: view.Because(func(racing, known.Value) engine.Why {
		return engine.Why{Formula: "The epoch after which AUC on true labels, the mean over seeds, was greatest: where to stop.", Source: runsOfOurOwn,
			Assumes: "Nobody who trains on flipped labels sees this; it says what early stopping could save."}
	})}

// standings are the losses by what they end with.
var standings = view.Family[racing]{Name: "standing", Of: "loss", Label: "AUC on true labels", Places: true,
	Members: func(_ context.Context, q racing) ([]string, error) {
		if len(q.kinds) == 1 {
			return nil, nil
		}
		var names []string
		for _, k := range q.kinds {
			names = append(names, k.Name)
		}
		return names, nil
	},
	Rank: rankLosses,
	Each: func(member string) view.Reading[racing] {
		return view.Reading[racing]{Goal: known.Higher, Coarse: true, Label: titleOf(member),
			Value: func(ctx context.Context, q racing) (known.Value, error) { return q.standing(ctx, member) },
			Why: view.Because(func(q racing, v known.Value) engine.Why {
				return engine.Why{Formula: "AUC on true labels after the last epoch by this loss, on the same records and flips as the others.", Source: runsOfOurOwn}
			})}
	}}

func (q racing) standing(ctx context.Context, member string) (known.Value, error) {
	i := slices.IndexFunc(q.kinds, func(k lossKind) bool { return k.Name == member })
	if i < 0 {
		return known.Nothing("it does not run"), nil
	}
	runs, err := q.runs.Get(ctx)
	if err != nil || runs[i].Last() == 0 {
		return known.Nothing("not trained"), err
	}
	return runs[i].After(runs[i].Last(), testAUC).Value(), nil
}

func rankLosses(ctx context.Context, q racing) ([]string, error) {
	names := make([]string, len(q.kinds))
	ends := map[string]float64{}
	for i, k := range q.kinds {
		v, err := q.standing(ctx, k.Name)
		if err != nil {
			return nil, err
		}
		names[i], ends[k.Name] = k.Name, v.Value
	}
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(ends[b], ends[a]) }) // what is no number comes last
	return names, nil
}
