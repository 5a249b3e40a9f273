package table

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strconv"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"dpscope/learners/source"
)

// sized is a file that can be read at any place.
type sized interface {
	io.ReaderAt
	Stat() (fs.FileInfo, error)
}

// beginsParquet reports whether a file begins as Parquet does.
func beginsParquet(f sized) bool {
	var magic [4]byte
	_, err := f.ReadAt(magic[:], 0)
	return err == nil && string(magic[:]) == "PAR1"
}

// parquetRecords are those of a Parquet file with flat columns, read some rows at a
// time. Their cells are written as a CSV file would have them; the first record is on
// line 2, as there.
type parquetRecords struct {
	names    []string
	unsigned []bool
	groups   []parquet.RowGroup
	rows     parquet.Rows // of a group
	buffer   []parquet.Row
	ready    []parquet.Row // of the buffer
	cells    []string
	line     int
}

const parquetBatch = 256

// openParquet reads the schema. A column of columns is refused.
func openParquet(f sized) (r *parquetRecords, err error) {
	defer parquetTrouble(&err)
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	file, err := parquet.OpenFile(f, info.Size(), parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	if err != nil {
		return nil, damaged(err)
	}
	r = &parquetRecords{groups: file.RowGroups(), buffer: make([]parquet.Row, parquetBatch), line: 1}
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

// parquetTrouble makes an error of a panic, which damaged files lead to.
func parquetTrouble(err *error) {
	if cause := recover(); cause != nil {
		*err = damaged(fmt.Errorf("%v", cause))
	}
}

func (r *parquetRecords) header() []string { return r.names }

func (r *parquetRecords) next() (cells []string, line int, err error) {
	defer parquetTrouble(&err)
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
func cellOf(v parquet.Value, unsigned bool) string {
	if v.IsNull() {
		return ""
	}
	switch v.Kind() {
	case parquet.Boolean:
		if v.Boolean() {
			return "1"
		}
		return "0"
	case parquet.Float:
		return strconv.FormatFloat(float64(v.Float()), 'g', -1, 64)
	case parquet.Double:
		return strconv.FormatFloat(v.Double(), 'g', -1, 64)
	case parquet.Int32:
		if unsigned {
			return strconv.FormatUint(uint64(v.Uint32()), 10)
		}
		return strconv.FormatInt(int64(v.Int32()), 10)
	case parquet.Int64:
		if unsigned {
			return strconv.FormatUint(v.Uint64(), 10)
		}
		return strconv.FormatInt(v.Int64(), 10)
	case parquet.Int96:
		return v.Int96().String()
	}
	return string(v.ByteArray())
}
