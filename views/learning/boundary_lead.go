package learning

import (
	"context"
	"fmt"
	"math"
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
	goOn        = "training"       // what is known is of the draws that have ended
	noBoundary  = "none"           // no learner has one
	luck        = "coins"          // ε is 0
	farEnough   = "moved"          // an AUC changes by more than chance
	hardlyMoved = "hardly"         // none does
	onlyFlipped = "flipped-labels" // no learner sees the true labels
	onlyTrue    = "true-labels"    // all do
	onlyPrivate = "private"        // all are private by themselves
)

// Changes of AUC and of recall that are worth a word.
const (
	sameAUC     = 0.01
	worthRecall = 0.05
)

// move is what flipped labels do to a learner.
type move struct {
	pair
	clean, flipped known.Value // AUC
	recall         float64     // by which it falls
}

// chance reports whether the two AUC can be told apart no better than by chance.
func (m move) chance() bool { return m.clean.Low <= m.flipped.High && m.flipped.Low <= m.clean.High }

func (m move) auc() float64 { return math.Abs(m.clean.Value - m.flipped.Value) }

// judgedNow are the AUC of the panels: with their intervals once all draws have ended.
func (q boundary) judgedNow(ctx context.Context) ([]known.Value, error) {
	if !q.parts {
		return q.aucs.Get(ctx)
	}
	aucs := make([]known.Value, len(q.panels))
	for i := range aucs {
		var err error
		if aucs[i], err = q.mean(ctx, i, 0); err != nil {
			return nil, err
		}
	}
	return aucs, nil
}

// moves are those of the learners that see true and flipped labels and have an AUC on either.
func (q boundary) moves(ctx context.Context) ([]move, error) {
	aucs, err := q.judgedNow(ctx)
	if err != nil {
		return nil, err
	}
	recall := slices.IndexFunc(metrics, func(m judged) bool { return m.name == "recall" })
	var all []move
	for _, p := range q.pairs {
		if p.clean < 0 || p.flipped < 0 || aucs[p.clean].Missing() || aucs[p.flipped].Missing() {
			continue
		}
		before, err := q.mean(ctx, p.clean, recall)
		if err != nil {
			return nil, err
		}
		after, err := q.mean(ctx, p.flipped, recall)
		if err != nil {
			return nil, err
		}
		all = append(all, move{pair: p, clean: aucs[p.clean], flipped: aucs[p.flipped], recall: before.Number() - after.Number()})
	}
	return all, nil
}

// verdict says how far boundaries are moved.
func (q boundary) verdict(ctx context.Context) (string, error) {
	if q.parts {
		return goOn, nil
	}
	aucs, err := q.aucs.Get(ctx)
	if err != nil {
		return "", err
	}
	moves, err := q.moves(ctx)
	noisy := slices.ContainsFunc(q.panels, func(p panel) bool { return p.noisy })
	private := !slices.ContainsFunc(q.panels, func(p panel) bool { return !p.private })
	none := true
	for i, v := range aucs {
		none = none && (v.Missing() || noisy && !q.panels[i].noisy)
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
	case slices.ContainsFunc(moves, func(m move) bool { return !m.chance() }):
		return farEnough, nil
	}
	return hardlyMoved, nil
}

// movedReadings say whose boundary is moved furthest and least.
var movedReadings = []view.Entry[boundary]{
	view.Reading[boundary]{Name: "verdict", Label: "verdict", Expensive: true,
		Value: func(ctx context.Context, q boundary) (known.Value, error) {
			word, err := q.verdict(ctx)
			return known.Said(word).As(known.Estimate), err
		},
		Cases: []view.Case[boundary]{{
			Formula: "Moved where the interval of AUC from flipped labels does not meet that from true ones, for one learner at least, hardly where they meet for all; " +
				"coins at ε = 0; otherwise what labels the learners see.",
			Source: mixtureSource,
		}}},
	ofMoves("least-moved", "moved least", "The learner whose AUC differs least between true and flipped labels.",
		func(a, b move) bool { return a.auc() < b.auc() }),
	ofMoves("most-recall", "recall falls most", "The learner whose recall falls most from true to flipped labels.",
		func(a, b move) bool { return a.recall > b.recall }),
	extreme("lowest", "lowest AUC", func(a, b float64) bool { return a < b }),
	extreme("highest", "highest AUC", func(a, b float64) bool { return a > b }),
}

