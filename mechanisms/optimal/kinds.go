package optimal

import "dpscope/mechanisms/central"

const source = "Selvi, Liu & Wiesemann, Differential Privacy via Distributionally Robust Optimization"

// Kinds of noise that a program finds.
var (
	Optimised = central.Kind{Name: "optimal", Title: "Optimised", Words: "optimised", Brief: "optimised", NeedsDelta: true,
		Help: "The noise of least expected size that a linear program finds, certified.", Source: source}
	ByRange = central.Kind{Name: "ranges", Title: "Optimised by range", Words: "by range", Brief: "by range", NeedsDelta: true, Ranged: true,
		Help:   "Optimised noise that depends on where the true answer lies.",
		Source: "Selvi, Liu & Wiesemann, section 3 and appendix G"}
)
