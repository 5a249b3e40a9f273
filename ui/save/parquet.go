package save

import (
	"bytes"
	"io"
	"iter"

	"dpscope/engine"
	"dpscope/learners/parquet"
)

// Rows yields the rows of a table; the error says why there are no more.
type Rows = iter.Seq2[[]engine.Cell, error]

// rowsOf returns the rows of a table in memory.
func rowsOf(t engine.Table) Rows {
	return func(yield func([]engine.Cell, error) bool) {
		for _, row := range t.Rows {
			if !yield(row, nil) {
				return
			}
		}
	}
}

// WriteParquet writes rows of the columns of x with their description, the same as beside a CSV file, under the key "csvw". It
// keeps some thousands of them in memory.
func WriteParquet(to io.Writer, x engine.Export, rows Rows) error {
	var described bytes.Buffer
	if err := x.WriteMetadata(&described, ""); err != nil {
		return err
	}
	var columns []parquet.Column
	for _, c := range x.Table.Columns {
		kind := parquet.Numbers
		switch {
		case c.Text:
			kind = parquet.Words
		case c.Whole:
			kind = parquet.Wholes
		}
		columns = append(columns, parquet.Column{Name: c.Name, Kind: kind})
	}
	w, err := parquet.NewWriter(to, columns, parquet.About{Program: "dpscope " + x.Origin.Program.String(),
		Notes: [][2]string{{"csvw", described.String()}}})
	if err != nil {
		return err
	}
	for row, err := range rows {
		if err != nil {
			return err
		}
		for k, c := range row {
			switch {
			case c.Kind == engine.Number && x.Table.Columns[k].Whole:
				w.Whole(k, int64(c.Number))
			case c.Kind == engine.Number:
				w.Number(k, c.Number)
			case c.Kind == engine.Word:
				w.Word(k, c.Word)
			}
		}
		if err := w.Next(); err != nil {
			return err
		}
	}
	return w.Close()
}
