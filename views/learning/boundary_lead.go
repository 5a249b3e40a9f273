package learning

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/mechanisms/privacy"
	"dpscope/views/publishing"
	"dpscope/views/view"
)

// Verdicts on how far flipped labels move boundaries.
const (
	goOn        = "training"       // answers cover the finished draws
	noBoundary  = "none"           // no learner has one
	luck        = "coins"          // ε is 0
	farEnough   = "moved"          // with some learner a noteworthy share of the records changes class
	hardlyMoved = "hardly"         // with none does
	onlyFlipped = "flipped-labels" // no learner is trained on both labels
	onlyTrue    = "true-labels"    // all are trained on true labels
	onlyPrivate = "private"        // all are private by themselves
)

// Falls of recall: a noteworthy one, and one that says more than the smallest share of changed classes.
const (
	worthRecall = 0.05
	muchRecall  = 0.25
)

// verdict says how far boundaries are moved.
func (q boundary) verdict(ctx context.Context) (string, error) {
	if q.parts {
		return goOn, nil
	}
	means, err := q.means.Get(ctx)
	if err != nil {
		return "", err
	}
	moves, err := q.moves(ctx)
	noisy := slices.ContainsFunc(q.panels, func(p panel) bool { return p.noisy })
	private := !slices.ContainsFunc(q.panels, func(p panel) bool { return !p.private })
	none := true
	for i, v := range means {
		none = none && (v[0].Missing() || noisy && !q.panels[i].noisy)
	}
	switch {
	case err != nil:
		return "", err
	case none:
		return noBoundary, nil
	case private:
		return onlyPrivate, nil
	case !noisy:
		return onlyTrue, nil
	case q.m.Contraction == 0:
		return luck, nil
	case len(moves) == 0:
		return onlyFlipped, nil
	case slices.ContainsFunc(moves, func(m move) bool { return m.changed.Value >= fewChange }):
		return farEnough, nil
	}
	return hardlyMoved, nil
}

// boundaryAttackers declares how often an attacker is right about a label, where labels are flipped, and about a record that a
// private learner saw.
func boundaryAttackers() []view.Entry[boundary] {
	var all []view.Entry[boundary]
	noisy := func(q boundary) bool { return slices.ContainsFunc(q.panels, func(p panel) bool { return p.noisy }) }
	for _, e := range append(publishing.Attackers[boundary](view.Shown), publishing.Stated[boundary](),
		publishing.FlipChance[boundary](view.Folded)) {
		if r, reads := e.(view.Reading[boundary]); reads {
			r.When = noisy
			all = append(all, r)
		}
	}
	return append(all, view.RightGuess(view.Reading[boundary]{Name: "attacker-right-record", Label: "… about a record", Symbol: "(e^ε + δ)/(1 + e^ε)",
		Level: view.Shown, When: func(q boundary) bool { return len(q.claims) > 0 },
		Value: view.Known(func(q boundary) known.Value {
			most := 0.5
			for _, c := range q.claims {
				most = max(most, privacy.RightUnder(c))
			}
			return known.OrLess(most)
		}),
		Formula: "(e^ε + δ)/(1 + e^ε), the most that the guarantee of any of the private learners allows.",
		With: view.Says(func(q boundary) string {
			var each []string
			for _, c := range q.claims {
				each = append(each, fmt.Sprintf("ε = %s, δ = %s, %s", numeral.Short(c.Epsilon), numeral.Short(c.Delta), c.Neighbours))
			}
			return strings.Join(slices.Compact(each), "; ") + "."
		}),
		Source:  "the best test of two distributions: Neyman & Pearson 1933",
		Assumes: "Both are equally likely beforehand. The scale of features and the sizes of classes are declared; taken from a file, no ε covers them."}))
}

