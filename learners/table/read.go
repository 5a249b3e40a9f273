package table

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"

	"dpscope/engine/param"
	"dpscope/learners/source"
)

// Missing says what to do with records that lack a value.
type Missing int

const (
	RefuseMissing Missing = iota // an error that counts them
	DropMissing                  // leave the records out
	FillMissing                  // the column's mean, or its most frequent word; a record without a label is left out
)

// Options says how to read a data file.
type Options struct {
	Label   string   // the column of classes; empty: the file has none
	Drop    []string // columns to leave out
	Missing Missing

	// MinMax scales every column of numbers to [0, 1] by its own least and greatest value. The model then
	// contains these: they are facts about single records, without any privacy mechanism. Given scales of
	// columns take precedence, and reveal nothing.
	MinMax bool
	Scales map[string]Scale
	Words  map[string][]string // declared words of columns, in place of the records' words; other cells match none

	// Blind keeps the records from deciding which of them and which declared columns are learnt from: coins
	// choose the held-out records, regardless of class, and a declared column that never changes stays.
	Blind bool

	Clamp        bool     // set values outside [0, 1] to the nearer end
	DropIDs      bool     // leave out columns named as ids with a value of its own for most records
	Keep         []string // exceptions from DropIDs
	DropConstant bool     // leave out columns that never change; an error otherwise

	// HeldOut is the share of the records, in [0, 1), set apart before anything is learnt from the table, of
	// each class alike. Least and greatest values, means, most frequent words and lists of words then come
	// from the other records. All records decide which columns hold numbers, and which classes there are.
	HeldOut float64
	Seed    uint64 // of that draw
}

// Open reads a CSV file, plain or gzip. An error is one line that names
// the file, the place and what would work.
func Open(ctx context.Context, path string, options Options) (Data, Survey, error) {
	f, err := source.Open(path, maxBytes)
	if err != nil {
		return Data{}, Survey{}, err
	}
	defer f.Close()
	return Read(ctx, reported(ctx, f), filepath.Base(path), options)
}

// Read reads a CSV file with a header from r, plain or gzip; name is for
// errors. Empty cells, NA, N/A, ? and nan are missing values. A column with a
// word in it becomes one 0/1 feature per word, or a single one when it has two
// words.
func Read(ctx context.Context, r io.Reader, name string, options Options) (Data, Survey, error) {
	d, s, err := readTable(ctx, r, options)
	return d, s, inFile(ctx, name, err)
}

// Columns returns the names of a file's columns, in its order.
func Columns(ctx context.Context, path string) ([]string, error) {
	f, err := source.Open(path, maxBytes)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	records, err := openSource(ctx, f)
	if err != nil {
		return nil, inFile(ctx, filepath.Base(path), err)
	}
	var names []string
	for k, name := range records.Header() {
		if err := legible(k, name); err != nil {
			return nil, inFile(ctx, filepath.Base(path), err)
		}
		names = append(names, source.Name(name))
	}
	return names, nil
}

// LabelColumn returns the column of a file's classes: the named one or, without a name, the last one, where
// many files have them.
func LabelColumn(ctx context.Context, path, named string) (string, error) {
	if named != "" {
		return named, nil
	}
	names, err := Columns(ctx, path)
	if err != nil {
		return "", err
	}
	return names[len(names)-1], nil
}

// inFile names the file in which something is wrong.
func inFile(ctx context.Context, name string, err error) error {
	if err == nil || err == ctx.Err() {
		return err
	}
	return &source.FileError{Name: name, Err: err}
}

func readTable(ctx context.Context, r io.Reader, options Options) (Data, Survey, error) {
	var d Data
	var s Survey
	c, err := readColumns(ctx, r, Part{}, maxCells, func(name string) columnNeed {
		switch {
		case name == options.Label:
			return columnNeed{words: MaxClasses}
		case slices.Contains(options.Drop, name):
			return columnNeed{}
		}
		return columnNeed{words: maxWords, asWords: options.Words[name] != nil, freely: options.asID(name)}
	})
	if err != nil {
		return d, s, err
	}
	if err := c.known(options); err != nil {
		return d, s, err
	}
	s.Records = len(c.lines)
	if options.HeldOut > 0 {
		if err := c.hold(options); err != nil {
			return d, s, err
		}
	}
	if err := c.settleMissing(options.Missing, options.Label, &s); err != nil {
		return d, s, err
	}
	if d.Rows, d.Lines = c.rows, c.lines; len(d.Rows) == 0 {
		return d, s, fmt.Errorf("each of the %d records lacks a value; to fill them or to drop a column would work", s.Records)
	}
	if d.Held = c.held; d.Held != nil && !slices.Contains(d.Held, false) {
		return d, s, fmt.Errorf("each record to train on lacks a value; to fill them or to drop a column would work")
	}
	c.settleIDs(options, &s)
	if err := c.settleConstant(options, &s); err != nil {
		return d, s, err
	}
	if err := d.build(c, options, &s); err != nil {
		return d, s, err
	}
	if options.Label != "" {
		if err := d.Check(); err != nil {
			return d, s, err
		}
	}
	return d, s, nil
}

