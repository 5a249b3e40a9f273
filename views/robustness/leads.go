package robustness

import (
	"cmp"
	"context"
	"math"
	"slices"
)

// mapOfRecord is the address of the record at a share of all, the worst first.
// Over budgets no place is that of one record.
func mapOfRecord(ctx context.Context, q crowd, share, _ float64) (string, error) {
	if q.over != overRecords {
		return "", nil
	}
	values, err := q.answers.exact.Get(ctx)
	if err == nil && !slices.ContainsFunc(values, func(v float64) bool { return !math.IsNaN(v) }) {
		values, err = q.answers.certified.Get(ctx)
	}
	if err != nil {
		return "", err
	}
	var order []int
	for i, v := range values {
		if !math.IsNaN(v) {
			order = append(order, i)
		}
	}
	if len(order) == 0 {
		return "", nil
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(values[i], values[j]) })
	at := int(math.Floor(share*float64(len(order)) + 1e-9))
	return q.recordAddress(order[min(max(at, 0), len(order)-1)]), nil
}
