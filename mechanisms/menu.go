package mechanisms

import "dpscope/engine/param"

// All lists the mechanisms.
var All = param.Menu[Mechanism]{
	Name:  "mechanism",
	Label: "mechanism",
	Help:  "How one value of [0, 1] is perturbed before it leaves its owner.",
	Kinds: tagged(
		laplace, laplaceClamped, laplaceTruncated, laplaceBounded,
		gaussian, gaussianClamped, gaussianPAC, gaussianPACClamped, gaussianPACTight, gaussianClassic,
		pm, sw,
		exponential, exponentialSharp, krr,
	),
}

// tagged gives each kind the tag of the notion that its mechanism claims.
func tagged(kinds ...param.Kind[Mechanism]) []param.Kind[Mechanism] {
	for i, k := range kinds {
		m, err := k.New(param.Values{}.With(Epsilon, 1)) // every kind has this budget
		if err != nil {
			panic("mechanisms: " + k.Name + ": " + err.Error())
		}
		kinds[i].Tag = m.Privacy().Notion.Tag()
	}
	return kinds
}
