package synth

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/synthesis"
	"dpscope/learners/source"
	"dpscope/learners/synth"
	"dpscope/mechanisms/privacy"
	"dpscope/views/imbalance"
	"dpscope/views/view"
)

const (
	gemSource        = "Liu, Vietri & Wu 2021; Cesar & Rogers 2021"
	oneReplaced      = "Neighbours: one record is replaced by any other; n is public, and so is a schema that somebody declares. "
	theseRows        = "these rows and these records"
	longestLabel     = 22 // of an answer, with a mark for the rest
	nothingPicked    = "of GEM that picks nothing"
	likelyBeforehand = "Both tables were as likely beforehand. What the schema takes from the records is not in it."
	ownersRecords    = "The owner of the records alone may look at it: no ε covers it."
)

// planned is what the answers about a plan say alike.
var planned = view.Reading[synthetic]{With: view.Says(synthetic.planned)}

var synthReadings = slices.Concat(view.Alike(planned,
	meanMarginal,
	ofRows("minority-share", "rare class, of rows", view.Shown, known.Higher, synthesis.Drawn.Rare,
		"The share of the rows that are of the label's rarer word."),
	minorityNoise, synthSpent,
), synthAttackers, []view.Entry[synthetic]{
	errorByChance, worstMarginal,
	ofRows("minority-share-fitted", "rare class, as fitted", view.Folded, known.Higher,
		func(d synthesis.Drawn) float64 { return d.Fitted },
		"The share of the label's rarer word that the fitted model has."),
	view.Reading[synthetic]{Name: "minority-share-real", Label: "rare class, of records", Style: numeral.Percent, Goal: known.Higher,
		Range: known.Probability, ExactOf: "the records",
		Value:   view.Exactly(func(q synthetic) float64 { return q.records.Share() }),
		Formula: "The share of the records that are of the label's rarer word.", Source: imbalance.RunHere,
		Assumes: ownersRecords},
	view.Reading[synthetic]{Name: "minority-size", Label: "records of the rare class", Style: numeral.Whole, Goal: known.Higher,
		Range: known.NotNegative, ExactOf: "the records",
		Value:   view.Exactly(func(q synthetic) float64 { return float64(q.records.Few) }),
		Formula: "How many records are of the label's rarer word.", Source: imbalance.RunHere, Assumes: ownersRecords},
	ofTransfer("auc-from-rows", "AUC, learned from rows", func(t synthesis.Transferred) float64 { return t.FromRows },
		"How often a logistic regression learned from synthetic rows orders a real record of the rare class before another."),
	ofTransfer("auc-from-records", "AUC, learned from records", func(t synthesis.Transferred) float64 { return t.FromPeople },
		"How often a logistic regression learned from the records themselves orders a real record of the rare class before another."),
}, view.Alike(planned,
	view.Reading[synthetic]{Name: "rho", Label: "zCDP budget", Symbol: "ρ", Goal: known.Lower, Range: known.NotNegative,
		Value: view.Known(func(q synthetic) known.Value {
			if q.fit.Method == synth.PrivBayes {
				return known.Nothing("PrivBayes spends ε alone")
			}
			if _, is := q.plan.Normal(); is {
				return known.Exactly(q.plan.Rho)
			}
			return known.OrLess(q.plan.Rho)
		}),
		ExactOf: "normal noise alone",
		Cases: []view.Case[synthetic]{
			{If: nothingPicked, When: view.Whenever(synthetic.normal),
				Formula: "T·√2²/2σ² of T answers with noise σ on a cell, of which one record that is replaced moves two.",
				Source:  "Bun & Steinke 2016",
				Assumes: strings.TrimSpace(oneReplaced)}},
		Formula: "p·ε′²/8 + T·√2²/2σ² of p picks at ε′ and T answers with noise σ on a cell, each pick and each answer as much as any other. It is the most with which all of them spend ε at δ.",
		Source:  gemSource,
		Assumes: strings.TrimSpace(oneReplaced)},
	errorsByAttribute, pickedByRound))

// ofRows declares a number of the rows beside the records.
func ofRows(name, label string, level view.Level, goal known.Goal, of func(synthesis.Drawn) float64,
	formula string) view.Reading[synthetic] {
	return view.Reading[synthetic]{Name: name, Label: label, Style: numeral.Percent, Goal: goal, Expensive: true, Range: known.Probability, Level: level,
		ExactOf: theseRows,
		Value:   view.Gets(synthetic.rowsDrawn, func(_ synthetic, d synthesis.Drawn) known.Value { return known.Exactly(of(d)) }),
		Formula: formula,
		With:    view.Says(synthetic.fittedBy),
		Source:  imbalance.RunHere,
		Assumes: "One fit and one draw of rows: another seed gives others. " + ownersRecords}
}