// compares reports whether several learners see both true and flipped labels.
func (q boundary) compares() bool {
	both := 0
	for _, p := range q.pairs {
		if p.clean >= 0 && p.flipped >= 0 {
			both++
		}
	}
	return both > 1
}

// mostMoved is the learner whose AUC moves furthest, with how far; where several can be told apart it stands on top.
var mostMoved = func() view.Reading[boundary] {
	r := ofMoves("most-moved", "furthest", "The learner whose AUC differs most between true and flipped labels.", furthest)
	r.LevelOf = func(q boundary) view.Level {
		if q.compares() {
			return view.Answering
		}
		return view.Folded
	}
	r.Remark = func(ctx context.Context, q boundary, v known.Value) (string, error) {
		moves, err := q.moves(ctx)
		i := slices.IndexFunc(moves, func(m move) bool { return q.panels[m.pair.flipped].name == v.Word })
		if err != nil || i < 0 {
			return "", err
		}
		return fmt.Sprintf("AUC %s → %s", numeral.Plain.Format(moves[i].clean.Value), numeral.Plain.Format(moves[i].flipped.Value)), nil
	}
	return r
}()

func furthest(a, b move) bool { return a.auc() > b.auc() }

// ofMoves is the learner that comes first of those that see true and flipped labels.
func ofMoves(name, label, formula string, before func(a, b move) bool) view.Reading[boundary] {
	return view.Reading[boundary]{Name: name, Label: label, Expensive: true,
		Value: func(ctx context.Context, q boundary) (known.Value, error) {
			moves, err := q.moves(ctx)
			if err != nil || len(moves) == 0 {
				return known.Nothing("no learner sees both"), err
			}
			first := moves[0]
			for _, m := range moves[1:] {
				if before(m, first) {
					first = m
				}
			}
			return known.Named(q.panels[first.pair.flipped].name, first.title).As(known.Estimate), nil
		},
		Cases: []view.Case[boundary]{{Formula: formula, Source: mixtureSource,
			Assumes: "Learners that are private by themselves see no flipped labels and are left out."}}}
}

// extreme is the learner with the lowest or the highest AUC of those that see flipped labels, of all where none does.
func extreme(name, label string, before func(a, b float64) bool) view.Reading[boundary] {
	return view.Reading[boundary]{Name: name, Label: label, Expensive: true,
		Value: func(ctx context.Context, q boundary) (known.Value, error) {
			aucs, err := q.judgedNow(ctx)
			if err != nil {
				return known.Value{}, err
			}
			flipped := slices.ContainsFunc(q.panels, func(p panel) bool { return p.noisy })
			first := -1
			for i, v := range aucs {
				if v.Missing() || flipped && !q.panels[i].noisy {
					continue
				}
				if first < 0 || before(v.Value, aucs[first].Value) {
					first = i
				}
			}
			if first < 0 {
				return known.Nothing("no learner has one"), nil
			}
			return known.Named(q.panels[first].name, strings.TrimSuffix(q.panels[first].title, ", flipped")).As(known.Estimate), nil
		},
		Cases: []view.Case[boundary]{{Formula: "By AUC on held-out records: of the learners that see flipped labels, of all where none does.",
			Source: mixtureSource, Assumes: "Of one draw it may be chance."}}}
}