// known reports a name in the options that is no column, or the label where a feature is needed.
func (c *columns) known(options Options) error {
	if options.Label != "" && (options.Declares(options.Label) || slices.Contains(options.Drop, options.Label)) {
		return fmt.Errorf("column %s has the classes, and can be neither dropped nor scaled; another label would work",
			source.Quote(options.Label))
	}
	names := slices.Concat(options.Drop, options.Keep)
	if options.Label != "" {
		names = append(names, options.Label)
	}
	names = slices.AppendSeq(names, maps.Keys(options.Scales))
	names = slices.AppendSeq(names, maps.Keys(options.Words))
	slices.Sort(names)
	for _, name := range names {
		if !slices.Contains(c.names, name) {
			return &param.UnknownError{What: "column", Name: source.Name(name), Known: c.names}
		}
	}
	return nil
}

// Declares reports whether the scale or the words of a column are given.
func (o Options) Declares(column string) bool {
	_, scaled := o.Scales[column]
	return scaled || o.Words[column] != nil
}

// hold draws the records to set apart. It excludes records without a label, which will be left out.
func (c *columns) hold(options Options) error {
	classes, y := 1, make([]int, len(c.lines))
	if options.Label != "" {
		label, err := c.find(options.Label)
		if err != nil {
			return err
		}
		var names []string
		names, y = label.classes()
		classes = len(names)
	}
	rng := rand.New(rand.NewPCG(options.Seed, 1))
	if options.Blind {
		c.held = Coins(len(c.lines), options.HeldOut, rng)
	} else {
		_, out := stratified(y, classes, options.HeldOut, rng)
		c.held = make([]bool, len(c.lines))
		for _, i := range out {
			c.held[i] = true
		}
	}
	if n := c.countLearnt(); n < 2 && n < len(c.lines) {
		return fmt.Errorf("held-out = %g of %d records leaves %d to learn from; a smaller share would work", options.HeldOut, len(c.lines), n)
	}
	return nil
}

// learnt returns the column as the records tell it that are not set apart.
func (c *columns) learnt(col *column) *column {
	if c.held == nil {
		return col
	}
	mask := make([]bool, len(c.held))
	for i, held := range c.held {
		mask[i] = !held
	}
	part := *col
	part.values, part.codes = kept(slices.Clone(col.values), mask), kept(slices.Clone(col.codes), mask)
	return &part
}

// ErrConstant is the reason to refuse columns that never change.
var ErrConstant = errors.New("constant columns")

// settleConstant drops the columns that never change in the records learnt from, or
// refuses. A table without labels is not for learning and may have them.
func (c *columns) settleConstant(options Options, s *Survey) error {
	if options.Label == "" {
		return nil
	}
	elsewhere := ""
	c.list = slices.DeleteFunc(c.list, func(col *column) bool {
		if col.name == options.Label || options.Blind && options.Declares(col.name) || !c.learnt(col).constant() {
			return false
		}
		same := len(c.lines)
		if !col.constant() {
			same = c.countLearnt()
			elsewhere = fmt.Sprintf(" (%d records are learned from)", same)
		}
		s.Constant = append(s.Constant, Count{col.name, same, 0})
		return true
	})
	if len(s.Constant) > 0 && !options.DropConstant {
		return fmt.Errorf("%w, from which nothing can be learned: %s%s; to drop them would work", ErrConstant, counts(s.Constant), elsewhere)
	}
	return nil
}

// countLearnt returns the number of records not set apart.
func (c *columns) countLearnt() int {
	n := len(c.lines)
	for _, held := range c.held {
		if held {
			n--
		}
	}
	return n
}

func (c *column) constant() bool {
	if c.values != nil {
		return slices.Min(c.values) == slices.Max(c.values)
	}
	return slices.Min(c.codes) == slices.Max(c.codes)
}
