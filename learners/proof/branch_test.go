package proof

import (
	"context"
	"errors"
	"testing"
)

func TestBranchProvesOnlyWhatItFinishes(t *testing.T) {
	halve := func(n int) (Verdict, []int) { // a tree of 2ⁿ leaves
		if n == 0 {
			return Verdict{Proven: true}, nil
		}
		return Verdict{}, []int{n - 1, n - 1}
	}
	const nodes = 1<<11 - 1
	if v, err := Branch(t.Context(), 10, nodes, 1, halve); !v.Proven || err != nil {
		t.Errorf("with all the effort it takes: %+v, %v", v, err)
	}
	if v, err := Branch(t.Context(), 10, nodes-1, 1, halve); v.Proven || v.Counterexample != nil || err != nil {
		t.Errorf("with one look too few: %+v, %v", v, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if v, err := Branch(ctx, 10, nodes, 64, halve); v.Proven || !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %+v, %v", v, err)
	}
	if v, _ := Branch(t.Context(), 10, nodes, 1, func(int) (Verdict, []int) { return Verdict{}, nil }); v.Proven {
		t.Error("a box that could not be cut was proven")
	}
}