// ofTransfer declares how good what is learned from rows, or from records, is on records that neither has seen.
func ofTransfer(name, label string, of func(synthesis.Transferred) float64, formula string) view.Reading[synthetic] {
	return view.Reading[synthetic]{Name: name, Label: label, Goal: known.Higher, Expensive: true, Range: known.Probability,
		Value: view.Gets(synthetic.transferred, func(_ synthetic, t synthesis.Transfers) known.Value { return t.Of(of) }),
		Formula: formula + fmt.Sprintf(" The mean over %d splits: a model is fitted to four fifths of either class, and the other fifth is ordered. ", synthesis.Splits) +
			"½ is chance; the 95 % interval is Student's, for splits that overlap.",
		With:    view.Says(synthetic.fittedBy),
		Source:  "train on synthetic, test on real: Esteban, Hyland & Rätsch 2017; the interval: Nadeau & Bengio 2003",
		Assumes: "Each split makes a fit of its own, and none is published: to publish this number would cost more ε. " + ownersRecords}
}

// meanMarginal declares the error of all attributes, beside its value by chance alone.
var meanMarginal = func() view.Reading[synthetic] {
	r := ofRows("marginal-error", "rows to change, mean", view.Answering, known.Lower, synthesis.Drawn.Mean,
		"The mean over attributes of ½ Σ |share of rows − share of records|, over all that an attribute and the label can be together: the rows that would have to be others, at the least, for the shares to be equal.")
	r.Remark = view.Tells(synthetic.byChance, func(_ synthetic, c synthesis.Chance) string {
		return "rows drawn anew: " + numeral.Percent.Format(c.Mean())
	})
	return r
}()

// errorByChance declares the reference for errors of attributes: rows of no model scatter, too.
var errorByChance = view.Reading[synthetic]{Name: "chance-error", Label: "rows drawn anew, mean", Style: numeral.Percent, Range: known.Probability,
	ExactOf: "these records, and any rows drawn from them",
	Value:   view.Gets(synthetic.byChance, func(_ synthetic, c synthesis.Chance) known.Value { return known.Exactly(c.Mean()) }),
	Cases: []view.Case[synthetic]{
		{If: "rows are half of each class", When: view.Whenever(func(q synthetic) bool { return q.balanced }),
			Formula: "The mean over attributes of ½ Σ π·E|X/m − p|, X ~ Bin(m, p), p a value's share of a class, π that class's share of the records, m half of the rows.",
			With:    view.Says(synthetic.redrawn),
			Source:  chanceSource,
			Assumes: redrawn + ownersRecords}},
	Formula: "The mean over attributes of ½ Σ E|X/m − p|, X ~ Bin(m, p), p the share of records of what an attribute and the label are together, m rows: E|X − mp| = 2k(1 − p)·Pr(X = k), k = ⌊mp⌋ + 1.",
	With:    view.Says(synthetic.redrawn),
	Source:  chanceSource,
	Assumes: redrawn + ownersRecords}

const (
	chanceSource = "de Moivre's mean deviation, in Diaconis & Zabell 1991"
	redrawn      = "As many rows, drawn anew from the records themselves (each any of them), would have to change so much: without a model, and without privacy. "
)

// redrawn says how many rows are drawn from how many records.
func (q synthetic) redrawn() string {
	return fmt.Sprintf("m = %s, of %s.", numeral.Count(float64(q.rows)), numeral.Things(q.records.Len(), "record"))
}

// worstMarginal declares the error of the worst attribute.
var worstMarginal = func() view.Reading[synthetic] {
	r := ofRows("marginal-error-max", "worst attribute", view.Folded, known.Lower,
		func(d synthesis.Drawn) float64 { return d.Most().Apart },
		"The greatest over attributes of ½ Σ |share of rows − share of records|, over all that an attribute and the label can be together.")
	r.Remark = view.Tells(synthetic.rowsDrawn, func(q synthetic, d synthesis.Drawn) string { return q.named(d.Most().Attribute) })
	return r
}()

