package table

import (
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/learners/source"
)

// columns is a data file before anything is made of it.
type columns struct {
	list  []*column
	names []string // of every column of the file, also those skipped
	rows  []int    // place of each record, counted from 0 after the header
	lines []int    // line of each record in the file
	held  []bool   // records set apart, from which nothing is learnt; nil when none are
	part  bool     // they are not all records of the file
	odd   []string // names of those passed over, being neither of numbers nor of few words

	idName string
	idAt   int      // place of the column of ids in the file
	ids    []string // of each record, as they are written; nil when none are wanted
}

// columnNeed says how to read a column; the zero value skips it.
type columnNeed struct {
	words   int  // greatest number of different words
	asWords bool // numbers may count as words
	freely  bool // skip a column of many words that are no numbers, instead of an error
	asIDs   bool // keep cells as written, for at most one column
}

func (c *columns) find(name string) (*column, error) {
	for _, col := range c.list {
		if col.name == name {
			return col, nil
		}
	}
	return nil, &param.UnknownError{What: "column", Name: source.Name(name), Known: c.names}
}

// readColumns reads the wanted columns of a part of a file: a header, then records of as many
// fields. A record counts as one cell more than it has.
func readColumns(ctx context.Context, r io.Reader, part Part, mostCells int, want func(name string) columnNeed) (*columns, error) {
	records, err := openPart(ctx, r, part)
	if err != nil {
		return nil, err
	}
	c, kept, err := newColumns(records.Header(), want)
	if err != nil {
		return nil, err
	}
	most := mostCells / (len(kept) + 1) // a record's line is kept too
	if n := records.Len(); n > most {
		return nil, fmt.Errorf("%d records, of which %d columns are needed: more than %d cells, each record counted as one more; fewer rows or columns would work", n, len(kept), mostCells)
	}
	records.Only(c.places(kept))
	for row := 0; ; row++ {
		if row%256 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		fields, line, err := records.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		if row >= most {
			return nil, fmt.Errorf("line %d: more than %d cells, each record counted as one more; fewer rows or columns would work", line, mostCells)
		}
		c.lines = append(c.lines, line)
		if c.idName != "" {
			c.ids = append(c.ids, strings.Clone(source.Name(fields[c.idAt]))) // the record's text is used again
		}
		for i, k := range kept {
			if err := c.list[i].add(fields[k], line); err != nil {
				return nil, fmt.Errorf("line %d, column %s: %w", line, c.list[i].name, err)
			}
		}
	}
	c.part = !part.whole()
	if len(c.lines) == 0 && !c.part {
		return nil, errors.New("a header and no records; at least 1 record would work")
	}
	c.list = slices.DeleteFunc(c.list, func(col *column) bool {
		if col.odd {
			c.odd = append(c.odd, col.name)
		}
		return col.odd
	})
	for _, col := range c.list {
		col.settle()
	}
	c.rows = make([]int, len(c.lines))
	for i := range c.rows {
		c.rows[i] = i
	}
	return c, nil
}

// places returns the indices of the columns to read: the kept ones, and the ids.
func (c *columns) places(kept []int) []int {
	if c.idName == "" || slices.Contains(kept, c.idAt) {
		return kept
	}
	return append(slices.Clone(kept), c.idAt)
}

// csvRecords reads the records of a CSV file. The header decides between comma, semicolon and tab.
type csvRecords struct {
	records *csv.Reader
	limited *lineLimit
	names   []string
}

func (c *csvRecords) Header() []string { return c.names }

func (c *csvRecords) Len() int { return -1 }

func (c *csvRecords) Only([]int) {} // a line is read whole

