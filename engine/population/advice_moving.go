package population

import (
	"context"
	"maps"
	"time"

	"dpscope/engine/agreement"
	"dpscope/engine/work"
	"dpscope/mechanisms"
)

// quickLooks limits the time spent on budgets before a page of a moving target is drawn: a part of a frame.
const quickLooks = 5 * time.Millisecond

// tracked holds what advice leaves for the next target, by mechanism.
type tracked struct {
	of     Advice // with no target
	tracks map[string]Track
}

// untargeted returns the advice without its target, on which levels do not depend.
func (a Advice) untargeted() Advice {
	a.Target = 0
	return a
}

// Leave keeps the levels that searches have met for the next target of a moving slider, except those of
// failed or unfinished searches.
func (d *Advised) Leave(ctx context.Context) {
	before, _ := work.StartOf[tracked](ctx)
	now := tracked{d.untargeted(), map[string]Track{}}
	if before.of == now.of {
		now.tracks = maps.Clone(before.tracks)
	}
	for name, kind := range d.kinds {
		least, _ := work.Peek[Least](ctx, leastKey(d.of(kind)))
		within, _ := work.Peek[Enclosure](ctx, withinKey(d.of(kind)))
		track := now.tracks[name]
		track.Curve = track.With(least.Curve).With(within.Curve)
		now.tracks[name] = track
	}
	work.LeaveStart(ctx, now)
}

// Quickly returns advice with the least known sufficient budgets, after a few more looks: work.ErrLater
// stands for mechanisms without a known one, and for slower answers. Found is false if the session keeps the
// full advice, or if no target of these people was sought before.
func (d *Advised) Quickly(ctx context.Context) (now *Advised, found bool) {
	before, found := work.StartOf[tracked](ctx)
	if !found || before.of != d.untargeted() || d.kept(ctx) {
		return d, false
	}
	tracks, err := d.closer(ctx, before)
	if err != nil {
		return d, false
	}
	return d.roughly(tracks), true
}

// kept reports whether the session keeps the needs of all mechanisms.
func (d *Advised) kept(ctx context.Context) bool {
	for _, kind := range d.kinds {
		need, found := work.Peek[Least](ctx, leastKey(d.of(kind)))
		if _, enclosed := work.Peek[Enclosure](ctx, withinKey(d.of(kind))); !found || need.Reached() && !need.Any && !enclosed &&
			d.From().Estimates() {
			return false
		}
	}
	return true
}

// closer looks at a few more budgets, if the people are prepared, and leaves the results.
func (d *Advised) closer(ctx context.Context, before tracked) (map[string]Track, error) {
	asked, found := work.Peek[*Asked](ctx, peopleKey{d.People})
	if !found {
		return before.tracks, ctx.Err()
	}
	names := mechanisms.All.Names()
	walks, tracks := make([]Walked, len(names)), make([]Track, len(names))
	for i, name := range names {
		walks[i], tracks[i] = d.walks[name], before.tracks[name]
	}
	tracks, err := asked.Closer(ctx, d.Goal, walks, tracks, quickLooks)
	if err != nil {
		return nil, err
	}
	now := tracked{before.of, map[string]Track{}}
	for i, name := range names {
		now.tracks[name] = tracks[i]
	}
	work.LeaveStart(ctx, now)
	return now.tracks, nil
}

// roughly returns the advice from tracks.
func (d *Advised) roughly(tracks map[string]Track) *Advised {
	now := *d
	now.Rough, now.Needs, now.Within = true, agreement.Needs{}, map[string]*work.Once[Enclosure]{}
	for name, track := range tracks {
		now.Needs[name] = work.Later[agreement.RequiredBudget]()
		if need, found := track.Enough(d.Goal.Target); found {
			now.Needs[name] = work.Given(need)
		}
		now.Within[name] = work.Later[Enclosure]()
	}
	now.every, now.Shares = work.Later[struct{}](), work.Later[Shares]()
	now.Ranked = work.NewOnce(func(ctx context.Context) ([]agreement.Ranked, error) {
		return now.Needs.Rank(ctx, nil)
	})
	now.Then = work.NewOnce(now.fareSoon)
	now.Enough = now.sufficient()
	return &now
}

// fareSoon summarises the people's agreements with the best mechanism, if that was looked at.
func (d *Advised) fareSoon(ctx context.Context) (Summary, error) {
	ranked, err := d.Ranked.Get(ctx)
	if err != nil {
		return Summary{}, err
	}
	values, found := d.walks[ranked[0].Name].Kept(ctx, d.alike(ranked[0].Epsilon), d.Bounded)
	if !found {
		return Summary{}, work.ErrLater
	}
	return d.Looked.Sample.Describe(values), nil
}
