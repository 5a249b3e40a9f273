package approaches

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"dpscope/engine/composition"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/rareclass"
	"dpscope/learners/synth"
	"dpscope/mechanisms/privacy"
	"dpscope/views/control"
	"dpscope/views/imbalance"
	"dpscope/views/view"
)

const (
	byLooking      = "Whoever looks at these numbers and picks an approach has looked at the records: no ε covers that."
	atOneGuarantee = "Neighbours: one record is replaced by any other, at (ε, δ); pure ε where it says so. "
	notRecorded    = "not recorded at this ε"
	moreAsked      = "The view “network” protects a record that is missing, which takes less noise, and standardises features: its " +
		"numbers differ. "
	ourFixed     = "Fixed beforehand: a ridge of one over the records; a network of sixteen units, a twentieth of the records a step; five models in the vote, of half of them each; a transformer of width 32, 6 blocks and 8 heads, 20 passes with privacy, without it 100 at most. "
	approachUnit = "approach"
)

// ranked is what the answers about runs say alike.
var ranked = view.Reading[approaches]{With: view.Says(approaches.trained), Source: imbalance.RunHere, Expensive: true}

var approachesReadings = slices.Concat(view.Alike(ranked,
	view.Reading[approaches]{Name: "best-score", Label: "the best", Styled: approaches.style, Goal: known.Higher, Expensive: true,
		Range: known.Correlation, RangeOf: approaches.can, Level: view.Answering,
		Value: func(ctx context.Context, q approaches) (known.Value, error) {
			list, err := q.contenders(ctx, true)
			if err != nil || len(list) == 0 {
				return q.nothing(), err
			}
			return q.value(list[0].Approach, list[0].runs), nil
		},
		Remark: func(ctx context.Context, q approaches, _ known.Value) (string, error) {
			list, err := q.contenders(ctx, true)
			if err != nil || len(list) == 0 {
				return "", err
			}
			return list[0].Title + ", " + guarantees[list[0].Guarantee], nil
		},
		Formula: "The greatest of the means over splits, of the approaches with a guarantee: the greatest of several is too high by a part of their noise.",
		Assumes: imbalance.ManySplits + byLooking},
	approachDifference,
	approachScores,
), []view.Entry[approaches]{rareHeldOut}, approachAttackers, view.Alike(ranked,
	approachVerdict, approachTied, bestApproach, secondApproach, bestPlain, approachRanks,
), []view.Entry[approaches]{
	approachPrinted, approachPrintedRanks, approachRefused,
	duplicateRecords,
}, sizeReadings)

// style returns the style of the drawn measure, and can its possible values.
func (q approaches) style() numeral.Style { return q.measure.Style() }
func (q approaches) can() known.Range     { return q.measure.Can() }

// nothing returns the reason why there is no number.
func (q approaches) nothing() known.Value {
	if q.recorded && !slices.Contains(rareclass.GridBudgets[:], q.trial.Epsilon) {
		return known.Nothing(notRecorded)
	}
	return known.Nothing(imbalance.OfOneClass)
}

// value returns the mean of an approach's runs by the drawn measure.
func (q approaches) value(a rareclass.Approach, r rareclass.Repeats) known.Value {
	s := r.Summary(q.number(a))
	switch {
	case q.recorded && len(r) == 0:
		return known.Nothing(notRecorded)
	case s.Seeds == 0:
		return q.nothing()
	}
	return s.In(q.measure.Can())
}

// trained says what a number was computed from.
func (q approaches) trained() string {
	return fmt.Sprintf("%s: %s. ε = %s, δ = %s, r = %s, %s.", q.measure.Title, q.measure.Formula, imbalance.FitEpsilon.Text(q.trial.Epsilon),
		approachSlack.Text(q.trial.Slack), numeral.Short(q.trial.Ratio),
		numeral.Things(q.seeds, "split"))
}

// named makes a Members function from a condition on the approaches that run.
func named(which func(approaches, rareclass.Approach) bool) func(context.Context, approaches) ([]string, error) {
	return func(_ context.Context, q approaches) (names []string, _ error) {
		for _, a := range q.entrants {
			if which(q, a) {
				names = append(names, a.Name)
			}
		}
		return names, nil
	}
}

