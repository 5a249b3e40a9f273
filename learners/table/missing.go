package table

import (
	"errors"
	"fmt"
	"math"
)

// ErrMissing is the reason of RefuseMissing.
var ErrMissing = errors.New("missing values")

// settleByModel leaves to the model the missing values that it fills or takes, and
// takes words that it does not know for missing where they have no place in its order.
func (c *columns) settleByModel(options RecordOptions, s *Survey) {
	for _, col := range c.list {
		taken := col.name != options.Label
		filled := taken
		for k, f := range options.Features {
			if f.source() != col.name {
				continue
			}
			if f.Words != nil && f.Other == nil && (options.Raw || col.values == nil) {
				col.forget(func(word string) bool { return math.IsNaN(f.place(word)) }, c.lines)
			}
			filled = filled && f.Missing != ""
			taken = taken && (filled || options.Gaps != nil && options.Gaps(k))
		}
		if col.missing == 0 || !taken {
			continue
		}
		if filled {
			s.ByModel = append(s.ByModel, Count{col.name, col.missing, col.first})
		} else {
			s.Gaps = append(s.Gaps, Count{col.name, col.missing, col.first})
		}
		col.missing = 0
	}
}

// forget makes cells of some words missing ones.
func (c *column) forget(strange func(word string) bool, lines []int) {
	if c.codes == nil {
		return
	}
	is := make([]bool, len(c.words))
	for k, w := range c.words {
		is[k] = strange(w)
	}
	for i, code := range c.codes {
		if code < 0 || !is[code] {
			continue
		}
		c.codes[i] = -1
		if c.values != nil {
			c.values[i] = math.NaN()
		}
		if c.missing++; c.missing == 1 || lines[i] < c.first {
			c.first = lines[i]
		}
	}
}

// settleMissing drops or fills missing values, or refuses them.
func (c *columns) settleMissing(missing Missing, label string, s *Survey) error {
	lacking := make([]bool, len(c.lines)) // records to leave out
	for _, col := range c.list {
		if col.missing == 0 {
			continue
		}
		s.Missing = append(s.Missing, Count{col.name, col.missing, col.first})
		if col.missing == len(c.lines) && !c.part {
			return fmt.Errorf("column %s has no value at all; values would work, or training without that column", col.name)
		}
		if missing == DropMissing || col.name == label {
			col.mark(lacking)
		}
	}
	switch {
	case len(s.Missing) == 0:
		return nil
	case missing == RefuseMissing:
		return fmt.Errorf("%w: %s; to drop those records or to fill the values would work", ErrMissing, counts(s.Missing))
	case missing == FillMissing:
		for _, col := range c.list {
			if col.missing > 0 && col.name != label {
				if !col.fill(c.learnt(col)) {
					return fmt.Errorf("column %s has no value in the records to train on; to drop it would work", col.name)
				}
				s.Filled = true
			}
		}
	}
	mask := make([]bool, len(lacking))
	for i, l := range lacking {
		mask[i] = !l
		if l {
			s.Dropped++
		}
	}
	c.keep(mask)
	return nil
}

func (c *column) mark(lacking []bool) {
	for i := range lacking {
		if c.values != nil && math.IsNaN(c.values[i]) || c.values == nil && c.codes[i] < 0 {
			lacking[i] = true
		}
	}
}

// fill replaces missing numbers by the mean and missing words by the most frequent word, both taken from the
// records that learnt holds; it reports false if they have no value.
func (c *column) fill(learnt *column) bool {
	if c.values != nil {
		mean := learnt.mean()
		if math.IsNaN(mean) {
			return false
		}
		for i, v := range c.values {
			if math.IsNaN(v) {
				c.values[i] = mean
			}
		}
	}
	if c.codes == nil {
		return true
	}
	word := learnt.frequent()
	for i, k := range c.codes {
		if k < 0 {
			c.codes[i] = word
		}
	}
	return word >= 0
}

// mean returns the mean of the numbers, NaN when there are none.
func (c *column) mean() float64 {
	sum, n := 0.0, 0.0
	for _, v := range c.values {
		if !math.IsNaN(v) {
			sum, n = sum+v, n+1
		}
	}
	return sum / n
}

// frequent returns the most frequent word, the first in order of the alphabet
// among several, and -1 when there is none.
func (c *column) frequent() int32 {
	tally := make([]int, len(c.words))
	for _, k := range c.codes {
		if k >= 0 {
			tally[k]++
		}
	}
	best := -1
	for k, n := range tally {
		if n > 0 && (best < 0 || n > tally[best] || n == tally[best] && c.words[k] < c.words[best]) {
			best = k
		}
	}
	return int32(best)
}