// boundaryAttackers are how often an attacker is right about a label, where labels are flipped, and about a record
// that a private learner saw.
func boundaryAttackers() []view.Entry[boundary] {
	var all []view.Entry[boundary]
	noisy := func(q boundary) bool { return slices.ContainsFunc(q.panels, func(p panel) bool { return p.noisy }) }
	for _, e := range append(publishing.Attackers[boundary](view.Shown), publishing.FlipChance[boundary](view.Folded)) {
		if r, reads := e.(view.Reading[boundary]); reads {
			r.When = noisy
			all = append(all, r)
		}
	}
	return append(all, view.Reading[boundary]{Name: "attacker-right-record", Label: "… about a record", Symbol: "(e^ε + δ)/(1 + e^ε)",
		Style: numeral.Percent, Goal: known.Lower,
		Range: known.Range{Low: 0.5, High: 1}, Level: view.Shown,
		When: func(q boundary) bool { return len(q.claims) > 0 },
		Value: view.Known(func(q boundary) known.Value {
			most := 0.5
			for _, c := range q.claims {
				most = max(most, privacy.RightGuess(privacy.State(c).Delta(0)))
			}
			return known.OrLess(most)
		}),
		Cases: []view.Case[boundary]{{
			Formula: "(e^ε + δ)/(1 + e^ε), the most that the guarantee of any of the private learners allows.",
			With: view.Remark(func(q boundary, _ known.Value) string {
				var each []string
				for _, c := range q.claims {
					each = append(each, fmt.Sprintf("ε = %s, δ = %s, %s", numeral.Short(c.Epsilon), numeral.Short(c.Delta), c.Neighbours))
				}
				return strings.Join(slices.Compact(each), "; ") + "."
			}),
			Source:  "the best test of two distributions: Neyman & Pearson 1933",
			Assumes: "Both are equally likely beforehand. The scale of features and the sizes of classes are public.",
		}}})
}

// filled are the words of the lead that are no readings.
func (q boundary) filled() map[string]string {
	words := map[string]string{"epsilon-actual": numeral.Short(q.m.True)}
	if q.draws == 1 {
		words["one-draw"] = "one draw"
	}
	if len(q.pairs) == 1 {
		words["one-learner"] = "one learner"
	}
	if len(q.claims) > 0 {
		words["private"] = "private"
	}
	if slices.ContainsFunc(q.panels, func(p panel) bool { return p.noisy }) {
		words["flipped"] = "flipped"
	}
	if slices.ContainsFunc(q.panels, func(p panel) bool { return !p.noisy && !p.private }) && words["flipped"] == "" {
		words["open"] = "open"
	}
	return words
}

// judgedTo is that the verdict is a word.
func judgedTo(word string) func(view.Facts) bool {
	return func(f view.Facts) bool { return f.Said("verdict", word) }
}

// ofLearner is a number of the learner that a reading names, and of the same on true labels.
func ofLearner(f view.Facts, metric, reading string) (flipped, clean float64) {
	name := f.Of(reading).Word
	return f.Member(metric, name).Value, f.Member(metric, name+"-true").Value
}

func keepsAUC(f view.Facts) bool {
	flipped, clean := ofLearner(f, "test-auc", "least-moved")
	return math.Abs(flipped-clean) < sameAUC
}

// recallFalls is that the recall of the learner that a reading names does.
func recallFalls(reading string) func(view.Facts) bool {
	return func(f view.Facts) bool {
		flipped, clean := ofLearner(f, "recall", reading)
		return clean-flipped > worthRecall
	}
}

// inOneDraw says of one draw that it was one.
func inOneDraw(variants ...view.Variant) []view.Variant {
	var all []view.Variant
	for _, v := range variants {
		single := v
		single.Text = strings.TrimSuffix(v.Text, ".") + " (one draw)."
		single.When = by("one-draw")
		if v.When != nil {
			single.When = view.All(v.When, by("one-draw"))
		}
		all = append(all, single, v)
	}
	return all
}