// titleOf returns the title of an approach.
func (q approaches) titleOf(name string) string {
	if a, found := q.entrantOf(name); found {
		return a.Title
	}
	return name
}

// approachScores declares the approaches' numbers by the drawn measure.
var approachScores = view.Family[approaches]{Name: "score", Of: approachUnit, Label: "the measure that is drawn",
	Members: named(func(approaches, rareclass.Approach) bool { return true }),
	Each: func(member string) view.Reading[approaches] {
		return view.Reading[approaches]{Goal: known.Higher, Expensive: true, Styled: approaches.style, Range: known.Correlation,
			RangeOf: approaches.can,
			Title:   func(q approaches) string { return q.titleOf(member) },
			Value: func(ctx context.Context, q approaches) (known.Value, error) {
				a, found := q.entrantOf(member)
				if !found {
					return known.Nothing("it does not run"), nil
				}
				runs, err := q.here(ctx, a)
				if err != nil {
					return known.Value{}, err
				}
				return q.value(a, runs), nil
			},
			Remark: func(ctx context.Context, q approaches, _ known.Value) (string, error) {
				a, _ := q.entrantOf(member)
				runs, err := q.here(ctx, a)
				if scarce := scarceOf(runs); scarce > 0 {
					return fmt.Sprintf("nobody of the rare class in %d of %d", scarce, len(runs)), err
				}
				if a.Guarantee == rareclass.Pure {
					return guarantees[rareclass.Pure], err
				}
				return "", err
			},
			Opens: view.Says(func(q approaches) string {
				a, _ := q.entrantOf(member)
				return q.opens(a)
			}),
			Formula: "The mean over splits; the same splits for every approach.",
			With:    view.Says(func(q approaches) string { return q.titleOf(member) + ". " + q.trained() }),
			Assumes: atOneGuarantee + moreAsked + ourFixed + "Without privacy features are as they are, as in the paper, but for " +
				"the transformer. " + imbalance.ManySplits + byLooking}
	}}

// scarceOf counts the runs in which a class had too few records for the learner.
func scarceOf(r rareclass.Repeats) (count int) {
	for _, one := range r {
		if one.Scarce {
			count++
		}
	}
	return count
}

// opens returns the address of an approach's own view; recorded runs have none, as their records are not here.
func (q approaches) opens(a rareclass.Approach) string {
	if q.recorded {
		return ""
	}
	if s, is := a.Learner.(rareclass.Synthetic); is {
		return map[synth.Method]string{synth.GEM: "synthetic?method=gem&balanced=on&workload=" + s.Workload.String(),
			synth.PrivBayes: "synthetic?method=privbayes&balanced=on"}[s.Method]
	}
	return map[string]string{
		"private-logreg": "weights?method=unweighted", "private-logreg-weighted": "weights?method=weighted",
		"private-threshold": "weights?method=threshold",
		"sgd-mlp":           "network?learner=mlp&balance=weights", "bagging": "weights?method=bagging",
		"logreg-weighted": "weights?method=plain&before=nothing", "smote-logreg": "weights?method=plain&before=smote",
		"boosted": "weights?method=boosted&before=nothing", "boosted-weighted": "weights?method=boosted-weighted&before=nothing",
		"smote-boosted": "weights?method=boosted&before=smote", "smote-boosted-weighted": "weights?method=boosted-weighted&before=smote",
	}[a.Name]
}

// approachDifference declares the lead of the best.
var approachDifference = view.Reading[approaches]{Name: "difference", Label: "best − second", Brief: "ahead", Style: numeral.Points,
	Goal: known.Higher, Expensive: true, Level: view.Shown,
	Range: known.Range{Low: -2, High: 2},
	Value: func(ctx context.Context, q approaches) (known.Value, error) {
		list, err := q.contenders(ctx, true)
		if err != nil || len(list) < 2 {
			return q.nothing(), err
		}
		if s := q.behind(list, 1); s.Seeds > 0 {
			return s.Value(), nil
		}
		return q.nothing(), nil
	},
	Remark: func(ctx context.Context, q approaches, _ known.Value) (string, error) {
		list, err := q.contenders(ctx, true)
		if err != nil || len(list) < 2 {
			return "", err
		}
		return "second: " + list[1].Title, nil
	},
	Formula: "The mean over splits of the best approach's measure less that of the second, each pair on the same split.",
	Assumes: control.PairedSplits + "; picking the best makes it too narrow. " + byLooking}