// called holds names for the learners that flipped labels move, within a sentence.
var called = map[string]string{"logistic": "logistic regression", "tree": "the decision tree", "forest": "the random forest",
	"linear-sigmoid": "the linear score", "network": "the net with logistic loss", "network-sigmoid": "the net with sigmoid loss",
	"network-barrier": "the net with barrier loss"}

// filled returns the words of the lead that are no readings.
func (q boundary) filled() map[string]string {
	words := map[string]string{}
	for learner, text := range called {
		words["called-"+learner] = text
	}
	if q.draws == 1 {
		words["one-draw"] = "one draw"
	}
	if len(q.pairs) == 1 {
		words["one-learner"] = "one learner"
	}
	if len(q.claims) > 0 {
		words["private"] = "private"
		if q.File != "" {
			words["taken"] = "taken"
		}
	}
	if slices.ContainsFunc(q.panels, func(p panel) bool { return p.noisy }) {
		words["flipped"] = "flipped"
	}
	if slices.ContainsFunc(q.panels, func(p panel) bool { return !p.noisy && !p.private }) && words["flipped"] == "" {
		words["open"] = "open"
	}
	return words
}

// recallFalls holds where some learner's recall falls by more than by.
func recallFalls(by float64) func(view.Facts) bool {
	return func(f view.Facts) bool {
		name := f.Of("most-recall").Word
		return f.Member("recall", name+"-true").Value-f.Member("recall", name).Value > by
	}
}

// leastLosesRecall reports whether the learner with the fewest changed classes loses most recall.
func leastLosesRecall(f view.Facts) bool { return f.Of("least-moved").Word == f.Of("most-recall").Word }

// inOneDraw makes variants that speak of one draw, and of no average.
func inOneDraw(variants ...view.Variant) []view.Variant {
	var all []view.Variant
	for _, v := range variants {
		single := v
		single.Text = strings.TrimSuffix(strings.Replace(v.Text, " on average", "", 1), ".") + " (one draw)."
		single.When = view.Fills("one-draw")
		if v.When != nil {
			single.When = view.All(v.When, view.Fills("one-draw"))
		}
		all = append(all, single, v)
	}
	return all
}

