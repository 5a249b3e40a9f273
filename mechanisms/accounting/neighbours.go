package accounting

import (
	"fmt"
	"math"

	"dpscope/mechanisms/privacy"
)

// Neighbours returns the neighbours for which a tree is priced; some is false if it releases nothing, and any
// neighbours will do. All events in a tree must have the same neighbours: a record's presence is another
// question than its replacement. The error names two events that do not match, or an invalid number of a
// node.
func Neighbours(e Event) (of privacy.Neighbours, some bool, err error) {
	switch e := e.(type) {
	case Nothing:
		return 0, false, nil
	case Claim:
		return e.Neighbours, true, within(e, "ε and δ", e.Epsilon >= 0 && e.Delta >= 0 && e.Delta <= 1)
	case Normal:
		return e.Neighbours, true, within(e, "a deviation above 0", e.Deviation > 0)
	case Epoch:
		err = within(e, "a whole number of batches from 1 on, a deviation above 0 and a presence from 0 to 1",
			whole(e.Batches) && e.Deviation > 0 && e.Present > 0 && e.Present <= 1)
		return e.Neighbours, true, sized(e, e.Neighbours, err)
	case Drawn:
		err = within(e, "a whole number of draws from 1 on, a deviation above 0 and a chance from 0 to 1",
			whole(e.Draws) && e.Deviation > 0 && e.Chance > 0 && e.Chance <= 1)
		return e.Neighbours, true, sized(e, e.Neighbours, err)
	case Bit:
		return privacy.OneLabel, true, within(e, "ε of 0 or more", e.Epsilon >= 0)
	case Pick:
		return e.Neighbours, true, within(e, "ε of 0 or more", e.Epsilon >= 0)
	case Noise:
		return e.Neighbours, true, nil
	case Local:
		return privacy.AnyTwoValues, true, nil
	case Both:
		return meet(e.First, e.Then)
	case Split:
		return meet(e.Of, e.Or)
	case Times:
		return alone(e.Of, within(e, "a whole number of times from 1 on", whole(e.Count)))
	case Group:
		return alone(e.Of, within(e, "a whole number of rows from 1 on", whole(e.Size)))
	case Sampled:
		return e.neighbours()
	}
	return 0, false, fmt.Errorf("no event: %v", e)
}

// whole reports whether a number counts something.
func whole(count float64) bool {
	return count >= 1 && count <= math.MaxFloat64 && count == math.Trunc(count)
}

// within returns an error for a node with invalid numbers.
func within(e Event, what string, holds bool) error {
	if holds {
		return nil
	}
	return fmt.Errorf("%v is no event: %s would work", e, what)
}

// sized refuses neighbours of different sizes for events that show their batch sizes.
func sized(e Event, of privacy.Neighbours, err error) error {
	if err == nil && of != privacy.OneZeroed && of != privacy.OneReplaced {
		err = fmt.Errorf("%v shows how many records there are: %v or %v would work", e, privacy.OneZeroed, privacy.OneReplaced)
	}
	return err
}

// alone returns the neighbours of a node's inner event.
func alone(of Event, err error) (privacy.Neighbours, bool, error) {
	if err != nil {
		return 0, false, err
	}
	return Neighbours(of)
}

// meet returns the common neighbours of two events in one run.
func meet(a, b Event) (privacy.Neighbours, bool, error) {
	of, some, err := Neighbours(a)
	if err != nil {
		return of, some, err
	}
	or, others, err := Neighbours(b)
	switch {
	case err != nil || !others:
		return of, some, err
	case !some:
		return or, others, nil
	case of != or:
		return of, true, fmt.Errorf("%v is for %v, and %v for %v: one run is priced between neighbours of one kind", a, of, b, or)
	}
	return of, true, nil
}

func (e Sampled) neighbours() (privacy.Neighbours, bool, error) {
	of, some, err := alone(e.Of, within(e, "a rate from 0 to 1", e.Rate >= 0 && e.Rate <= 1))
	want := privacy.OneAdded
	if e.By == FixedSize {
		want = privacy.OneReplaced
	}
	if e.By == Poisson && of == privacy.OneZeroed { // whether it is drawn or counts nothing, the sum is the same
		want = of
	}
	if err == nil && some && of != want {
		err = fmt.Errorf("sampling by %v amplifies between %v, and %v is for %v", e.By, want, e.Of, of)
	}
	return of, some, err
}