// approachVerdict answers the title's question, by the paired differences.
var approachVerdict = view.Reading[approaches]{Name: "verdict", Label: "verdict", Expensive: true,
	ExactOf: "the paired differences, by the limits that stand in the explanation",
	Value: func(ctx context.Context, q approaches) (known.Value, error) {
		list, err := q.contenders(ctx, true)
		if err != nil || len(list) < 2 {
			return q.nothing(), err
		}
		level, _ := q.apart(list)
		switch {
		case q.behind(list, 1).Seeds < 2:
			return known.Named("undecided", "undecided"), nil
		case q.measure.Chance() > 0 && list[0].mean <= q.measure.Chance():
			return known.Named("guessing", "none above guessing"), nil
		case len(level) == 1:
			return known.Named("ahead", "one is ahead"), nil
		}
		return known.Named("tie", "a tie"), nil
	},
	Formula: "One is ahead where the paired difference to every other is a point and more and its interval holds no 0; none where " +
		"the best is at guessing or below; else it is a tie. One split decides nothing.",
	Assumes: byLooking}

// approachTied declares how many others cannot be told from the best.
var approachTied = view.Reading[approaches]{Name: "tied", Label: "too near to the best", Style: numeral.Whole, Expensive: true,
	Range:   known.NotNegative,
	ExactOf: "the paired differences, by the limit that stands in the explanation",
	Value: func(ctx context.Context, q approaches) (known.Value, error) {
		list, err := q.contenders(ctx, true)
		if err != nil || len(list) == 0 || q.seeds < 2 {
			return q.nothing(), err
		}
		level, _ := q.apart(list)
		return known.Exactly(float64(len(level) - 1)), nil
	},
	Formula: "The approaches with a guarantee, but for the best, that are not clearly behind it: that is by a point and more, " +
		"where the interval of the paired difference holds no 0.",
	Assumes: byLooking}

// standingAt declares which approach has a place.
func standingAt(name, label string, private bool, place int, formula string) view.Reading[approaches] {
	return view.Reading[approaches]{Name: name, Label: label, Expensive: true,
		ExactOf: "the means over splits",
		Value: func(ctx context.Context, q approaches) (known.Value, error) {
			list, err := q.contenders(ctx, private)
			if err != nil || len(list) <= place {
				return q.nothing(), err
			}
			title := list[place].Title
			if place == 0 && private {
				title = capital(title)
			}
			return known.Named(list[place].Name, title), nil
		},
		Formula: formula,
		Assumes: byLooking}
}

// capital begins a sentence.
func capital(title string) string { return strings.ToUpper(title[:1]) + title[1:] }

var (
	bestApproach   = standingAt("best", "best approach", true, 0, "The approach with a guarantee that has the greatest mean.")
	secondApproach = standingAt("second", "second approach", true, 1,
		"The approach with a guarantee that has the greatest mean but for the best.")
	bestPlain = standingAt("best-plain", "best without privacy", false, 0, "The approach without privacy that has the greatest mean.")
)

