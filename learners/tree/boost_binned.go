package tree

import (
	"cmp"
	"math"
	"slices"
)

// binned finds cuts between quantiles: it adds up the slopes of each bin of each feature, which takes one pass over the records
// of the smaller child of a node, and what the other has is the difference.
type binned struct {
	dims   int
	cuts   [][]float32 // of each feature: bin k holds values below cut k and not below the one before
	starts []int32     // of each feature: where its bins begin in a table; the last is for what is missing
	bins   []int32     // record by record: places in a table
	rows   []int32     // records, those of a span side by side
	room   []int32
	slopes []slope
	spare  [][]slope // tables to be used again
	size   int       // of a table
}

func newBinned(columns [][]float32, weights []float64, bins int) *binned {
	n := len(columns[0])
	b := &binned{dims: len(columns), bins: make([]int32, n*len(columns)), rows: make([]int32, n), room: make([]int32, n)}
	for f, column := range columns {
		cuts := quantiles(column, weights, bins)
		start := int32(b.size)
		b.cuts, b.starts = append(b.cuts, cuts), append(b.starts, start)
		missing := start + int32(len(cuts)) + 1
		b.size = int(missing) + 1
		for i, v := range column {
			if v != v {
				b.bins[i*b.dims+f] = missing
				continue
			}
			b.bins[i*b.dims+f] = start + upTo(cuts, v)
		}
	}
	return b
}

// upTo is how many cuts are at most v.
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

// quantiles are the values at which a column is cut, at most one fewer than the bins: each different value but the least where these
// are no more than the bins, else values between which about as much weight lies.
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

func (b *binned) begin(slopes []slope) span {
	b.slopes = slopes
	for i := range b.rows {
		b.rows[i] = int32(i)
	}
	s := span{to: len(b.rows), parent: -1, table: b.take()}
	b.fill(s)
	for _, v := range slopes {
		s.sum = s.sum.plus(v)
	}
	return s
}

// take is an empty table.
func (b *binned) take() []slope {
	if n := len(b.spare); n > 0 {
		t := b.spare[n-1]
		b.spare = b.spare[:n-1]
		clear(t)
		return t
	}
	return make([]slope, b.size)
}

func (b *binned) end(s span) { b.spare = append(b.spare, s.table) }

func (b *binned) records(s span) []int32 { return b.rows[s.from:s.to] }

// fill adds up the slopes of a span's records.
func (b *binned) fill(s span) {
	into := s.table
	for _, i := range b.rows[s.from:s.to] {
		v := b.slopes[i]
		for _, k := range b.bins[int(i)*b.dims:][:b.dims] {
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
		for k, cut := range cuts {
			if own[k].h == 0 {
				continue
			}
			passed = passed.plus(own[k])
			best.improve(passed, s.sum, f, k, cut, false)
			if missing.h > 0 {
				best.improve(passed.plus(missing), s.sum, f, k, cut, true)
			}
		}
		if missing.h > 0 { // those that lack it on their own
			best.improve(s.sum.minus(missing), s.sum, f, len(cuts), anyValue, false)
		}
	}
	return best
}

// anyValue is a condition that every value meets.
const anyValue = math.MaxFloat32

// improve is the better of a gain and another cut.
func (best *gain) improve(left, sum slope, feature, place int, condition float32, missingLeft bool) {
	right := sum.minus(left)
	if left.h < boostedCurvature || right.h < boostedCurvature {
		return
	}
	if score := left.score() + right.score(); score > best.score {
		*best = gain{score, feature, place, condition, missingLeft, left}
	}
}

func (b *binned) split(s span, by gain) (l, r span) {
	start := b.starts[by.feature]
	last, missing := start+int32(by.place), start+int32(len(b.cuts[by.feature]))+1
	to, others := s.from, 0
	for _, i := range b.rows[s.from:s.to] {
		if k := b.bins[int(i)*b.dims+by.feature]; k <= last || k == missing && by.missingLeft {
			b.rows[to] = i
			to++
			continue
		}
		b.room[others] = i
		others++
	}
	copy(b.rows[to:s.to], b.room[:others])
	l, r = span{from: s.from, to: to, sum: by.left}, span{from: to, to: s.to, sum: s.sum.minus(by.left)}
	small, large := &l, &r
	if r.to-r.from < l.to-l.from {
		small, large = &r, &l
	}
	small.table, large.table = b.take(), s.table
	b.fill(*small)
	for k, v := range small.table {
		large.table[k].g -= v.g
		large.table[k].h -= v.h
	}
	return l, r
}
