package population

import (
	"context"
	"encoding/binary"
	"math"

	"dpscope/engine/work"
	"dpscope/mechanisms"
)

// Walked is a mechanism with a search along its budgets.
type Walked struct {
	Make mechanisms.Family
	Key  any                // the session's key for the agreements at each budget; nil: not kept
	News func(look float64) // receives the finished part of a look at a budget, at its end 1; nil: not called
}

// lookKey identifies the agreements of all records at some budgets. walked must identify the population and
// the mechanism without its budget.
type lookKey struct {
	walked  any
	budgets string
	steps   int // of a lattice; 0: none
}

// lookBytes returns the size of agreements, with their key and their place in the store.
func lookBytes(s seen) int64 { return 320 + 16*int64(len(s.Low)) }

// Look returns the agreements of all records under a mechanism with a budget for each private feature: from
// the session, or else computed with reports to News. Where only intervals are known it returns their lower ends.
func (a *Asked) Look(ctx context.Context, m Walked, budgets []float64) ([]float64, error) {
	s, err := a.look(ctx, m, budgets, finely)
	return s.Low, err
}

// look returns the agreements, on a lattice of steps where one is needed.
func (a *Asked) look(ctx context.Context, m Walked, budgets []float64, steps int) (seen, error) {
	if !a.onLattice() {
		steps = 0
	}
	news := m.News
	if news == nil {
		news = func(float64) {}
	}
	compute := func() (seen, error) {
		looking := work.Reporting(ctx, func(p work.Progress) { news(math.Min(p.Share(), math.Nextafter(1, 0))) })
		return a.agreements(looking, m.Make, budgets, steps)
	}
	remembered := compute
	if m.Key != nil {
		remembered = func() (seen, error) {
			return work.Remember(ctx, lookKey{m.Key, keyOf(budgets), steps}, lookBytes, compute)
		}
	}
	s, err := remembered()
	if err == nil {
		news(1)
	}
	return s, err
}

// Kept returns the result of an earlier Look at some budgets; false if the session does not keep it.
func (m Walked) Kept(ctx context.Context, budgets []float64, onLattice bool) ([]float64, bool) {
	steps := 0
	if onLattice {
		steps = finely
	}
	s, found := work.Peek[seen](ctx, lookKey{m.Key, keyOf(budgets), steps})
	return s.Low, found
}

// keyOf names numbers by their content.
func keyOf(numbers []float64) string {
	var b []byte
	for _, e := range numbers {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(e))
	}
	return string(b)
}
