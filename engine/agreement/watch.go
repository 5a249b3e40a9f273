package agreement

import "dpscope/learners/proof"

// Proven is a bound that a search has proven on its way to an answer; it tells ever better ones to watchers
// of its context (work.Tell).
type Proven struct {
	Sides   []proof.Side // a box on which the class of the record is constant; nil: none
	Epsilon float64      // a budget that suffices for the target; 0: none
}
