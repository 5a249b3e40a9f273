package agreement

import (
	"context"

	"dpscope/engine/work"
	"dpscope/learners/proof"
	"dpscope/mechanisms"
)

// Along is one region under one mechanism at any budget. Whoever asks for the
// least budget of target after target, or walks over the same budgets again,
// gives it a table that the session keeps:
//
//	table, err := agreement.KeptBudgets(ctx, key) // the content of the region and of the mechanism but for its budget
//	need, err := region.Along(maker, table).NeedForExact(ctx, target)
//
// Which budgets are looked at decides an answer to its last digit, so a table
// never changes the walk; it only knows what stands there.
type Along struct {
	r     *Region
	maker mechanisms.Maker
	table *BudgetTable // nil: nothing is remembered
}

// Along returns the region under a mechanism; table may be nil.
func (r *Region) Along(maker mechanisms.Maker, table *BudgetTable) Along {
	return Along{r, maker, table}
}

// KeptBudgets returns the table of the session under a key, which has to tell
// apart regions and everything that defines a mechanism but its budget.
func KeptBudgets(ctx context.Context, key any) (*BudgetTable, error) {
	return work.Do(ctx, work.Simple(key, (*BudgetTable).Bytes, func(context.Context) (*BudgetTable, error) {
		return NewBudgetTable(), nil
	}), nil)
}

// exact is the exact agreement at a budget: the number that is told, and its
// upper end.
func (a Along) exact(ctx context.Context, epsilon float64, laws []mechanisms.Law) (told, high float64, err error) {
	v, err := a.table.remember(budgetKey{epsilon: epsilon}, func() ([2]float64, error) {
		e, err := a.r.Exact(ctx, laws)
		number, _ := e.Number()
		return [2]float64{number, e.High}, err
	})
	return v[0], v[1], err
}

// safe is the mass of the largest proven box at a budget, however thresholds
// are read.
func (a Along) safe(ctx context.Context, epsilon float64, laws []mechanisms.Law, limits proof.Side) (float64, error) {
	v, err := a.table.remember(budgetKey{epsilon: epsilon, box: true, limits: limits}, func() ([2]float64, error) {
		box, err := a.r.LargestBox(ctx, laws, limits)
		return [2]float64{box.Safe}, err
	})
	return v[0], err
}

// grown is the largest proven box itself, which takes long to grow over many
// features.
func (a Along) grown(ctx context.Context, epsilon float64, laws []mechanisms.Law, limits proof.Side) (Certified, error) {
	key := budgetKey{epsilon: epsilon, box: true, limits: limits}
	if box, found := a.table.box(key); found {
		return box, nil
	}
	box, err := a.r.LargestBox(ctx, laws, limits)
	if err == nil {
		a.table.keep(key, box)
	}
	return box, err
}
