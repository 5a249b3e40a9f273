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
		a, err := r.Attack(ctx, leastCurve, accounting.Coarse)
		if err != nil {
			return Bounds{}, err
		}
		right := a.Right(0.5)
		v := Bounds{known.OrMore(right.Low), known.OrLess(right.High)}
		if why := r.NotCovered(); why != "" {
			v.High = known.Refused(why)
		}
		return v, nil
	})
}

// plain returns the number of passes of a run that is a Gaussian mechanism: the record is in a batch once a pass, whatever was drawn.
func (r Run) plain() (passes float64, found bool) {
	_, most := r.passes()
	count, present := r.Batches()
	switch {
	case r.Drawn == FixedOrder, r.onceAnEpoch() && count == 1 && present == 1:
		return most, true
	case r.Drawn != Weighted && !r.onceAnEpoch() && r.Share() == 1:
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
