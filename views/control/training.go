package control

import (
	"dpscope/engine/composition"
	"dpscope/engine/param"
)

// Controls of a training by noisy steps.
var (
	// Rate is the chance that a record takes part in a step.
	Rate = param.Param{Name: "rate", Symbol: "q", Label: "rate",
		Help: "Sampling rate: the probability with which a record joins the batch of a step (Poisson sampling); it is the batch size over the records, such as 256/60000. Larger is less private.",
		Min:  0, Max: 1, OpenLow: true, Low: 1e-4, High: 1, Default: 0.01, Scale: param.Log}

	// Sigma is the noise of a step.
	Sigma = param.Param{Name: "sigma", Symbol: "σ", Label: "noise",
		Help: "Noise multiplier: the standard deviation of a step's noise, in units of the clip; one record moves its sum by one clip at most. Larger is more private.",
		Min:  composition.LeastSigma, Max: composition.MostSigma, Low: 0.3, High: 30, Default: 1.1, Scale: param.Log, Least: true}

	// Deviations is the distance between two neighbours, in deviations of normal noise.
	Deviations = param.Param{Name: "mu", Symbol: "μ", Label: "deviations",
		Help: "By how many standard deviations of normal noise one person moves what is released.",
		Min:  1e-3, Max: 20, Low: 0.05, High: 6, Default: 1, Scale: param.Log}

	// Steps is the number of steps.
	Steps = param.Param{Name: "steps", Symbol: "T", Label: "steps", Unit: "steps",
		Help: "Number of steps; every one sees the data anew, so more cost more.",
		Min:  1, Max: composition.MostSteps, Low: 1, High: 1e6, Default: 10_000, Scale: param.Count}
)
