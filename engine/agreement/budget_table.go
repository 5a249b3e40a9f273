package agreement

import (
	"sync"

	"dpscope/learners/proof"
)

// BudgetTable remembers numbers of one region under one mechanism at the
// budgets that were looked at. It holds no more than Bytes says, and is safe for
// several goroutines. Nil, it remembers nothing.
type BudgetTable struct {
	lock    sync.Mutex
	numbers map[budgetKey][2]float64
	boxes   map[budgetKey]Certified
	bytes   int64
}

// budgetKey says of what and where: of the exact agreement, or of the largest
// proven box within limits.
type budgetKey struct {
	epsilon float64
	steps   int // of the lattice; 0 for the usual one, or none
	box     bool
	limits  proof.Side
}

// What a table may hold, and what it takes for each entry: keys, values and the
// room that maps leave between them.
const (
	tableBytes  = 1 << 18
	numberBytes = 2 * (56 + 16)
	boxBytes    = 2 * (56 + 64)
	sideBytes   = 24
)

// NewBudgetTable returns an empty table.
func NewBudgetTable() *BudgetTable {
	return &BudgetTable{numbers: map[budgetKey][2]float64{}, boxes: map[budgetKey]Certified{}}
}

// Bytes is the most that the table comes to hold.
func (t *BudgetTable) Bytes() int64 { return tableBytes }

// remember looks a number up, or computes and enters it. Two that ask for one
// at the same time may both compute it.
func (t *BudgetTable) remember(key budgetKey, compute func() ([2]float64, error)) ([2]float64, error) {
	if v, found := t.number(key); found {
		return v, nil
	}
	v, err := compute()
	if err == nil && t != nil {
		t.lock.Lock()
		defer t.lock.Unlock()
		t.makeRoom(numberBytes)
		t.numbers[key] = v
	}
	return v, err
}

// number looks a number up.
func (t *BudgetTable) number(key budgetKey) ([2]float64, bool) {
	if t == nil {
		return [2]float64{}, false
	}
	t.lock.Lock()
	defer t.lock.Unlock()
	v, found := t.numbers[key]
	return v, found
}

// box looks a box up.
func (t *BudgetTable) box(key budgetKey) (Certified, bool) {
	if t == nil {
		return Certified{}, false
	}
	t.lock.Lock()
	defer t.lock.Unlock()
	c, found := t.boxes[key]
	return c, found
}

// keep enters a box.
func (t *BudgetTable) keep(key budgetKey, c Certified) {
	if t == nil {
		return
	}
	bytes := boxBytes + sideBytes*int64(len(c.Sides))
	if bytes > tableBytes {
		return
	}
	t.lock.Lock()
	defer t.lock.Unlock()
	t.makeRoom(bytes)
	t.boxes[key] = c
}

// makeRoom counts what is entered, and forgets all else where that is too much.
// The lock is held.
func (t *BudgetTable) makeRoom(bytes int64) {
	if t.bytes += bytes; t.bytes > tableBytes {
		clear(t.numbers)
		clear(t.boxes)
		t.bytes = bytes
	}
}
