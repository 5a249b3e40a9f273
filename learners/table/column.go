package table

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"dpscope/learners/source"
)

// column is one column of a data file. As long as its cells are few different words, it keeps the index of
// each cell's word; of a column of many different numbers it keeps the numbers. Once the file is read, settle
// gives every column of numbers its values.
type column struct {
	name    string
	values  []float64 // of numbers, NaN where missing; nil for words
	codes   []int32   // index into words, -1 where missing; nil when they are not kept
	words   []string
	numbers []float64 // the words' numbers; nil once one of them is no number
	index   map[string]int32
	limit   int  // greatest number of different words
	asWords bool // keep codes of numbers too
	freely  bool // a column of many words that are no numbers is odd, and no error
	odd     bool
	missing int
	first   int // line of the first missing cell
}

func newColumn(name string, w columnNeed) *column {
	return &column{name: name, limit: w.words, asWords: w.asWords, freely: w.freely, index: map[string]int32{}, codes: []int32{},
		numbers: []float64{}}
}

// add appends one cell. An error says that the column is neither of numbers
// nor of few words.
func (c *column) add(cell string, line int) error {
	if c.odd {
		return nil
	}
	err := c.take(cell, line)
	if c.odd = err != nil && c.freely; c.odd {
		c.values, c.codes, c.words, c.index = nil, nil, nil, nil
		return nil
	}
	return err
}

func (c *column) take(cell string, line int) error {
	cell = strings.TrimSpace(cell)
	if isMissing(cell) {
		if c.missing == 0 {
			c.first = line
		}
		c.missing++
		if c.codes == nil {
			c.values = append(c.values, math.NaN())
		} else {
			c.codes = append(c.codes, -1)
		}
		return nil
	}
	if c.codes != nil {
		if code, known := c.index[cell]; known {
			c.codes = append(c.codes, code)
			return nil
		}
		return c.addNew(cell)
	}
	v, err := parseCell(cell)
	if errors.Is(err, strconv.ErrSyntax) {
		return fmt.Errorf("%s where a number would work, as in the lines before", source.Quote(cell))
	}
	c.values = append(c.values, v)
	return err
}

// addNew appends a cell with a new word.
func (c *column) addNew(cell string) error {
	v, err := parseCell(cell)
	switch {
	case c.numbers == nil:
	case errors.Is(err, strconv.ErrSyntax):
		c.numbers = nil
	case err != nil:
		return err
	case len(c.words) == c.limit:
		c.values, c.codes = append(c.spread(), v), nil
		return nil
	default:
		c.numbers = append(c.numbers, v)
	}
	switch {
	case len(c.words) == c.limit:
		return &WordsError{Column: c.name, word: strings.Clone(cell), limit: c.limit}
	case !utf8.ValidString(cell):
		return fmt.Errorf("%s is not in UTF-8; a file in UTF-8 would work", source.Quote(cell))
	case strings.IndexByte(cell, 0) >= 0:
		return fmt.Errorf("%s has a byte 0 in it; a text file would work", source.Quote(cell))
	case len(cell) > maxCellBytes:
		return fmt.Errorf("a text of %d bytes; at most %d would work, or to drop the column", len(cell), maxCellBytes)
	}
	word := strings.Clone(cell) // the reader reuses the record's text
	code := int32(len(c.words))
	c.index[word] = code
	c.words = append(c.words, word)
	c.codes = append(c.codes, code)
	return nil
}

// WordsError refuses a column of more different words than it may have.
type WordsError struct {
	Column string
	word   string // the first too many
	limit  int
}

// Count returns the number of different words met.
func (e *WordsError) Count() int { return e.limit + 1 }

func (e *WordsError) Error() string {
	numbers := "numbers"
	if _, err := parseCell(strings.Replace(e.word, ",", ".", 1)); err == nil {
		numbers = "numbers with a decimal point,"
	}
	return fmt.Sprintf("%s is different word number %d; a column of %s or of at most %d different words would work, or to drop it",
		source.Quote(e.word), e.limit+1, numbers, e.limit)
}

// parseCell reads a finite number; the error of a text that is none is
// strconv's.
func parseCell(cell string) (float64, error) {
	v, err := strconv.ParseFloat(cell, 64)
	if errors.Is(err, strconv.ErrRange) || err == nil && math.IsInf(v, 0) {
		return 0, fmt.Errorf("%s is not finite; a number would work", source.Quote(cell))
	}
	return v, err
}

// spread returns the number of each cell.
func (c *column) spread() []float64 {
	values := make([]float64, len(c.codes), len(c.codes)+1)
	for i, code := range c.codes {
		values[i] = math.NaN()
		if code >= 0 {
			values[i] = c.numbers[code]
		}
	}
	return values
}

// settle gives a column of numbers its values, and drops unwanted codes.
func (c *column) settle() {
	if c.codes == nil || c.numbers == nil {
		return
	}
	c.values = c.spread()
	if !c.asWords {
		c.codes = nil
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