// rareHeldOut declares how many of the rare class are judged on.
var rareHeldOut = view.Reading[approaches]{Name: "rare-test", Label: "rare records held out", Style: numeral.Whole, Goal: known.Higher,
	Range: known.NotNegative, Level: view.Shown,
	ExactOf: "the first split",
	Value: func(ctx context.Context, q approaches) (known.Value, error) {
		if !q.recorded {
			held, err := q.trial.Held(ctx)
			return known.Exactly(float64(held)), err
		}
		for _, a := range q.entrants {
			for _, epsilon := range rareclass.GridBudgets {
				if r := q.from.Runs(a, epsilon); len(r) > 0 {
					return known.Exactly(r[0].Half.TruePositive + r[0].Half.FalseNegative), nil
				}
			}
		}
		return known.Nothing(notRecorded), nil
	},
	Remark: view.Remark(func(q approaches, v known.Value) string {
		if v.Missing() || v.Value == 0 {
			return ""
		}
		return fmt.Sprintf("one is %s of recall", numeral.Points.Format(1/v.Value))
	}),
	Formula: "The records of the rare class that the first split judges on: a fifth of each class is held out.",
	With:    view.Says(approaches.tableTwo),
	Source:  imbalance.Paper + ", Table 2"}

// duplicateRecords declares the records that occur more than once.
var duplicateRecords = view.Reading[approaches]{Name: "duplicates", Label: "repeated records", Style: numeral.Whole, Goal: known.Lower,
	Range:   known.NotNegative,
	When:    func(q approaches) bool { return !q.recorded },
	ExactOf: "the records as they are read",
	Value:   view.Known(func(q approaches) known.Value { return known.Exactly(float64(q.records.Duplicates())) }),
	Formula: "Records that are the same as an earlier one in all features and the class.",
	With:    view.Says(approaches.tableTwo),
	Source:  "counted here",
	Assumes: "Copies lie on both sides of a split, and flatter what memorises them."}

// tableTwo compares the paper's Table 2 on the set with the file.
func (q approaches) tableTwo() string {
	records, features, ratio, found := rareclass.PrintedSize(q.set())
	if !found {
		return fmt.Sprintf("%s records of %d features, r = %s.", numeral.Count(float64(q.records.Len())), q.records.Dims(),
			numeral.Short(q.trial.Ratio))
	}
	return fmt.Sprintf("Table 2 has n = %s, %d features and r = %s of it.", numeral.Count(float64(records)), features, numeral.Short(ratio))
}

// ranks returns the mean places of the approaches with a guarantee.
func (q approaches) ranks(ctx context.Context) (map[string]known.Value, error) {
	var runs []rareclass.Repeats
	var of []func(rareclass.Result) float64
	var names []string
	for _, a := range q.entrants {
		if !a.Private() {
			continue
		}
		r, err := q.here(ctx, a)
		if err != nil {
			return nil, err
		}
		if len(r) > 0 && !(q.recorded && len(r) < q.seeds) {
			runs, of, names = append(runs, r), append(of, q.number(a)), append(names, a.Name)
		}
	}
	all := map[string]known.Value{}
	for i, s := range rareclass.Ranks(runs, of) {
		if s.Seeds > 0 {
			all[names[i]] = s.In(known.Range{Low: 1, High: float64(len(names))})
		}
	}
	return all, nil
}

// approachRanks declares the places of the approaches with a guarantee.
var approachRanks = view.Family[approaches]{Name: "rank", Of: approachUnit, Label: "mean rank",
	Members: named(func(_ approaches, a rareclass.Approach) bool { return a.Private() }),
	Each: func(member string) view.Reading[approaches] {
		return view.Reading[approaches]{Goal: known.Lower, Expensive: true, Range: known.NotNegative,
			Title: func(q approaches) string { return q.titleOf(member) },
			Value: func(ctx context.Context, q approaches) (known.Value, error) {
				ranks, err := q.ranks(ctx)
				if v, found := ranks[member]; found || err != nil {
					return v, err
				}
				return q.nothing(), nil
			},
			Formula: "The mean over splits of its place among the approaches with a guarantee, from 1; equal ones share theirs.",
			Assumes: "One relation and one guarantee for all: a record is replaced, at (ε, δ). " + imbalance.ManySplits + byLooking}
	}}

