package table

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"dpscope/learners/source"
)

// Coded is a table for learners that count: per record a word of each column, or a number within bounds.
type Coded struct {
	Label    string
	Classes  []string
	Class    []uint16 // per record
	Columns  []CodedColumn
	Declared bool // words, bounds and classes come from a Domain: none is taken from the data
	Clamped  int  // cells with a number outside its bounds, moved to the nearer bound
	Strange  int  // cells with a word that their column does not have
	Notes    []string
}

// CodedColumn is a column of words, or one of numbers.
type CodedColumn struct {
	Name      string
	Words     []string // in order; nil for numbers
	Codes     []uint16 // of each record its word; len(Words) where that is none of them
	Low, High float64  // of numbers
	Numbers   []float64
}

// Len returns the number of records.
func (c Coded) Len() int { return len(c.Class) }

// Words says which columns are taken as words.
type Words int

const (
	AutoWords Words = iota // the columns with a cell that is no number
	AllWords
	NoWords
	NamedWords // the columns of a list
)

// CodedOptions says how to read a file.
type CodedOptions struct {
	Label   string // the column of classes; empty: the last
	Drop    []string
	DropIDs bool     // leave out columns named as ids with a value of its own for most records
	Keep    []string // exceptions from DropIDs
	Words   Words
	Named   []string // the columns for NamedWords
	Missing Missing  // RefuseMissing or DropMissing
	Domain  *Domain  // the declared words and bounds; nil: none
	Part    Part     // of the file's records
}

// maxCoded limits the cells of a coded table, each record counted as one more, and maxCodes the words of a
// column.
const (
	maxCoded = 24 << 20
	maxCodes = 1000
)

// ReadCoded reads a file record by record and keeps words as codes.
func ReadCoded(ctx context.Context, path string, o CodedOptions) (Coded, error) {
	var err error
	if o.Label, err = LabelColumn(ctx, path, o.Label); err != nil {
		return Coded{}, err
	}
	f, err := source.Open(path, maxBytes)
	if err != nil {
		return Coded{}, err
	}
	defer f.Close()
	c, err := readColumns(ctx, reported(ctx, f), o.Part, maxCoded, func(name string) columnNeed {
		if slices.Contains(o.Drop, name) {
			return columnNeed{}
		}
		return columnNeed{words: maxCodes, asWords: true, freely: o.ids().asID(name)}
	})
	if err != nil {
		return Coded{}, inFile(ctx, filepath.Base(path), err)
	}
	coded, err := c.coded(o)
	return coded, inFile(ctx, filepath.Base(path), err)
}

// ids says which columns are left out as ids.
func (o CodedOptions) ids() Options { return Options{Label: o.Label, DropIDs: o.DropIDs, Keep: o.Keep} }

// coded makes a coded table of the columns read.
func (c *columns) coded(o CodedOptions) (Coded, error) {
	if err := c.known(Options{Label: o.Label, Drop: o.Drop, Keep: o.Named}); err != nil {
		return Coded{}, err
	}
	var s Survey
	s.Records = len(c.lines)
	c.settleIDs(o.ids(), &s)
	if err := c.settleMissing(o.Missing, o.Label, &s); err != nil {
		return Coded{}, err
	}
	if len(c.lines) == 0 {
		return Coded{}, fmt.Errorf("each of the %d records lacks a value; to drop a column would work", s.Records)
	}
	coded := Coded{Label: o.Label, Declared: o.Domain != nil}
	if err := c.codeClasses(&coded, o); err != nil {
		return Coded{}, err
	}
	outside := Survey{Clamped: true, Raw: true}
	for _, col := range c.list {
		if col.name == o.Label {
			continue
		}
		made, err := c.codeColumn(col, o, &s, &outside)
		switch {
		case err != nil:
			return Coded{}, err
		case o.Domain == nil && made.constant():
			s.Constant = append(s.Constant, Count{Column: col.name, Cells: len(c.lines)})
			continue
		}
		coded.Columns = append(coded.Columns, made)
		col.values, col.codes = nil, nil
	}
	if len(coded.Columns) == 0 {
		return Coded{}, s.nothingLeft()
	}
	unknown := s.Unknown
	s.Unknown = nil
	coded.Clamped, coded.Strange = cells(outside.Outside), cells(unknown)
	coded.Notes = slices.Concat(coded.Notes, s.Notes(), outside.Notes())
	if len(unknown) > 0 {
		coded.Notes = append(coded.Notes, "words that are not declared, counted in no cell: "+counts(unknown))
	}
	return coded, nil
}

