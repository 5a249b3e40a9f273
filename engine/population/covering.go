package population

import (
	"context"
	"math/rand/v2"
	"slices"

	"dpscope/engine/work"
	"dpscope/learners"
	"dpscope/learners/model"
)

// Covering divides the records of a sample into groups as OpenGroups does, and adds records of groups with
// few drawn ones. The records of a group that are looked at are drawn from it without replacement, whatever
// their number; statements about everyone use the records drawn from all (see From.Added).
//
// If the classes of a whole table would be costly, those of the drawn records divide it, and a group without
// drawn records stays unseen.
func (s Sample) Covering(ctx context.Context, m *model.Model, by, truth string) (Sample, *Groups, error) {
	type key struct {
		table     TableKey
		n         int
		seed      uint64
		by, truth string
	}
	type covered struct {
		sample Sample
		groups *Groups
	}
	bytes := func(c covered) int64 { return 1<<10 + 32*int64(len(c.sample.At)) }
	c, err := work.Do(ctx, work.Simple(key{s.Key, s.Len(), s.Seed, by, truth}, bytes, func(ctx context.Context) (covered, error) {
		whole, err := s.everybody(ctx, m, by, truth)
		if err != nil {
			return covered{}, err
		}
		more := s
		if whole != nil {
			more = s.with(s.missing(whole), m.Classifier)
		}
		if by == ByClass {
			return covered{more, more.byAllClasses(m, whole)}, nil
		}
		groups, err := more.OpenGroups(ctx, m, by, truth)
		return covered{more, groups}, err
	}), nil)
	return c.sample, c.groups, err
}

// everybody returns the group of every record of the table, by number; nil for classes that are not asked
// for.
func (s Sample) everybody(ctx context.Context, m *model.Model, by, truth string) ([]int, error) {
	if by == ByClass {
		return s.allClasses(ctx, m.Classifier)
	}
	all := s
	all.At, all.Classes = s.Sample(len(s.Rows), s.Seed).At, nil
	groups, err := all.OpenGroups(ctx, m, by, truth)
	if err != nil {
		return nil, err
	}
	return groups.Of, nil
}

// allClasses returns the classifier's classes of all records of the table; nil if that would take long.
func (s Sample) allClasses(ctx context.Context, c learners.Classifier) ([]int, error) {
	const most = 100_000
	if s.Whole() {
		return s.Classes, nil
	}
	if learners.CapabilitiesOf(c).TakesLong || len(s.Rows) > most {
		return nil, nil
	}
	classes := make([]int, len(s.Rows))
	for i, x := range s.Rows {
		if i%256 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		classes[i] = c.Predict(x)
	}
	return classes, nil
}

// byAllClasses divides records by the classifier's classes, if those of the whole table are known; otherwise
// a class that none of the records has may occur among others.
func (s Sample) byAllClasses(m *model.Model, whole []int) *Groups {
	g := &Groups{By: predicted, Names: classNames(m)}
	if whole == nil {
		g.Of = s.Classes
		return g
	}
	return g.among(s, whole)
}

// missing returns the places of further records: for each group the next of a shuffled table, until the group
// has its equal part of the sample, or enough not to be small. Every group gets at least one, and small ones
// all they have.
func (s Sample) missing(of []int) (places []int) {
	lacking := make([]int, slices.Max(of)+1)
	most := min(max(s.Len()/len(lacking), 1), small)
	for k := range lacking {
		lacking[k] = most
	}
	looked := make([]bool, len(of))
	for _, at := range s.At {
		looked[at] = true
		lacking[of[at]]--
	}
	for _, at := range s.shuffled(len(of)) {
		if k := of[at]; !looked[at] && lacking[k] > 0 {
			lacking[k]--
			places = append(places, at)
		}
	}
	return places
}

// shuffled returns a random order of the table's records, independent of them; made-up records, already
// random, keep their own.
func (s Sample) shuffled(n int) []int {
	if s.Lines != nil {
		return rand.New(rand.NewPCG(s.Seed, 5)).Perm(n)
	}
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	return order
}

// with returns the sample with further records, which stand for their groups alone unless everyone is looked
// at then.
func (s Sample) with(places []int, c learners.Classifier) Sample {
	if len(places) == 0 {
		return s
	}
	drawn := make(map[int]int, len(s.At))
	for i, at := range s.At {
		drawn[at] = i
	}
	classes := s.Classes
	s.At = slices.Sorted(slices.Values(slices.Concat(s.At, places)))
	s.Classes, s.added = make([]int, len(s.At)), make([]bool, len(s.At))
	for i, at := range s.At {
		if k, is := drawn[at]; is {
			s.Classes[i] = classes[k]
		} else {
			s.Classes[i], s.added[i] = c.Predict(s.Rows[at]), true
		}
	}
	if s.Whole() {
		s.added = nil
	}
	return s
}

// Added returns how many of the records looked at stand for their groups alone.
func (s Sample) Added() (n int) {
	for _, is := range s.added {
		if is {
			n++
		}
	}
	return n
}

// From describes the population behind values of the records looked at, with that many draws per value; 0:
// computed.
func (s Sample) From(draws int) From {
	return From{Of: s.Of(), Whole: s.Whole(), Draws: draws, Added: s.added}
}

// Describe summarises values of the records looked at.
func (s Sample) Describe(values []float64) Summary { return describe(values, s.added) }
