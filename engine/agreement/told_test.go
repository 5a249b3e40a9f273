package agreement

import (
	"context"
	"math/rand/v2"
	"testing"

	"dpscope/engine/work"
	"dpscope/learners/proof"
	"dpscope/mechanisms"
)

// heard returns a context and the shares that are reported to it.
func heard(t *testing.T) (context.Context, *[]float64) {
	var shares []float64
	return work.Reporting(t.Context(), func(p work.Progress) { shares = append(shares, p.Share()) }), &shares
}

// neverBack fails where a share is less than the one before, or equals 1.
func neverBack(t *testing.T, what string, shares []float64) {
	t.Helper()
	for i, share := range shares {
		if share >= 1 || i > 0 && share < shares[i-1] {
			t.Fatalf("%s: after %v of it comes %v", what, shares[max(i-1, 0)], share)
		}
	}
}

// The search for a budget tells of every budget that it looks at: while it walks and narrows
// the last step.
func TestNeedsTellOfEveryBudget(t *testing.T) {
	forest := loaded(t, "stroke-forest")
	r := prepare(t, forest.Classifier, forest.Records[0].X, forest.Private...)
	for _, target := range []float64{0.9, 0.9999999} {
		looks := -1 // at the end of the range, to see where that is
		maker := makerOf(t, "laplace-clamped")
		ctx, shares := heard(t)
		_, err := r.NeedForExact(ctx, func(epsilon float64) (mechanisms.Mechanism, error) {
			looks++
			return maker(epsilon)
		}, target)
		if err != nil || len(*shares) != looks || looks < 20 {
			t.Errorf("target %g: told %d times of %d budgets, %v", target, len(*shares), looks, err)
		}
		neverBack(t, "a need", *shares)
		for i, share := range *shares {
			if i > 0 && share == (*shares)[i-1] {
				t.Errorf("target %g: budget %d moves nothing", target, i)
			}
		}
	}
}

// Where a box grows face by face every proof is reported, and every failed one advances the share.
func TestAscentTellsOfEveryProof(t *testing.T) {
	m := makerOf(t, "laplace")
	made, err := m(4)
	if err != nil {
		t.Fatal(err)
	}
	q := Question{Record: []float64{0.5, 0.4, 0.6}, Private: []int{0, 1, 2}}
	ctx, shares := heard(t)
	var laws []mechanisms.Law
	for _, x := range q.Record {
		laws = append(laws, made.At(x))
	}
	g := newGrowth(q, measuredAll(laws), UnitInterval)
	var held []bool
	err = g.ascend(ctx, [][]float64{g.within(0.1), g.within(0)}, func(_ context.Context, sides []proof.Side) (bool, error) {
		held = append(held, sides[0].Low > 0.2 && sides[1].High < 0.7 && sides[2].High-sides[2].Low < 0.4)
		return held[len(held)-1], nil
	})
	if err != nil || len(held) != len(*shares) || len(held) < 100 {
		t.Fatalf("%d proofs, told %d times, %v", len(held), len(*shares), err)
	}
	neverBack(t, "an ascent", *shares)
	for i, held := range held[:len(held)-1] {
		if !held && (*shares)[i+1] == (*shares)[i] {
			t.Errorf("proof %d fails and moves nothing", i)
		}
	}
}

// The paper's search tells of every box that it tests.
func TestPaperSearchTellsOfEveryBox(t *testing.T) {
	forest := loaded(t, "stroke-forest")
	r := prepare(t, forest.Classifier, forest.Records[0].X, forest.Private...)
	ctx, shares := heard(t)
	if _, err := r.PaperSearch(ctx, 0.05, 0.1, rand.New(rand.NewPCG(1, 2))); err != nil || len(*shares) != 500 {
		t.Errorf("told %d times, %v", len(*shares), err)
	}
	neverBack(t, "the paper's search", *shares)
}
