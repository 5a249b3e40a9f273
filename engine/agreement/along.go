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
// names it by a key, under which the session keeps what is found at each budget.
//
// Which budgets are looked at decides an answer to its last digit, so what is
// remembered never changes the walk; it only tells what stands there.
type Along struct {
	r     *Region
	maker mechanisms.Maker
	key   any
}

// Along returns the region under a mechanism. The key has to tell apart regions and
// everything that defines a mechanism but its budget; nil: nothing is remembered.
func (r *Region) Along(maker mechanisms.Maker, key any) Along { return Along{r, maker, key} }

// budgetKey is what the session keeps something under that was found along budgets.
type budgetKey struct{ along, at any }

// budgetBytes are those of what was found at a budget, a few numbers, with its key and
// its place in the store.
const budgetBytes = 320

// remember looks up what stands at a place along the budgets, or computes it. It takes
// some bytes beyond a few numbers.
func remember[T any](ctx context.Context, a Along, at any, beyond func(T) int64, compute func() (T, error)) (T, error) {
	if a.key == nil {
		return compute()
	}
	return work.Remember(ctx, budgetKey{a.key, at}, func(v T) int64 { return budgetBytes + beyond(v) }, compute)
}

// nothing is what a few numbers take beyond themselves.
func nothing[T any](T) int64 { return 0 }

// Places along the budgets: of the exact agreement, also on a coarser lattice, of the mass
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
	return remember(ctx, a, exactAt{epsilon}, nothing, func() (told, error) {
		e, err := a.r.Exact(ctx, laws)
		number, _ := e.Number()
		return told{number, e.High}, err
	})
}

// safe is the mass of the largest proven box at a budget, however thresholds
// are read.
func (a Along) safe(ctx context.Context, epsilon float64, laws []mechanisms.Law, limits proof.Side) (float64, error) {
	return remember(ctx, a, safeAt{epsilon, limits}, nothing, func() (float64, error) {
		box, err := a.r.LargestBox(ctx, laws, limits)
		return box.Safe, err
	})
}

// grown is the largest proven box itself, which takes long to grow over many
// features.
func (a Along) grown(ctx context.Context, epsilon float64, laws []mechanisms.Law, limits proof.Side) (Certified, error) {
	sides := func(c Certified) int64 { return int64(unsafe.Sizeof(proof.Side{})) * int64(cap(c.Sides)) }
	return remember(ctx, a, grownAt{epsilon, limits}, sides, func() (Certified, error) {
		return a.r.LargestBox(ctx, laws, limits)
	})
}
