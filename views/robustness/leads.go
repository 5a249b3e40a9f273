package robustness

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"dpscope/engine/known"
	"dpscope/mechanisms"
)

// recordAddress opens the map of a record of the table, or with other than two
// private features how its prediction survives; -1: there is no such record.
func (q crowd) recordAddress(record int) string {
	if record < 0 {
		return ""
	}
	view := "utility"
	if len(q.private) == 2 {
		view = "map"
	}
	if q.sample.Lines != nil {
		return view + "?record=" + q.sample.LineOf(q.sample.At[record])
	}
	numbers := make([]string, len(q.run.Records[record]))
	for i, x := range q.run.Records[record] {
		numbers[i] = strconv.FormatFloat(x, 'g', -1, 64)
	}
	return view + "?record=" + strings.Join(numbers, ",")
}

// mapOfRecord is the address of the record at a share of all, the worst first.
// Over budgets no place is that of one record.
func mapOfRecord(ctx context.Context, q crowd, share, _ float64) (string, error) {
	if q.over != "records" {
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

// survivalWith opens how the prediction survives under a mechanism with a budget
// that was found.
func survivalWith(mechanism string, epsilon known.Value) string {
	if epsilon.Missing() || epsilon.Word != "" {
		return "utility?mechanism=" + mechanism
	}
	return "utility?mechanism=" + mechanism + "&epsilon=" + mechanisms.Epsilon.Exact(epsilon.Value)
}

// survivalInRanking is the same for a line of the ranking.
func survivalInRanking(ctx context.Context, q choice, epsilon, line float64) (string, error) {
	ranked, err := q.ranking(ctx, nil)
	at := int(math.Round(line))
	if err != nil || at < 0 || at >= len(ranked) {
		return "", err
	}
	return survivalWith(ranked[at].Name, ranked[at].Need.Known(q.basis())), nil
}
