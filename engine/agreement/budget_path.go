package agreement

import (
	"context"
	"unsafe"

	"dpscope/engine/work"
	"dpscope/learners/proof"
	"dpscope/mechanisms"
)

// BudgetPath is one region under one mechanism at any budget. Callers that ask for the least budgets of
// several targets, or walk over the same budgets again, give it a key, under which the session keeps the
// result at each budget.
//
// The budgets looked at decide an answer to its last digit, so memory never changes the walk; it only
// supplies values.
type BudgetPath struct {
	r     *Region
	maker mechanisms.Family
	key   any
	width float64 // to which budgets are narrowed, as in root.Bracket; 0: to the last digit
}

// BudgetPath returns the region under a mechanism. The key has to tell apart regions and
// everything that defines a mechanism but its budget; nil: nothing is remembered.
func (r *Region) BudgetPath(maker mechanisms.Family, key any) BudgetPath {
	return BudgetPath{r: r, maker: maker, key: key}
}

// Nearly returns the same question with less effort. Its budgets suffice, and exceed one seen to be too
// little by at most a hundredth; larger budgets are proven to suffice too if that takes no search. Splits
// over two features try FewSplits.
func (a BudgetPath) Nearly() BudgetPath {
	a.width = 0.01 / 4 // a share of the sum of both ends
	return a
}

// nearly reports whether the question is asked with less effort.
func (a BudgetPath) nearly() bool { return a.width > 0 }

// budgetKey is the session's key for a result along budgets.
type budgetKey struct{ along, at any }

// budgetBytes is the size of a result at a budget: a few numbers, its key and its place in the store.
const budgetBytes = 320

// remember looks up the result at a place along the budgets, or computes it; beyond returns its bytes besides
// a few numbers.
func remember[T any](ctx context.Context, a BudgetPath, at any, beyond func(T) int64, compute func() (T, error)) (T, error) {
	if a.key == nil {
		return compute()
	}
	return work.Remember(ctx, budgetKey{a.key, at}, func(v T) int64 { return budgetBytes + beyond(v) }, compute)
}

// nothing says that a result needs no bytes beyond a few numbers.
func nothing[T any](T) int64 { return 0 }

// Places along the budgets: of the exact agreement, also on a coarser lattice, of the mass
// of the largest proven box and of that box itself at a budget, of splits of
// a total, and the budgets that targets need.
type (
	exactAt   struct{ epsilon float64 }
	latticeAt struct {
		epsilon float64
		steps   int
	}
	safeAt   boxAt
	grownAt  boxAt
	splitAt  struct{ total, width float64 }
	boxSplit struct {
		splitAt
		limits proof.Side
	}
	needAt  struct{ target, width float64 }
	boxNeed struct {
		needAt
		limits proof.Side
	}
)

type boxAt struct {
	epsilon float64
	limits  proof.Side
}

// exactMass is an agreement: the number shown, and its upper end.
type exactMass struct{ value, high float64 }

// exact returns the exact agreement at a budget.
func (a BudgetPath) exact(ctx context.Context, l look) (exactMass, error) {
	return remember(ctx, a, exactAt{l.epsilon}, nothing, func() (exactMass, error) {
		ctx, laws, err := l.laws()
		if err != nil {
			return exactMass{}, err
		}
		e, err := a.r.Exact(ctx, laws)
		number, _ := e.Number()
		return exactMass{number, e.High}, err
	})
}

// safe returns the promised mass of the largest proven box at a budget, for either reading of thresholds.
func (a BudgetPath) safe(ctx context.Context, l look, limits proof.Side) (float64, error) {
	return remember(ctx, a, safeAt{l.epsilon, limits}, nothing, func() (float64, error) {
		ctx, laws, err := l.laws()
		if err != nil {
			return 0, err
		}
		box, err := a.r.LargestBox(ctx, laws, limits)
		return box.Safe, err
	})
}

// grown returns the largest proven box, which takes long to grow over many features.
func (a BudgetPath) grown(ctx context.Context, epsilon float64, laws []mechanisms.Law, limits proof.Side) (CertifiedBox, error) {
	sides := func(c CertifiedBox) int64 { return int64(unsafe.Sizeof(proof.Side{})) * int64(cap(c.Sides)) }
	return remember(ctx, a, grownAt{epsilon, limits}, sides, func() (CertifiedBox, error) {
		return a.r.LargestBox(ctx, laws, limits)
	})
}

func (a BudgetPath) splitOfExact(total float64) splitAt { return splitAt{total, a.width} }

func (a BudgetPath) splitOfBox(total float64, limits proof.Side) boxSplit {
	return boxSplit{splitAt{total, a.width}, limits}
}

func (a BudgetPath) needOfExact(target float64) needAt { return needAt{target, a.width} }

func (a BudgetPath) needOfBox(target float64, limits proof.Side) boxNeed {
	return boxNeed{needAt{target, a.width}, limits}
}

// KnowsExact reports whether the session keeps what NeedForExact finds.
func (a BudgetPath) KnowsExact(ctx context.Context, target float64) bool {
	return keeps[RequiredBudget](ctx, a, a.needOfExact(target))
}

// KnowsBox reports whether the session keeps what NeedForBox finds.
func (a BudgetPath) KnowsBox(ctx context.Context, target float64, limits proof.Side) bool {
	return keeps[RequiredBudget](ctx, a, a.needOfBox(target, limits))
}

// KnowsExactSplit reports whether the session keeps what SplitForExact finds.
func (a BudgetPath) KnowsExactSplit(ctx context.Context, total float64) bool {
	return keeps[Split](ctx, a, a.splitOfExact(total))
}

// KnowsBoxSplit reports whether the session keeps what SplitForBox finds.
func (a BudgetPath) KnowsBoxSplit(ctx context.Context, total float64, limits proof.Side) bool {
	return keeps[Split](ctx, a, a.splitOfBox(total, limits))
}

func keeps[T any](ctx context.Context, a BudgetPath, at any) bool {
	_, found := work.Peek[T](ctx, budgetKey{a.key, at})
	return found
}