// cells returns the number of cells in all columns.
func cells(list []Count) (sum int) {
	for _, c := range list {
		sum += c.Cells
	}
	return sum
}

// constant reports whether nothing can be learned from the column.
func (c CodedColumn) constant() bool { return len(c.Words) == 1 || c.Words == nil && !(c.Low < c.High) }

// codeClasses tells the classes. A record of a class that is not declared is left out, and counted.
func (c *columns) codeClasses(coded *Coded, o CodedOptions) error {
	label, err := c.find(o.Label)
	if err != nil {
		return err
	}
	if label.codes == nil {
		return fmt.Errorf("column %s has more than %d different values, too many for classes; another label would work", source.Quote(o.Label),
			maxCodes)
	}
	coded.Classes = label.ordered()
	if o.Domain != nil {
		declared, err := o.Domain.of(o.Label)
		if err != nil {
			return err
		}
		if declared.Words == nil {
			return fmt.Errorf("the domain declares bounds of %s, which has the classes; their names would work", source.Quote(o.Label))
		}
		coded.Classes = declared.Words
	}
	place, strange := label.places(coded.Classes)
	if strange > 0 {
		mask := make([]bool, len(c.lines))
		count := Count{Column: o.Label}
		for i, code := range label.codes {
			if mask[i] = int(place[code]) < len(coded.Classes); !mask[i] {
				if count.Cells++; count.Cells == 1 {
					count.Line = c.lines[i]
				}
			}
		}
		c.keep(mask)
		if count.Cells > 0 {
			coded.Notes = append(coded.Notes, "records of classes that are not declared, left out: "+counts([]Count{count}))
		}
		if len(c.lines) == 0 {
			return fmt.Errorf("no record is of a declared class: %s", strings.Join(coded.Classes, ", "))
		}
	}
	coded.Class = make([]uint16, len(label.codes))
	for i, code := range label.codes {
		coded.Class[i] = place[code]
	}
	if len(coded.Classes) < 2 {
		return fmt.Errorf("column %s has one value, %s, in all %d records; two classes would work", source.Name(o.Label), coded.Classes[0],
			len(c.lines))
	}
	return nil
}

// codeColumn makes a column of words or of numbers.
func (c *columns) codeColumn(col *column, o CodedOptions, s, outside *Survey) (made CodedColumn, err error) {
	made.Name = col.name
	asWords := col.values == nil
	switch o.Words {
	case AllWords:
		asWords = true
	case NamedWords:
		asWords = slices.Contains(o.Named, col.name)
	case NoWords:
		asWords = false
	}
	if o.Domain != nil {
		declared, err := o.Domain.of(col.name)
		if err != nil {
			return made, err
		}
		asWords = declared.Words != nil
		made.Words, made.Low, made.High = declared.Words, declared.Low, declared.High
	}
	switch {
	case asWords && col.codes == nil:
		return made, fmt.Errorf("column %s has more than %d different values, too many for words; words=auto takes it for numbers",
			source.Quote(col.name), maxCodes)
	case !asWords && col.values == nil:
		return made, fmt.Errorf("column %s has words, such as %s; words=auto or drop=%s would work", source.Quote(col.name),
			source.Quote(col.words[0]), source.Name(col.name))
	case !asWords:
		c.codeNumbers(col, &made, o.Domain != nil, outside)
		return made, nil
	}
	if made.Words == nil {
		made.Words = col.ordered()
	}
	place, strange := col.places(made.Words)
	if strange > 0 {
		s.Unknown = append(s.Unknown, c.strange(col, func(w string) bool { return slices.Contains(made.Words, canonical(w)) })...)
	}
	made.Codes = make([]uint16, len(col.codes))
	for i, code := range col.codes {
		made.Codes[i] = place[code]
	}
	return made, nil
}

// codeNumbers takes the bounds that are declared, or the data's own.
func (c *columns) codeNumbers(col *column, made *CodedColumn, declared bool, outside *Survey) {
	if !declared {
		made.Low, made.High = slices.Min(col.values), slices.Max(col.values)
	}
	made.Numbers = col.values
	count := Count{Column: col.name}
	for i, v := range col.values {
		if made.Numbers[i] = min(max(v, made.Low), made.High); v != made.Numbers[i] {
			if count.Cells++; count.Cells == 1 {
				count.Line = c.lines[i]
			}
		}
	}
	if count.Cells > 0 {
		outside.Outside = append(outside.Outside, count)
	}
}

