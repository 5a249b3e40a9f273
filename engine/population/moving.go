package population

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"dpscope/engine/work"
	"dpscope/mechanisms"
)

// Track is what is known along the budgets of one mechanism while the target moves.
type Track struct {
	Curve
	Took time.Duration // the last look; 0: none was made since the target began to move
}

// nearby is the ratio of two budgets, of which one misses the target and the other reaches
// it, that are near enough for the eye.
const nearby = 1.125

// Closer looks at further budgets of mechanisms of which some are known, at those first
// whose budgets are farthest apart: until all are near, or looking longer would take more
// than the time given. Which budgets are looked at depends on the clock. What is known of
// each stays true: see Curve.Enough.
func (a *Asked) Closer(ctx context.Context, g Goal, walks []Walked, tracks []Track, within time.Duration) ([]Track, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	began, tracks := time.Now(), slices.Clone(tracks)
	for {
		wanted, looked := wantedOf(g.Target, walks, tracks), make([]bool, len(walks))
		err := work.Each(ctx, len(wanted), func(ctx context.Context, i int) error {
			k, start := wanted[i].of, time.Now()
			if start.Sub(began)+tracks[k].Took > within {
				return nil
			}
			looked[k] = true
			level, err := a.levelAt(ctx, g, walks[k], wanted[i].epsilon)
			tracks[k] = Track{tracks[k].With(Curve{{wanted[i].epsilon, level}}), time.Since(start)}
			return err
		})
		if err != nil || !slices.Contains(looked, true) {
			return tracks, err
		}
	}
}

// levelAt is the level of a goal at a budget that all private features have alike.
func (a *Asked) levelAt(ctx context.Context, g Goal, m Walked, epsilon float64) (float64, error) {
	values, err := a.Look(ctx, m, slices.Repeat([]float64{epsilon}, len(a.p.Private)))
	if err != nil {
		return math.NaN(), err
	}
	return g.level(values), nil
}

// wantedLook is a budget at which a mechanism is looked at next, and the ratio of those that
// it lies between.
type wantedLook struct {
	of           int
	epsilon, gap float64
}

// wantedOf are the looks that bring what is known nearer, the widest gap first.
func wantedOf(target float64, walks []Walked, tracks []Track) (wanted []wantedLook) {
	for k, t := range tracks {
		if epsilon, gap := t.next(target, walks[k]); gap > nearby {
			wanted = append(wanted, wantedLook{k, epsilon, gap})
		}
	}
	slices.SortStableFunc(wanted, func(a, b wantedLook) int { return cmp.Compare(b.gap, a.gap) })
	return wanted
}

// next is a budget between the greatest known that misses the target and the next, which
// reaches it, and their ratio: where a line between their levels crosses the target, and a
// little above, since what is wanted reaches it. Where none is known to reach it, it is
// one farther up; the ratio is 0 where there is none.
func (t Track) next(target float64, m Walked) (epsilon, gap float64) {
	const beyond, least = 0.1, 0.1
	at := t.reaching(target)
	switch {
	case at == 0 || len(t.Curve) == 0:
		return 0, 0
	case at < 0:
		last, most := t.Curve[len(t.Curve)-1].Epsilon, mechanisms.MostBudget(m.Make)
		if last >= most {
			return 0, 0
		}
		return min(max(farther(last), flat), most), math.Inf(1)
	}
	below, above := t.Curve[at-1], t.Curve[at]
	from := max(below.Epsilon, flat)
	if gap = above.Epsilon / from; gap <= nearby {
		return 0, gap
	}
	share := least
	if rise := above.Level - below.Level; rise > 0 && !math.IsInf(rise, 0) {
		share = min(max((target-below.Level)/rise+beyond, least), 1-least)
	}
	return from * math.Pow(gap, share), gap
}
