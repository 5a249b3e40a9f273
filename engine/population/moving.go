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

// Track holds results along the budgets of one mechanism while the target moves.
type Track struct {
	Curve
	Took time.Duration // duration of the last look; 0: none since the target began to move
}

// nearby is the ratio of two budgets, one missing the target and the other reaching it, that is close enough
// for the eye.
const nearby = 1.125

// Closer looks at further budgets of mechanisms with some known ones, the widest gaps first: until all are
// near, or another look would exceed the given time. So the budgets looked at depend on the clock. All
// results remain true: see Curve.Enough.
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

// levelAt returns the level of a goal at one budget for all private features.
func (a *Asked) levelAt(ctx context.Context, g Goal, m Walked, epsilon float64) (float64, error) {
	s, err := a.look(ctx, m, slices.Repeat([]float64{epsilon}, len(a.p.Private)), coarse)
	if err != nil {
		return math.NaN(), err
	}
	return g.level(s.Low), nil
}

// wantedLook is the budget of a mechanism's next look, and the ratio of the budgets around it.
type wantedLook struct {
	of           int
	epsilon, gap float64
}

// wantedOf returns the looks that narrow the gaps, the widest gap first.
func wantedOf(target float64, walks []Walked, tracks []Track) (wanted []wantedLook) {
	for k, t := range tracks {
		if epsilon, gap := t.next(target, walks[k]); gap > nearby {
			wanted = append(wanted, wantedLook{k, epsilon, gap})
		}
	}
	slices.SortStableFunc(wanted, func(a, b wantedLook) int { return cmp.Compare(b.gap, a.gap) })
	return wanted
}

// next returns a budget between the greatest known one that misses the target and the next, which reaches it,
// and their ratio: where a line between their levels crosses the target, slightly above, to reach it. If none
// is known to reach it, it returns one farther up; the ratio is 0 if there is none.
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