var minorityNoise = view.Reading[synthetic]{Name: "minority-noise", Label: "noise per count", Symbol: "σ", Unit: "records",
	Goal: known.Lower, Range: known.NotNegative, Level: view.Shown, ExactOf: "the noise of one cell",
	Value:  view.Exactly(func(q synthetic) float64 { return q.plan.Deviation }),
	Remark: view.Says(func(q synthetic) string { return "rare class: " + numeral.Count(float64(q.records.Few)) }),
	Cases: []view.Case[synthetic]{
		{If: "of PrivBayes", When: func(q synthetic, _ known.Value) bool { return q.fit.Method == synth.PrivBayes },
			Formula: "The standard deviation of discrete Laplace noise of scale 2d/ε₂ on each cell of d tables, with ε₂ = 0.7·ε, and ε where nothing is picked.",
			Source:  "Zhang & others 2017, with the tables of all d attributes noised",
			Assumes: oneReplaced + "It is known before anything is fitted."},
		{If: nothingPicked, When: view.Whenever(synthetic.normal),
			Formula: "√2·√T/μ: the standard deviation of the noise on each cell of T marginals, of which one record that is replaced moves two. μ is the most with which δ ≥ Φ(μ/2 - ε/μ) - e^ε·Φ(-μ/2 - ε/μ), as all answers are together one normal mechanism.",
			Source:  "Balle & Wang 2018, theorem 8; Dong, Roth & Su 2022",
			Assumes: oneReplaced + "It is known before anything is fitted."}},
	Formula: "√2·√((T + p)/2ρ) of T answers and p picks: the standard deviation of the noise on each cell of a marginal, of which one record that is replaced moves two.",
	Source:  gemSource,
	Assumes: oneReplaced + "It is known before anything is fitted."}

var synthSpent = view.Reading[synthetic]{Name: "epsilon-spent", Label: "ε spent", Title: func(q synthetic) string { return imbalance.SpentTitle(q.taken()) }, Symbol: "ε", Goal: known.Lower, Range: known.NotNegative,
	Level: view.Shown, Expensive: true, ExactOf: allAnswers,
	Value: view.Gets(synthetic.spending, func(_ synthetic, s synthesis.Spent) known.Value { return s.Epsilon }),
	Cases: []view.Case[synthetic]{
		{If: "of PrivBayes", When: func(q synthetic, _ known.Value) bool { return q.fit.Method == synth.PrivBayes },
			Formula: "ε₁ + ε₂, over all picks of parents and all tables.",
			Source:  "Dwork & Roth 2014, theorem 3.16",
			Assumes: oneReplaced + "Rows cost nothing more, however many are drawn."},
		{If: nothingPicked, When: view.Whenever(synthetic.normal),
			Formula: "The least ε with δ ≥ Φ(μ/2 - ε/μ) - e^ε·Φ(-μ/2 - ε/μ), μ = √2·√T/σ, of T answers with noise σ on a cell: together they are one normal mechanism.",
			Source:  "Balle & Wang 2018, theorem 8; Dong, Roth & Su 2022",
			Assumes: oneReplaced + "Rows cost nothing more, however many are drawn."}},
	Formula: "The least ε at δ over Rényi orders of all rounds together.",
	Source:  gemSource + "; Canonne, Kamath & Steinke 2020",
	Assumes: oneReplaced + "Rows cost nothing more, however many are drawn."}

// allAnswers is what the numbers of a fit without picks are exact for.
const allAnswers = "all noisy answers of the fit, where nothing is picked"

// synthAttackers declares how often an attacker is right about a record.
var synthAttackers = append(imbalance.Guesses(view.Reading[synthetic]{Expensive: true, ExactOf: allAnswers,
	Title: func(q synthetic) string { return imbalance.RightTitle(q.taken()) },
	Cases: []view.Case[synthetic]{
		{If: nothingPicked, When: view.Whenever(synthetic.normal),
			Formula: "Φ(μ/2), μ = √2·√T/σ, of T answers with noise σ on a cell.",
			With:    view.Says(synthetic.planned),
			Source:  "Dong, Roth & Su 2022",
			Assumes: oneReplaced + likelyBeforehand}},
	Formula: "(1 + δ(0))/2, δ(0) by the privacy loss distribution of all picks and answers.",
	With:    view.Says(synthetic.planned),
	Source:  "Zhu, Dong & Wang 2022",
	Assumes: oneReplaced + likelyBeforehand}, synthetic.guess),
	imbalance.AllowedByPair("the stated pair, of any two records in one place",
		func(q synthetic) privacy.Claim { return privacy.Claim{Epsilon: q.plan.Epsilon, Delta: q.plan.Delta} }))

// errorName is the name of the errors of all attributes.
const errorName = "error"

