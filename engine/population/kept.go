package population

import (
	"context"
	"encoding/binary"
	"maps"
	"math"
	"slices"
	"sync"

	"dpscope/engine/work"
)

// Kept remembers the agreements of all records at the budgets that were looked at,
// under one mechanism, so that another target or goal asks few anew. It is safe for
// several goroutines; nil, it remembers nothing.
type Kept struct {
	lock    sync.Mutex
	records int
	known   map[string]looked
}

// looked is what was found at some budgets.
type looked struct{ budgets, values []float64 }

// mostKept is how many budgets are remembered.
const mostKept = 200

// KeptAgreements is the session's memory under a key, which has to tell apart
// populations and everything that defines a mechanism but its budget.
func KeptAgreements(ctx context.Context, key any, records int) (*Kept, error) {
	bytes := func(k *Kept) int64 { return mostKept * (300 + 8*int64(k.records)) }
	return work.Do(ctx, work.Simple(key, bytes, func(context.Context) (*Kept, error) {
		return &Kept{records: records, known: map[string]looked{}}, nil
	}), nil)
}

// agreements are those at some budgets, remembered or computed.
func (k *Kept) agreements(budgets []float64, compute func() ([]float64, error)) ([]float64, error) {
	if k == nil {
		return compute()
	}
	key := keyOf(budgets)
	k.lock.Lock()
	found, is := k.known[key]
	k.lock.Unlock()
	if is {
		return found.values, nil
	}
	values, err := compute()
	if err != nil {
		return nil, err
	}
	k.lock.Lock()
	defer k.lock.Unlock()
	if len(k.known) >= mostKept {
		k.thin()
	}
	k.known[key] = looked{slices.Clone(budgets), values}
	return values, nil
}

// thin forgets every second of the budgets, in their order: what is left still tells of
// the whole range.
func (k *Kept) thin() {
	keys := slices.SortedFunc(maps.Keys(k.known), func(a, b string) int { return slices.Compare(k.known[a].budgets, k.known[b].budgets) })
	for i, key := range keys {
		if i%2 == 1 {
			delete(k.known, key)
		}
	}
}

// keyOf names numbers by their content.
func keyOf(numbers []float64) string {
	var b []byte
	for _, e := range numbers {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(e))
	}
	return string(b)
}
