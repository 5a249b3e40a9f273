package imbalance

import (
	"dpscope/engine/param"
	"dpscope/learners/private"
	"dpscope/mechanisms/privacy"
	"dpscope/views/control"
)

const (
	Chaudhuri = "Chaudhuri, Monteleoni & Sarwate 2011, Algorithm 2"
	Derived   = "derived here"
)

// Controls that screens of private learning share.
var (
	FitEpsilon = param.Param{Name: "epsilon", Symbol: "ε", Label: "budget",
		Help: "Privacy budget of the whole fit, where one record may be replaced by any other.",
		Min:  1e-3, Max: 50, Low: 0.05, High: 10, Default: 1, Scale: param.Log, Least: true, Words: privacy.Words}

	Rules = param.Menu[private.Rule]{Name: "rule", Label: "ε split",
		Help: "By which proof ε is split: how much covers the curvature of the fit, which one record changes, and what is left for " +
			"the noise.",
		Kinds: []param.Kind[private.Rule]{
			control.Option("rank1", "the tighter proof", "One record adds a matrix of rank one: ε′ = ε - ln(1 + c·w/(nλ)), and an "+
				"extra ridge where less than half of ε would be left.",
				Derived, private.RankOne),
			control.Option("classic", "the published proof", "As published: ε′ = ε - 2·ln(1 + c·w/(nλ)), and no ridge while anything at "+
				"all is left.", Chaudhuri,
				private.Classic),
		}}
)

// Ridge is the strength of the penalty on the size of the weights.
var Ridge = param.Param{Name: "lambda", Symbol: "λ", Label: "ridge",
	Help: "λ/2 of the squared weights is added to the mean loss: a larger one leaves more of ε for the noise, and biases the fit more. Without it the published algorithm is not private.",
	Min:  0, Max: 100, Low: 1e-6, High: 1, Default: 0.001, Scale: param.Log}

// Goal is the ε that the whole must stay below.
var Goal = param.Param{Name: "target", Symbol: "ε*", Label: "your limit",
	Help: "The ε that all steps together are to keep; the noise and the steps for it stand among the readings.",
	Min:  1e-3, Max: 1000, Low: 0.1, High: 20, Default: 2, Scale: param.Log, Role: param.Target, Words: privacy.Words}

// DescentRate is the share of the records in a batch.
var DescentRate = param.Param{Name: "q", Symbol: "q", Label: "batch",
	Help: "Sampling rate: the probability with which a record joins the batch of a step (Poisson sampling).",
	Min:  1e-5, Max: 1, Low: 0.001, High: 1, Default: 0.1, Scale: param.Log}

// DescentSteps is the number of batches to learn from.
var DescentSteps = param.Param{Name: "steps", Symbol: "T", Label: "steps",
	Help: "Number of noisy steps; more need more noise each.",
	Min:  1, Max: 20000, Low: 10, High: 2000, Default: 100, Scale: param.Count}
