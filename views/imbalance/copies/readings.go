package copies

import (
	"fmt"
	"slices"

	"dpscope/engine/composition"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/views/imbalance"
	"dpscope/views/view"
)

func bySmote(q copies) bool { return q.Smote }

const groupPrivacy = "Dwork & Roth 2014, Theorem 2.2: group privacy"

var copyReadings = slices.Concat(copyCosts, copyAttackers)

// copyCosts declares what a record costs, and what other sources say of it.
var copyCosts = []view.Entry[copies]{
	view.Reading[copies]{Name: "group-size", Label: "rows a record changes", Brief: "rows changed", Symbol: "k", Style: numeral.Whole, Goal: known.Lower,
		Range: known.NotNegative, Level: view.Shown,
		ExactOf: "the worst case over all data with n₁ rows of the rare class, where one record is left out",
		Value:   view.Known(func(q copies) known.Value { return q.Rows() }),
		Remark:  view.Says(copies.sizeWords),
		Cases: eitherWay(view.Case[copies]{
			Formula: "1 + c + c·min(k·(K(d) + 1), n₁ - 1): the record, its own rows, and those of rows that have it for one of their k nearest; K(d) is the kissing number.",
			With:    view.Says(copies.smoteWords),
			Source:  imbalance.Derived,
			Assumes: "Neighbours: add or remove one record. k of the rows may lie where the record does, and k at each of K(d) places around it. Where K(d) is not known n₁ - 1 stands for it.",
		}, view.Case[copies]{
			Formula: "1 + c: the record and its copies.",
			With:    view.Says(func(q copies) string { return fmt.Sprintf("1 + %s.", numeral.Count(q.Copies.Copies)) }),
			Source:  imbalance.Paper + ", Proposition 4",
			Assumes: "Neighbours: add or remove one record. c is public: computed from the class counts it is a private number, and then there is no guarantee.",
		})},
	view.Reading[copies]{Name: "epsilon-total", Label: "ε for one record", Symbol: "ε", Goal: known.Lower,
		Range: known.NotNegative, Level: view.Answering,
		Value: view.Known(func(q copies) known.Value { e, _ := q.Total(); return e }),
		Cases: eitherWay(view.Case[copies]{
			Formula: perRow + ", twice for one that is another: it is left out and another added.",
			With:    view.Says(copies.rowsTimes),
			Source:  groupPrivacy,
			Assumes: "The learner guarantees ε for one row more or less. SMOTE before a private learner is refused. After a private synthesizer, or where nothing is private, it costs nothing.",
		}, view.Case[copies]{
			Formula: perRow + ".",
			With:    view.Says(copies.rowsTimes),
			Source:  groupPrivacy,
			Assumes: "The learner guarantees ε for one row more or less. With c public a record of the rare class more is k rows more; a replaced one costs twice as much.",
		})},
	view.Reading[copies]{Name: "delta-total", Label: "δ for one record", Symbol: "δ", Goal: known.Lower,
		Range: known.NotNegative, Level: view.Shown,
		ExactOf: "a learner without a δ",
		Value:   view.Known(func(q copies) known.Value { _, d := q.Total(); return d }),
		Remark: view.Remark(func(_ copies, v known.Value) string {
			if v.Missing() || v.Value >= 1 {
				return "vacuous"
			}
			return ""
		}),
		Formula: "δ·(e^(mε) - 1)/(e^ε - 1) for m rows more or less: every further row multiplies the δ of those before by e^ε.",
		With: view.Says(func(q copies) string {
			return fmt.Sprintf("m = %s, ε = %s, δ = %s.", numeral.Count(q.Steps().Value), numeral.Short(q.Epsilon), numeral.Short(q.Delta))
		}),
		Source:  groupPrivacy,
		Assumes: "A δ of 1 or more is no guarantee."},
	view.Reading[copies]{Name: "epsilon-as-printed", Label: "ε in the paper", Symbol: "ε", Goal: known.Lower,
		Range: known.NotNegative,
		Value: view.Known(func(q copies) known.Value { return known.Printed(q.Printed()) }),
		Cases: eitherWay(view.Case[copies]{
			Formula: "ε·(2^(0.4042d)·c + 1), the first form of Theorem 5.",
			With:    view.Says(copies.printedWords),
			Source:  imbalance.Paper + ", Theorem 5",
			Assumes: "It is no guarantee: five rows on a line refute it. Its own proof has k·2^(0.4042d).",
		}, view.Case[copies]{
			Formula: "k·ε. It is right where c is public.",
			With: view.Says(func(q copies) string {
				return fmt.Sprintf("%s·%s.", numeral.Count(1+q.Copies.Copies), numeral.Short(q.Epsilon))
			}),
			Source: imbalance.Paper + ", Proposition 4",
		})},
	view.Reading[copies]{Name: "delta-as-printed", Label: "δ in the paper", Symbol: "δ", Goal: known.Lower,
		Range: known.NotNegative,
		Value: view.Known(func(q copies) known.Value { return q.printedDelta() }),
		Remark: view.Remark(func(q copies, v known.Value) string {
			switch _, d := q.Total(); {
			case v.Missing() || v.Value >= 1:
				return "vacuous"
			case !q.Smote && d.Value > v.Value && v.Value > 0:
				return numeral.Short(d.Value/v.Value) + " times too small"
			}
			return ""
		}),
		Cases: eitherWay(view.Case[copies]{
			Formula: "exp(k·2^(0.4042d)·c·(ε - g²/(k(2+g)))), of the second form of Theorem 5.",
			With:    view.Says(copies.printedWords),
			Source:  imbalance.Paper + ", Theorem 5",
			Assumes: "At g = 0, where Table 1 is, it is 1 or more for every ε; and the form is refuted.",
		}, view.Case[copies]{
			Formula: "k·δ, which is too small for every ε > 0.",
			With: view.Says(func(q copies) string {
				return fmt.Sprintf("%s·%s.", numeral.Count(1+q.Copies.Copies), numeral.Short(q.Delta))
			}),
			Source: imbalance.Paper + ", Proposition 4",
		})},
	view.Reading[copies]{Name: "counterexample-loss", Label: "five rows: loss", Symbol: "ln P/Q", When: bySmote,
		Range:   known.NotNegative,
		ExactOf: "a count with Laplace noise of the five rows, with the middle one and without it",
		Value:   view.Exactly(func(q copies) float64 { return q.FiveLoss() }),
		Formula: "(1 + 3c)·ε: counts of 1 + 3c and of 0 rows in (-1, 1), published with Laplace noise of ε for one row.",
		With: view.Says(func(q copies) string {
			return fmt.Sprintf("(1 + 3·%s)·%s.", numeral.Count(q.Copies.Copies), numeral.Short(q.Epsilon))
		}),
		Source:  imbalance.Derived,
		Assumes: "Rows at -2.05, -1, 0, 1, 2.05 and one neighbour each; in the neighbouring data the middle one is at 3, as the paper has neighbours, or left out: the count is the same."},
	view.Reading[copies]{Name: "counterexample-promised", Label: "five rows: paper's ε", Symbol: "ε", When: bySmote,
		Range:   known.NotNegative,
		Value:   view.Known(func(q copies) known.Value { return known.Printed(q.FivePromised()) }),
		Formula: "ε·(2^0.4042·c + 1), Theorem 5 in one dimension, where two rows can be nearest and not 1.32.",
		With: view.Says(func(q copies) string {
			return fmt.Sprintf("%s·(1.323·%s + 1).", numeral.Short(q.Epsilon), numeral.Count(q.Copies.Copies))
		}),
		Source: imbalance.Paper + ", Theorem 5"},
	view.Reading[copies]{Name: "epsilon-as-printed-second", Label: "ε in the paper, 2nd form", Symbol: "ε", Goal: known.Lower, When: bySmote,
		Range:   known.NotNegative,
		Value:   view.Known(func(q copies) known.Value { return known.Printed(q.PrintedSecond()) }),
		Remark:  view.Remark(func(q copies, v known.Value) string { return numeral.Short(v.Value/q.Epsilon) + " times" }),
		Formula: "ε·(1+g)·2^(0.4042d)·c/k. The proof has no 1/k.",
		With:    view.Says(copies.printedWords),
		Source:  imbalance.Paper + ", Theorem 5",
		Assumes: "Table 1 prints 213.21 times for d = 25, k = 5, c = 1, g = 0: this form gives 220.26 there, the first 1,102.31, and no other one tried gives 213."},
	view.Reading[copies]{Name: "epsilon-proof", Label: "by the paper's proof", Symbol: "ε", Goal: known.Lower, When: bySmote,
		Range:   known.NotNegative,
		Value:   view.Known(func(q copies) known.Value { return known.Printed(q.Proof()) }),
		Formula: "ε·(k·2^(0.4042d)·c + 1): what the proof of Theorem 5 gives before a factor k is lost.",
		With:    view.Says(copies.printedWords),
		Source:  imbalance.Paper + ", Appendix A.1",
		Assumes: "It is no guarantee either: 2^(0.4042d) bounds nothing in any dimension that is known, and rows at one place are left out."},
	view.Reading[copies]{Name: "group-size-distinct", Label: "if all rows are distinct", Symbol: "k", Style: numeral.Whole, Goal: known.Lower,
		When:    bySmote,
		Range:   known.NotNegative,
		Value:   view.Known(func(q copies) known.Value { return q.DistinctRows() }),
		Formula: "1 + c + c·min(k·K(d), n₁ - 1): no row lies where the record does.",
		With:    view.Says(copies.smoteWords),
		Source:  imbalance.Derived,
		Assumes: "That all rows are distinct is a property of private data, and 3,334 rows of mammography are not: no guarantee can rest on it."},
	view.Reading[copies]{Name: "epsilon-weights", Label: "with a weight instead", Symbol: "ε", Goal: known.Lower,
		Range: known.NotNegative, Level: view.Shown,
		ExactOf: "a learner that guarantees ε with any public weights of at most 1",
		Value:   view.Exactly(func(q copies) float64 { return q.Epsilon }),
		Opens:   view.Says(func(copies) string { return "weights" }),
		Formula: "ε itself: a public weight of c + 1 on the rare class is the same objective as copying, and weights scaled to be at most 1 leave a learner's guarantee as it is.",
		With:    view.Says(func(q copies) string { return fmt.Sprintf("Weights 1 and 1/%s.", numeral.Count(q.Copies.Copies+1)) }),
		Source:  "the view weights",
		Assumes: "Weights cost signal instead: the common class counts for less."},
	view.Reading[copies]{Name: "kissing", Label: "rows around one row", Symbol: "K(d)", Style: numeral.Whole, When: bySmote,
		Range:   known.NotNegative,
		ExactOf: "the dimensions in which the kissing number is proven",
		Value:   view.Known(func(q copies) known.Value { return composition.Kissing(q.Dimension) }),
		Formula: "The most rows that can be nearer to one row than to one another: as many as balls can touch one of their size.",
		With:    view.Says(func(q copies) string { return fmt.Sprintf("In dimension %s.", numeral.Count(q.Dimension)) }),
		Source:  "Conway & Sloane, Sphere Packings, Lattices and Groups, Table 1.5",
		Assumes: "Known exactly in dimensions 1 to 4, 8 and 24; beyond 24 it is at least what it is there."},
	view.Reading[copies]{Name: "kissing-printed", Label: "paper's bound on that", Symbol: "K(d)", When: bySmote,
		Range:   known.NotNegative,
		Value:   view.Known(func(q copies) known.Value { return known.Printed(composition.PrintedKissing(q.Dimension)) }),
		Formula: "2^(0.4042d): the exponent of a bound that holds as d grows, without its constant.",
		With:    view.Says(func(q copies) string { return fmt.Sprintf("d = %s.", numeral.Count(q.Dimension)) }),
		Source:  imbalance.Paper + ", Lemma 6; Kabatiansky & Levenshtein 1978",
		Assumes: "It is below the truth in every dimension up to 24."},
	view.Reading[copies]{Name: "counterexample-delta", Label: "five rows: true δ", Symbol: "δ", When: bySmote,
		Range:   known.Probability,
		ExactOf: "a count with Laplace noise of the five rows, with the middle one and without it",
		Value:   view.Exactly(func(q copies) float64 { e, _ := q.FiveSecond(); return q.FiveDelta(e) }),
		Remark: view.Says(func(q copies) string {
			_, d := q.FiveSecond()
			return "in the paper " + numeral.Short(d)
		}),
		Formula: "1 - e^((ε - shift)/2): the hockey-stick divergence of the two Laplace distributions at the ε of the second form.",
		With: view.Says(func(q copies) string {
			e, d := q.FiveSecond()
			return fmt.Sprintf("It allows (%s, %s), but the loss is %s.", numeral.Short(e), numeral.Short(d), numeral.Short(q.FiveLoss()))
		}),
		Source: imbalance.Derived},
}

