package metric

import (
	"math"

	"dpscope/engine/known"
)

// Metric is one number computed from outcomes; of two classifiers the better has the greater.
type Metric struct {
	Name    string // "balanced-accuracy"
	Title   string // "balanced accuracy"
	Formula string // of TP, FP, FN and TN, or of the metrics before it

	of    func(Outcomes) float64                              // NaN without a value
	share func(Outcomes) (successes, trials float64, ok bool) // its numerator and denominator, if it is a share
}

// The metrics. Each grows with the share of either class that is told rightly,
// while the other stays.
var (
	Accuracy = Metric{Name: "accuracy", Title: "accuracy", Formula: "(TP + TN)/n",
		of:    func(o Outcomes) float64 { return (o.TruePositive + o.TrueNegative) / o.total() },
		share: func(o Outcomes) (float64, float64, bool) { return o.TruePositive + o.TrueNegative, o.total(), true }}
	BalancedAccuracy = Metric{Name: "balanced-accuracy", Title: "balanced accuracy", Formula: "(TP/(TP + FN) + TN/(TN + FP))/2",
		of: func(o Outcomes) float64 { return (o.sensitivity() + o.specificity()) / 2 }}
	Recall = Metric{Name: "recall", Title: "recall", Formula: "TP/(TP + FN)",
		of:    Outcomes.sensitivity,
		share: func(o Outcomes) (float64, float64, bool) { return o.TruePositive, o.positives(), true }}
	Precision = Metric{Name: "precision", Title: "precision", Formula: "TP/(TP + FP), and 0 where nothing is called positive",
		of:    precision,
		share: func(o Outcomes) (float64, float64, bool) { return o.TruePositive, o.called(), o.called() > 0 }}
	F1 = Metric{Name: "f1", Title: "F1", Formula: "2 TP/(2 TP + FP + FN)",
		of: func(o Outcomes) float64 {
			return 2 * o.TruePositive / (2*o.TruePositive + o.FalsePositive + o.FalseNegative)
		}}
	WorstClass = Metric{Name: "worst-class", Title: "worst-class accuracy", Formula: "min(TP/(TP + FN), TN/(TN + FP))",
		of: func(o Outcomes) float64 { return min(o.sensitivity(), o.specificity()) }}
	GeometricMean = Metric{Name: "g-mean", Title: "G-mean", Formula: "√(TP/(TP + FN) · TN/(TN + FP))",
		of: func(o Outcomes) float64 { return math.Sqrt(o.sensitivity() * o.specificity()) }}
	Matthews = Metric{Name: "mcc", Title: "MCC", Formula: "(TP·TN - FP·FN)/√((TP+FP)(TP+FN)(TN+FP)(TN+FN)), and 0 where a factor is 0",
		of: matthews}
)

// Value returns the metric of these records, or none, with the missing class.
func (m Metric) Value(o Outcomes) known.Value {
	v := m.of(o)
	if math.IsNaN(v) {
		return known.Nothing(o.lack())
	}
	return known.Exactly(v)
}

func precision(o Outcomes) float64 {
	if o.total() > 0 && o.called() == 0 {
		return 0
	}
	return o.TruePositive / o.called()
}

// matthews divides by each margin's root, so that no product overflows, and returns a value between -1 and 1
// despite rounding.
func matthews(o Outcomes) float64 {
	denied := o.TrueNegative + o.FalseNegative
	if o.total() > 0 && (o.called() == 0 || denied == 0 || o.positives() == 0 || o.negatives() == 0) {
		return 0
	}
	right := o.TruePositive * o.TrueNegative
	wrong := o.FalsePositive * o.FalseNegative
	return max(-1, min((right-wrong)/math.Sqrt(o.called()*denied)/math.Sqrt(o.positives()*o.negatives()), 1))
}
