package agreement

import (
	"context"

	"dpscope/learners/proof"
	"dpscope/mechanisms"
)

// WithLaws is a region under the laws of its private answers. Whoever asks for the
// agreement and for the largest box pays once for what both need. It is for one
// goroutine.
type WithLaws struct {
	r     *Region
	laws  []mechanisms.Law
	cells *cellMasses // of a grid
}

// Under returns the region under one law for each private feature.
func (r *Region) Under(laws []mechanisms.Law) WithLaws {
	u := WithLaws{r: r, laws: laws}
	if r.grid != nil && r.checkLaws(laws) == nil {
		u.cells = r.grid.under(laws)
	}
	return u
}

// Exact is Region.Exact.
func (u WithLaws) Exact(ctx context.Context) (Exact, error) {
	if u.cells == nil {
		return u.r.Exact(ctx, u.laws)
	}
	return u.cells.exact(), nil
}

// LargestBox is Region.LargestBox.
func (u WithLaws) LargestBox(ctx context.Context, limits proof.Side) (CertifiedBox, error) {
	if u.cells == nil {
		return u.r.LargestBox(ctx, u.laws, limits)
	}
	return u.cells.largestBox(limits).rounded(u.laws), nil
}
