package anatomy

import (
	"context"
	"slices"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/rareclass"
	"dpscope/learners/private"
	"dpscope/views/imbalance"
	"dpscope/views/view"
)

var anatomyReadings = slices.Concat([]view.Entry[anatomy]{
	ofChosenSplit(view.Answering, "epsilon-noise", "left for the noise", "ε′", known.Higher, func(s private.Split) float64 { return s.Noise },
		func(r splitRule) string { return r.noise }),
	view.Reading[anatomy]{Name: "kept", Label: "predictions kept", Style: numeral.Percent, Goal: known.Higher, Expensive: true,
		Range: known.Probability, Level: view.Shown,
		Value:   ofLines(func(l rareclass.Lines) known.Value { return known.Probability.Clip(known.Summarise(l.Kept).Value()) }),
		Formula: "The share of the records that get the class that the same fit gives without noise, the mean over thirty draws, with Student's interval at 95 %.",
		With:    view.Says(anatomy.with),
		Source:  "run here",
		Assumes: "The guarantee is for the exact minimiser and real arithmetic; the gradient is brought below 10⁻¹¹ here."},
	view.Reading[anatomy]{Name: "kept-worst", Label: "kept, worst draw", Style: numeral.Percent, Goal: known.Higher, Expensive: true,
		Range: known.Probability, Level: view.Shown, ExactOf: "these thirty draws of the noise, and these records",
		Value:   ofLines(func(l rareclass.Lines) known.Value { return known.Exactly(l.Worst()) }),
		Formula: "The least share of the records, over thirty draws of the noise, that get the class that the same fit gives without noise.",
		With:    view.Says(anatomy.with),
		Source:  "run here"},
	view.Reading[anatomy]{Name: "epsilon-jacobian", Label: "curvature of the fit", Symbol: "ε",
		ExactOf: "the split of ε by the rule and the weights that are chosen",
		Range:   known.NotNegative, Level: view.Shown,
		Value:   view.Known(func(q anatomy) known.Value { return known.Exactly(q.own.Jacobian) }),
		Formula: "What of ε the change of variables is given: this and what is left for the noise are ε together. The density of what is learned is that of the noise times a determinant, which costs no more.",
		With:    view.Says(anatomy.with),
		Source:  imbalance.Chaudhuri},
}, anatomyAttackers, []view.Entry[anatomy]{
	ofChosenSplit(view.Folded, "delta-ridge", "extra ridge", "Δ", known.Lower, func(s private.Split) float64 { return s.Ridge },
		func(r splitRule) string { return r.ridge }),
	ofRule("epsilon-noise-rank1", "… by the tighter proof", "ε′", private.RankOne, known.Higher, func(s private.Split) float64 { return s.Noise },
		func(r splitRule) string { return r.noise }),
	ofRule("delta-ridge-rank1", "extra ridge, tighter", "Δ", private.RankOne, known.Lower, func(s private.Split) float64 { return s.Ridge },
		func(r splitRule) string { return r.ridge }),
	ofRule("epsilon-noise-classic", "… by published proof", "ε′", private.Classic, known.Higher, func(s private.Split) float64 { return s.Noise },
		func(r splitRule) string { return r.noise }),
	ofRule("delta-ridge-classic", "extra ridge, published", "Δ", private.Classic, known.Lower,
		func(s private.Split) float64 { return s.Ridge }, func(r splitRule) string { return r.ridge }),
	view.Reading[anatomy]{Name: "noise-norm", Label: "expected noise norm", Symbol: "E‖b‖", Goal: known.Lower,
		Range:   known.NotNegative,
		ExactOf: "the distribution of the noise by the split and the weights that are chosen",
		Value:   view.Exactly(func(q anatomy) float64 { return q.own.NormMean(dimensions) }),
		Remark:  view.Says(func(q anatomy) string { return "sd " + numeral.Short(q.own.NormDeviation(dimensions)) }),
		Formula: "d·2w/ε′: the norm is Gamma-distributed with shape d and scale 2w/ε′; every direction is as likely.",
		With: view.Says(func(q anatomy) string {
			return "d = 3: two features and an offset. ε′ = " + numeral.Short(q.own.Noise) + "."
		}),
		Source: imbalance.Chaudhuri},
	view.Reading[anatomy]{Name: "noise-per-record", Label: "noise per record", Symbol: "E‖b‖/n", Goal: known.Lower,
		Range:   known.NotNegative,
		ExactOf: "the distribution of the noise by the split and the weights that are chosen",
		Value:   view.Exactly(func(q anatomy) float64 { return q.own.NormMean(dimensions) / q.n }),
		Formula: "The noise adds ⟨b, β⟩/n to the mean loss, whose own slope is at most the mean weight.",
		With:    view.Says(anatomy.with)},
})

