package training

import "math/bits"

// Calls are the classes of records, positive or not, a bit each: of a long file they are kept for every draw of every learner.
type Calls struct {
	positive []uint64
	records  int
}

// newCalls are those of so many records, none of which is positive yet.
func newCalls(records int) Calls { return Calls{make([]uint64, (records+63)/64), records} }

// call makes a record positive.
func (c Calls) call(record int) { c.positive[record/64] |= 1 << (record % 64) }

// Positive says whether a record is.
func (c Calls) Positive(record int) bool { return c.positive[record/64]>>(record%64)&1 == 1 }

// Len is the number of records.
func (c Calls) Len() int { return c.records }

// Differing is how many records have another class than in other, which are the same records.
func (c Calls) Differing(other Calls) (n int) {
	for i, word := range c.positive {
		n += bits.OnesCount64(word ^ other.positive[i])
	}
	return n
}
