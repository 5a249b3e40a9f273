package accounting

import (
	"context"
	"fmt"

	"dpscope/engine/known"
)

// Accountant prices trees.
type Accountant interface {
	Name() string // "the privacy loss distribution"

	// Price returns the least ε of a tree at a slack delta in [0, 1), or a bound on it. It fails as
	// Neighbours does, with a Refusal, with a Law's error, or when ctx ends.
	Price(ctx context.Context, e Event, delta float64) (known.Value, error)
}

// Bounding is an accountant by closed forms, or nearly: it prices trees without a Law, whose profile may be
// expensive, and needs no context.
type Bounding interface {
	Accountant
	Bound(e Event, delta float64) (known.Value, error)
}

// Refusal says that an accountant has no rule for a node.
type Refusal struct {
	By   string // the accountant's name
	Node Event
	Why  string // ends with what would work
}

func (r *Refusal) Error() string {
	return fmt.Sprintf("%s has no rule for %v: %s", r.By, r.Node, r.Why)
}

// checked reports an invalid question.
func checked(e Event, delta float64) error {
	if !(delta >= 0 && delta < 1) {
		return fmt.Errorf("delta = %g is outside [0, 1)", delta)
	}
	_, _, err := Neighbours(e)
	return err
}