// ofLines makes a Value from the lines that are drawn.
func ofLines(of func(rareclass.Lines) known.Value) func(context.Context, anatomy) (known.Value, error) {
	return func(ctx context.Context, q anatomy) (known.Value, error) {
		if !q.drawable() {
			return known.Refused(tooManyLines), nil
		}
		l, err := q.lines.Get(ctx)
		if err != nil {
			return known.Value{}, err
		}
		return of(l), nil
	}
}

// tooManyLines says why no lines are drawn.
const tooManyLines = "lines are drawn for 20,000 records and fewer"

// dimensions of the mixture, with the offset.
const dimensions = 3

// splitRule holds the texts on a rule that splits ε.
type splitRule struct{ name, noise, ridge, source, assumes string }

const rowsAssumed = "Rows of norm 1 at most, public weights of at most w, and the ridge λ/2 that the paper's Algorithm 3 loses."

var splitRules = map[private.Rule]splitRule{
	private.RankOne: {"by the tighter proof",
		"ε - ln(1 + c·w/(nλ)) with c = 1/4, and half of ε where less would be left: one record adds a matrix of rank one, whose determinant is no square.",
		"0 where half of ε or more is left; else c·w/(n(e^{ε/2} - 1)) - λ.", imbalance.Derived, rowsAssumed},
	private.Classic: {"by the published proof",
		"ε - 2·ln(1 + c·w/(nλ)) while that is above 0, else half of ε.",
		"0 while anything is left for the noise; else c·w/(n(e^{ε/4} - 1)) - λ.", imbalance.Chaudhuri, rowsAssumed},
	private.OfData: {"for weights from the data",
		"ε - 2c/(nλ) with c = 1/4, and half of ε where less would be left: one label moves all weights by 1/n, and the matrix that is added has a trace of 2c at most.",
		"0 where half of ε or more is left; else 4c/(nε) - λ.", imbalance.Derived,
		"Rows of norm 1 at most, and the weights n₀/n and n₁/n: the rule that is chosen above is for public weights."},
}

// ofChosenSplit declares a number of the split by the chosen rule and weights.
func ofChosenSplit(level view.Level, name, label, symbol string, goal known.Goal, of func(private.Split) float64,
	formula func(splitRule) string) view.Reading[anatomy] {
	return view.Reading[anatomy]{Name: name, Label: label, Symbol: symbol, Goal: goal, Range: known.NotNegative, Level: level,
		ExactOf: "the split of ε by the rule and the weights that are chosen",
		Value:   view.Exactly(func(q anatomy) float64 { return of(q.own) }),
		Remark: view.Says(func(q anatomy) string {
			if name != "epsilon-noise" {
				return ""
			}
			return splitRules[q.Fit().Rule].name
		}),
		Cases: chosenCases(formula)}
}

// chosenCases explains a number of the split by the chosen rule.
func chosenCases(formula func(splitRule) string) (cases []view.Case[anatomy]) {
	for _, by := range []private.Rule{private.RankOne, private.Classic, private.OfData} {
		c := ruleCase(by, formula)
		c.If, c.When = "the split is "+splitRules[by].name, view.Whenever(func(q anatomy) bool { return q.Fit().Rule == by })
		cases = append(cases, c)
	}
	return cases
}

// ruleCase explains a number of the split by a rule.
func ruleCase(by private.Rule, formula func(splitRule) string) view.Case[anatomy] {
	rule := splitRules[by]
	return view.Case[anatomy]{Formula: formula(rule), With: view.Says(anatomy.with),
		Source: rule.source, Assumes: rule.assumes}
}

// ofRule declares a number of the split by a rule for public weights of at most w, beside the chosen one.
func ofRule(name, label, symbol string, by private.Rule, goal known.Goal, of func(private.Split) float64,
	formula func(splitRule) string) view.Reading[anatomy] {
	rule := splitRules[by]
	return view.Reading[anatomy]{Name: name, Label: label, Symbol: symbol, Goal: goal, Range: known.NotNegative,
		ExactOf: "the split of ε " + rule.name + ", for public weights of at most w",
		When:    func(q anatomy) bool { return by != private.RankOne || q.Fit().Rule != by },
		Value:   view.Exactly(func(q anatomy) float64 { return of(q.of(by)) }),
		Cases:   []view.Case[anatomy]{ruleCase(by, formula)}}
}
