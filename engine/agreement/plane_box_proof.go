package agreement

import (
	"context"
	"math"
	"slices"

	"dpscope/learners/proof"
)

// proven draws the box in by little steps until it is proven, for heights are
// only known to rounding. Faces on a limit or a bin, where an atom may stand,
// stay if it can be helped; and in the end every face is let out again that
// need not have moved.
func (s *planeSearch) proven(ctx context.Context, upper float64) (CertifiedBox, error) {
	full, held := s.settled()
	sides := slices.Clone(full)
	ok, err := s.drawIn(ctx, sides, held, 1e-6)
	if err == nil && !ok {
		ok, err = s.drawIn(ctx, sides, [4]bool{}, 0.5)
	}
	if err == nil && !ok {
		sides = []proof.Side{proof.Only(s.x[0]), proof.Only(s.x[1])}
	}
	for k := range sides {
		for _, wider := range []proof.Side{{Low: full[k].Low, High: sides[k].High}, {Low: sides[k].Low, High: full[k].High}} {
			if err != nil {
				return CertifiedBox{}, err
			}
			was := sides[k]
			sides[k] = wider
			holds, failed := s.r.holds(ctx, sides)
			if err = failed; !holds {
				sides[k] = was
			}
		}
	}
	mass := s.u.side(sides[0]) * s.v.side(sides[1])
	return CertifiedBox{Sides: sides, Mass: mass, Upper: max(upper, mass)}, err
}

// drawIn moves the faces that are not held towards the record, by ever larger
// shares of their distance, until the box is proven.
func (s *planeSearch) drawIn(ctx context.Context, sides []proof.Side, held [4]bool, most float64) (bool, error) {
	full := slices.Clone(sides)
	for share := 0.0; share <= most; share = max(1e-15, 16*share) {
		for k, f := range full {
			sides[k] = f
			if !held[2*k] {
				sides[k].Low += min(s.x[k]-f.Low, 1) * share
			}
			if !held[2*k+1] {
				sides[k].High -= min(f.High-s.x[k], 1) * share
			}
		}
		if holds, err := s.r.holds(ctx, sides); err != nil || holds {
			return holds, err
		}
	}
	return false, nil
}

// settled returns the best box with faces that all but reach a limit or a bin
// put on it, and which faces those are.
func (s *planeSearch) settled() (sides []proof.Side, held [4]bool) {
	const near = 1e-12
	for k, m := range [2]measure{s.u, s.v} {
		side := proof.Side{Low: s.x[k] - s.best[2*k], High: s.x[k] + s.best[2*k+1]}
		lows, highs := []float64{min(s.limits.Low, s.x[k])}, []float64{max(s.limits.High, s.x[k])}
		if m.bins != nil {
			below, above := m.binBeyond(side.Low, -1), m.binBeyond(side.High, 1)
			lows = append(lows, below, m.binBeyond(below, 1))
			highs = append(highs, above, m.binBeyond(above, -1))
		}
		for _, low := range lows {
			if math.Abs(side.Low-low) <= near {
				side.Low, held[2*k] = low, true
			}
		}
		for _, high := range highs {
			if math.Abs(high-side.High) <= near {
				side.High, held[2*k+1] = high, true
			}
		}
		sides = append(sides, side)
	}
	return sides, held
}
