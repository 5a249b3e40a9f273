package imbalance

import (
	"dpscope/engine/param"
	"dpscope/learners/synth"
	"dpscope/views/control"
)

// SynthWorkloads picks which marginals GEM may measure.
var SynthWorkloads = param.Menu[workload]{Name: "workload", Label: "GEM may measure", Of: "method=gem",
	Help: "Which marginals GEM may measure.",
	Kinds: []param.Kind[workload]{
		control.Option("auto", "by column count", "Triples of up to 40 attributes, and each with the label of more.", RunHere,
			workload{Usual: true}),
		control.Option("label", "each with the label", "A noisy naive Bayes: attributes are independent given the label.", Paper+", appendix",
			workload{Of: synth.Labels}),
		control.Option("triples", "pairs with the label", "Every two attributes with the label.", Paper+", appendix",
			workload{Of: synth.Triples}),
	}}

// workload says which marginals are meant: some, or those of a table's size.
type workload struct {
	Usual bool
	Of    synth.Workload
}
