package population

import (
	"context"
	"math"
	"math/rand/v2"

	"dpscope/engine/known"
)

// Grouped describes how values are spread in every group, with intervals that hold jointly with the requested
// confidence: each misses with its share of the error (Bonferroni; Miller 1981, sec. 2.2).
type Grouped struct {
	*Groups
	Each       []Summary
	confidence float64
	draws      int // draws per value; 0: values are computed
}

// Describe summarises each group, without intervals; draws is as in From.
func (g *Groups) Describe(values []float64, draws int) Grouped {
	d := Grouped{Groups: g, draws: draws}
	for k := range g.Names {
		d.Each = append(d.Each, Describe(g.only(k, values)))
	}
	return d
}

// Summarise adds intervals, except for groups without estimates: all their records are looked at, and
// computed. draws is as in From. It fails only when ctx ends.
func (g *Groups) Summarise(ctx context.Context, values []float64, draws int, confidence float64, source *rand.PCG) (Grouped, error) {
	d := Grouped{Groups: g, confidence: confidence, draws: draws}
	part := 0
	for k := range g.Names {
		if g.from(k, draws).Estimates() {
			part++
		}
	}
	for k := range g.Names {
		s, err := Summarise(ctx, g.only(k, values), g.from(k, draws), 1-(1-confidence)/float64(max(part, 1)), source)
		if err != nil {
			return d, err
		}
		d.Each = append(d.Each, s)
	}
	return d, nil
}

// from describes the population behind a group's values.
func (g *Groups) from(group, draws int) From {
	return From{Of: g.size(group), Whole: g.Whole(group), Draws: draws}
}

// only returns the values with all but a group's replaced by NaN, each in its place.
func (g *Groups) only(group int, values []float64) []float64 {
	some := make([]float64, len(values))
	for i, v := range values {
		if some[i] = v; g.Of[i] != group {
			some[i] = math.NaN()
		}
	}
	return some
}

// size returns the number of a group's records in the table; 0: unknown or infinite.
func (g *Groups) size(group int) int {
	if g.Sizes == nil {
		return 0
	}
	return g.Sizes[group]
}

// Whole reports whether all records of a group are looked at, and done: then nothing about
// it is estimated, but by draws.
func (g *Groups) Whole(group int) bool {
	return !g.Unfinished && g.Sizes != nil && g.Count(group) == g.Sizes[group]
}

// Say returns a number of a group with its basis: no estimate if the group is whole, otherwise with its
// interval at the joint confidence.
func (d Grouped) Say(group int, v known.Value) known.Value {
	if d.Settled(group) {
		return Settled(v, known.Exact)
	}
	if v.Confidence > 0 {
		v.Confidence = d.confidence
	}
	return v
}

// Settled reports whether nothing about a group is estimated.
func (d Grouped) Settled(group int) bool { return !d.from(group, d.draws).Estimates() }

// AllSettled reports whether nothing about any group is.
func (d Grouped) AllSettled() bool {
	for k := range d.Each {
		if !d.Settled(k) {
			return false
		}
	}
	return true
}

// Least and Most are the groups of the least and the greatest mean among those with
// values; -1 where there are none.
func (d Grouped) Least() int { return d.first(func(a, b float64) bool { return a < b }) }
func (d Grouped) Most() int  { return d.first(func(a, b float64) bool { return a > b }) }

func (d Grouped) first(before func(a, b float64) bool) int {
	at := -1
	for k, s := range d.Each {
		if s.Count > 0 && (at < 0 || before(s.Mean.Value, d.Each[at].Mean.Value)) {
			at = k
		}
	}
	return at
}

// Unseen returns the groups without any value.
func (d Grouped) Unseen() (groups []int) {
	for k, s := range d.Each {
		if s.Count == 0 {
			groups = append(groups, k)
		}
	}
	return groups
}

// Gap returns the difference of the greatest and the least mean. If the groups' intervals hold, it lies
// between the extremes that these allow.
func (d Grouped) Gap() known.Value {
	least, most := d.Least(), d.Most()
	if least < 0 {
		return known.Nothing(noAnswer)
	}
	gap := d.Each[most].Mean.Value - d.Each[least].Mean.Value
	low, high := math.Inf(-1), math.Inf(1)
	lowest, highest := math.Inf(1), math.Inf(-1) // ends of intervals
	for _, s := range d.Each {
		if s.Count == 0 { // an empty group
			lowest, highest = 0, 1
			continue
		}
		m := s.Mean
		low, high = max(low, m.Low), min(high, m.High)
		lowest, highest = min(lowest, m.Low), max(highest, m.High)
	}
	switch {
	case d.AllSettled():
		return known.Exactly(gap)
	case d.confidence == 0:
		return known.Approximated(gap)
	}
	return known.Sampled(gap, max(low-high, 0), highest-lowest, d.confidence)
}
