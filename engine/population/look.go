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
}

// lookBytes returns the size of agreements, with their key and their place in the store.
func lookBytes(values []float64) int64 { return 320 + 8*int64(len(values)) }

// Look returns the agreements of all records under a mechanism with a budget for each private feature: from
// the session, or else computed with reports to News.
func (a *Asked) Look(ctx context.Context, m Walked, budgets []float64) ([]float64, error) {
	news := m.News
	if news == nil {
		news = func(float64) {}
	}
	compute := func() ([]float64, error) {
		looking := work.Reporting(ctx, func(p work.Progress) { news(math.Min(p.Share(), math.Nextafter(1, 0))) })
		return a.agreements(looking, m.Make, budgets)
	}
	remembered := compute
	if m.Key != nil {
		remembered = func() ([]float64, error) {
			return work.Remember(ctx, lookKey{m.Key, keyOf(budgets)}, lookBytes, compute)
		}
	}
	values, err := remembered()
	if err == nil {
		news(1)
	}
	return values, err
}

// Kept returns the result of an earlier Look at some budgets; false if the session does not keep it.
func (m Walked) Kept(ctx context.Context, budgets []float64) ([]float64, bool) {
	return work.Peek[[]float64](ctx, lookKey{m.Key, keyOf(budgets)})
}

// keyOf names numbers by their content.
func keyOf(numbers []float64) string {
	var b []byte
	for _, e := range numbers {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(e))
	}
	return string(b)
}
