package bagging

import (
	"fmt"
	"math"
	"slices"

	"dpscope/engine/composition"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/views/imbalance"
	"dpscope/views/view"
)

const liu = "Liu, Jia & Gong 2021, Theorem 3, as quoted in " + imbalance.Paper

var baggingReadings = func() []view.Entry[bagging] {
	sizes := view.Reading[bagging]{With: view.Says(bagging.words)}
	list := slices.Concat(view.Alike(sizes, append([]view.Entry[bagging]{chanceDrawn}, baggingPeople...)...), baggingAttackers,
		view.Alike(sizes, baggingVerdict, printedVoteEpsilon, consistentEpsilon, drawsForSlack, oneLearner, voteBy(composition.Optimal)))
	for _, v := range composition.Votes {
		if v.Name != composition.Optimal.Name {
			list = append(list, voteBy(v))
		}
	}
	return append(list,
		allowedBy("epsilon-allowed", "per learner, up to", composition.Optimal),
		allowedBy("epsilon-allowed-advanced", "… by advanced comp.", composition.Advanced),
		allowedBy("epsilon-allowed-basic", "… by basic comp.", composition.Basic))
}()

var chanceDrawn = view.Reading[bagging]{Name: "delta-drawn", Label: "picked at least once", Brief: "picked", Symbol: "δ", Style: numeral.Percent,
	Goal:  known.Lower,
	Range: known.Probability, LevelOf: inPicture(byChance, view.Answering),
	ExactOf: "the probability that one of n records is among mk rows drawn with replacement",
	Value:   view.Exactly(func(q bagging) float64 { return q.Drawn() }),
	DisplayText: func(_ bagging, v known.Value) string {
		const few, most = 1e-3, 1e6
		if v.Value >= few || v.Value*most < 1 {
			return ""
		}
		return "1 in " + numeral.Count(math.Round(1/v.Value))
	},
	Remark:  view.Says(func(bagging) string { return "is δ at every ε" }),
	Formula: "1 - (1 - 1/n)^(mk): two runs with the same coins differ only where the record is drawn, and what shows the record cannot come of data without it. So bagging is (0, δ)-private, and no ε lowers δ.",
	Source:  imbalance.Derived,
	Assumes: "Neighbours differ in one record. The models may show the rows that they have seen, as trees and nearest neighbours do."}

var printedVoteEpsilon = view.Reading[bagging]{Name: "epsilon-as-printed", Label: "ε as printed", Symbol: "ε", Goal: known.Lower,
	Range:   known.NotNegative,
	Value:   view.Known(func(q bagging) known.Value { return known.Printed(q.PrintedEpsilon()) }),
	Remark:  view.Says(func(bagging) string { return "worthless: δ is the same at ε = 0" }),
	Formula: "m·k·ln((n+1)/n), beside δ = 1 - ((n-1)/n)^(mk).",
	Source:  liu,
	Assumes: "The ε is of data of n and n + 1 records, the δ of n and n - 1. The same δ is true at ε = 0."}

var consistentEpsilon = view.Reading[bagging]{Name: "epsilon-consistent", Label: "ε of the same data", Symbol: "ε", Goal: known.Lower,
	Range: known.NotNegative, ExactOf: "the largest loss of mk rows that do not show the record, of n and of n - 1",
	Value:   view.Exactly(func(q bagging) float64 { return q.Consistent() }),
	Formula: "m·k·ln(n/(n-1)): the largest loss of what does not show the record, for data of n and n - 1 records.",
	Source:  imbalance.Derived}

var drawsForSlack = view.Reading[bagging]{Name: "rows-for-delta", Label: "draws for δ = n^-c", Symbol: "mk", Goal: known.Higher,
	Range:   known.NotNegative,
	ExactOf: "the rows drawn at which the probability of being drawn is n^-c",
	Value:   view.Exactly(func(q bagging) float64 { return q.DrawsFor(q.power) }),
	DisplayText: func(_ bagging, v known.Value) string {
		if v.Value < 1 {
			return "none"
		}
		return ""
	},
	Remark: view.Remark(func(_ bagging, v known.Value) string {
		if v.Value < 1 {
			return "below one row"
		}
		return ""
	}),
	Formula: "ln(1 - n^-c)/ln(1 - 1/n): how often a row may be drawn in all so that δ is n^-c.",
	With: view.Says(func(q bagging) string {
		return fmt.Sprintf("c = %s, n = %s.", numeral.Short(q.power), numeral.Count(q.Records))
	}),
	Source:  imbalance.Paper + ", Proposition 8, corrected",
	Assumes: "For every c above 1 it is below one row. The paper reads it as a small ε: no bagging is so small."}

