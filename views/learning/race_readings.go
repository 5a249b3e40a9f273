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
	"dpscope/views/view"
)

// endReading is one quantity of the epoch that stands.
type endReading struct {
	name, label, formula, assumes string
	goal                          known.Goal
	style                         numeral.Style
	level                         view.Level
	of                            training.Quantity
	can                           known.Range
	best                          float64 // of made-up records, where the two classes themselves allow no more
	sign                          bool    // it takes the sign of the score for the class
	patient                       bool    // it is asked where patience decides
}

var ends = []endReading{
	{name: "test-auc", label: "AUC on true labels", level: view.Answering, goal: known.Higher, of: testAUC, can: known.Probability, best: train.Gauss2AUC,
		formula: "How often a positive record not seen has a greater score than a negative one, by their true labels.",
		assumes: "Made-up records are judged by 2,000 others; those of a file by a fifth of it, or by another file."},
	{name: "noisy-train-auc", label: "AUC on flipped labels", of: noisyAUC, can: known.Probability, level: view.Shown,
		formula: "The same of the records trained on, by the flipped labels that were trained on.",
		assumes: "What lies above (AUC on true labels - 1/2)·(π - π′) + 1/2 is learnt by heart: π - π′ is tanh(ε/4) where as many true labels are positive as negative, and less elsewhere."},
	{name: "test-balanced-accuracy", label: "balanced accuracy", goal: known.Higher, of: testBalanced, can: known.Probability, best: train.Gauss2Accuracy, sign: true,
		formula: "Half of the share of positive and half of that of negative records not seen whose score has the sign of their true label.",
		assumes: "Training by AUC leaves the offset of the score open, and this number with it."},
	{name: "max-score", label: "greatest |score|", of: func(e training.Epoch) float64 { return e.MaxScore }, can: known.NotNegative,
		formula: "The greatest |f(x)| of the records trained on: beyond r, the barrier hinge pushes back."},
	{name: "kept-epoch", label: "kept after epoch", style: numeral.Whole, of: number, can: known.NotNegative, patient: true,
		formula: "The epoch after which AUC on the flipped labels kept apart, a fifth of the records, was greatest: its score stands.",
		assumes: "Flipped labels are all that this looks at: stopping early tells nothing more of anybody."},
}

var raceReadings = append(endsOf[racing](), bestEpoch, standings)

// trained is a question about one trial.
type trained interface {
	training() training.Trial
	ended(context.Context) (training.Repeats, error)
}

// endsOf are the quantities of the epoch that stands as readings.
func endsOf[Q trained]() []view.Entry[Q] {
	var all []view.Entry[Q]
	for _, e := range ends {
		r := view.Reading[Q]{Name: e.name, Label: e.label, Style: e.style, Goal: e.goal, Coarse: true, Range: e.can, Level: e.level,
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
			Beside: func(ctx context.Context, q Q, v known.Value) (string, error) {
				runs, err := q.ended(ctx)
				s := runs.Kept(e.of)
				if err != nil || s.Seeds < 2 || v.Missing() {
					return "", err
				}
				return "sd " + numeral.Short(s.Deviation), nil
			},
			Cases: []view.Case[Q]{{
				Formula: e.formula,
				With: func(ctx context.Context, q Q, v known.Value) (string, error) {
					runs, err := q.ended(ctx)
					return trainedSo(q.training(), runs.Kept(e.of), v), err
				},
				Source:  runsOfOurOwn,
				Assumes: e.assumes,
			}}}
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

// rangeTo goes as far as the best possible: that of made-up records, and 1 where
// nobody knows how the classes lie.
func rangeTo[Q trained](madeUp float64) func(Q) known.Range {
	return func(q Q) known.Range {
		if q.training().Source == (training.Source{}) {
			return known.Range{High: madeUp}
		}
		return known.Probability
	}
}

// trainedSo says what a number is of.
func trainedSo(t training.Trial, s known.Summary, v known.Value) string {
	of := fmt.Sprintf("%s%s, ε = %s (each label flips with %s), %s, %s.", control.Records(t.Records), from(t.Source), numeral.Short(t.Flips.Nominal),
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
	return fmt.Sprintf("The mean of %d trainings, whose standard deviation is %s; Student's interval at 95 %%. %s", s.Seeds, numeral.Short(s.Deviation), of)
}

// lasting says how long is trained.
func lasting(t training.Trial) string {
	if t.Patience == 0 {
		return numeral.Things(t.Epochs, "epoch")
	}
	return fmt.Sprintf("at most %s, and %d without a better one", numeral.Things(t.Epochs, "epoch"), t.Patience)
}

// bestEpoch is where training had better stop, if one could see true labels.
var bestEpoch = view.Reading[racing]{Name: "best-epoch", Label: "best after epoch", Style: numeral.Whole, Coarse: true,
	Range: known.NotNegative,
	Value: func(ctx context.Context, q racing) (known.Value, error) {
		runs, err := q.own.Get(ctx)
		if err != nil {
			return known.Value{}, err
		}
		if runs.Last() == 0 {
			return standing(runs, testAUC, known.Probability)
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
	Cases: []view.Case[racing]{{
		Formula: "The epoch after which AUC on true labels, the mean over seeds, was greatest: where to stop.",
		Source:  runsOfOurOwn,
		Assumes: "Nobody who trains on flipped labels sees this; it says what early stopping could save.",
	}}}

// standings are the losses by what stands of them.
var standings = view.Family[racing]{Name: "standing", Of: "loss", Label: "AUC on true labels", Places: true, Level: view.Shown,
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
			Range: known.Probability, RangeOf: rangeTo[racing](train.Gauss2AUC),
			Value: func(ctx context.Context, q racing) (known.Value, error) { return q.standing(ctx, member) },
			Cases: []view.Case[racing]{{
				Formula: "AUC on true labels of the score that stands in the end, trained by this loss on the same records and flips as the others.",
				Source:  runsOfOurOwn,
			}}}
	}}

func (q racing) standing(ctx context.Context, member string) (known.Value, error) {
	i := slices.IndexFunc(q.kinds, func(k lossKind) bool { return k.Name == member })
	if i < 0 {
		return known.Nothing("it does not run"), nil
	}
	runs, err := q.runs.Get(ctx)
	if err != nil {
		return known.Value{}, err
	}
	return standing(runs[i], testAUC, known.Probability)
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
