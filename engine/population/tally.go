package population

import (
	"bytes"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"math"

	"dpscope/engine/known"
	"dpscope/engine/num/sum"
)

// Tally counts some of the records of a table read in parts. Tallies of parts merge in any order with the
// same outcome.
type Tally struct {
	Total, Lacking int          // records, and those left out because of a missing value
	Outside        int          // records with a private value outside [0, 1], left out or moved
	Of             map[int]bool // the features concerned
	Classes        map[int]int  // records used, by the classifier's class
	Everybody      Faring
	Groups         map[string]*Faring // by the word that divides them, as in the file; empty: no entry
	Many           bool               // too many groups were met, and counting them has stopped
	Skipped        string             // the first reason for a missing value, of the least place
	SkippedAt      Place
	AsNumbers      map[string]bool // columns of ordered words: whether they were read as numbers, or as words
	AsWords        map[string]bool
}

// Faring counts how records keep their predictions, and the proven bounds on that.
type Faring struct{ Records, Proven Counted }

// Counted counts values between 0 and 1, and keeps only what its answers need. The zero Counted is empty.
type Counted struct {
	Count, Reach int // number of values, and of those that reach the target
	Sum          sum.Exact
	Worst        float64
	WorstAt      Place
	Steps        Steps
}

// Place says where a record stands, and its name.
type Place struct {
	File, Line int // the file's place among all, and the line in it
	Name       string
}

// Before reports whether a place is before another.
func (p Place) Before(q Place) bool {
	return p.File < q.File || p.File == q.File && p.Line < q.Line
}

// steps is the number of steps of [0, 1]: a value is counted by its step, and 1 by a step of its own.
const steps = 1 << 16

// Steps counts values by the 65,536th of [0, 1] that they lie in; nil: there are none.
type Steps []uint64

// add counts a value.
func (c *Counted) add(v, target float64, at Place) {
	if math.IsNaN(v) {
		return
	}
	if c.Steps == nil {
		c.Steps = make(Steps, steps+1)
	}
	if c.Count == 0 || v < c.Worst || v == c.Worst && at.Before(c.WorstAt) {
		c.Worst, c.WorstAt = v, at
	}
	c.Count++
	if v >= target {
		c.Reach++
	}
	c.Sum.Add(v)
	c.Steps[int(math.Floor(min(max(v, 0), 1)*steps))]++
}

func (c *Counted) merge(d *Counted) {
	switch {
	case d.Count == 0:
		return
	case c.Steps == nil:
		c.Steps = make(Steps, steps+1)
		c.Worst, c.WorstAt = d.Worst, d.WorstAt
	case d.Worst < c.Worst || d.Worst == c.Worst && d.WorstAt.Before(c.WorstAt):
		c.Worst, c.WorstAt = d.Worst, d.WorstAt
	}
	c.Count, c.Reach = c.Count+d.Count, c.Reach+d.Reach
	c.Sum.Merge(d.Sum)
	for k, n := range d.Steps {
		c.Steps[k] += n
	}
}

// Mean returns the mean of the values.
func (c Counted) Mean() known.Value {
	if c.Count == 0 {
		return known.Nothing(noAnswer)
	}
	return known.Exactly(c.Sum.Value() / float64(c.Count))
}

// Share returns the share of values that reach the target.
func (c Counted) Share() known.Value {
	if c.Count == 0 {
		return known.Nothing(noAnswer)
	}
	return known.Exactly(float64(c.Reach) / float64(c.Count))
}

// Least returns the worst of the values.
func (c Counted) Least() known.Value {
	if c.Count == 0 {
		return known.Nothing(noAnswer)
	}
	return known.Exactly(c.Worst)
}

// Quantile returns the sample quantile of an order between 0 and 1, between the ends of its step.
func (c Counted) Quantile(order float64) known.Value {
	if c.Count == 0 {
		return known.Nothing(noAnswer)
	}
	left := uint64(rank(c.Count, order))
	for k, n := range c.Steps {
		if n >= left {
			low := float64(k) / steps
			return known.Enclosed(low, low, min(low+1.0/steps, 1))
		}
		left -= n
	}
	panic("population: a quantile beyond all values")
}

// mostTold limits the groups counted, far above the allowed number: a refusal can name their number.
const mostTold = 1000

// group returns the counts of a word's records; nil once counting has stopped.
func (t *Tally) group(word string) *Faring {
	if t.Many {
		return nil
	}
	if t.Groups == nil {
		t.Groups = map[string]*Faring{}
	}
	g := t.Groups[word]
	if g == nil {
		if len(t.Groups) == mostTold {
			t.Many, t.Groups = true, nil
			return nil
		}
		g = &Faring{}
		t.Groups[word] = g
	}
	return g
}

// used returns the number of records asked.
func (t *Tally) used() (n int) {
	for _, of := range t.Classes {
		n += of
	}
	return n
}

// Merge adds the counts of other records.
func (t *Tally) Merge(o *Tally) {
	t.Total, t.Lacking, t.Outside = t.Total+o.Total, t.Lacking+o.Lacking, t.Outside+o.Outside
	united(&t.Of, o.Of)
	united(&t.AsNumbers, o.AsNumbers)
	united(&t.AsWords, o.AsWords)
	if t.Classes == nil {
		t.Classes = map[int]int{}
	}
	for class, n := range o.Classes {
		t.Classes[class] += n
	}
	t.Everybody.merge(&o.Everybody)
	if o.Many {
		t.Many, t.Groups = true, nil
	}
	for word, faring := range o.Groups {
		if g := t.group(word); g != nil {
			g.merge(faring)
		}
	}
	if o.Skipped != "" && (t.Skipped == "" || o.SkippedAt.Before(t.SkippedAt)) {
		t.Skipped, t.SkippedAt = o.Skipped, o.SkippedAt
	}
}

func (f *Faring) merge(g *Faring) {
	f.Records.merge(&g.Records)
	f.Proven.merge(&g.Proven)
}

// united adds one set to another.
func united[K comparable](to *map[K]bool, from map[K]bool) {
	for k, is := range from {
		if *to == nil {
			*to = map[K]bool{}
		}
		(*to)[k] = (*to)[k] || is
	}
}

// Encode writes a tally, for merging elsewhere.
func (t *Tally) Encode() ([]byte, error) {
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(t)
	return b.Bytes(), err
}

// DecodeTally reads what Encode wrote.
func DecodeTally(b []byte) (*Tally, error) {
	t := &Tally{}
	err := gob.NewDecoder(bytes.NewReader(b)).Decode(t)
	return t, err
}

// MarshalBinary writes the counts that are not 0, each after how many are.
func (s Steps) MarshalBinary() (b []byte, err error) {
	zeros := uint64(0)
	for _, n := range s {
		if n == 0 {
			zeros++
			continue
		}
		b = binary.AppendUvarint(binary.AppendUvarint(b, zeros), n)
		zeros = 0
	}
	return b, nil
}

// UnmarshalBinary reads what MarshalBinary wrote.
func (s *Steps) UnmarshalBinary(b []byte) error {
	*s = nil
	for at := 0; len(b) > 0; at++ {
		zeros, n := binary.Uvarint(b)
		if n <= 0 || zeros > steps {
			return errors.New("the counts are damaged")
		}
		count, m := binary.Uvarint(b[n:])
		if at += int(zeros); m <= 0 || at > steps {
			return errors.New("the counts are damaged")
		}
		if *s == nil {
			*s = make(Steps, steps+1)
		}
		(*s)[at], b = count, b[n+m:]
	}
	return nil
}