// printedDelta returns the slack as printed, which may overflow.
func (q copies) printedDelta() known.Value {
	if d := q.PrintedDelta(); d < 1e308 {
		return known.Printed(d)
	}
	return known.Nothing("beyond all numbers: no guarantee").As(known.AsPrinted)
}

// sizeWords says what the rows are.
func (q copies) sizeWords() string {
	if q.Smote {
		return "worst case"
	}
	return ""
}

const perRow = "ε for every row that is added or removed with one record"

// eitherWay returns the cases of an answer about rows that are invented and about copies.
func eitherWay(invented, copied view.Case[copies]) []view.Case[copies] {
	invented.If, invented.When = "rows are invented", view.Whenever(bySmote)
	return []view.Case[copies]{invented, copied}
}

func (q copies) rowsTimes() string {
	return fmt.Sprintf("%s·%s.", numeral.Count(q.Steps().Value), numeral.Short(q.Epsilon))
}

func (q copies) smoteWords() string {
	return fmt.Sprintf("c = %s, k = %s, d = %s, n₁ = %s.", numeral.Count(q.Copies.Copies), numeral.Count(q.Neighbours),
		numeral.Count(q.Dimension), numeral.Count(q.Minority))
}

func (q copies) printedWords() string {
	return fmt.Sprintf("ε = %s, d = %s, c = %s, k = %s, g = %s.", numeral.Short(q.Epsilon), numeral.Count(q.Dimension),
		numeral.Count(q.Copies.Copies), numeral.Count(q.Neighbours), numeral.Short(q.Excess))
}
