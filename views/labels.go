package views

import (
	"fmt"
	"math"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/num/binomial"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/mechanisms"
)

const (
	labelPaper      = "Bi & Suppakitpaisarn, arXiv:2210.04132"
	labelCorrection = "our correction: the probability factorises over the records, so the mechanism is randomised response at every n and costs ε/2"
)

// Controls shared by the views of private labels.
var (
	labelRecords = param.Param{Name: "n", Symbol: "n", Label: "records", Unit: "records",
		Help: "Number of records whose labels are published.",
		Min:  1, Max: binomial.MaxTrials, Low: 1, High: 1e9, Default: 100, Scale: param.Count}

	ties = param.Menu[bool]{Name: "ties", Label: "a tie",
		Help: "Whether exactly half of the labels kept is a success; it matters for even n only.",
		Kinds: []param.Kind[bool]{
			{Name: "count", Title: "is a success", Help: "Success is at least half kept, as in the paper.",
				Source: labelPaper + ", section III", New: func(param.Values) (bool, error) { return true, nil }},
			{Name: "strict", Title: "is a failure", Help: "Success is more than half kept.",
				Source: "the strict majority", New: func(param.Values) (bool, error) { return false, nil }},
		}}
)

func readLabelFlip(v param.Values) (mechanisms.LabelFlip, error) {
	return mechanisms.NewLabelExponential(v.Get(mechanisms.LabelEpsilon))
}

// option is a kind of a menu that only says which picture to draw.
func option(name, title, help, source string) param.Kind[string] {
	return param.Kind[string]{Name: name, Title: title, Help: help, Source: source,
		New: func(param.Values) (string, error) { return name, nil }}
}

// labelCost is the reading that every view of labels shows: what is claimed
// and what it really costs.
func labelCost(m mechanisms.LabelFlip) engine.Reading {
	return engine.Reading{Name: "epsilon-true", Label: "true privacy cost", Symbol: "ε/2", Value: m.True, Goal: known.Lower,
		Beside: "claim " + numeral.Short(m.Nominal),
		Why: fmt.Sprintf("The exact pure label-DP level is ε/2 = %s/2 = %s: data sets that differ in one label give likelihood ratios e^(ε/2) and e^(-ε/2), "+
			"both attained, and no others, because the normaliser (1 + e^(ε/2))^n does not depend on the labels. The general proof of the exponential "+
			"mechanism charges the nominal ε = %s, twice as much. Randomised response at a true ε of %s is the same mechanism. Source: %s; %s.",
			numeral.Short(m.Nominal), numeral.Short(m.True), numeral.Short(m.Nominal), numeral.Short(m.True), labelPaper, labelCorrection)}
}

func labelFlipChance(m mechanisms.LabelFlip) engine.Reading {
	return engine.Reading{Name: "flip-probability", Label: "each label flips", Symbol: "p", Value: m.Flip, Style: numeral.Percent, Goal: known.Lower,
		Why: fmt.Sprintf("p = 1/(1 + e^(ε/2)) = 1/(1 + e^%s) = %s, independently for every label. (Corollary 5 of the paper prints 1/(1 + e^(1/(2ε))), "+
			"a misprint.) Source: %s, section II.", numeral.Short(m.True), numeral.Short(m.Flip), labelPaper)}
}

func labelContraction(m mechanisms.LabelFlip) engine.Reading {
	return engine.Reading{Name: "contraction", Label: "signal kept, 1 - 2p", Symbol: "1 - 2p", Value: m.Contraction, Goal: known.Higher,
		Why: fmt.Sprintf("1 - 2p = tanh(ε/4) = tanh(%s/4) = %s: the factor on the risk of a symmetric loss with balanced classes. Learning from n noisy labels "+
			"is about as hard as from n·(1 - 2p)² = %s·n clean ones.", numeral.Short(m.Nominal), numeral.Short(m.Contraction), numeral.Short(m.Contraction*m.Contraction))}
}

// chanceOf writes a probability given by its logarithm, however small.
func chanceOf(log float64) string {
	if log > -600 || math.IsInf(log, -1) {
		return numeral.Chance(math.Exp(log))
	}
	return "1e" + numeral.Count(math.Floor(log/math.Ln10))
}

// times writes a ratio: "1.95 times".
func times(ratio float64) string { return numeral.Short(ratio) + " times" }