var oneLearner = view.Reading[bagging]{Name: "epsilon-each", Label: "one, subsampled", Symbol: "ε_s", Goal: known.Lower,
	Range: known.NotNegative, LevelOf: func(q bagging) view.Level {
		return max(inPicture(byVote, view.Shown)(q), inPicture(byEach, view.Shown)(q))
	},
	ExactOf: "what follows from the learner's ε alone, its rows sampled independently",
	Value:   view.Exactly(func(q bagging) float64 { return q.Each() }),
	Remark:  view.Says(func(q bagging) string { return "on " + numeral.Percent.Format(q.Rate()) + " of the records" }),
	Formula: "ln(1 + s(e^ε - 1)), s = k/n: each record is sampled independently with probability s (Poisson sampling).",
	With: view.Says(func(q bagging) string {
		return fmt.Sprintf("ε = %s, s = %s.", numeral.Short(q.Epsilon), numeral.Short(q.Rate()))
	}),
	Source:  "Balle, Barthe & Gaboardi 2018, Theorem 8",
	Assumes: "Neighbours: add or remove one record. It does not hold for rows drawn with replacement, nor for parts drawn by class."}

// inPicture returns a level that an answer has only beside one of the pictures: each shows its own neighbours.
func inPicture(picture string, level view.Level) func(bagging) view.Level {
	return func(q bagging) view.Level {
		if q.picture == picture {
			return level
		}
		return view.Folded
	}
}

// voteBy declares what the budgets of private learners add up to by one rule.
func voteBy(v composition.Vote) view.Reading[bagging] {
	return view.Reading[bagging]{Name: "epsilon-" + v.Name, Label: v.Title, Symbol: "ε", Goal: known.Lower, Range: known.NotNegative,
		LevelOf: inPicture(byVote, map[string]view.Level{composition.Optimal.Name: view.Answering, composition.Basic.Name: view.Shown}[v.Name]),
		Value:   view.Known(func(q bagging) known.Value { return q.Total(v) }),
		Remark: view.Remark(func(q bagging, known known.Value) string {
			if basic := q.Total(composition.Basic); v.Name != composition.Basic.Name && !known.Missing() && known.Value > basic.Value {
				return "above basic"
			}
			return ""
		}),
		Formula: v.Formula,
		With: view.Says(func(q bagging) string {
			return fmt.Sprintf("m = %s, ε_s = %s, δ′ = %s.", numeral.Count(q.Models), numeral.Short(q.Each()), numeral.Short(q.Slack))
		}),
		Source:  v.Source,
		Assumes: "The vote is a function of the models, and costs no more than they do. Neighbours: add or remove one record."}
}

// allowedBy declares what every learner may spend.
func allowedBy(name, label string, by composition.Vote) view.Reading[bagging] {
	return view.Reading[bagging]{Name: name, Label: label, Symbol: "ε", Goal: known.Higher, Range: known.NotNegative,
		Round:   numeral.Down,
		ExactOf: "learners of whom nothing is known but their ε, by the theorem that is named",
		LevelOf: inPicture(byEach, map[string]view.Level{composition.Optimal.Name: view.Answering, composition.Basic.Name: view.Shown}[by.Name]),
		Value: view.Known(func(q bagging) known.Value {
			if e := q.Allowed(q.target, by); e.Value < composition.MostEpsilon {
				return e.As(known.Exact)
			}
			return known.Nothing(anyBudget)
		}),
		Formula: "The most that a learner may spend on the rows that it sees so that all together keep ε*, by " + by.Title + ".",
		With: view.Says(func(q bagging) string {
			return fmt.Sprintf("ε* = %s, m = %s, s = %s, δ′ = %s.", numeral.Short(q.target), numeral.Count(q.Models), numeral.Short(q.Rate()),
				numeral.Short(q.Slack))
		}),
		Source:  by.Source,
		Assumes: "Every learner guarantees ε alone, and is trained on a Poisson sample of the records."}
}

func (q bagging) words() string {
	return fmt.Sprintf("n = %s, m = %s, k = %s.", numeral.Count(q.Records), numeral.Count(q.Models), numeral.Count(q.Rows))
}
