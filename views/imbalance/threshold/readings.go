package threshold

import (
	"context"
	"fmt"
	"math"
	"slices"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/rareclass"
	"dpscope/learners/metric"
	"dpscope/views/imbalance"
	"dpscope/views/view"
)

// What numbers of this page are exact for.
const (
	ofBells   = "two normal classes of these means and this ratio, and a threshold at γ"
	ofRelease = "n records of two normal classes, of which n/(1 + r) to the nearest are of the minority, clipped and made noisy as declared"
)

var thresholdReadings = slices.Concat(atPosition, thresholdAttackers, placed)

// atPosition declares what the threshold does where it lies, where it is best, and when private.
var atPosition = []view.Entry[threshold]{
	ofThreshold(metric.Recall, "recall at your γ", "Φ((1-γ)D): the share of the minority above the threshold. It does not depend on r."),
	printedShare("recall-printed", "recall", "(1 + r)·Φ((1-γ)D)", func(p rareclass.Printed) float64 { return p.Recall }),
	view.Reading[threshold]{Name: "fpr", Label: "false positive rate", Style: numeral.Percent, Goal: known.Lower,
		Range:   known.Probability,
		ExactOf: ofBells,
		Value:   view.Exactly(func(q threshold) float64 { return q.FalsePositive(q.gamma) }),
		Formula: "Φ(-γD): the share of the majority above the threshold.",
		With:    view.Says(threshold.place)},
	ofThreshold(metric.Precision, "precision at your γ",
		"T/(T + rF) with T the recall and F the false positive rate; the paper has 1 + r for r."),
	printedShare("precision-printed", "precision", "T/(T + (1+r)F)", func(p rareclass.Printed) float64 { return p.Precision }),
	ofThreshold(metric.F1, "F1 at your γ", "2T/(1 + T + rF). The paper's T/(T + F/2) knows no r."),
	printedShare("f1-printed", "F1", "T/(T + F/2)", func(p rareclass.Printed) float64 { return p.F1 }),
	ofThreshold(metric.BalancedAccuracy, "balanced accuracy", "(T + 1 - F)/2, best at γ = 1/2 for every r."),
	ofThreshold(metric.GeometricMean, "G-mean", "√(T(1-F)), best at γ = 1/2 for every r."),
	ofThreshold(metric.WorstClass, "worst-class accuracy", "min(T, 1-F): the accuracy of the class with the lower one."),
	ofThreshold(metric.Accuracy, "accuracy", "(T + r(1-F))/(1 + r). Calling nobody positive scores r/(1+r)."),
	ofThreshold(metric.Matthews, "MCC", "√r·(T - F)/√((T + rF)(1 - T + r(1-F)))."),
	view.Reading[threshold]{Name: "gamma-accuracy", Label: "best γ for accuracy", Symbol: "γ",
		Range: known.Signed, Level: view.Shown,
		ExactOf: ofBells,
		Value:   view.Exactly(func(q threshold) float64 { return q.BestAccuracy() }),
		Formula: "1/2 + ln(r)/D²: Bayes' threshold, where both mistakes cost the same.",
		With: view.Says(func(q threshold) string {
			return fmt.Sprintf("1/2 + ln(%s)/%s² = %s.", numeral.Short(q.Ratio), numeral.Short(q.Separation), numeral.Short(q.BestAccuracy()))
		}),
		Assumes: "The paper calls the middle Bayes' threshold, which it is for equal classes only. Weights of one over the frequency bring it back to the middle."},
	view.Reading[threshold]{Name: "gamma-f1", Label: "best γ for F1", Symbol: "γ",
		Range: known.Signed, Level: view.Answering,
		ExactOf: ofBells,
		Value:   view.Exactly(func(q threshold) float64 { return q.bestF1 }),
		Formula: "Where rT·φ(γD) = (1 + rF)·φ((1-γ)D), the only place where F1 neither rises nor falls.",
		Assumes: "Where one class is rare it is above 1/2: a smaller γ raises recall and lowers F1. The paper asks for both at γ below 1/2, and for 1/Pr[Y = 1] = 1 + r."},
	view.Reading[threshold]{Name: "f1-max", Label: "F1 there", Style: numeral.Percent, Goal: known.Higher,
		Range:   known.Probability,
		ExactOf: ofBells,
		Value:   view.Exactly(func(q threshold) float64 { return metric.F1.Value(q.Outcomes(q.bestF1)).Value }),
		Formula: "F1 at its best γ: no threshold has more.",
		With:    view.Says(func(q threshold) string { return fmt.Sprintf("At γ = %s.", numeral.Short(q.bestF1)) })},
	view.Reading[threshold]{Name: "gamma-sd", Label: "scatter of private γ", Symbol: "ν/D", Goal: known.Lower,
		Range: known.NotNegative, Level: view.Shown,
		ExactOf: ofRelease,
		Value:   ofClasses(func(q threshold) known.Value { return known.Exactly(q.deviation / q.Separation) }),
		Remark:  view.Says(func(q threshold) string { return q.noisePart(q.Separation) }),
		Formula: "ν/D: the standard deviation of the private threshold, where the distance between the means is 1.",
		Source:  imbalance.Derived},
	view.Reading[threshold]{Name: "threshold-sd", Label: "… in sd of a class", Symbol: "ν", Unit: "sd", Goal: known.Lower,
		Range:   known.NotNegative,
		ExactOf: ofRelease,
		Value:   ofClasses(func(q threshold) known.Value { return known.Exactly(q.deviation) }),
		Remark:  view.Says(func(q threshold) string { return q.noisePart(1) }),
		Formula: "√(γ²·(v/n₁ + (2Rz/n₁)²) + (1-γ)²·(v/n₀ + (2Rz/n₀)²)), in standard deviations of a class; v is the variance of a value that is clipped to [-R, R], and z the noise for a sensitivity of 1.",
		With: view.Says(func(q threshold) string {
			return fmt.Sprintf("n₁ = %s, n₀ = %s, R = %s.", numeral.Count(q.counts.Minority), numeral.Count(q.counts.Majority),
				numeral.Short(q.Clip))
		}),
		Source:  imbalance.Paper + ", Proposition 10, whose sampling part lacks 1/4, and v = 1",
		Assumes: "Both class counts are public. (ε, δ) where a record's feature may change, and where its label may, but for what the counts tell of it: both sums move then, each by half as much at most."},
	view.Reading[threshold]{Name: "recall-expected", Label: "expected recall", Style: numeral.Percent, Goal: known.Higher,
		Range:   known.Probability,
		ExactOf: ofRelease,
		Value:   ofClasses(func(q threshold) known.Value { return q.expected().recall }),
		Cases:   expecting("Φ((1-γ)D/√(1+ν²))")},
	view.Reading[threshold]{Name: "fpr-expected", Label: "expected false pos. rate", Style: numeral.Percent, Goal: known.Lower,
		Range:   known.Probability,
		ExactOf: ofRelease,
		Value:   ofClasses(func(q threshold) known.Value { return q.expected().alarms }),
		Cases:   expecting("Φ(-γD/√(1+ν²))")},
	view.Reading[threshold]{Name: "error-quantile", Label: "midpoint error bound", Unit: "sd", Goal: known.Lower,
		Range:  known.NotNegative,
		Value:  ofClasses(func(q threshold) known.Value { return q.ErrorQuantile(q.Mixture, q.beta) }),
		Remark: view.Says(threshold.surely),
		Cases: []view.Case[threshold]{
			ofQuantile("hardly a record is clipped", threshold.keepsAll,
				"The normal quantile at 1 - β/4 times ν at γ = 1/2: half of β is for a record that is clipped."),
			ofQuantile("", nil, "√(2 ln(2/β))·ν at γ = 1/2: the error is a function of normal values whose slope is ν at most."),
		}},
	view.Reading[threshold]{Name: "error-bound", Label: "paper's error bound", Unit: "sd", Goal: known.Lower,
		Range:   known.NotNegative,
		Value:   ofClasses(func(q threshold) known.Value { return q.ErrorBound(q.Mixture, q.beta) }),
		Remark:  view.Says(threshold.surely),
		Formula: "√(2 ln(4/β))·ν at γ = 1/2, of values that are not clipped.",
		With:    view.Says(threshold.clipWords),
		Source:  imbalance.Paper + ", Proposition 10, which states 1 - β/2 where its proof has 1 - β"},
	view.Reading[threshold]{Name: "error-least", Label: "lower bound on the error", Unit: "sd",
		Range:   known.NotNegative,
		Value:   ofClasses(func(q threshold) known.Value { return q.ErrorLeast(q.Mixture, q.beta) }),
		Remark:  view.Says(func(q threshold) string { return numeral.Percent.Format(q.beta) + " of the time" }),
		Formula: "√((1+r)/n₀)/2 times the normal quantile at 1 - β/2: for every estimator, private or not, there is a middle that it misses by this with probability β.",
		Source:  imbalance.Paper + ", Proposition 10, whose bound is twice that and holds for no estimator at all"},
}

