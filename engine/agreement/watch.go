package agreement

import "dpscope/learners/proof"

// Proven is something that a search has proven on its way to an answer: bounds, ever
// better ones, which it tells whoever watches its context (work.Tell).
type Proven struct {
	Sides   []proof.Side // a box on which the class of the record is constant; nil: none
	Epsilon float64      // a budget that is enough for the target asked about; 0: none
}