// canonical returns a word as it is written out: a number without redundant zeros.
func canonical(word string) string {
	if v, err := parseCell(word); err == nil {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return word
}

// ordered returns the words that records have: numbers by size, then others in alphabetical order.
func (c *column) ordered() []string {
	var words []string
	for _, w := range c.used() {
		words = append(words, canonical(w))
	}
	return inOrder(words)
}

// inOrder sorts words, and drops duplicates.
func inOrder(words []string) []string {
	slices.SortFunc(words, func(a, b string) int {
		x, notX := parseCell(a)
		y, notY := parseCell(b)
		switch {
		case notX == nil && notY == nil && x != y:
			if x < y {
				return -1
			}
			return 1
		case (notX == nil) != (notY == nil):
			if notX == nil {
				return -1
			}
			return 1
		}
		return strings.Compare(a, b)
	})
	return slices.Compact(words)
}

// places says of each word met where it stands among some, and how many of them do not: their place is behind all.
func (c *column) places(words []string) (place []uint16, strange int) {
	place = make([]uint16, len(c.words))
	for code, w := range c.words {
		at := slices.Index(words, canonical(w))
		if at < 0 {
			at = len(words)
			strange++
		}
		place[code] = uint16(at)
	}
	return place, strange
}

// Domain declares a table before anyone looks at it: the possible words of columns, and the bounds of
// numbers.
type Domain struct {
	Name    string // of the file
	names   []string
	columns map[string]DomainColumn
}

// DomainColumn declares the possible values of one column.
type DomainColumn struct {
	Words     []string // nil: numbers
	Low, High float64
}

// ReadDomain reads a file with the columns column, value, low and high: a row for each word of a column, or one with the bounds
// of its numbers.
func ReadDomain(ctx context.Context, path string) (*Domain, error) {
	d := &Domain{Name: filepath.Base(path), columns: map[string]DomainColumn{}}
	err := Stream(ctx, path, []string{"column", "value", "low", "high"}, func(cells []string, line int) error {
		if err := d.add(cells); err != nil {
			return &source.FileError{Name: d.Name, Err: fmt.Errorf("line %d: %w", line, err)}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for name, col := range d.columns {
		col.Words = inOrder(col.Words)
		d.columns[name] = col
	}
	return d, nil
}

// NewDomain returns a domain of given columns: their words, as files are read, or the bounds of their
// numbers.
func NewDomain(name string, columns map[string]DomainColumn) *Domain {
	d := &Domain{Name: name, columns: columns}
	for column, of := range columns {
		d.names = append(d.names, column)
		of.Words = inOrder(of.Words)
		columns[column] = of
	}
	return d
}

// add takes a row.
func (d *Domain) add(cells []string) error {
	name := source.Name(strings.TrimSpace(cells[0]))
	value, low, high := strings.TrimSpace(cells[1]), strings.TrimSpace(cells[2]), strings.TrimSpace(cells[3])
	col, known := d.columns[name]
	if !known {
		d.names = append(d.names, name)
	}
	switch {
	case name == "":
		return errors.New("a row without a column's name; one would work")
	case value != "" && (low != "" || high != "" || known && col.Words == nil):
		return fmt.Errorf("column %s has both words and bounds; either would work", name)
	case value != "":
		col.Words = append(col.Words, strings.Clone(canonical(value)))
		if len(col.Words) > maxCodes {
			return fmt.Errorf("column %s has more than %d words; so many would work", name, maxCodes)
		}
	case col.Words != nil:
		return fmt.Errorf("column %s has both words and bounds; either would work", name)
	case known:
		return fmt.Errorf("column %s stands twice; one row of bounds would work", name)
	default:
		var err error
		if col.Low, err = parseCell(low); err == nil {
			col.High, err = parseCell(high)
		}
		if err != nil || !(col.Low < col.High) || math.IsNaN(col.High-col.Low) {
			return fmt.Errorf("column %s lies between %s and %s; two numbers, the lower first, would work", name, source.Quote(low),
				source.Quote(high))
		}
	}
	d.columns[strings.Clone(name)] = col
	return nil
}

// of returns the declaration of a column.
func (d *Domain) of(name string) (DomainColumn, error) {
	col, known := d.columns[name]
	if !known {
		if len(d.names) == 0 {
			return col, fmt.Errorf("the domain %s declares no column; rows such as %s,VALUE,, would work", d.Name, source.Name(name))
		}
		return col, fmt.Errorf("the domain %s says nothing of column %s; rows such as %s,VALUE,, or %s,,LOW,HIGH would work, or drop=%s",
			d.Name, source.Quote(name), source.Name(name), source.Name(name), source.Name(name))
	}
	return col, nil
}
