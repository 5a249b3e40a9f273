package agreement

import (
	"context"
	"math"

	"dpscope/engine/num/root"
	"dpscope/learners/proof"
	"dpscope/mechanisms"
)

// longestInterval is the box over one private feature: each face goes as far
// as it can by itself.
func (r *Region) longestInterval(ctx context.Context, law mechanisms.Law, limits proof.Side) (Certified, error) {
	x, m := r.Record[r.Private[0]], measured(law)
	reach := m.reach(x)
	var failed error
	face := func(direction, limit float64) float64 {
		return x + direction*furthest(math.Abs(limit-x), func(d float64) bool {
			end := x + direction*d
			v, err := r.Proven(ctx, []proof.Side{{Low: min(x, end), High: max(x, end)}})
			if err != nil {
				failed = err
			}
			return v.Proven
		})
	}
	side := proof.Side{
		Low:  face(-1, min(x, max(limits.Low, reach.Low))),
		High: face(1, max(x, min(limits.High, reach.High))),
	}
	if failed != nil {
		return Certified{}, failed
	}
	mass := m.side(side)
	return Certified{Sides: []proof.Side{side}, Mass: mass, Upper: mass}, nil
}

// furthest returns how far, up to end, something holds that holds at 0.
func furthest(end float64, holds func(float64) bool) float64 {
	if holds(end) {
		return end
	}
	last, _ := root.Border(holds, 0, end, root.Halving{
		Near: func(inside, outside float64) bool { return outside-inside <= 0x1p-52*outside },
	})
	return last
}
