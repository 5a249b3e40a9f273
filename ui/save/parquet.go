package save

import (
	"bytes"
	"io"

	"dpscope/engine"
	"dpscope/learners/parquet"
)

// writeParquet writes the table of x with its description, as beside a CSV file, under the key "csvw".
func writeParquet(to io.Writer, x engine.Export) error {
	var described bytes.Buffer
	if err := x.WriteMetadata(&described, ""); err != nil {
		return err
	}
	var columns []parquet.Column
	for _, c := range x.Table.Columns {
		kind := parquet.Numbers
		if c.Text {
			kind = parquet.Words
		}
		columns = append(columns, parquet.Column{Name: c.Name, Kind: kind})
	}
	w, err := parquet.NewWriter(to, columns, parquet.About{Program: "dpscope " + x.Origin.Program.String(),
		Notes: [][2]string{{"csvw", described.String()}}})
	if err != nil {
		return err
	}
	for _, row := range x.Table.Rows {
		for k, c := range row {
			switch c.Kind {
			case engine.Number:
				w.Number(k, c.Number)
			case engine.Word:
				w.Word(k, c.Word)
			}
		}
		if err := w.Next(); err != nil {
			return err
		}
	}
	return w.Close()
}
