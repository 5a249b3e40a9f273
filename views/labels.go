package views

import (
	"dpscope/engine/num/binomial"
	"dpscope/engine/numeral"
	"dpscope/engine/param"
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
)

// option is a kind of a menu that only says which picture to draw.
func option(name, title, help, source string) param.Kind[string] {
	return param.Kind[string]{Name: name, Title: title, Help: help, Source: source,
		New: func(param.Values) (string, error) { return name, nil }}
}

// times writes a ratio: "1.95 times".
func times(ratio float64) string { return numeral.Short(ratio) + " times" }
