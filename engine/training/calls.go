package training

import "math/bits"

// Calls holds one bit per record, set for the positive class: long files need them for every draw of every
// learner.
type Calls struct {
	positive []uint64
	records  int
}

// newCalls returns calls for that many records, none positive yet.
func newCalls(records int) Calls { return Calls{make([]uint64, (records+63)/64), records} }

// call makes a record positive.
func (c Calls) call(record int) { c.positive[record/64] |= 1 << (record % 64) }

// Positive says whether a record is.
func (c Calls) Positive(record int) bool { return c.positive[record/64]>>(record%64)&1 == 1 }

// Len returns the number of records.
func (c Calls) Len() int { return c.records }

// Differing returns the number of records with another class than in other, which holds the same records.
func (c Calls) Differing(other Calls) (n int) {
	for i, word := range c.positive {
		n += bits.OnesCount64(word ^ other.positive[i])
	}
	return n
}
