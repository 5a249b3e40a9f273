package imbalance

import (
	"fmt"
	"math"

	"dpscope/engine"
	"dpscope/engine/imbalance"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/learners/metric"
	"dpscope/views/view"
)

var thresholdReadings = []view.Entry[threshold]{
	ofThreshold(metric.Recall, "recall", "Φ((1-γ)D): the share of the minority above the threshold. It does not depend on r."),
	printedShare("recall-printed", "recall", "(1 + r)·Φ((1-γ)D)", func(p imbalance.Printed) float64 { return p.Recall }),
	view.Reading[threshold]{Name: "fpr", Label: "false alarms", Style: numeral.Percent, Goal: known.Lower,
		Value: view.Exactly(func(q threshold) float64 { return q.FalsePositive(q.gamma) }),
		Why: view.Because(func(q threshold, _ known.Value) engine.Why {
			return engine.Why{Formula: "Φ(-γD): the share of the majority above the threshold.", With: q.place()}
		})},
	ofThreshold(metric.Precision, "alarms that are right", "T/(T + rF) with T the recall and F the share of false alarms; the paper has 1 + r for r."),
	printedShare("precision-printed", "precision", "T/(T + (1+r)F)", func(p imbalance.Printed) float64 { return p.Precision }),
	ofThreshold(metric.F1, "F1", "2T/(1 + T + rF). The paper's T/(T + F/2) knows no r."),
	printedShare("f1-printed", "F1", "T/(T + F/2)", func(p imbalance.Printed) float64 { return p.F1 }),
	ofThreshold(metric.BalancedAccuracy, "balanced accuracy", "(T + 1 - F)/2, best at γ = 1/2 for every r."),
	ofThreshold(metric.GeometricMean, "G-mean", "√(T(1-F)), best at γ = 1/2 for every r."),
	ofThreshold(metric.WorstClass, "worse class", "min(T, 1-F): how much is right of the class that fares worse."),
	ofThreshold(metric.Accuracy, "accuracy", "(T + r(1-F))/(1 + r). Telling nobody to be of the minority has r/(1+r)."),
	ofThreshold(metric.Matthews, "Matthews correlation", "√r·(T - F)/√((T + rF)(1 - T + r(1-F)))."),
	view.Reading[threshold]{Name: "gamma-accuracy", Label: "best for accuracy", Symbol: "γ",
		Value: view.Exactly(func(q threshold) float64 { return q.BestAccuracy() }),
		Why: view.Because(func(q threshold, _ known.Value) engine.Why {
			return engine.Why{Formula: "1/2 + ln(r)/D²: Bayes' threshold, where both mistakes cost the same.",
				With:    fmt.Sprintf("1/2 + ln(%s)/%s² = %s.", numeral.Short(q.Ratio), numeral.Short(q.Separation), numeral.Short(q.BestAccuracy())),
				Assumes: "The paper calls the middle Bayes' threshold, which it is for equal classes only. Weights of one over the frequency bring it back to the middle."}
		})},
	view.Reading[threshold]{Name: "gamma-f1", Label: "best for F1", Symbol: "γ",
		Value: view.Exactly(func(q threshold) float64 { return q.bestF1 }),
		Why: view.Because(func(q threshold, _ known.Value) engine.Why {
			return engine.Why{Formula: "Where rT·φ(γD) = (1 + rF)·φ((1-γ)D), the only place where F1 neither rises nor falls.",
				Assumes: "Where one class is rare it is above 1/2: a smaller γ raises recall and lowers F1. The paper asks for both at γ below 1/2, and for 1/Pr[Y = 1] = 1 + r."}
		})},
	view.Reading[threshold]{Name: "f1-max", Label: "F1 there", Style: numeral.Percent, Goal: known.Higher,
		Value: view.Exactly(func(q threshold) float64 { return metric.F1.Value(q.Outcomes(q.bestF1)).Value }),
		Why: view.Because(func(q threshold, _ known.Value) engine.Why {
			return engine.Why{Formula: "F1 at its best γ: no threshold has more.", With: fmt.Sprintf("At γ = %s.", numeral.Short(q.bestF1))}
		})},
	view.Reading[threshold]{Name: "threshold-sd", Label: "private threshold ±", Symbol: "ν", Unit: "sd", Goal: known.Lower,
		Value:  view.Known(func(q threshold) known.Value { return q.released(known.Exactly(q.deviation)) }),
		Beside: view.Remark(func(q threshold, _ known.Value) string { return q.noisePart() }),
		Why: view.Because(func(q threshold, _ known.Value) engine.Why {
			return engine.Why{Formula: "√(γ²·(1/n₁ + (2Rz/n₁)²) + (1-γ)²·(1/n₀ + (2Rz/n₀)²)), in standard deviations of a class; z is the noise for a sensitivity of 1.",
				With:    fmt.Sprintf("n₁ = %s, n₀ = %s, R = %s.", numeral.Short(q.Minority(q.Mixture)), numeral.Short(q.Records-q.Minority(q.Mixture)), numeral.Short(q.Clip)),
				Source:  paper + ", Proposition 10, whose sampling part lacks 1/4",
				Assumes: "Values are cut to [-R, R] and both class counts are public. (ε, δ) where a record's feature may change; (2ε, 2δ) where its label may, as both means move then."}
		})},
	view.Reading[threshold]{Name: "recall-expected", Label: "recall to expect", Style: numeral.Percent, Goal: known.Higher,
		Value: view.Known(func(q threshold) known.Value {
			recall, _ := q.Expected(q.Mixture, q.gamma)
			return q.released(known.Exactly(recall))
		}),
		Why: view.Because(func(q threshold, _ known.Value) engine.Why { return q.expecting("Φ((1-γ)D/√(1+ν²))") })},
	view.Reading[threshold]{Name: "fpr-expected", Label: "false alarms to expect", Style: numeral.Percent, Goal: known.Lower,
		Value: view.Known(func(q threshold) known.Value {
			_, alarms := q.Expected(q.Mixture, q.gamma)
			return q.released(known.Exactly(alarms))
		}),
		Why: view.Because(func(q threshold, _ known.Value) engine.Why { return q.expecting("Φ(-γD/√(1+ν²))") })},
	view.Reading[threshold]{Name: "error-quantile", Label: "middle errs at most by", Unit: "sd", Goal: known.Lower,
		Value: view.Known(func(q threshold) known.Value { return q.released(q.ErrorQuantile(q.Mixture, q.beta)) }),
		Why: view.Because(func(q threshold, _ known.Value) engine.Why {
			return engine.Why{Formula: "The normal quantile at 1 - β/4 times ν at γ = 1/2: half of β is for the clip.",
				With: fmt.Sprintf("With probability %s at least.", numeral.Percent.Format(1-q.beta)), Assumes: q.clipAssumed()}
		})},
	view.Reading[threshold]{Name: "error-bound", Label: "by the paper's bound", Unit: "sd", Goal: known.Lower,
		Value: view.Known(func(q threshold) known.Value { return q.released(q.ErrorBound(q.Mixture, q.beta)) }),
		Why: view.Because(func(q threshold, _ known.Value) engine.Why {
			return engine.Why{Formula: "√(2 ln(4/β))·ν at γ = 1/2, with probability 1 - β.", Source: paper + ", Proposition 10, which promises 1 - β/2 where its proof has 1 - β",
				Assumes: q.clipAssumed()}
		})},
	view.Reading[threshold]{Name: "error-least", Label: "nobody errs by less", Unit: "sd",
		Value: view.Known(func(q threshold) known.Value { return q.ofClasses(q.ErrorLeast(q.Mixture, q.beta)) }),
		Why: view.Because(func(q threshold, _ known.Value) engine.Why {
			return engine.Why{Formula: "√((1+r)/n₀)/2 times the normal quantile at 1 - β/2: for every estimator, private or not, there is a middle that it misses by this with probability β.",
				Source: paper + ", Proposition 10, whose bound is twice that and holds for no estimator at all"}
		})},
}

