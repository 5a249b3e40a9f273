package agreement

import (
	"context"

	"dpscope/learners/proof"
)

// Proven is something that a search has proven on its way to an answer.
type Proven struct {
	Sides   []proof.Side // a box on which the class of the record is constant; nil: none
	Epsilon float64      // a budget that is enough for the target asked about; 0: none
}

type watchKey struct{}

// Watching returns a context under which searches that may take long tell what
// they have proven so far: bounds on the answers, ever better ones. tell must not
// block, and is called from whatever goroutine searches.
func Watching(ctx context.Context, tell func(Proven)) context.Context {
	return context.WithValue(ctx, watchKey{}, tell)
}

// tell hands over what has been proven, if anyone wants to know.
func tell(ctx context.Context, p Proven) {
	if tell, ok := ctx.Value(watchKey{}).(func(Proven)); ok {
		tell(p)
	}
}
