package population

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// Goal is a promise to people: a level that must reach a target.
type Goal struct {
	For    GoalKind
	Target float64 // in (0, 1)
	Share  float64 // of people who must reach it, in (0, 1]; for ShareOfPeople
	Groups *Groups // for WorstGroup

	Added []bool // per record, whether it stands for its group alone: then only the worst record's level includes it; nil: none does
}

// GoalKind says whose level it is.
type GoalKind int

const (
	MeanRecord    GoalKind = iota // the mean of the agreements
	FifthRecord                   // their 5th percentile
	WorstRecord                   // the least
	WorstGroup                    // the least of the groups' means
	ShareOfPeople                 // the least agreement of the share that fares best
)

// level returns the level that must reach the target, from the agreements of all records without NaNs. All
// levels rise when an agreement does. NaN: there are none.
func (g Goal) level(values []float64) float64 {
	if g.For == WorstGroup {
		return g.worstGroup(values)
	}
	var known []float64
	for i, v := range values {
		if !math.IsNaN(v) && !g.leavesOut(i) {
			known = append(known, v)
		}
	}
	n := len(known)
	switch {
	case n == 0:
		return math.NaN()
	case g.For == MeanRecord:
		return mean(known)
	}
	return ordered(known, g.rank(n))
}

// leavesOut reports whether statements about everyone exclude a record. The worst record's level includes all
// records looked at.
func (g Goal) leavesOut(record int) bool {
	return g.Added != nil && g.Added[record] && g.For != WorstRecord
}

// rank returns the rank, from 1 for the least, of the agreement that must reach the target.
func (g Goal) rank(n int) int {
	switch g.For {
	case FifthRecord:
		return rank(n, 0.05)
	case ShareOfPeople:
		return n + 1 - rank(n, g.Share)
	}
	return 1
}

// Ends encloses the level of the population behind the values, with the given confidence. It fails only when
// ctx ends.
func (g Goal) Ends(ctx context.Context, values []float64, from From, confidence float64, source *rand.PCG) (low, high float64, err error) {
	switch g.For {
	case MeanRecord:
		s, err := Summarise(ctx, values, from, confidence, source)
		return s.Mean.Low, s.Mean.High, err
	case WorstGroup:
		d, err := g.Groups.Summarise(ctx, values, from.Draws, confidence, source)
		low, high = 1, 1
		for _, s := range d.Each {
			if s.Count == 0 { // an empty group
				low = 0
				continue
			}
			low, high = min(low, s.Mean.Low), min(high, s.Mean.High)
		}
		return low, high, err
	}
	low, high = g.orderedEnds(values, from, 1-confidence)
	return low, high, ctx.Err()
}

// orderedEnds implements Ends for the level of a single record.
func (g Goal) orderedEnds(values []float64, from From, alpha float64) (low, high float64) {
	ends := shares{values, values}
	if from.Draws > 0 {
		if !from.Whole {
			alpha /= 2 // for the draws, and as much for records not drawn
		}
		ends = endsOf(values, from.Draws, alpha)
	}
	above := describe(ends.high, from.Added)
	lows, highs := describe(ends.low, from.Added).Sorted, above.Sorted
	n := len(lows)
	switch {
	case n == 0:
		return 0, 1
	case from.Whole:
		return lows[g.rank(n)-1], highs[g.rank(n)-1]
	}
	drawn, marked := urn{from.Of, n}, g.rank(max(from.Of, 1))
	low, _ = drawn.ordered(lows, marked, g.order(), alpha)
	_, high = drawn.ordered(highs, marked, g.order(), alpha)
	if g.For == WorstRecord && above.Added > 0 {
		high = min(high, above.Worst) // a record that fares no better was met
	}
	return low, high
}

// order returns the order of the quantile that is the level of an endless population.
func (g Goal) order() float64 {
	switch g.For {
	case FifthRecord:
		return 0.05
	case ShareOfPeople:
		return 1 - g.Share
	}
	return 0
}

// ordered returns the k-th least of some values, which it sorts.
func ordered(values []float64, k int) float64 {
	if k == 1 {
		return slices.Min(values)
	}
	slices.Sort(values)
	return values[k-1]
}

// worstGroup returns the least mean among groups with values.
func (g Goal) worstGroup(values []float64) float64 {
	sums, counts := make([]float64, len(g.Groups.Names)), make([]float64, len(g.Groups.Names))
	for i, v := range values {
		if !math.IsNaN(v) {
			sums[g.Groups.Of[i]] += v
			counts[g.Groups.Of[i]]++
		}
	}
	least := math.NaN()
	for k, n := range counts {
		if n > 0 && !(sums[k]/n >= least) {
			least = sums[k] / n
		}
	}
	return least
}

// check says whether the goal can be asked for.
func (g Goal) check() error {
	switch {
	case !(g.Target > 0 && g.Target < 1):
		return fmt.Errorf("target = %g is outside (0, 1)", g.Target)
	case g.For == ShareOfPeople && !(g.Share > 0 && g.Share <= 1):
		return fmt.Errorf("share = %g is outside (0, 1]", g.Share)
	case g.For == WorstGroup && g.Groups == nil:
		return fmt.Errorf("no groups are named; by=%s would work", ByClass)
	}
	return nil
}
