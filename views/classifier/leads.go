package classifier

import "context"

// mapOfRecord returns the address of the record at a share of all, the worst first. Over budgets no place belongs to one
// record.
func mapOfRecord(ctx context.Context, q populationQuestion, share, _ float64) (string, error) {
	if q.over != overRecords {
		return "", nil
	}
	record, err := q.AtShare(ctx, share)
	return q.recordAddress(record), err
}
