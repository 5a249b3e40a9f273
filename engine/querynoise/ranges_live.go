package querynoise

import (
	"context"

	"dpscope/engine/work"
	"dpscope/mechanisms/optimal"
)

// rangesStart is where the family of a moved slider begins.
type rangesStart struct {
	of     optimal.Family
	events []optimal.Event
}

// liveMasses are how many masses are sought at most of a family that follows a moving slider, so that it is found within a frame.
const liveMasses = 140

// Live is the question with cells of the noise twice or four times as wide, and every shift as it is: a family of it is
// one of the question's own, certified, and found soon. Where there are many groups some neighbours share a law meanwhile. None is
// found where no slider moves, or there are no such cells.
func (r Ranges) Live(ctx context.Context) (coarse Ranges, found Found, live bool, err error) {
	coarse, rough, live := r.coarser()
	if !live || !work.Moving(ctx) {
		return coarse, Found{}, false, nil
	}
	if _, known := work.Peek[Found](ctx, rangesKey{r}); known {
		return coarse, Found{}, false, nil
	}
	var near []optimal.Event
	if from, left := work.StartOf[rangesStart](ctx); left {
		near = rough.Lent(from.of, from.events)
	}
	if found, err = findFamily(ctx, coarse.family(), rough, near); err != nil || found.Family == nil {
		return coarse, found, false, err
	}
	work.LeaveStart(ctx, rangesStart{rough, found.Family.Events})
	family, err := coarse.family().Shared(*found.Family)
	found.Family = &family
	return coarse, found, err == nil, err
}

// coarser is the question on the finest such cells with few enough masses, and the family that is sought, in which as few groups
// as may be share a law.
func (r Ranges) coarser() (coarse Ranges, rough optimal.Family, found bool) {
	const joins = 3
	if r.Refused() != nil {
		return r, rough, false
	}
	rough = r.family()
	p, some := rough.Problem, true
	for times := 0; some && times <= joins; times++ {
		sought := rough.Sought()
		for _, by := range []int{1, 2, 4} {
			if by > 1 && (r.Query == optimal.Count || p.Steps%by != 0 || p.Reach%by != 0 || p.Steps/by < 2) ||
				sought/by > liveMasses {
				continue
			}
			r.fine = by
			rough.Steps, rough.Reach, rough.Fine = p.Steps/by, p.Reach/by, by
			return r, rough, true
		}
		rough, some = rough.Joined()
	}
	return r, rough, false
}
