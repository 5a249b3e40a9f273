package imbalance

import (
	"math"
	"slices"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/engine/rareclass"
	"dpscope/learners/metric"
	"dpscope/views/control"
)

// From returns the range of an axis for values of a measure: up to its maximum, and down to guessing or to the least value, in
// steps of a tenth. It is empty where the values decide the range.
func (m Measure) From(values []float64) (low, high float64) {
	if m.Signed {
		return 0, 0
	}
	low = 1.0
	if chance := m.Chance(); chance > 0 {
		low = chance
	}
	for _, v := range values {
		if v < low { // and no NaN
			low = v
		}
	}
	return math.Max(math.Floor(low*10)/10, 0), 1
}

// OfOneClass is the reason why a measure has no value.
const OfOneClass = "no records of one class held out"

// ManySplits begins the assumptions of means over splits.
const ManySplits = control.OverSplits + " "

// Can returns the possible values of a measure.
func (m Measure) Can() known.Range {
	if m.Signed {
		return known.Correlation
	}
	return known.Probability
}

// Measures picks what is drawn.
var Measures = param.Menu[Measure]{Name: "measure", Label: "show",
	Help:  "The measure that is drawn against the budget, and that the answer is about.",
	Kinds: measureKinds()}

// Measure is a number of a fit.
type Measure struct {
	Name, Title, Formula string
	brief                string                               // the formula in few words
	Of                   func(rareclass.Result, bool) float64 // by the public threshold, or a half
	Signed               bool                                 // may be below 0
}

// Measured lists the measures, the default one first.
var Measured = []Measure{
	ofOutcomes(metric.GeometricMean, "G-mean", "high only if both classes are found"), ofOutcomes(metric.Recall, "recall", "share of the rare found"),
	{Name: "auc", Title: "AUC", brief: "how often scores rank right", Formula: "How often a positive record scores higher than a negative one; no threshold changes it",
		Of: func(r rareclass.Result, _ bool) float64 { return r.AUC }},
	ofOutcomes(metric.Precision, "precision", "share of alarms that are true"), ofOutcomes(metric.F1, "F1", "of recall and precision"),
	ofOutcomes(metric.BalancedAccuracy, "balanced accuracy", "mean of both classes' recall"),
	ofOutcomes(metric.WorstClass, "worst-class accuracy", "the lower recall of both"), ofOutcomes(metric.Accuracy, "accuracy", "share that is right"),
	ofOutcomes(metric.Matthews, "MCC", "correlation with the truth"),
}

// Drawn returns the measure for the title of a picture.
func (m Measure) Drawn() string { return m.explained() + ", held-out" }

// explained returns its name with its formula.
func (m Measure) explained() string { return m.Title + " (" + m.brief + ")" }

func ofOutcomes(m metric.Metric, title, brief string) Measure {
	return Measure{Name: m.Name, Title: title, brief: brief, Formula: m.Formula, Signed: m.Name == metric.Matthews.Name,
		Of: func(r rareclass.Result, public bool) float64 {
			if public {
				return m.Value(r.Public).Value
			}
			return m.Value(r.Half).Value
		}}
}

func measureKinds() []param.Kind[Measure] {
	var kinds []param.Kind[Measure]
	for _, m := range Measured {
		kinds = append(kinds, control.Option(m.Name, m.Title, m.Formula+".", "on held-out records", m))
	}
	return kinds
}

// Chance returns the score of guessing; 0 where that depends on the way of guessing.
func (m Measure) Chance() float64 {
	if slices.Contains([]string{"g-mean", "auc", "balanced-accuracy", "worst-class"}, m.Name) {
		return 0.5
	}
	return 0
}

// RunHere is the source of numbers computed by the program itself.
const RunHere = "run here"

// Style returns the style of a measure's numbers.
func (m Measure) Style() numeral.Style {
	if m.Signed || m.Name == "auc" {
		return numeral.Plain
	}
	return numeral.Percent
}
