package mechanisms

import "dpscope/engine/param"

// All lists the mechanisms.
var All = param.Menu[Mechanism]{
	Name:  "mechanism",
	Label: "mechanism",
	Help:  "How one value of [0, 1] is perturbed before it leaves its owner.",
	Kinds: []param.Kind[Mechanism]{
		laplace, laplaceClamped, laplaceTruncated, laplaceBounded,
		gaussian, gaussianClamped, gaussianPAC, gaussianPACClamped, gaussianPACTight, gaussianClassic,
		pm, sw,
		exponential, exponentialSharp, krr,
	},
}
