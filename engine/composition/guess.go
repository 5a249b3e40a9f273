package composition

import (
	"context"
	"math"

	"dpscope/engine/known"
	"dpscope/engine/num/normal"
	"dpscope/engine/work"
	"dpscope/mechanisms/accounting"
)

// Guess is the success of an attacker who sees all steps and guesses whether a record took part, at even
// prior odds.
type Guess struct {
	Right known.Value // success rate: (1 + δ(0))/2 of the whole run
	Wrong known.Value // error rate, with all its digits when small
}

// guessKey names a guess in a session's store.
type guessKey struct{ of Budget }

// Guess encloses what the whole privacy loss distribution of the run allows, which is much less than its
// single (ε, δ) does. It does not depend on δ.
func (b Budget) Guess(ctx context.Context) (Guess, error) {
	b.Delta = leastCurve
	if wrong, found := b.wrong(); found {
		return Guess{known.Exactly(1 - wrong), known.Exactly(wrong)}, nil
	}
	size := func(Guess) int64 { return 400 }
	return work.Reported(ctx, guessKey{b}, size, func(ctx context.Context) (Guess, error) {
		c, err := accounting.Losses{Accuracy: accounting.Coarse}.Curve(ctx, b.event(), b.Delta)
		if err != nil {
			return Guess{}, err
		}
		return b.within(c.Attack().Right(0.5)), nil
	})
}

// within combines a curve's bound, which is void if losses overflow, with half of the overlap of both laws,
// which bounds the error rate from above (Bhattacharyya's bound).
func (b Budget) within(right known.Value) Guess {
	low, high, wrong := right.Low, right.High, math.Exp(b.run().LogAffinity())/2
	if math.IsNaN(high) {
		high = 1
	}
	if !(1-low > wrong) && !math.IsNaN(low) {
		wrong = 1 - low
	}
	return Guess{known.Enclosed(high, min(1-wrong, high), high), known.Enclosed(wrong, min(1-high, wrong), wrong)}
}

// leastCurve is a slack too small to affect half of 1 + δ(0).
const leastCurve = 1e-8

// wrong returns the error rate of cases with a closed form: a record that never or always takes part, and one
// step.
func (b Budget) wrong() (share float64, found bool) {
	half := math.Sqrt(b.Steps) / (2 * b.Sigma)
	switch {
	case b.Rate == 0:
		return 0.5, true
	case b.Rate == 1:
		return normal.UpperTail(half), true
	case b.Steps == 1:
		return 0.5*(1-b.Rate) + b.Rate*normal.UpperTail(half), true
	}
	return 0, false
}