// ofThreshold is a measure of the threshold.
func ofThreshold(m metric.Metric, label, formula string) view.Reading[threshold] {
	style := numeral.Percent
	if m.Name == metric.Matthews.Name {
		style = numeral.Plain
	}
	return view.Reading[threshold]{Name: m.Name, Label: label, Style: style, Goal: known.Higher,
		Value: view.Known(func(q threshold) known.Value { return m.Value(q.Outcomes(q.gamma)) }),
		Why: view.Because(func(q threshold, _ known.Value) engine.Why {
			return engine.Why{Formula: formula, With: q.place(), Source: paper + ", Table 4, corrected"}
		})}
}

// printedShare is a share as the paper prints it.
func printedShare(name, of, formula string, value func(imbalance.Printed) float64) view.Reading[threshold] {
	return view.Reading[threshold]{Name: name, Label: of + " as printed",
		When: func(q threshold) bool { return q.printed },
		Value: view.Known(func(q threshold) known.Value {
			v := value(q.Printed(q.gamma))
			if math.IsNaN(v) {
				return known.Nothing("0/0")
			}
			return known.Printed(v)
		}),
		Why: view.Because(func(q threshold, v known.Value) engine.Why {
			return engine.Why{Formula: formula + ".", With: q.place(), Source: paper + ", Table 4",
				Assumes: "It is no share: compare " + of + " beside it."}
		})}
}

// ofClasses is an answer that there is where there are records of either class.
func (q threshold) ofClasses(v known.Value) known.Value {
	if q.alone() {
		return known.Nothing("fewer than one record of the minority")
	}
	return v
}

// released is an answer about the private threshold.
func (q threshold) released(v known.Value) known.Value {
	if q.cuts() {
		v = v.As(known.Estimate)
	}
	return q.ofClasses(v)
}

// cuts reports that what the clip cuts off moves the threshold noticeably, which
// no number here allows for.
func (q threshold) cuts() bool { return math.Abs(q.bias) > q.deviation/100 }

func (q threshold) place() string {
	return fmt.Sprintf("γ = %s, D = %s, r = %s: the threshold lies %s standard deviations beyond the middle.", gamma.Text(q.gamma), numeral.Short(q.Separation),
		numeral.Short(q.Ratio), numeral.Short(q.Mixture.Threshold(q.gamma)))
}

func (q threshold) expecting(formula string) engine.Why {
	return engine.Why{Formula: formula + ": the error of the threshold widens the bells.", With: fmt.Sprintf("ν = %s standard deviations.", numeral.Short(q.deviation)),
		Source: "derived here", Assumes: "Nothing is cut off; the mean over what the noise may be."}
}

// noisePart says what of the threshold's spread is noise.
func (q threshold) noisePart() string {
	if q.alone() {
		return ""
	}
	sampling := q.Release
	sampling.Clip = 0
	without := sampling.Deviation(q.Mixture, q.gamma)
	return numeral.Short(without) + " without noise"
}

func (q threshold) clipAssumed() string {
	least := q.LeastClip(q.Mixture, q.beta)
	if q.Clip >= least {
		return fmt.Sprintf("R = %s is enough for that: from %s on.", numeral.Short(q.Clip), numeral.Up.Short(least))
	}
	return fmt.Sprintf("It is proven for R of %s and more; R = %s may cut a record.", numeral.Up.Short(least), numeral.Short(q.Clip))
}
