package querynoise

import (
	"context"

	"dpscope/engine/work"
	"dpscope/mechanisms/optimal"
)

// rangesStart is the start for the family of a moved slider.
type rangesStart struct {
	of     optimal.Family
	events []optimal.Event
}

// liveMasses limits the masses of a family that follows a moving slider, so that it is found within a frame.
const liveMasses = 140

// Live returns the question with cells of the noise twice or four times as wide, and unchanged shifts: its
// families are families of the question's own, certified, and found soon. With many groups some neighbours
// share a law meanwhile. live is false without a moving slider or such cells.
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

// coarser returns the question on the finest such cells with few enough masses, and the family sought, with
// as few shared laws as possible.
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
