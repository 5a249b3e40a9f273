package classifier

import "context"

// mapOfRecord is the address of the record at a share of all, the worst first.
// Over budgets no place is that of one record.
func mapOfRecord(ctx context.Context, q populationQuestion, share, _ float64) (string, error) {
	if q.over != overRecords {
		return "", nil
	}
	record, err := q.AtShare(ctx, share)
	return q.recordAddress(record), err
}
