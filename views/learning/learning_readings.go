package learning

import (
	"context"
	"fmt"
	"math"
	"slices"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/training"
	"dpscope/learners/train"
	"dpscope/views/control"
	"dpscope/views/publishing"
	"dpscope/views/view"
)

// besideWorth says what the rule of thumb needs, where that does not hold.
func besideWorth(_ context.Context, q learning, _ known.Value) (string, error) {
	switch t := q.training(); {
	case t.Source != training.Source{}:
		return "if balanced", nil
	case t.Loss.Traits().Flat == 0:
		return "if symmetric", nil
	}
	return "", nil
}

// levelInLearning returns the level of a quantity of the final epoch.
func levelInLearning(_ learning, name string) view.Level {
	if name == "test-auc" {
		return view.Answering
	}
	return view.Folded
}

var learningReadings = slices.Concat(endsOf(levelInLearning), []view.Entry[learning]{
	triedReading(view.Reading[learning]{Name: "epsilon-tried", Label: "least ε that is enough", Goal: known.Lower, Range: known.NotNegative,
		Level:  view.Shown,
		Remark: view.Says(func(q learning) string { return "for " + aucTarget.Text(q.target) + ", of those tried" })},
		func(q learning, runs []training.Repeats) known.Value { return q.tried(runs, q.focus).epsilon }),
	view.Reading[learning]{Name: "worth", Label: "worth in clean labels", Symbol: "n·tanh(ε/2)²", Goal: known.Higher,
		Range: known.NotNegative, Level: view.Shown,
		Value: func(ctx context.Context, q learning) (known.Value, error) {
			records, err := q.records(ctx)
			return known.Approximated(q.training().Flips.CleanWorth(records)), err
		},
		Remark:  besideWorth,
		Formula: "n·tanh(ε/2)²: flips leave tanh(ε/2) of the signal of a symmetric risk, and all of its sampling noise.",
		With: func(ctx context.Context, q learning, v known.Value) (string, error) {
			records, err := q.records(ctx)
			return fmt.Sprintf("%s·%s² = %s.", numeral.Count(records), numeral.Short(q.training().Flips.Contraction), numeral.Short(v.Value)), err
		},
		Source:  paper + ", section IV, with our count of the noise",
		Assumes: "The classes are balanced and the loss is symmetric; it is a rule of thumb."},
	view.Reading[learning]{Name: "printed", Label: "Bi & Suppakitpaisarn", Symbol: "\"",
		Range: known.Probability,
		When:  func(q learning) bool { _, ok := q.printed(); return ok },
		Value: view.Known(func(q learning) known.Value {
			p, _ := q.printed()
			return p.At(q.training().Flips.Stated())
		}),
		Formula: "The mean of ten runs as the paper prints it, of a convolutional network on images of CIFAR-10.",
		With: view.Remark(func(q learning, v known.Value) string {
			p, _ := q.printed()
			none := ""
			if v.Missing() {
				none = "It prints no number there; its ε = 0.1, 0.5, 1, 1.5, 3, 5 and 7 have one."
			}
			return control.Sentences(
				fmt.Sprintf("Table %s, airplanes against the class %s, n = %s, ε = %s, half of which is spent.", p.Table, q.pair, numeral.Count(p.Records),
					numeral.Short(q.training().Flips.Stated())),
				none, "Its records are images, ours "+q.ours()+".")
		}),
		SourceOf: func(q learning) string { p, _ := q.printed(); return paper + ", Table " + p.Table },
		Assumes:  "The two tell the same story, and are not the same number."},
	triedReading(view.Reading[learning]{Name: "auc-tried", Label: "AUC at that ε", Goal: known.Higher, Range: known.Probability,
		RangeOf: rangeTo[learning](train.Gauss2AUC)},
		func(q learning, runs []training.Repeats) known.Value { return q.tried(runs, q.focus).auc }),
	view.Family[learning]{Name: "epsilon-tried", Of: "loss", Label: "smallest ε tried with it",
		Members: func(_ context.Context, q learning) ([]string, error) { return q.losses(), nil },
		Each: func(member string) view.Reading[learning] {
			return triedReading(view.Reading[learning]{Label: "smallest ε, " + titleOf(member), Goal: known.Lower, Range: known.NotNegative},
				func(q learning, runs []training.Repeats) known.Value {
					i := slices.Index(q.losses(), member)
					if i < 0 {
						return known.Nothing("it does not run")
					}
					return q.tried(runs, i).epsilon
				})
		}},
	triedReading(view.Reading[learning]{Name: "other", Label: "other loss"}, learning.other),
	explainedHere,
}, outcomes(func(ctx context.Context, q learning) (string, error) { return q.outcome(ctx) }), publishing.Attackers[learning](view.Folded),
	[]view.Entry[learning]{publishing.Stated[learning](), publishing.FlipChance[learning](view.Folded)})

