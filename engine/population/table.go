package population

import (
	"context"
	"fmt"
	"slices"

	"dpscope/engine/work"
	"dpscope/learners"
	"dpscope/learners/table"
)

// Table is the records of a population that the mechanisms take.
type Table struct {
	Key   TableKey
	Names []string // of the records
	Rows  [][]float64
	Notes []string // what was done to the file
	Left  int      // records that no mechanism takes: private values outside [0, 1]
}

// TableKey says which table is meant, by content.
type TableKey struct {
	Model   string // the classifier's word, or its file as it is
	Data    string // a built-in set, or a file
	Private string
	Raw     bool   // the file holds raw values
	Clamp   bool   // values outside [0, 1] are moved to the nearer end
	Seed    uint64 // of records that are made up
}

// OpenTable reads the records of a file or a built-in set. They are kept by the
// session.
func OpenTable(ctx context.Context, m *learners.Model, private []int, key TableKey) (*Table, error) {
	word := key.Data
	if !table.IsBuiltIn(word) {
		if err := work.MayOpen(ctx, word); err != nil {
			return nil, err
		}
	}
	key.Data = work.Identity(word)
	return work.Do(ctx, work.Simple(key, (*Table).bytes, func(ctx context.Context) (*Table, error) {
		return readTable(ctx, m, private, word, key)
	}), nil)
}

func readTable(ctx context.Context, m *learners.Model, private []int, word string, key TableKey) (*Table, error) {
	d, survey, err := table.Named(ctx, word, key.Seed, table.RecordOptions{
		Features: m.Features, ClassNames: m.ClassNames, Raw: key.Raw, Missing: table.DropMissing, Clamp: key.Clamp})
	if err != nil {
		return nil, err
	}
	t := &Table{Key: key, Notes: survey.Notes()}
	for i := range d.Len() {
		row := d.Row(i)
		if slices.ContainsFunc(private, func(f int) bool { return !(0 <= row[f] && row[f] <= 1) }) {
			t.Left++
			continue
		}
		t.Names, t.Rows = append(t.Names, fmt.Sprint(i)), append(t.Rows, row)
	}
	if len(t.Rows) == 0 {
		return nil, fmt.Errorf("no record has its private values in [0, 1], where the mechanisms work; values=raw scales raw values, clamp=on moves others to the ends")
	}
	return t, nil
}

func (t *Table) bytes() int64 {
	bytes := int64(0)
	for _, row := range t.Rows {
		bytes += 60 + 8*int64(len(row))
	}
	return bytes
}
