package learners

import (
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"dpscope/engine/param"
)

// column is one column of a data file. It keeps the numbers as long as every
// cell is one, and the words as long as there are few different ones.
type column struct {
	name    string
	values  []float64 // NaN where missing; nil once a cell is no number
	codes   []int32   // index into words, -1 where missing; nil once there are too many words
	words   []string
	index   map[string]int32
	limit   int // of different words
	missing int
	first   int // line of the first missing cell
}

// columns is a data file before anything is made of it.
type columns struct {
	list  []*column
	names []string // of every column of the file, also those skipped
	rows  []int    // place of each record, counted from 0 after the header
	lines []int    // line of each record in the file
	held  []bool   // records set apart, from which nothing is learnt; nil when none are
}

func (c *columns) find(name string) (*column, error) {
	for _, col := range c.list {
		if col.name == name {
			return col, nil
		}
	}
	return nil, &param.UnknownError{What: "column", Name: cleanName(name), Known: c.names}
}

// readColumns reads a CSV file: a header, then records of as many fields.
// Comma, semicolon and tab are told apart by the header. Columns for which
// want returns 0 are skipped; otherwise it returns how many different words
// the column may have.
func readColumns(ctx context.Context, r io.Reader, want func(name string) (words int)) (*columns, error) {
	text, err := plain(r, MaxTableBytes)
	if err != nil {
		return nil, err
	}
	limited := &lineLimit{r: text, left: maxLineBytes}
	start := bufio.NewReaderSize(limited, 1<<16)
	head, err := start.Peek(1 << 15)
	if err != nil && err != io.EOF {
		return nil, err
	}
	if err := looksLikeCSV(head); err != nil {
		return nil, err
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
		return nil, csvError(err, 0, nil)
	}
	c, kept, err := newColumns(header, want)
	if err != nil {
		return nil, err
	}
	for row := 0; ; row++ {
		if row%256 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		limited.left = maxLineBytes
		fields, err := records.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, csvError(err, len(c.names), fields)
		}
		line, _ := records.FieldPos(0)
		if (row+1)*len(kept) > maxCells {
			return nil, fmt.Errorf("line %d: more than %d cells; fewer rows or columns would do", line, maxCells)
		}
		c.rows, c.lines = append(c.rows, row), append(c.lines, line)
		for i, k := range kept {
			if err := c.list[i].add(fields[k], line); err != nil {
				return nil, fmt.Errorf("line %d, column %s: %w", line, c.list[i].name, err)
			}
		}
	}
	if len(c.lines) == 0 {
		return nil, errors.New("a header and no records; at least 1 record would do")
	}
	return c, nil
}

// lineLimit refuses a line without end before it fills the memory.
type lineLimit struct {
	r    io.Reader
	left int
}

func (l *lineLimit) Read(p []byte) (int, error) {
	if l.left <= 0 {
		return 0, fmt.Errorf("a record of more than %s; a quote that is not closed makes one", size(maxLineBytes))
	}
	n, err := l.r.Read(p)
	l.left -= n
	return n, err
}

