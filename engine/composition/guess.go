package composition

import (
	"context"
	"math"

	"dpscope/engine/known"
	"dpscope/engine/num/normal"
	"dpscope/engine/work"
	"dpscope/mechanisms/accounting"
)

// Guess is what an attacker attains who sees all steps and guesses whether a record took part, which was
// as likely as not beforehand.
type Guess struct {
	Right known.Value // how often it is right: (1 + δ(0))/2 of the whole run
	Wrong known.Value // how often it is wrong, with all its digits where that is little
}

// guessKey names a guess in a session's store.
type guessKey struct{ of Budget }

// Guess encloses what the whole privacy loss distribution of the run allows, which is much less
// than what its one (ε, δ) does. It does not depend on δ.
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

// within is what a curve says, which is nothing where losses overflow, and the overlap of both laws: half of it is the
// most that the attacker is wrong (Bhattacharyya's bound).
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

// leastCurve is a slack far below what moves half of 1 + δ(0).
const leastCurve = 1e-8

// wrong is how often the attacker is wrong where that has a closed form: of a record that never takes part or
// always, and of one step.
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
