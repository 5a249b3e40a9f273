// Package parquet reads tables from Parquet files with flat columns.
package parquet

import (
	"errors"
	"fmt"
	"io"
	"strconv"

	lib "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"dpscope/learners/source"
	"dpscope/learners/table"
)

// Format is that of Parquet files, for table.With.
var Format = table.Format{Magic: "PAR1", Open: open}

// records are those of a Parquet file with flat columns, read some rows at a
// time. Their cells are written as a CSV file would have them; the first record is on
// line 2, as there.
type records struct {
	names    []string
	unsigned []bool
	groups   []lib.RowGroup
	rows     lib.Rows // of a group
	buffer   []lib.Row
	ready    []lib.Row // of the buffer
	cells    []string
	line     int
}

const batch = 256

// open reads the schema. A column of columns is refused.
func open(f table.File) (found table.Records, err error) {
	defer trouble(&err)
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	file, err := lib.OpenFile(f, info.Size(), lib.SkipPageIndex(true), lib.SkipBloomFilters(true))
	if err != nil {
		return nil, damaged(err)
	}
	r := &records{groups: file.RowGroups(), buffer: make([]lib.Row, batch), line: 1}
	for _, field := range file.Schema().Fields() {
		if !field.Leaf() || field.Repeated() {
			return nil, fmt.Errorf("column %s is nested: it holds several values for a record; flat columns, a value each, would do", source.Name(field.Name()))
		}
		unsigned := false
		if logical := field.Type().LogicalType(); logical != nil {
			switch t := logical.Value.(type) {
			case *format.DecimalType:
				return nil, fmt.Errorf("column %s holds decimals; a column of doubles would do", source.Name(field.Name()))
			case *format.IntType:
				unsigned = !t.IsSigned
			}
		}
		r.names, r.unsigned = append(r.names, field.Name()), append(r.unsigned, unsigned)
	}
	r.cells = make([]string, len(r.names))
	return r, nil
}

// damaged says what is wrong with a Parquet file, in one line.
func damaged(err error) error {
	return fmt.Errorf("the Parquet data are damaged or of a kind that is not known (%s); a whole file would do", source.Clean(err.Error(), 120))
}

// trouble makes an error of a panic, which damaged files lead to.
func trouble(err *error) {
	if cause := recover(); cause != nil {
		*err = damaged(fmt.Errorf("%v", cause))
	}
}

func (r *records) Header() []string { return r.names }

func (r *records) Next() (cells []string, line int, err error) {
	defer trouble(&err)
	for len(r.ready) == 0 {
		if r.rows == nil {
			if len(r.groups) == 0 {
				return nil, 0, io.EOF
			}
			r.rows, r.groups = r.groups[0].Rows(), r.groups[1:]
		}
		n, err := r.rows.ReadRows(r.buffer)
		r.ready = r.buffer[:n]
		switch {
		case errors.Is(err, io.EOF):
			r.rows.Close()
			r.rows = nil
		case err != nil:
			return nil, 0, damaged(err)
		case n == 0:
			return nil, 0, damaged(io.ErrNoProgress)
		}
	}
	clear(r.cells)
	for _, v := range r.ready[0] {
		if k := v.Column(); k >= 0 && k < len(r.cells) {
			r.cells[k] = cellOf(v, r.unsigned[k])
		}
	}
	r.ready = r.ready[1:]
	r.line++
	return r.cells, r.line, nil
}

// cellOf writes a value as a CSV file would have it: numbers with all their digits,
// truth as 1 and 0, nothing where there is none.
func cellOf(v lib.Value, unsigned bool) string {
	if v.IsNull() {
		return ""
	}
	switch v.Kind() {
	case lib.Boolean:
		if v.Boolean() {
			return "1"
		}
		return "0"
	case lib.Float:
		return strconv.FormatFloat(float64(v.Float()), 'g', -1, 64)
	case lib.Double:
		return strconv.FormatFloat(v.Double(), 'g', -1, 64)
	case lib.Int32:
		if unsigned {
			return strconv.FormatUint(uint64(v.Uint32()), 10)
		}
		return strconv.FormatInt(int64(v.Int32()), 10)
	case lib.Int64:
		if unsigned {
			return strconv.FormatUint(v.Uint64(), 10)
		}
		return strconv.FormatInt(v.Int64(), 10)
	case lib.Int96:
		return v.Int96().String()
	}
	return string(v.ByteArray())
}
