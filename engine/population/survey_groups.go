package population

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"dpscope/engine/known"
)

// GroupSpread is how what a Spread is of is spread in every group.
type GroupSpread struct {
	Grouped
	Basis known.Basis // of each value
}

// GroupsDescribed is how every group fares, without intervals, which solving and a run that
// goes on do not need.
func (d *Surveyed) GroupsDescribed(ctx context.Context) (GroupSpread, error) {
	return d.groups.Get(ctx)
}

// GroupsSummarised is the same with intervals that hold together at 95 %.
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

// spoken are the agreements where there are any, else the proven bounds; and how they are
// known.
func (d *Surveyed) spoken(ctx context.Context) ([]float64, known.Basis, error) {
	exact, err := d.exact.Get(ctx)
	if err != nil || Describe(exact).Count > 0 {
		return exact, d.Basis, err
	}
	proven, err := d.certified.Get(ctx)
	return proven, known.AtLeast, err
}

// drawsOf is of how many draws a value of the basis is a share; 0: it is computed.
func (d *Surveyed) drawsOf(basis known.Basis) int {
	if basis == known.Estimate {
		return d.Looked.Draws
	}
	return 0
}

// Say is a number of a group, bounded where bounds alone are known.
func (g GroupSpread) Say(group int, v known.Value) known.Value {
	v = g.Grouped.Say(group, v)
	if g.Basis == known.AtLeast && !v.Missing() {
		return bounding(v, g.Settled(group))
	}
	return v
}

// bounding is a number of bounds: a bound itself where they are those of all records,
// else an estimate, of which the lower end is one of an interval's.
func bounding(v known.Value, all bool) known.Value {
	switch {
	case all:
		return v.As(known.AtLeast)
	case v.Confidence > 0:
		v.High = 1
	}
	return v
}

// compared is what two groups' means say of one another, which bounds do not.
func (g GroupSpread) compared(v known.Value) known.Value {
	if g.Basis == known.AtLeast {
		return known.Nothing("of bounds alone nobody can tell who fares worse")
	}
	return v
}

// Gap is that between the groups' means.
func (g GroupSpread) Gap() known.Value { return g.compared(g.Grouped.Gap()) }

// Named is a group by name.
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

// Lowest is people told apart by their classes, of which one fares least.
type Lowest struct {
	Of *Surveyed // of these groups; nil: all have one class
	GroupSpread
}

// LowestClass tells the people looked at apart by their predicted classes or by their true ones,
// whichever has the group of the lower average.
func (d *Surveyed) LowestClass(ctx context.Context) (Lowest, error) { return d.lowest.Get(ctx) }

func (d *Surveyed) lowestClass(ctx context.Context) (lowest Lowest, err error) {
	for _, by := range []string{ByClass, ByTruth} {
		groups, err := d.Looked.Sample.OpenGroups(ctx, d.Looked.Model, by, d.Truth)
		if err != nil || len(groups.Names) < 2 { // nobody asked for them
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

// mean is the average of the lowest group.
func (l Lowest) mean() float64 { return l.Each[l.Least()].Mean.Value }

// Order is the groups with an answer, the least served first.
func (g GroupSpread) Order() (groups []int) {
	for k, s := range g.Each {
		if s.Count > 0 {
			groups = append(groups, k)
		}
	}
	slices.SortStableFunc(groups, func(a, b int) int { return cmp.Compare(g.Each[a].Mean.Value, g.Each[b].Mean.Value) })
	return groups
}
