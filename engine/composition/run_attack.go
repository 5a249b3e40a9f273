package composition

import (
	"context"
	"math"

	"dpscope/mechanisms/accounting"
	"dpscope/mechanisms/privacy"
)

// Attack encloses what an attacker who sees all steps could do, between the neighbours; nothing bounds it from above where
// NotCovered says so. It does not depend on δ. least is the smallest δ that it has to tell apart from nothing.
func (r Run) Attack(ctx context.Context, least, accuracy float64) (privacy.Attack, error) {
	if passes, found := r.plain(); found {
		return r.inOrder(passes), nil
	}
	by := accounting.Losses{Accuracy: accuracy}
	if r.Drawn == Poisson {
		return r.byCoins(ctx, by, least)
	}
	below, err := by.Below(ctx, r.below(), least)
	a := below.Attack()
	if err != nil || r.NotCovered() != "" {
		return a, err
	}
	if r.onceAnEpoch() {
		_, most := r.passes()
		return a.Within(r.inOrder(most)), nil
	}
	if r.Drawn == Weighted {
		return a.Within(by.ToldCurve(r.draws(r.Batch, r.Chance), r.AllSteps(), least).Attack()), nil
	}
	swapped, err := by.Above(ctx, r.swapped(), least)
	told := by.ToldCurve(r.draws(1, r.Share()), r.AllSteps(), least)
	return a.Within(swapped.Attack()).Within(told.Attack()), err
}

// byCoins returns the attack on a run that draws each record by a coin.
func (r Run) byCoins(ctx context.Context, by accounting.Losses, least float64) (privacy.Attack, error) {
	c, err := by.Curve(ctx, r.below(), least)
	if err != nil || r.Neighbours != privacy.OneReplaced {
		return c.Attack(), err
	}
	told := by.ToldCurve(r.draws(1, r.Share()), r.AllSteps(), least)
	return by.Replaced(c, least).Attack().Within(told.Attack()), nil
}

// OneLaw reports whether both ends of a run come from one law, so that they differ by computation alone.
func (r Run) OneLaw() bool {
	_, found := r.plain()
	return found || r.Drawn == Poisson && r.Neighbours != privacy.OneReplaced
}

// inOrder returns the attack on a record that is in one batch in each of that many passes.
func (r Run) inOrder(passes float64) privacy.Attack {
	return privacy.Alike(privacy.NormalTests{Shift: math.Sqrt(passes) / r.moved()})
}

// onceAnEpoch reports whether an order drawn by chance has each record once an epoch.
func (r Run) onceAnEpoch() bool { return r.Drawn == Shuffled || r.Drawn == ShuffledOnce }
