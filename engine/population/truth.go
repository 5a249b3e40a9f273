package population

import (
	"cmp"
	"context"
	"errors"

	"dpscope/engine/work"
	"dpscope/learners/model"
	"dpscope/learners/table"
)

// Truth is the true classes of a table's records.
type Truth struct {
	Of []int // each record's; -1 where the file does not say
}

// OpenTruth reads the true classes of a table: from a column of its file, the only
// one that can hold them where none is named. It is kept by the session.
func (t *Table) OpenTruth(ctx context.Context, m *model.Model, column string) (Truth, error) {
	switch {
	case t.path == "" && t.Truth == nil:
		return Truth{}, errors.New("these simulated records have no true class; those of a file may")
	case t.path == "":
		return Truth{Of: t.Truth}, nil
	}
	if err := work.MayOpen(ctx, t.path); err != nil {
		return Truth{}, err
	}
	type key struct {
		table  TableKey
		column string
	}
	type answer struct { // that there is none is kept too, for the next picture asks again
		truth Truth
		none  error
	}
	bytes := func(a answer) int64 { return 100 + 8*int64(len(a.truth.Of)) }
	a, err := work.Reported(ctx, key{t.Key, column}, bytes, func(ctx context.Context) (answer, error) {
		truth, err := t.readTruth(ctx, m, column)
		if ctx.Err() != nil {
			return answer{}, ctx.Err()
		}
		return answer{truth, err}, nil
	})
	return a.truth, cmp.Or(err, a.none)
}

func (t *Table) readTruth(ctx context.Context, m *model.Model, column string) (Truth, error) {
	l, err := table.ReadLabels(ctx, t.path, t.part, column, m.Features, m.ClassNames)
	if err != nil {
		return Truth{}, err
	}
	of := make([]int, len(t.Rows))
	for i, place := range t.places(l.Lines) {
		of[i] = l.Class[place]
	}
	return Truth{of}, nil
}

// places returns the indices of the table's records among the lines of its file; both increase.
func (t *Table) places(lines []int) []int {
	places, at := make([]int, len(t.Lines)), 0
	for i, line := range t.Lines {
		for lines[at] < line {
			at++
		}
		places[i] = at
	}
	return places
}
