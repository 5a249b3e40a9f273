package composition

import (
	"context"
	"math"

	"dpscope/engine/known"
	"dpscope/engine/num/normal"
	"dpscope/engine/work"
	"dpscope/mechanisms/accounting"
	"dpscope/mechanisms/privacy"
)

// Verdict judges a claim about a run, between the named neighbours.
type Verdict int

const (
	NothingClaimed Verdict = iota
	Holds                  // ε is at most the claimed one
	DoesNotHold            // ε is greater
	CannotBeTold           // the claim lies between both ends
	NotCovered             // such a run has no upper end
)

// String returns the word for it in addresses and files.
func (v Verdict) String() string {
	return [...]string{"nothing-claimed", "holds", "does-not-hold", "cannot-be-told", "not-covered"}[v]
}

// Verdict compares the claim with both ends.
func (r Run) Verdict(ctx context.Context) (Verdict, error) {
	v, err := r.Bounds(ctx)
	return r.Judge(v), err
}

// Judge compares the claim with ends that are known.
func (r Run) Judge(v Bounds) Verdict {
	switch {
	case r.Claimed == 0:
		return NothingClaimed
	case v.Low.Number() > r.Claimed, v.Low.Never():
		return DoesNotHold
	case r.NotCovered() != "":
		return NotCovered
	case v.High.Number() <= r.Claimed:
		return Holds
	}
	return CannotBeTold
}

// rightKey names an attacker's right guesses in a session's store.
type rightKey struct{ of Run }

// Right encloses how often an attacker is right who sees all steps and guesses which of both neighbours was
// trained on, as likely as not beforehand: (1 + δ(0))/2. It does not depend on δ.
func (r Run) Right(ctx context.Context) (Bounds, error) {
	r.Delta, r.Claimed = leastCurve, 0
	if r.Neighbours == privacy.OneAdded && r.Drawn != Poisson {
		why := known.Refused(r.NotCovered())
		return Bounds{why, why}, nil
	}
	if r.Drawn == Poisson && r.Neighbours != privacy.OneReplaced {
		g, err := r.budget().Guess(ctx)
		return Bounds{known.OrMore(g.Right.Low), known.OrLess(g.Right.High)}, err
	}
	size := func(Bounds) int64 { return 400 }
	return work.Reported(ctx, rightKey{r}, size, func(ctx context.Context) (Bounds, error) {
		low, high, err := r.advantage(ctx)
		v := Bounds{known.OrMore(privacy.RightGuess(min(low, high))), known.OrLess(privacy.RightGuess(high))}
		if why := r.NotCovered(); why != "" {
			v.High = known.Refused(why)
		}
		return v, err
	})
}

// plain returns the number of passes of a run that is a Gaussian mechanism: the record is in a batch once a pass, whatever was drawn.
func (r Run) plain() (passes float64, found bool) {
	_, most := r.passes()
	count, present := r.Batches()
	once := r.Drawn == Shuffled || r.Drawn == ShuffledOnce
	switch {
	case r.Drawn == FixedOrder, once && count == 1 && present == 1:
		return most, true
	case r.Drawn != Weighted && !once && r.Share() == 1:
		return r.AllSteps(), true
	}
	return 0, false
}

// Wrong encloses how often that attacker is wrong, with all its digits where there is a closed form.
func (r Run) Wrong(ctx context.Context) (known.Value, error) {
	r.Delta, r.Claimed = leastCurve, 0
	if r.Drawn == Poisson && r.Neighbours != privacy.OneReplaced {
		g, err := r.budget().Guess(ctx)
		return g.Wrong, err
	}
	v, err := r.Right(ctx)
	if err != nil || v.Low.Missing() {
		return v.Low, err
	}
	if passes, found := r.plain(); found {
		return known.Exactly(normal.UpperTail(math.Sqrt(passes) / (2 * r.moved()))), nil
	}
	high := v.High.Number()
	if v.High.Missing() {
		high = 1
	}
	return known.Enclosed(1-v.Low.Value, 1-high, 1-v.Low.Value), nil
}

// advantage encloses δ(0).
func (r Run) advantage(ctx context.Context) (low, high float64, err error) {
	least, most := r.passes()
	fixed := func(passes float64) float64 { return 1 - 2*normal.UpperTail(math.Sqrt(passes)/(2*r.moved())) }
	if passes, found := r.plain(); found {
		return fixed(passes), fixed(passes), nil
	}
	once := r.Drawn == Shuffled || r.Drawn == ShuffledOnce
	switch {
	case r.Drawn == Poisson: // 2·δ(0) of one that is taken out
		g, err := r.budget().Guess(ctx)
		return 2*g.Right.Low - 1, min(2*(2*g.Right.High-1), 1), err
	case once && least == 0:
		return 0, fixed(most), nil
	}
	by := accounting.Losses{Accuracy: accounting.Coarse}
	below, err := by.Below(ctx, r.below(), leastCurve)
	if err != nil || once {
		return below(0), fixed(most), err
	}
	above, err := by.Above(ctx, r.below(), leastCurve)
	if err != nil {
		return 0, 0, err
	}
	if high = above(0); r.Drawn == FixedSize {
		swapped, err := by.Above(ctx, r.swapped(), leastCurve)
		if err != nil {
			return 0, 0, err
		}
		high = min(high, swapped(0))
	}
	return below(0), high, nil
}