// ofThreshold declares a measure of the threshold.
func ofThreshold(m metric.Metric, label, formula string) view.Reading[threshold] {
	style, can, level := numeral.Percent, known.Probability, view.Folded
	switch m.Name {
	case metric.Matthews.Name:
		style, can = numeral.Plain, known.Correlation
	case metric.Precision.Name:
		level = view.Shown
	}
	return view.Reading[threshold]{Name: m.Name, Label: label, Style: style, Goal: known.Higher, ExactOf: ofBells, Range: can, Level: level,
		Value:   view.Known(func(q threshold) known.Value { return m.Value(q.Outcomes(q.gamma)) }),
		Formula: formula,
		With:    view.Says(threshold.place),
		Source:  imbalance.Paper + ", Table 4, corrected"}
}

// printedShare declares a share as the paper prints it.
func printedShare(name, of, formula string, value func(rareclass.Printed) float64) view.Reading[threshold] {
	return view.Reading[threshold]{Name: name, Label: of + " in the paper", Range: known.NotNegative,
		When: func(q threshold) bool { return q.printed },
		Value: view.Known(func(q threshold) known.Value {
			v := value(q.Printed(q.gamma))
			if math.IsNaN(v) {
				return known.Nothing("0/0")
			}
			return known.Printed(v)
		}),
		Formula: formula + ".",
		With:    view.Says(threshold.place),
		Source:  imbalance.Paper + ", Table 4",
		Assumes: "It is no share: compare " + of + " beside it."}
}

