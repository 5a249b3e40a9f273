package learning

import (
	"context"
	"strings"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/training"
	"dpscope/views/view"
)

// Outcomes of trainings, which decide the first sentence of a page.
const (
	goesOn    = "training"  // answers cover the finished epochs
	noScore   = "diverged"  // no score is final
	oneClass  = "one-class" // flipped, all labels were of one class
	tossed    = "coins"     // ε is 0
	guessed   = "guessing"  // AUC is about that of a guess
	unclear   = "unclear"   // its interval holds that of a guess
	noLeader  = "tied"      // the first two cannot be told apart
	learned   = "learned"   // none of these
	littleAUC = 0.55        // of one training, which may be luck
	alikeAUC  = 0.01        // by which two of one training differ
)

// outcomeOf returns the outcome of the trainings of one score, given its AUC on true labels.
func outcomeOf(t training.Trial, runs training.Repeats, auc known.Value) string {
	_, diverged := runs.Diverged()
	low, high, apart := auc.Interval()
	switch {
	case auc.Missing() && diverged > 0:
		return noScore
	case auc.Missing():
		return oneClass
	case t.Flips.Contraction == 0:
		return tossed
	case apart && low <= 0.5 && 0.5 <= high:
		return unclear
	case auc.Value < 0.5 || !apart && auc.Value < littleAUC:
		return guessed
	}
	return learned
}

// outcomes declares how the trainings came out, in a word, and where they diverged.
func outcomes[Q trained](outcome func(context.Context, Q) (string, error)) []view.Entry[Q] {
	return []view.Entry[Q]{
		view.Reading[Q]{Name: "outcome", Label: "outcome", Expensive: true,
			Value: func(ctx context.Context, q Q) (known.Value, error) {
				if q.going() {
					return known.Said(goesOn).As(known.Estimate), nil
				}
				word, err := outcome(ctx, q)
				return known.Said(word).As(known.Estimate), err
			},
			Formula: "Diverged or one-class where no score stands, coins at ε = 0, unclear where the interval of AUC on true labels holds 0.5, guessing below 0.55 of one training " +
				"and below 0.5, tied where the first two cannot be told apart, and learned otherwise.",
			Source: runsOfOurOwn},
		view.Reading[Q]{Name: "diverged-epoch", Label: "diverged in epoch", Style: numeral.Whole, Expensive: true, Range: known.NotNegative,
			Value: func(ctx context.Context, q Q) (known.Value, error) {
				runs, err := q.ended(ctx)
				if err != nil {
					return known.Value{}, err
				}
				if epoch, seeds := runs.Diverged(); seeds > 0 {
					return known.Approximated(float64(epoch)), nil
				}
				return known.Nothing("it did not"), nil
			},
			Formula: "The first epoch of any seed in which scores were no numbers any more, by the chosen loss.",
			Source:  runsOfOurOwn},
	}
}

// Conditions that several leads of trainings share.
var (
	oneTraining = view.Is("seeds", 1)
	alone       = func(f view.Facts) bool { return f.Filled("losses") == "one" }
)

// came holds where the trainings had this outcome.
func came(word string) func(view.Facts) bool { return view.Reads("outcome", word) }

// once makes variants that speak of one training.
func once(variants ...view.Variant) []view.Variant {
	var all []view.Variant
	for _, v := range variants {
		single := v
		single.Text = strings.TrimSuffix(v.Text, ".") + " (one training)."
		single.When = oneTraining
		if v.When != nil {
			single.When = view.All(v.When, oneTraining)
		}
		all = append(all, single, v)
	}
	return all
}

// filled returns the words of the lead that are no readings.
func (q entrants) filled() map[string]string {
	chosen := spoken(q.kinds[q.focus].Title)
	words := map[string]string{"loss-name": chosen, "chosen-loss": upperFirst(chosen), "losses": "several", "guessing": numeral.Exact(0.5)}
	if q.seeds == 1 {
		words["here"] = " in this one training"
	} else {
		words["here"] = ""
	}
	if len(q.kinds) <= 2 {
		words["losses"] = [...]string{"one", "two"}[len(q.kinds)-1]
	}
	return words
}
