package agreement

import (
	"context"
	"unsafe"

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
		return newBudgetTable(), nil
	}), nil)
}

// Keys of a table: of the exact agreement, also on a coarser lattice, of the mass
// of the largest proven box and of that box itself at a budget, and of splits of
// a total.
type (
	exactAt   struct{ epsilon float64 }
	latticeAt struct {
		epsilon float64
		steps   int
	}
	safeAt   boxAt
	grownAt  boxAt
	splitAt  struct{ total float64 }
	boxSplit boxAt
)

type boxAt struct {
	epsilon float64
	limits  proof.Side
}

// told is an agreement: the number that is told of it, and its upper end.
type told struct{ value, high float64 }

// exact is the exact agreement at a budget.
func (a Along) exact(ctx context.Context, epsilon float64, laws []mechanisms.Law) (told, error) {
	return remember(a.table, exactAt{epsilon}, nothing, func() (told, error) {
		e, err := a.r.Exact(ctx, laws)
		number, _ := e.Number()
		return told{number, e.High}, err
	})
}

// safe is the mass of the largest proven box at a budget, however thresholds
// are read.
func (a Along) safe(ctx context.Context, epsilon float64, laws []mechanisms.Law, limits proof.Side) (float64, error) {
	return remember(a.table, safeAt{epsilon, limits}, nothing, func() (float64, error) {
		box, err := a.r.LargestBox(ctx, laws, limits)
		return box.Safe, err
	})
}

// grown is the largest proven box itself, which takes long to grow over many
// features.
func (a Along) grown(ctx context.Context, epsilon float64, laws []mechanisms.Law, limits proof.Side) (Certified, error) {
	sides := func(c Certified) int64 { return int64(unsafe.Sizeof(proof.Side{})) * int64(cap(c.Sides)) }
	return remember(a.table, grownAt{epsilon, limits}, sides, func() (Certified, error) {
		return a.r.LargestBox(ctx, laws, limits)
	})
}