// approachPrinted declares the paper's printed values of approaches without privacy.
var approachPrinted = view.Family[approaches]{Name: "printed", Of: approachUnit, Label: "as the paper prints it",
	Members: named(func(q approaches, a rareclass.Approach) bool { return q.set() != "" && !a.Private() }),
	Each: func(member string) view.Reading[approaches] {
		return view.Reading[approaches]{Goal: known.Higher, Styled: approaches.style, Range: known.Correlation, RangeOf: approaches.can,
			Title: func(q approaches) string { return q.titleOf(member) },
			Value: view.Known(func(q approaches) known.Value {
				a, _ := q.entrantOf(member)
				v, _ := a.PrintedScore(q.set(), q.measure.Name)
				return v
			}),
			Remark: view.Says(func(q approaches) string {
				a, _ := q.entrantOf(member)
				_, table := a.PrintedScore(q.set(), q.measure.Name)
				return table
			}),
			Formula: "The mean over ten splits as the paper's table of the set has it.",
			With:    view.Says(approaches.tableTwo),
			Source:  imbalance.Paper + ", Tables 5 to 12",
			Assumes: "Its weighted rows were not made with the weights that it states; its accuracy stands in no table."}
	}}

// approachPrintedRanks declares the paper's mean ranks of four approaches over all eight sets and all budgets.
var approachPrintedRanks = view.Family[approaches]{Name: "printed-rank", Of: approachUnit, Label: "mean rank in the paper",
	Members: named(func(q approaches, a rareclass.Approach) bool { return q.set() != "" && a.Private() && a.Printed != "" }),
	Each: func(member string) view.Reading[approaches] {
		return view.Reading[approaches]{Goal: known.Lower, Range: known.Range{Low: 1, High: 4},
			Title: func(q approaches) string { return q.titleOf(member) },
			Value: view.Known(func(q approaches) known.Value {
				a, _ := q.entrantOf(member)
				return a.PrintedRank(q.measure.Name)
			}),
			Formula: "The mean rank of four approaches over eight sets, budgets and splits, as the paper prints it.",
			Source:  imbalance.Paper + ", Table 3",
			Assumes: "Its columns add up to more than 10, which four ranks do not. Ours is of one set and one budget, among more approaches."}
	}}

// approachRefused declares which approaches do not run, and why.
var approachRefused = view.Family[approaches]{Name: "refused", Of: approachUnit, Label: "why it does not run",
	Members: view.Named(func(q approaches) []refusal { return q.refused }, func(r refusal) string { return r.name }),
	Each: func(member string) view.Reading[approaches] {
		of := func(q approaches) refusal {
			i := slices.IndexFunc(q.refused, func(r refusal) bool { return r.name == member })
			if i < 0 {
				return refusal{}
			}
			return q.refused[i]
		}
		return view.Reading[approaches]{
			ExactOf: "what is known of the approach before it runs",
			Title:   func(q approaches) string { return of(q).title },
			Value: view.Known(func(q approaches) known.Value {
				if r := of(q); r.kind != "" {
					return known.Named(r.kind, r.kind)
				}
				return known.Nothing("it runs")
			}),
			Opens:   view.Says(func(q approaches) string { return of(q).opens }),
			Formula: "Refused where no guarantee is left of it, or it cannot be fitted to these records; missing where it is not run here.",
			With:    view.Says(func(q approaches) string { return of(q).why + "." }),
			Source:  imbalance.Derived}
	}}

// approachAttackers declares how often an attacker is right about a record under the guarantee of the ranking.
var approachAttackers = imbalance.Guesses(view.Reading[approaches]{Symbol: "(e^ε + δ)/(1 + e^ε)",
	ExactOf: "the worst learner that keeps the guarantee of the ranking",
	Opens:   view.Says(func(q approaches) string { return control.AttackOnClaim(q.claimed()) }),
	Formula: "(e^ε + δ)/(1 + e^ε): the most that the guarantee of the ranking allows.",
	With:    view.Says(approaches.trained),
	Assumes: "Both records were equally likely beforehand: one is replaced by any other. It is of one approach that is published, not of all, nor of choosing among them."},
	func(q approaches, _ context.Context) (composition.Guess, error) {
		return imbalance.Allowed(q.claimed()), nil
	})

// claimed returns the guarantee of the ranking.
func (q approaches) claimed() privacy.Claim {
	return privacy.Claim{Epsilon: q.trial.Epsilon, Delta: q.trial.Slack, Neighbours: privacy.OneReplaced}
}