func (c *csvRecords) Skip(records int) error {
	for range records {
		switch _, _, err := c.Next(); {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
	}
	return nil
}

func (c *csvRecords) Next() (cells []string, line int, err error) {
	c.limited.left = maxLineBytes
	cells, err = c.records.Read()
	if err == io.EOF {
		return nil, 0, err
	}
	if err != nil {
		return nil, 0, csvError(err, len(c.names), cells)
	}
	line, _ = c.records.FieldPos(0)
	return cells, line, nil
}

func openCSV(r io.Reader) (*csvRecords, error) {
	records, limited, header, err := readHeader(r)
	if err != nil {
		return nil, err
	}
	return &csvRecords{records, limited, slices.Clone(header)}, nil
}

// readHeader reads the first record, and tells the separators apart.
func readHeader(r io.Reader) (*csv.Reader, *lineLimit, []string, error) {
	text, err := source.Plain(r, maxBytes)
	if err != nil {
		return nil, nil, nil, err
	}
	limited := &lineLimit{r: text, left: maxLineBytes}
	start := bufio.NewReaderSize(limited, 1<<16)
	head, err := start.Peek(1 << 15)
	if err != nil && err != io.EOF {
		return nil, nil, nil, err
	}
	if err := looksLikeCSV(head); err != nil {
		return nil, nil, nil, err
	}
	if bytes.HasPrefix(head, []byte("\ufeff")) {
		start.Discard(3)
		head = head[3:]
	}
	records := csv.NewReader(start)
	records.Comma = separator(head)
	records.ReuseRecord = true
	records.TrimLeadingSpace = records.Comma != '\t' // which is white space itself
	header, err := records.Read()
	if err != nil {
		return nil, nil, nil, csvError(err, 0, nil)
	}
	return records, limited, header, nil
}

// lineLimit refuses a line without end before it fills the memory.
type lineLimit struct {
	r    io.Reader
	left int
}

func (l *lineLimit) Read(p []byte) (int, error) {
	if l.left <= 0 {
		return 0, fmt.Errorf("a record of more than %s; a quote that is not closed makes one", source.Size(maxLineBytes))
	}
	n, err := l.r.Read(p)
	l.left -= n
	return n, err
}

func looksLikeCSV(head []byte) error {
	trimmed := bytes.TrimSpace(bytes.TrimPrefix(head, []byte("\ufeff")))
	switch {
	case len(trimmed) == 0:
		return errors.New("the file is empty; a CSV file with a header would work")
	case bytes.IndexByte(head, 0) >= 0:
		return errors.New("not a text file; a CSV file in UTF-8 would work")
	case bytes.IndexByte(head, '\r') >= 0 && bytes.IndexByte(head, '\n') < 0:
		return errors.New("line ends are CR alone; LF, or CR and LF, would work")
	case trimmed[0] == '{' || trimmed[0] == '[':
		return errors.New("this looks like JSON; a CSV file with a header would work")
	case trimmed[0] == '<':
		return errors.New("this looks like HTML or XML; a CSV file with a header would work")
	}
	return nil
}

// separator returns the most frequent of comma, semicolon and tab in the
// header.
func separator(head []byte) rune {
	line, _, _ := bytes.Cut(head, []byte("\n"))
	best, most := ',', 0
	for _, s := range ",;\t" {
		if n := bytes.Count(line, []byte(string(s))); n > most {
			best, most = s, n
		}
	}
	return best
}

// csvError puts an error of the CSV reader in words; fields holds the record's fields if they were read.
func csvError(err error, columns int, fields []string) error {
	var p *csv.ParseError
	switch {
	case !errors.As(err, &p):
		return err
	case errors.Is(err, csv.ErrFieldCount):
		return fmt.Errorf("line %d: %s, the header has %d; as many would work", p.Line, numeral.Things(len(fields), "field"), columns)
	case errors.Is(err, csv.ErrQuote), errors.Is(err, csv.ErrBareQuote):
		return fmt.Errorf(`line %d, character %d: a stray or unclosed quote; "" inside a quoted field would work`, p.Line, p.Column)
	}
	return fmt.Errorf("line %d: %w", p.Line, p.Err)
}

// legible refuses a name of a column, counted from 0, that is not in UTF-8.
func legible(k int, field string) error {
	if utf8.ValidString(field) {
		return nil
	}
	return fmt.Errorf("line 1: the name of column %d, %s, is not in UTF-8; a file in UTF-8 would work", k+1, source.Quote(field))
}

func newColumns(header []string, want func(string) columnNeed) (c *columns, kept []int, err error) {
	if err := source.AtMost(len(header), "columns", maxColumns); err != nil {
		return nil, nil, err
	}
	c = &columns{}
	seen := map[string]int{}
	numbers := 0
	for k, field := range header {
		if err := legible(k, field); err != nil {
			return nil, nil, err
		}
		name := source.Name(field)
		if name == "" {
			return nil, nil, fmt.Errorf("line 1: column %d has no name; a name in the header would work", k+1)
		}
		if first, twice := seen[name]; twice {
			return nil, nil, fmt.Errorf("line 1: columns %d and %d are both called %s; different names would work", first, k+1, name)
		}
		if _, err := strconv.ParseFloat(name, 64); err == nil && !isMissing(name) {
			numbers++
		}
		seen[name] = k + 1
		c.names = append(c.names, name)
		w := want(name)
		if w.asIDs {
			c.idName, c.idAt = name, k
		}
		if w.words > 0 {
			kept = append(kept, k)
			c.list = append(c.list, newColumn(name, w))
		}
	}
	if numbers == len(header) {
		return nil, nil, errors.New("line 1: numbers where the names of the columns would work")
	}
	return c, kept, nil
}

// isMissing reports whether a cell says that its value is not known.
func isMissing(cell string) bool {
	switch len(cell) {
	case 0:
		return true
	case 1:
		return cell == "?"
	case 2, 3:
		return strings.EqualFold(cell, "na") || strings.EqualFold(cell, "n/a") || strings.EqualFold(cell, "nan")
	}
	return false
}

// keep leaves only the records for which the mask is true.
func (c *columns) keep(mask []bool) {
	c.rows, c.lines, c.held, c.ids = kept(c.rows, mask), kept(c.lines, mask), kept(c.held, mask), kept(c.ids, mask)
	for _, col := range c.list {
		col.values, col.codes = kept(col.values, mask), kept(col.codes, mask)
	}
}

func kept[T any](list []T, mask []bool) []T {
	if list == nil {
		return nil
	}
	i := -1
	return slices.DeleteFunc(list, func(T) bool { i++; return !mask[i] })
}