// tried is the smallest budget from which on a loss reaches the target at every budget tried, with its AUC.
type tried struct{ epsilon, auc known.Value }

// tried goes down from the largest budget as long as the lower end of the interval, or the AUC itself of one training, reaches
// the target.
func (q learning) tried(runs []training.Repeats, of int) tried {
	none := known.Nothing("from no ε tried on")
	least := tried{none, none}
	budgets, at := q.along(runs, of)
	for i, epsilon := range slices.Backward(budgets) {
		auc := q.confident(at[i])
		if auc.Missing() || !(auc.Low >= q.target) {
			break
		}
		least = tried{known.Approximated(epsilon), auc}
	}
	return least
}

// along returns the budgets at which a loss is trained, in their order, with its trainings there: for the chosen loss including
// the chosen budget.
func (q learning) along(runs []training.Repeats, of int) (budgets []float64, at []training.Repeats) {
	count := len(training.Budgets)
	budgets, at = slices.Clone(training.Budgets[:]), slices.Clone(runs[of*count:][:count])
	if own := q.Mechanism().Epsilon; of == q.focus {
		if i, tried := slices.BinarySearch(budgets, own); !tried {
			budgets, at = slices.Insert(budgets, i, own), slices.Insert(at, i, runs[len(runs)-1])
		}
	}
	return budgets, at
}

// confident returns the AUC of trainings with its interval, whose lower end is reached with 95 % confidence; for one training
// the AUC itself, but not where one of several is left.
func (q learning) confident(r training.Repeats) known.Value {
	s := r.Kept(testAUC)
	if s.Seeds < min(q.seeds, 2) {
		return known.Nothing("one training has no interval")
	}
	return s.In(known.Probability)
}

// triedReading declares an answer about trainings at all budgets, which is known only once all have ended.
func triedReading(r view.Reading[learning], of func(learning, []training.Repeats) known.Value) view.Reading[learning] {
	r.Expensive = true
	r.Value = func(ctx context.Context, q learning) (known.Value, error) {
		if q.going() {
			return known.Value{}, view.ErrLater
		}
		runs, err := q.runs.All(ctx)
		if err != nil {
			return known.Value{}, err
		}
		return of(q, runs), nil
	}
	r.Cases = []view.Case[learning]{{
		Formula: "The smallest ε of those trained from which on, at every larger one too, the lower end of the interval of AUC on true labels reaches the target; of one training the AUC itself.",
		With: view.Says(func(q learning) string {
			return fmt.Sprintf("Trained at ε = 0.05, 0.25, 0.5, 0.75, 1.5, 2.5 and 3.5, and by the chosen loss at %s; the target is %s.",
				numeral.Short(q.Mechanism().Epsilon), aucTarget.Text(q.target))
		}),
		Source:  runsOfOurOwn,
		Assumes: "Between two budgets nothing is known: none is interpolated.",
	}}
	return r
}

// other returns the loss besides the chosen one that reaches the target at the smallest budget; the first of several.
func (q learning) other(runs []training.Repeats) known.Value {
	best, least := -1, math.Inf(1)
	for i := range q.kinds {
		if i == q.focus {
			continue
		}
		if v := q.tried(runs, i).epsilon; best < 0 || v.Value < least {
			best = i
			if !v.Missing() {
				least = v.Value
			}
		}
	}
	if best < 0 {
		return known.Nothing("no other runs")
	}
	return known.Named(q.kinds[best].Name, spoken(q.kinds[best].Title)).As(known.Estimate)
}

// outcome returns the outcome of the chosen loss at the chosen budget.
func (q learning) outcome(ctx context.Context) (string, error) {
	runs, err := q.ended(ctx)
	if err != nil {
		return "", err
	}
	auc, err := standing(runs, testAUC, known.Probability)
	return outcomeOf(q.training(), runs, auc), err
}

// explainedHere declares the training AUC without memorising, at the chosen budget.
var explainedHere = view.Reading[learning]{Name: "explained", Label: "AUC without memorising", Expensive: true, Range: known.Probability,
	Value: func(ctx context.Context, q learning) (known.Value, error) {
		runs, err := q.ended(ctx)
		if err != nil {
			return known.Value{}, err
		}
		return summed(runs, runs.Explained(q.Mechanism()), known.Probability)
	},
	Formula: "(AUC on true labels - 1/2)·(π - π′) + 1/2: the AUC on flipped labels of a score that has this AUC on true ones and memorises nothing.",
	Source:  runsOfOurOwn,
	Assumes: "π - π′ is the share of true positives among the records labelled positive, less that among those labelled negative; tanh(ε/2) where the classes are balanced."}
