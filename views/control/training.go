package control

import "dpscope/engine/param"

// The controls of a training that is seen step by step.
var (
	// Rate is the part of the records that a step sees.
	Rate = param.Param{Name: "q", Symbol: "q", Label: "part drawn",
		Help: "With which probability a record takes part in a step: batch over records, under Poisson sampling (a coin for each record).",
		Min:  0, Max: 1, Low: 1e-4, High: 1, Default: 0.01, Scale: param.Log}

	// Sigma is the noise of a step.
	Sigma = param.Param{Name: "sigma", Symbol: "σ", Label: "noise",
		Help: "Standard deviation of the noise of a step, in units of what a record moves its sum by at most (the clip).",
		Min:  0.01, Max: 1e4, Low: 0.3, High: 30, Default: 1.1, Scale: param.Log, Least: true}

	// Deviations are how far normal noise lets two neighbours be apart.
	Deviations = param.Param{Name: "mu", Symbol: "μ", Label: "deviations",
		Help: "By how many standard deviations of normal noise one person moves what is released.",
		Min:  1e-3, Max: 20, Low: 0.05, High: 6, Default: 1, Scale: param.Log}

	// Steps are how many there are.
	Steps = param.Param{Name: "steps", Symbol: "T", Label: "steps", Unit: "steps",
		Help: "How many steps are taken; every one sees the data anew.",
		Min:  1, Max: 1e9, Low: 1, High: 1e6, Default: 10_000, Scale: param.Count}
)
