package tree

import (
	"cmp"
	"math"
	"slices"
)

// binned finds cuts between quantiles. It sums the slopes of each bin of each feature, which takes one pass
// over the records of a node's smaller child; the other child has the difference. A node that cannot be cut
// has no table.
type binned struct {
	dims   int
	cuts   [][]float32 // per feature: bin k holds values below cut k and not below the one before
	starts []int32     // per feature: where its bins begin in a table; the last bin is for missing values
	bins   []int32     // record by record: places in a table
	depth  int         // greatest number of splits from root to leaf
	rows   []int32     // records, grouped by span
	room   []int32
	slopes []slope
	spare  [][]slope // tables to reuse
	size   int       // of a table
}

func newBinned(columns [][]float32, weights []float64, bins, depth int) *binned {
	n := len(columns[0])
	b := &binned{dims: len(columns), bins: make([]int32, n*len(columns)), rows: make([]int32, n), room: make([]int32, n), depth: depth}
	for f, column := range columns {
		cuts := quantiles(column, weights, bins)
		start := int32(b.size)
		b.cuts, b.starts = append(b.cuts, cuts), append(b.starts, start)
		missing := start + int32(len(cuts)) + 1
		b.size = int(missing) + 1
		for i, v := range column {
			k := missing - start
			if v == v {
				k = upTo(cuts, v)
			}
			b.bins[i*b.dims+f] = start + k
		}
	}
	return b
}

// upTo returns the number of cuts that are at most v.
func upTo(cuts []float32, v float32) int32 {
	low, high := 0, len(cuts)
	for low < high {
		middle := int(uint(low+high) >> 1)
		if cuts[middle] <= v {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return int32(low)
}

// quantiles returns the values at which a column is cut, at most one fewer than the bins: each different
// value except the least if these fit the bins, otherwise values with about equal weight between them.
func quantiles(column []float32, weights []float64, bins int) []float32 {
	type weighed struct {
		value  float32
		weight float64
	}
	var values []float32
	for _, v := range column {
		if v == v {
			values = append(values, v)
		}
	}
	if len(values) == 0 {
		return nil
	}
	slices.Sort(values)
	different := slices.Compact(slices.Clone(values))
	if len(different) <= bins {
		return different[1:]
	}
	var cuts []float32
	add := func(v float32) {
		if v > values[0] && (len(cuts) == 0 || v > cuts[len(cuts)-1]) {
			cuts = append(cuts, v)
		}
	}
	if weights == nil {
		for k := 1; k < bins; k++ {
			add(values[k*len(values)/bins])
		}
		return cuts
	}
	all, sum := make([]weighed, 0, len(values)), 0.0
	for i, v := range column {
		if v == v {
			all, sum = append(all, weighed{v, weights[i]}), sum+weights[i]
		}
	}
	slices.SortFunc(all, func(a, b weighed) int { return cmp.Compare(a.value, b.value) })
	passed, k := 0.0, 1
	for _, w := range all {
		for passed += w.weight; k < bins && passed > float64(k)*sum/float64(bins); k++ {
			add(w.value)
		}
	}
	return cuts
}

func (b *binned) begin(slopes []slope, sum slope) span {
	b.slopes = slopes
	for i := range b.rows {
		b.rows[i] = int32(i)
	}
	s := span{to: len(b.rows), parent: -1, sum: sum}
	if s.divisible(b.depth) {
		s.table = b.take()
		b.fill(s)
	}
	return s
}

// take returns an empty table.
func (b *binned) take() []slope {
	if n := len(b.spare); n > 0 {
		t := b.spare[n-1]
		b.spare = b.spare[:n-1]
		clear(t)
		return t
	}
	return make([]slope, b.size)
}

func (b *binned) end(s span) {
	if s.table != nil {
		b.spare = append(b.spare, s.table)
	}
}

func (b *binned) records(s span) []int32 { return b.rows[s.from:s.to] }

// fill adds up the slopes of a span's records.
func (b *binned) fill(s span) {
	into, dims := s.table, b.dims
	for _, i := range b.rows[s.from:s.to] {
		v := b.slopes[i]
		for _, k := range b.bins[int(i)*dims:][:dims] {
			t := &into[k]
			t.g += v.g
			t.h += v.h
		}
	}
}

func (b *binned) best(s span) (best gain) {
	for f, cuts := range b.cuts {
		own := s.table[b.starts[f]:][:len(cuts)+2]
		missing := own[len(cuts)+1]
		var passed slope
		for k, v := range own[:len(cuts)] {
			if v.h == 0 {
				continue
			}
			passed = passed.plus(v)
			if s.sum.h-passed.h < boostedCurvature {
				break // except for rounding, the rest only falls
			}
			best.improve(passed, s.sum, f, k, cuts[k], false)
			if missing.h > 0 {
				best.improve(passed.plus(missing), s.sum, f, k, cuts[k], true)
			}
		}
		if missing.h > 0 { // records without a value, on their own
			best.improve(s.sum.minus(missing), s.sum, f, len(cuts), anyValue, false)
		}
	}
	return best
}

// anyValue is a condition that every value meets.
const anyValue = math.MaxFloat32

// improve replaces a gain by another cut if that is better.
func (best *gain) improve(left, sum slope, feature, place int, condition float32, missingLeft bool) {
	right := sum.minus(left)
	if left.h < boostedCurvature || right.h < boostedCurvature {
		return
	}
	// Divisions dominate the time; products exclude most cuts with a smaller gain, with room for rounding.
	l, r := left.h+boostedRidge, right.h+boostedRidge
	if left.g*left.g*r+right.g*right.g*l < best.score*(1-1e-12)*(l*r) {
		return
	}
	if score := left.score() + right.score(); score > best.score {
		*best = gain{score, feature, place, condition, missingLeft, left}
	}
}

func (b *binned) split(s span, by gain) (l, r span) {
	l, r = s.parts(s.from+b.part(b.rows[s.from:s.to], &by), by)
	small, large := &l, &r
	if r.to-r.from < l.to-l.from {
		small, large = &r, &l
	}
	smallNeeds, largeNeeds := small.divisible(b.depth), large.divisible(b.depth)
	if smallNeeds || largeNeeds {
		small.table = b.take()
		b.fill(*small)
	}
	if largeNeeds {
		large.table = s.table
		for k, v := range small.table {
			large.table[k].g -= v.g
			large.table[k].h -= v.h
		}
	} else {
		b.end(s)
	}
	if !smallNeeds {
		b.end(*small)
		small.table = nil
	}
	return l, r
}

// part moves the records that a cut sends right behind the others, both in their order, and returns the
// number of the others. It has no branches that a processor could mispredict: it counts bins from the first,
// or from the missing bin if that goes left too, and records that go left give a difference below 0.
func (b *binned) part(rows []int32, by *gain) (left int) {
	bins, dims, room := b.bins[by.feature:], b.dims, b.room[:len(rows)]
	first, last := b.starts[by.feature], b.starts[by.feature]+int32(by.place)
	if by.missingLeft {
		first += int32(len(b.cuts[by.feature])) + 1
	}
	most := uint64(uint32(last-first)) + 1
	for j, i := range rows {
		rows[left], room[j-left] = i, i
		left += int((uint64(uint32(bins[int(i)*dims]-first)) - most) >> 63) // 1 or 0
	}
	copy(rows[left:], room)
	return left
}
