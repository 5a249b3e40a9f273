package population

import (
	"context"
	"encoding/binary"
	"math"

	"dpscope/engine/work"
	"dpscope/mechanisms"
)

// Walked is a mechanism along whose budgets a search walks.
type Walked struct {
	Make mechanisms.Family
	Key  any                // under which the session keeps the agreements at each budget; nil: they are not kept
	News func(look float64) // told how much of a look at a budget is done, and at its end 1; nil: nobody is
}

// lookKey names the agreements of all records at some budgets. What is walked along has
// to tell apart populations and everything that defines a mechanism but its budget.
type lookKey struct {
	walked  any
	budgets string
}

// lookBytes is what the agreements take, with their key and their place in the store.
func lookBytes(values []float64) int64 { return 320 + 8*int64(len(values)) }

// Look is the agreements of all records under a mechanism with a budget for each private
// feature: those that the session keeps, or else computed and told of.
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

// Kept is what Look was told before at some budgets; false where the session does not
// keep it.
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