// ofClasses makes a Value that needs records of both classes.
func ofClasses(of func(threshold) known.Value) func(context.Context, threshold) (known.Value, error) {
	return view.Known(func(q threshold) known.Value {
		if q.alone() {
			return known.Nothing("a class has no record")
		}
		return of(q)
	})
}

// cuts reports whether clipping moves the threshold noticeably.
func (q threshold) cuts() bool { return math.Abs(q.bias) > q.deviation/100 }

func (q threshold) place() string {
	return fmt.Sprintf("γ = %s, D = %s, r = %s: the threshold lies %s standard deviations beyond the middle.", gamma.Text(q.gamma),
		numeral.Short(q.Separation),
		numeral.Short(q.Ratio), numeral.Short(q.Mixture.Threshold(q.gamma)))
}

// surely says how often an error stays below its bound.
func (q threshold) surely() string {
	return fmt.Sprintf("with probability %s", numeral.Percent.Rounded(1-q.beta, numeral.Down))
}

// expecting explains the expectation of the private threshold, given the explanation for one without clipping.
func expecting(uncut string) []view.Case[threshold] {
	return []view.Case[threshold]{{
		Formula: "The probability that another record of the class lies above the private threshold, by inverting the characteristic function of what lies between them; " + uncut + " where nothing is clipped.",
		With: view.Says(func(q threshold) string {
			return fmt.Sprintf("The threshold lies at %s on average, %s from where γ has it, with ν = %s.",
				numeral.Short(q.Mixture.Threshold(q.gamma)+q.bias), numeral.Short(q.bias), numeral.Short(q.deviation))
		}),
		Source: "derived here; Gil-Pelaez 1951",
	}}
}

// noisePart says which part of the threshold's spread is no noise, in a unit.
func (q threshold) noisePart(unit float64) string {
	if q.alone() {
		return ""
	}
	return numeral.Short(q.Sampling(q.Mixture, q.gamma)/unit) + " without noise"
}

// keepsAll reports whether the clip cuts a record with probability β/2 at most.
func (q threshold) keepsAll() bool { return q.Clip >= q.LeastClip(q.Mixture, q.beta) }

// ofQuantile is a case that explains the error of the middle; when may be nil.
func ofQuantile(in string, when func(threshold) bool, formula string) view.Case[threshold] {
	c := view.Case[threshold]{If: in, Formula: formula, With: view.Says(threshold.clipWords),
		Source:  "derived here; Boucheron, Lugosi & Massart 2013, Theorem 5.6",
		Assumes: "ν is that of values which are not clipped: clipping brings values nearer to one another and leaves the middle in place."}
	if when != nil {
		c.When = view.Whenever(when)
	}
	return c
}

func (q threshold) clipWords() string {
	least := q.LeastClip(q.Mixture, q.beta)
	if q.keepsAll() {
		return fmt.Sprintf("R = %s clips a record with probability β/2 at most: so it is from %s on.", numeral.Short(q.Clip),
			numeral.Up.Short(least))
	}
	return fmt.Sprintf("R = %s may clip a record; from %s on it hardly does.", numeral.Short(q.Clip), numeral.Up.Short(least))
}
