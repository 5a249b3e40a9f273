package population

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"dpscope/engine/known"
)

// GroupSpread describes a Spread's values in every group.
type GroupSpread struct {
	Grouped
	Basis known.Basis // of each value
}

// GroupsDescribed returns every group's spread, without intervals, which solving and unfinished runs do not
// need.
func (d *Surveyed) GroupsDescribed(ctx context.Context) (GroupSpread, error) {
	return d.groups.Get(ctx)
}

// GroupsSummarised returns the same with intervals that hold jointly at 95 %.
func (d *Surveyed) GroupsSummarised(ctx context.Context) (GroupSpread, error) {
	return d.ofGroups.Get(ctx)
}

func (d *Surveyed) describeGroups(ctx context.Context) (GroupSpread, error) {
	values, basis, err := d.spoken(ctx)
	return GroupSpread{d.Looked.Groups.Describe(values, d.drawsOf(basis)), basis}, err
}

func (d *Surveyed) summariseGroups(ctx context.Context) (GroupSpread, error) {
	values, basis, err := d.spoken(ctx)
	if err != nil {
		return GroupSpread{}, err
	}
	all, err := d.Looked.Groups.Summarise(ctx, values, d.drawsOf(basis), surveyConfidence, rand.NewPCG(d.Cohort.Seed, 4))
	return GroupSpread{all, basis}, err
}

// spoken returns the agreements if there are any, else the proven bounds; and their basis.
func (d *Surveyed) spoken(ctx context.Context) ([]float64, known.Basis, error) {
	exact, err := d.exact.Get(ctx)
	if err != nil || Describe(exact).Count > 0 {
		return exact, d.Basis, err
	}
	proven, err := d.certified.Get(ctx)
	return proven, known.AtLeast, err
}

// drawsOf returns the number of draws per value of the basis; 0: computed.
func (d *Surveyed) drawsOf(basis known.Basis) int {
	if basis == known.Estimate {
		return d.Looked.Draws
	}
	return 0
}

// Say returns a number of a group, as a bound if only bounds are known.
func (g GroupSpread) Say(group int, v known.Value) known.Value {
	v = g.Grouped.Say(group, v)
	if g.Basis == known.AtLeast && !v.Missing() {
		return bounding(v, g.Settled(group))
	}
	return v
}

// bounding returns a number made of bounds: a bound itself if they cover all records, otherwise an estimate
// with the lower end of its interval.
func bounding(v known.Value, all bool) known.Value {
	switch {
	case all:
		return v.As(known.AtLeast)
	case v.Confidence > 0:
		v.High = 1
	}
	return v
}

// compared returns a comparison of two groups' means, which bounds do not allow.
func (g GroupSpread) compared(v known.Value) known.Value {
	if g.Basis == known.AtLeast {
		return known.Nothing("of bounds alone nobody can tell who fares worse")
	}
	return v
}

// Gap returns the gap between the groups' means.
func (g GroupSpread) Gap() known.Value { return g.compared(g.Grouped.Gap()) }

// Named returns a group by name.
func (g GroupSpread) Named(group int) known.Value {
	if group < 0 {
		return known.Nothing("no group has an answer yet")
	}
	name := known.Named(g.Names[group], g.Label(group))
	if !g.AllSettled() { // another may be
		name.Basis = known.Estimate
	}
	return g.compared(name)
}

// Lowest divides people by their classes, with the worst-served one.
type Lowest struct {
	Of *Surveyed // of these groups; nil: all have one class
	GroupSpread
}

// LowestClass divides the people looked at by their predicted or their true classes, whichever has the group
// of the lower average.
func (d *Surveyed) LowestClass(ctx context.Context) (Lowest, error) { return d.lowest.Get(ctx) }

func (d *Surveyed) lowestClass(ctx context.Context) (lowest Lowest, err error) {
	for _, by := range []string{ByClass, ByTruth} {
		groups, err := d.Looked.Sample.OpenGroups(ctx, d.Looked.Model, by, d.Truth)
		if err != nil || len(groups.Names) < 2 { // not requested
			continue
		}
		groups.Unfinished = d.Looked.UnderWay
		now := *d
		now.Looked.Groups = groups
		g, err := now.describeGroups(ctx)
		if err != nil {
			return lowest, err
		}
		if least := g.Least(); least >= 0 && (lowest.Of == nil || g.Each[least].Mean.Value < lowest.mean()) {
			lowest = Lowest{&now, g}
		}
	}
	if !d.Quick && lowest.Of != nil {
		lowest.GroupSpread, err = lowest.Of.summariseGroups(ctx)
	}
	return lowest, err
}

// mean returns the average of the lowest group.
func (l Lowest) mean() float64 { return l.Each[l.Least()].Mean.Value }

// Order returns the groups with an answer, the worst-served first.
func (g GroupSpread) Order() (groups []int) {
	for k, s := range g.Each {
		if s.Count > 0 {
			groups = append(groups, k)
		}
	}
	slices.SortStableFunc(groups, func(a, b int) int { return cmp.Compare(g.Each[a].Mean.Value, g.Each[b].Mean.Value) })
	return groups
}
