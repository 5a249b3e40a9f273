package parquet

import (
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"

	"dpscope/learners/source"
	"dpscope/learners/table"
)

// records reads the records of a Parquet file with flat columns. It writes cells as a CSV file would; the
// first record is on line 2, as there.
type records struct {
	file   table.File
	footer footer
	names  []string

	wanted  []int // places of columns
	columns []column
	groups  []group // not begun yet
	left    int64   // records of the group
	line    int

	held, total int64 // bytes of buffers, and of all pages with their headers so far
	empty       int   // pages without a value so far
	head        []byte
	scratch     []byte
	zstd        *zstd.Decoder
	text        []byte   // of a record
	ends        []int    // ends of its cells in the text
	cells       []string // of all columns
}

// open reads the description of a file. A column of columns is refused.
func open(f table.File) (found table.Records, err error) {
	defer trouble(&err)
	described, err := readFooter(f)
	if err != nil {
		return nil, err
	}
	r := &records{file: f, footer: described, groups: described.groups, line: 1}
	for _, l := range described.leaves {
		r.names = append(r.names, l.name)
	}
	r.cells = make([]string, len(r.names))
	return r, nil
}

// trouble makes an error of a panic, to which a fault in reading leads.
func trouble(err *error) {
	if cause := recover(); cause != nil {
		*err = damaged("%v", cause)
	}
}

func (r *records) Header() []string { return r.names }

func (r *records) Len() int { return int(min(r.footer.rows, int64(^uint(0)>>1))) }

func (r *records) Only(columns []int) {
	r.wanted, r.columns = columns, make([]column, len(columns))
	for i, k := range columns {
		r.columns[i].leaf = r.footer.leaves[k]
	}
}

// Skip looks at no page of a group that it passes over whole.
func (r *records) Skip(records int) error {
	for n := int64(records); n > 0; {
		switch {
		case r.left == 0 && len(r.groups) == 0:
			return nil
		case r.left == 0 && r.groups[0].rows <= n:
			n -= r.groups[0].rows
			r.line += int(r.groups[0].rows)
			r.groups = r.groups[1:]
			continue
		}
		if _, _, err := r.Next(); err != nil {
			return err
		}
		n--
	}
	return nil
}

func (r *records) Next() (cells []string, line int, err error) {
	defer trouble(&err)
	for r.left == 0 {
		if len(r.groups) == 0 {
			return nil, 0, io.EOF
		}
		if err := r.begin(); err != nil {
			return nil, 0, err
		}
	}
	r.left--
	r.line++
	r.text, r.ends = r.text[:0], r.ends[:0]
	for i := range r.columns {
		c := &r.columns[i]
		v, err := c.next(r)
		if err == nil {
			r.text, err = c.appendCell(r.text, v)
		}
		if err != nil {
			return nil, 0, r.trouble(c, err)
		}
		r.ends = append(r.ends, len(r.text))
	}
	text, from := string(r.text), 0
	for i, to := range r.ends {
		r.cells[r.wanted[i]], from = text[from:to], to
	}
	return r.cells, r.line, nil
}

// trouble says in which column something is wrong.
func (r *records) trouble(c *column, err error) error {
	var size *sizeError
	var text textError
	switch {
	case errors.As(err, &size):
		return err
	case errors.As(err, &text):
		return fmt.Errorf("line %d, column %s: %w", r.line, source.Name(c.name), err)
	}
	return damaged("column %s: %v", source.Name(c.name), err)
}

// begin begins a group of rows.
func (r *records) begin() error {
	g := r.groups[0]
	r.groups, r.left = r.groups[1:], g.rows
	for i, k := range r.wanted {
		c, name := g.chunks[k], source.Name(r.names[k])
		switch codec, known := codecName(c.codec); {
		case !known:
			return fmt.Errorf("column %s is compressed by %s, which is not read here; zstd, snappy or none would work", name, codec)
		}
		r.columns[i].begin(c)
	}
	return nil
}
