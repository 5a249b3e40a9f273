package agreement

import "sync"

// BudgetTable remembers what was found of one region under one mechanism at the
// budgets that were looked at. It holds no more than Bytes says, and is safe for
// several goroutines. Nil, it remembers nothing.
type BudgetTable struct {
	lock  sync.Mutex
	known map[any]any
	bytes int64
}

const (
	tableBytes = 1 << 18 // that a table may hold
	entryBytes = 256     // of a key, what it stands for and the room that a map leaves between them
)

// newBudgetTable returns an empty table.
func newBudgetTable() *BudgetTable { return &BudgetTable{known: map[any]any{}} }

// Bytes is the most that the table comes to hold.
func (t *BudgetTable) Bytes() int64 { return tableBytes }

// remember looks a key up, or computes and enters what it stands for, which
// takes some bytes beyond a few numbers. Two that ask at the same time may both
// compute it.
func remember[T any](t *BudgetTable, key any, beyond func(T) int64, compute func() (T, error)) (T, error) {
	if v, found := t.find(key); found {
		known, _ := v.(T) // nil, which a T may be, is one of any type
		return known, nil
	}
	fresh, err := compute()
	if err == nil && t != nil {
		t.enter(key, fresh, entryBytes+beyond(fresh))
	}
	return fresh, err
}

// find looks a key up.
func (t *BudgetTable) find(key any) (v any, found bool) {
	if t == nil {
		return nil, false
	}
	t.lock.Lock()
	defer t.lock.Unlock()
	v, found = t.known[key]
	return v, found
}

// enter takes an entry in, and forgets all others where they are too many. What
// is larger than a table is not taken.
func (t *BudgetTable) enter(key, v any, bytes int64) {
	if bytes > tableBytes {
		return
	}
	t.lock.Lock()
	defer t.lock.Unlock()
	if t.bytes += bytes; t.bytes > tableBytes {
		clear(t.known)
		t.bytes = bytes
	}
	t.known[key] = v
}

// nothing is what a few numbers take beyond themselves.
func nothing[T any](T) int64 { return 0 }