func looksLikeCSV(head []byte) error {
	trimmed := bytes.TrimSpace(bytes.TrimPrefix(head, []byte("\ufeff")))
	switch {
	case len(trimmed) == 0:
		return errors.New("the file is empty; a CSV file with a header would do")
	case bytes.IndexByte(head, 0) >= 0:
		return errors.New("not a text file; a CSV file in UTF-8 would do")
	case trimmed[0] == '{' || trimmed[0] == '[':
		return errors.New("this looks like JSON; a CSV file with a header would do")
	case trimmed[0] == '<':
		return errors.New("this looks like HTML or XML; a CSV file with a header would do")
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

// csvError puts an error of the CSV reader in words. Fields are those of the
// record, when they were read.
func csvError(err error, columns int, fields []string) error {
	var p *csv.ParseError
	switch {
	case !errors.As(err, &p):
		return err
	case errors.Is(err, csv.ErrFieldCount):
		return fmt.Errorf("line %d: %d fields, the header has %d; as many would do", p.Line, len(fields), columns)
	case errors.Is(err, csv.ErrQuote), errors.Is(err, csv.ErrBareQuote):
		return fmt.Errorf(`line %d, character %d: a stray or unclosed quote; "" inside a quoted field would do`, p.Line, p.Column)
	}
	return fmt.Errorf("line %d: %w", p.Line, p.Err)
}

func newColumns(header []string, want func(string) int) (c *columns, kept []int, err error) {
	if err := atMost(len(header), "columns", MaxColumns); err != nil {
		return nil, nil, err
	}
	c = &columns{}
	seen := map[string]int{}
	numbers := 0
	for k, field := range header {
		name := cleanName(field)
		if name == "" {
			return nil, nil, fmt.Errorf("line 1: column %d has no name; a name in the header would do", k+1)
		}
		if first, twice := seen[name]; twice {
			return nil, nil, fmt.Errorf("line 1: columns %d and %d are both called %s; different names would do", first, k+1, name)
		}
		if _, err := strconv.ParseFloat(name, 64); err == nil && !isMissing(name) {
			numbers++
		}
		seen[name] = k + 1
		c.names = append(c.names, name)
		if words := want(name); words > 0 {
			kept = append(kept, k)
			c.list = append(c.list, &column{name: name, limit: words, index: map[string]int32{}, values: []float64{}, codes: []int32{}})
		}
	}
	if numbers == len(header) {
		return nil, nil, errors.New("line 1: numbers where the names of the columns would do")
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

// add appends one cell. An error says that the column is neither of numbers
// nor of few words.
func (c *column) add(cell string, line int) error {
	cell = strings.TrimSpace(cell)
	if isMissing(cell) {
		if c.missing == 0 {
			c.first = line
		}
		c.missing++
		if c.values != nil {
			c.values = append(c.values, math.NaN())
		}
		if c.codes != nil {
			c.codes = append(c.codes, -1)
		}
		return nil
	}
	if c.values != nil {
		v, err := strconv.ParseFloat(cell, 64)
		switch {
		case errors.Is(err, strconv.ErrRange), err == nil && math.IsInf(v, 0):
			return fmt.Errorf("%s is not finite; a number would do", quote(cell))
		case err == nil:
			c.values = append(c.values, v)
		case c.codes == nil:
			return fmt.Errorf("%s where a number would do, as in the lines before", quote(cell))
		default:
			c.values = nil
		}
	}
	if c.codes == nil {
		return nil
	}
	code, ok := c.index[cell]
	if !ok {
		if len(c.words) == c.limit {
			if c.values == nil {
				return fmt.Errorf("%s is different word number %d; a column of numbers or of at most %d different words would do, or to drop it", quote(cell), c.limit+1, c.limit)
			}
			c.codes, c.index, c.words = nil, nil, nil
			return nil
		}
		word := strings.Clone(cell) // the record's text is used again
		code = int32(len(c.words))
		c.index[word] = code
		c.words = append(c.words, word)
	}
	c.codes = append(c.codes, code)
	return nil
}

// keep leaves only the records for which the mask is true.
func (c *columns) keep(mask []bool) {
	c.rows, c.lines, c.held = kept(c.rows, mask), kept(c.lines, mask), kept(c.held, mask)
	for _, col := range c.list {
		col.values, col.codes = kept(col.values, mask), kept(col.codes, mask)
	}
}

// used returns the words that records have, in order of the alphabet.
func (c *column) used() []string {
	seen := make([]bool, len(c.words))
	for _, code := range c.codes {
		if code >= 0 {
			seen[code] = true
		}
	}
	return slices.Sorted(slices.Values(kept(slices.Clone(c.words), seen)))
}

func kept[T any](list []T, mask []bool) []T {
	if list == nil {
		return nil
	}
	i := -1
	return slices.DeleteFunc(list, func(T) bool { i++; return !mask[i] })
}
