package imbalance

import (
	"dpscope/engine/param"
	"dpscope/learners/private"
	"dpscope/views/control"
)

const (
	chaudhuri = "Chaudhuri, Monteleoni & Sarwate 2011, Algorithm 2"
	derived   = "derived here"
)

// Controls that screens of private learning share.
var (
	fitEpsilon = param.Param{Name: "epsilon", Symbol: "ε", Label: "budget",
		Help: "Privacy budget of the whole fit, where one record may be replaced by any other.",
		Min:  1e-3, Max: 50, Low: 0.05, High: 10, Default: 1, Scale: param.Log, Least: true}

	rules = param.Menu[private.Rule]{Name: "rule", Label: "ε split",
		Help: "By which proof ε is split: how much covers the curvature of the fit, which one record changes, and what is left for " +
			"the noise.",
		Kinds: []param.Kind[private.Rule]{
			control.Option("rank1", "the tighter proof", "One record adds a matrix of rank one: ε′ = ε - ln(1 + c·w/(nλ)), and an "+
				"extra ridge where less than half of ε would be left.",
				derived, private.RankOne),
			control.Option("classic", "the published proof", "As published: ε′ = ε - 2·ln(1 + c·w/(nλ)), and no ridge while anything at "+
				"all is left.", chaudhuri,
				private.Classic),
		}}
)