// errorsByAttribute declares the errors of all attributes.
var errorsByAttribute = view.Family[synthetic]{Name: errorName, Of: "attribute", Label: "error of an attribute", Tabled: true,
	Members: func(_ context.Context, q synthetic) (names []string, _ error) {
		for _, a := range q.records.Schema.Others() {
			names = append(names, q.named(a))
		}
		return names, nil
	},
	Each: func(name string) view.Reading[synthetic] {
		return view.Reading[synthetic]{Style: numeral.Percent, Goal: known.Lower, Expensive: true, Range: known.Probability, ExactOf: theseRows,
			Title: func(synthetic) string { return source.Clean("error, "+name, longestLabel) },
			Value: func(ctx context.Context, q synthetic) (known.Value, error) {
				d, err := q.drawn.Get(ctx)
				if err != nil {
					return known.Value{}, err
				}
				for _, m := range d.Marginals {
					if q.named(m.Attribute) == name {
						return known.Exactly(m.Apart), nil
					}
				}
				return known.Nothing("there is no such attribute"), nil
			},
			Formula: "½ Σ |share of rows − share of records|, over all that the attribute and the label can be together.",
			With:    view.Says(synthetic.fittedBy),
			Source:  imbalance.RunHere,
			Assumes: ownersRecords}
	}}

// pickedByRound declares the measured marginals, or the attributes with their parents.
var pickedByRound = view.Family[synthetic]{Name: "picked", Of: "round", Label: "measured in a round", Tabled: true,
	Members: func(_ context.Context, q synthetic) (rounds []string, _ error) {
		for round := range q.rounds() {
			rounds = append(rounds, strconv.Itoa(round+1))
		}
		return rounds, nil
	},
	Each: func(round string) view.Reading[synthetic] {
		at, err := strconv.Atoi(round)
		return view.Reading[synthetic]{Expensive: true, ExactOf: "this fit",
			Title: func(q synthetic) string {
				return map[bool]string{true: "picked", false: "measured"}[q.picked(at)] + " in round " + round
			},
			Value: func(ctx context.Context, q synthetic) (known.Value, error) {
				m, failed := q.model.Get(ctx)
				if failed != nil {
					return known.Value{}, failed
				}
				if err != nil || at < 1 || at > len(m.Steps) {
					return known.Nothing("there is no such round"), nil
				}
				text := q.told(m.Steps[at-1])
				return known.Named(text, text), nil
			},
			Cases: []view.Case[synthetic]{
				{If: "nothing is picked in the round", When: view.Whenever(func(q synthetic) bool { return !q.picked(at) }),
					Formula: "The next one in public order: where all are measured, or none can have parents, a pick would decide the order alone.",
					Source:  imbalance.Derived,
					Assumes: "Anyone may see it: it does not depend on the records."}},
			Formula: "The exponential mechanism picks, with a probability that rises as e^(ε′·score/2Δ).",
			Source:  "McSherry & Talwar 2007",
			Assumes: "Anyone may see it: it is a part of what the budget pays for."}
	}}

// rounds returns how many rounds measure something that could be picked.
func (q synthetic) rounds() int {
	if q.fit.Method == synth.PrivBayes {
		return q.plan.Rounds - 1
	}
	return q.plan.Rounds
}

// picked reports whether a round picks, from 1.
func (q synthetic) picked(round int) bool { return round > q.rounds()-q.plan.Picks }

// normal reports whether all answers have normal noise, and nothing is picked.
func (q synthetic) normal() bool {
	_, is := q.plan.Normal()
	return is
}

// told writes a pick.
func (q synthetic) told(s synth.Step) string {
	if q.fit.Method == synth.GEM {
		var names []string
		for _, a := range s.Attributes[1:] { // the label is in all of them
			names = append(names, q.named(a))
		}
		return strings.Join(names, " + ")
	}
	text := q.named(s.Attributes[0])
	for i, a := range s.Attributes[1:] {
		text += map[bool]string{true: " given ", false: ", "}[i == 0] + q.named(a)
	}
	return text
}

// named returns an attribute's name.
func (q synthetic) named(attribute int) string { return q.records.Schema.Attributes[attribute].Name }

// planned says what a plan covers.
func (q synthetic) planned() string {
	if q.fit.Method == synth.PrivBayes {
		return fmt.Sprintf("ε = %s over %s, n = %s.", imbalance.FitEpsilon.Text(q.fit.Epsilon), numeral.Things(q.plan.Rounds, "table"),
			numeral.Count(float64(q.records.Len())))
	}
	return fmt.Sprintf("ε = %s, δ = %s, %s, %s, n = %s.", imbalance.FitEpsilon.Text(q.fit.Epsilon), peopleDelta.Text(q.fit.Delta),
		numeral.Things(q.plan.Rounds, "round"), numeral.Things(q.plan.Picks, "pick"), numeral.Count(float64(q.records.Len())))
}

// fittedBy says what rows come from.
func (q synthetic) fittedBy() string {
	return fmt.Sprintf("%v, %s %s.", q.fit.Method, q.planned(), numeral.Things(q.rows, "row"))
}