var boundaryLead = view.Lead{
	Answers: view.Either(
		view.Branch{When: view.Decides(goOn), Variants: []view.Variant{
			{Text: "So far, {changed-MOST-MOVED} of records change class with {called-MOST-MOVED}; more draws are to come."},
			{Text: "AUC {test-auc-LOWEST} to {test-auc-HIGHEST} so far; more is to come."},
			{Text: "Not known yet: the first learner is still being trained."},
		}},
		view.Branch{When: view.Decides(noBoundary), Variants: view.Always("No boundary: no learner can be trained on these labels; try a larger ε, more records or another draw.")},
		view.Branch{When: view.Decides(luck), Variants: view.Always("At ε = {epsilon} labels are coin tosses: any boundary you see is luck.")},
		view.Branch{When: view.Decides(onlyPrivate), Variants: inOneDraw(
			view.Variant{When: view.Fills("one-learner"), Text: "Not at all: a private learner sees the true labels and adds noise of its own; AUC {test-auc-LOWEST}."},
			view.Variant{Text: "Not at all: private learners see the true labels and add noise of their own; AUC {test-auc-LOWEST} to {test-auc-HIGHEST}."},
		)},
		view.Branch{When: view.Decides(onlyTrue), Variants: []view.Variant{
			{When: view.Fills("one-learner"), Text: "Without privacy: AUC {test-auc-LOWEST} for {lowest}."},
			{Text: "Without privacy: AUC {test-auc-LOWEST} to {test-auc-HIGHEST}."},
		}},
		view.Branch{When: view.Decides(onlyFlipped), Variants: inOneDraw(
			view.Variant{When: func(f view.Facts) bool { return f.Of("lowest").Word == f.Of("highest").Word }, Text: "Unknown: no learner is trained on both labels; AUC {test-auc-LOWEST} for {lowest} from flipped ones."},
			view.Variant{Text: "Unknown: no learner is trained on both labels; AUC {test-auc-LOWEST} ({lowest}) to {test-auc-HIGHEST} ({highest}) from flipped ones."},
		)},
		view.Branch{When: view.Decides(hardlyMoved), Variants: inOneDraw(
			view.Variant{When: recallFalls(worthRecall),
				Text: "Hardly: at most {changed-MOST-MOVED} of records change class, but the recall of {called-MOST-RECALL} falls from {recall-MOST-RECALL-true} to {recall-MOST-RECALL}."},
			view.Variant{When: view.Fills("one-learner"), Text: "Hardly: at ε = {epsilon} {changed-MOST-MOVED} of records change class with {called-MOST-MOVED}."},
			view.Variant{Text: "Hardly: at ε = {epsilon} at most {changed-MOST-MOVED} of records change class, with {called-MOST-MOVED}."},
		)},
		view.Branch{When: view.Fills("one-learner"), Variants: inOneDraw(
			view.Variant{When: recallFalls(worthRecall),
				Text: "They move it so far that {changed-MOST-MOVED} of records change class with {called-MOST-MOVED}; its recall falls " +
					"from {recall-MOST-MOVED-true} to {recall-MOST-MOVED}."},
			view.Variant{Text: "They move it so far that {changed-MOST-MOVED} of records change class with {called-MOST-MOVED}."},
		)},
		view.Branch{Variants: inOneDraw(
			view.Variant{When: func(f view.Facts) bool { return f.Of("most-moved").Word == f.Of("least-moved").Word },
				Text: "They move it so far that {changed-MOST-MOVED} of records change class with {called-MOST-MOVED}."},
			view.Variant{When: view.All(recallFalls(worthRecall), view.Not(view.Fills("one-draw")), leastLosesRecall),
				Text: "{changed-MOST-MOVED} of records change class with {called-MOST-MOVED}; with {called-LEAST-MOVED} {changed-LEAST-MOVED}, but its " +
					"recall falls {recall-LEAST-MOVED-true} → {recall-LEAST-MOVED}."},
			view.Variant{When: recallFalls(muchRecall),
				Text: "{changed-MOST-MOVED} of records change class on average with {called-MOST-MOVED}; the recall of " +
					"{called-MOST-RECALL} falls {recall-MOST-RECALL-true} → {recall-MOST-RECALL}."},
			view.Variant{Text: "{changed-MOST-MOVED} of records change class on average with {called-MOST-MOVED}; with " +
				"{called-LEAST-MOVED} {changed-LEAST-MOVED}."},
		)},
	),
	Prices: view.Either(
		view.Branch{When: view.All(view.Fills("flipped"), view.Fills("private"), view.HardlyEver), Variants: view.Guessing(view.Always(
			"An attacker is wrong about one label about once in {wrong-once-in} guesses; about a private learner's record right at most {attacker-right-record}."))},
		view.Branch{When: view.All(view.Fills("flipped"), view.Fills("private")), Variants: view.Judged(view.AttackerRight, "",
			"an attacker is right about one label at most {attacker-right} of the time, a private learner's record at most {attacker-right-record}"+view.CoinToss+".")},
		view.Branch{When: view.Fills("flipped"), Variants: publishing.Price()},
		view.Branch{When: view.All(view.Fills("private"), view.Fills("open")), Variants: view.Judged("attacker-right-record", "",
			"an attacker is right about a private learner's record at most {attacker-right-record} of the time"+view.CoinToss+"; the others hide nothing.")},
		view.Branch{When: view.Fills("private"), Variants: view.TaskRecords.PriceBy("attacker-right-record", "")},
		view.Branch{Variants: view.Always("Nothing is hidden here: the learners see the true labels.")},
	),
	Warnings: []view.Variant{
		{When: view.Fills("taken"), Text: "No ε covers the scale of features and the sizes of classes, which are taken from the file."},
		view.HardlyAny,
	},
}