var boundaryLead = view.Lead{
	Answers: view.Either(
		view.Branch{When: judgedTo(goOn), Variants: []view.Variant{
			{Text: "Furthest so far for {most-moved}: AUC {test-auc-MOST-MOVED-true} → {test-auc-MOST-MOVED}; more draws are to come."},
			{Text: "AUC {test-auc-LOWEST} to {test-auc-HIGHEST} so far; more is to come."},
			{Text: "Not known yet: the first learner is still being trained."},
		}},
		view.Branch{When: judgedTo(noBoundary), Variants: view.Always("No boundary: no learner can be trained on these labels; try a larger ε, more records or another draw.")},
		view.Branch{When: judgedTo(luck), Variants: view.Always("At ε = {epsilon} labels are coin tosses: any boundary you see is luck.")},
		view.Branch{When: judgedTo(onlyPrivate), Variants: inOneDraw(
			view.Variant{When: by("one-learner"), Text: "Not at all: a private learner sees the true labels and adds noise of its own; AUC {test-auc-LOWEST}."},
			view.Variant{Text: "Not at all: private learners see the true labels and add noise of their own; AUC {test-auc-LOWEST} to {test-auc-HIGHEST}."},
		)},
		view.Branch{When: judgedTo(onlyTrue), Variants: []view.Variant{
			{When: by("one-learner"), Text: "Without privacy: AUC {test-auc-LOWEST} for {lowest}."},
			{Text: "Without privacy: AUC {test-auc-LOWEST} to {test-auc-HIGHEST}."},
		}},
		view.Branch{When: judgedTo(onlyFlipped), Variants: inOneDraw(
			view.Variant{When: by("one-learner"), Text: "Not shown, as no learner sees the true labels: AUC {test-auc-LOWEST} for {lowest} from flipped ones."},
			view.Variant{Text: "Not shown, as no learner sees the true labels: AUC {test-auc-LOWEST} ({lowest}) to {test-auc-HIGHEST} ({highest}) from flipped ones."},
		)},
		view.Branch{When: judgedTo(hardlyMoved), Variants: inOneDraw(
			view.Variant{When: recallFalls("most-recall"),
				Text: "Hardly by AUC at stated ε = {epsilon}, but the recall of {most-recall} falls {recall-MOST-RECALL-true} → {recall-MOST-RECALL}."},
			view.Variant{When: by("one-learner"), Text: "Hardly: at stated ε = {epsilon} the AUC of {most-moved} changes by no more than chance."},
			view.Variant{Text: "Hardly: at stated ε = {epsilon} no learner's AUC changes by more than chance."},
		)},
		view.Branch{When: by("one-learner"), Variants: inOneDraw(
			view.Variant{When: recallFalls("most-moved"),
				Text: "For {most-moved} AUC {test-auc-MOST-MOVED-true} → {test-auc-MOST-MOVED}, and its recall falls {recall-MOST-MOVED-true} → {recall-MOST-MOVED}."},
			view.Variant{Text: "For {most-moved} AUC {test-auc-MOST-MOVED-true} → {test-auc-MOST-MOVED}."},
		)},
		view.Branch{Variants: inOneDraw(
			view.Variant{When: func(f view.Facts) bool { return f.Of("most-moved").Word == f.Of("least-moved").Word },
				Text: "Furthest for {most-moved}: AUC {test-auc-MOST-MOVED-true} → {test-auc-MOST-MOVED}."},
			view.Variant{When: view.All(keepsAUC, recallFalls("least-moved")),
				Text: "Furthest for {most-moved}: AUC {test-auc-MOST-MOVED-true} → {test-auc-MOST-MOVED}; " +
					"{least-moved} keeps {test-auc-LEAST-MOVED}, but its recall falls {recall-LEAST-MOVED-true} → {recall-LEAST-MOVED}."},
			view.Variant{When: keepsAUC, Text: "Furthest for {most-moved}: AUC {test-auc-MOST-MOVED-true} → {test-auc-MOST-MOVED}; {least-moved} keeps {test-auc-LEAST-MOVED}."},
			view.Variant{Text: "Furthest for {most-moved}: AUC {test-auc-MOST-MOVED-true} → {test-auc-MOST-MOVED}; " +
				"least for {least-moved}: {test-auc-LEAST-MOVED-true} → {test-auc-LEAST-MOVED}."},
		)},
	),
	Prices: view.Either(
		view.Branch{When: view.All(by("flipped"), by("private")), Variants: []view.Variant{
			{When: view.HardlyEver, Text: "An attacker is wrong about a label about once in {wrong-once-in} guesses; about a private learner's record right at most {attacker-right-record}."},
			{Text: "An attacker is right about a label at most {attacker-right} of the time, a private learner's record at most {attacker-right-record} (50 % is guessing)."},
		}},
		view.Branch{When: by("flipped"), Variants: view.Attacker{Before: "At ε = {epsilon} (actual {epsilon-actual}) ", Who: publishing.SeesLabel,
			About: "about it"}.Says()},
		view.Branch{When: view.All(by("private"), by("open")), Variants: view.Always(
			"An attacker is right about a private learner's record at most {attacker-right-record} of the time (50 % is guessing); the others hide nothing.")},
		view.Branch{When: by("private"), Variants: view.Always(
			"At ε = {epsilon} an attacker choosing between two records is right at most {attacker-right-record} of the time (50 % is guessing).")},
		view.Branch{Variants: view.Always("Nothing is hidden here: the learners see the true labels.")},
	),
	Warnings: []view.Variant{view.HardlyAny},
}
