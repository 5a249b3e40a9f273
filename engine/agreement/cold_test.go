package agreement

import (
	"context"

	"dpscope/learners/proof"
	"dpscope/mechanisms"
)

// What is asked once is asked along nothing: tests do so.

func (r *Region) NeedForBox(ctx context.Context, maker mechanisms.Maker, target float64, limits proof.Side) (Need, error) {
	return r.Along(maker, nil).NeedForBox(ctx, target, limits)
}

func (r *Region) NeedForExact(ctx context.Context, maker mechanisms.Maker, target float64) (Need, error) {
	return r.Along(maker, nil).NeedForExact(ctx, target)
}

func (r *Region) SplitForBox(ctx context.Context, maker mechanisms.Maker, total float64, limits proof.Side) (Split, error) {
	return r.Along(maker, nil).SplitForBox(ctx, total, limits)
}

func (r *Region) SplitForExact(ctx context.Context, maker mechanisms.Maker, total float64) (Split, error) {
	return r.Along(maker, nil).SplitForExact(ctx, total)
}
