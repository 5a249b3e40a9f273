package learners

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"

	"dpscope/engine/param"
)

// Missing says what to do with records that lack a value.
type Missing int

const (
	RefuseMissing Missing = iota // an error that counts them
	DropMissing                  // leave the records out
	FillMissing                  // the column's mean, or its most frequent word; a record without a label is left out
)

// TableOptions says what to make of a data file.
type TableOptions struct {
	Label   string   // the column of classes; empty when the file has none
	Drop    []string // columns to leave out
	Missing Missing

	// MinMax scales every column of numbers to [0, 1] by its own least and
	// largest value. Those then stand in the model: they are facts about single
	// records, and no privacy mechanism has touched them. Scales that are given
	// by column win, and reveal nothing.
	MinMax bool
	Scales map[string]Scale

	Clamp        bool // set values outside [0, 1] to the nearer end
	DropConstant bool // leave out columns that never change; an error otherwise
}

// OpenTable reads a CSV file, plain or gzip. An error is one line that names
// the file, the place and what would work.
func OpenTable(ctx context.Context, path string, options TableOptions) (Data, Survey, error) {
	f, err := openFile(path, MaxTableBytes)
	if err != nil {
		return Data{}, Survey{}, err
	}
	defer f.Close()
	return ReadTable(ctx, f, filepath.Base(path), options)
}

// ReadTable reads a CSV file with a header from r, plain or gzip; name is for
// errors. Empty cells, NA, N/A, ? and nan are missing values. A column with a
// word in it becomes one 0/1 feature per word, or a single one when it has two
// words.
func ReadTable(ctx context.Context, r io.Reader, name string, options TableOptions) (Data, Survey, error) {
	d, s, err := readTable(ctx, r, options)
	if err != nil && err != ctx.Err() {
		err = fmt.Errorf("%s: %w", cleanName(name), err)
	}
	return d, s, err
}

func readTable(ctx context.Context, r io.Reader, options TableOptions) (Data, Survey, error) {
	var d Data
	var s Survey
	c, err := readColumns(ctx, r, func(name string) int {
		switch {
		case name == options.Label:
			return MaxClasses
		case slices.Contains(options.Drop, name):
			return 0
		}
		return MaxWords
	})
	if err != nil {
		return d, s, err
	}
	if err := c.known(options); err != nil {
		return d, s, err
	}
	s.Records = len(c.lines)
	if err := c.settleMissing(options.Missing, options.Label, &s); err != nil {
		return d, s, err
	}
	if d.Rows = c.rows; len(d.Rows) == 0 {
		return d, s, fmt.Errorf("each of the %d records lacks a value; to fill them or to drop a column would do", s.Records)
	}
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

// known says which name in the options is not a column.
func (c *columns) known(options TableOptions) error {
	names := slices.Clone(options.Drop)
	if options.Label != "" {
		names = append(names, options.Label)
	}
	for name := range options.Scales {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if !slices.Contains(c.names, name) {
			return &param.UnknownError{What: "column", Name: cleanName(name), Known: c.names}
		}
	}
	return nil
}

// settleMissing drops or fills what is missing, or refuses.
func (c *columns) settleMissing(missing Missing, label string, s *Survey) error {
	lacking := make([]bool, len(c.lines)) // records to leave out
	for _, col := range c.list {
		if col.missing == 0 {
			continue
		}
		s.Missing = append(s.Missing, Count{col.name, col.missing, col.first})
		if col.missing == len(c.lines) {
			return fmt.Errorf("column %s has no value at all; to drop it would do", col.name)
		}
		if missing == DropMissing || col.name == label {
			col.mark(lacking)
		}
	}
	switch {
	case len(s.Missing) == 0:
		return nil
	case missing == RefuseMissing:
		return fmt.Errorf("missing values: %s; to drop those records or to fill the values would do", counts(s.Missing))
	case missing == FillMissing:
		for _, col := range c.list {
			if col.missing > 0 && col.name != label {
				col.fill()
				s.Filled = true
			}
		}
	}
	mask := make([]bool, len(lacking))
	for i, l := range lacking {
		mask[i] = !l
		if l {
			s.Dropped++
		}
	}
	c.keep(mask)
	return nil
}

func (c *column) mark(lacking []bool) {
	for i := range lacking {
		if c.values != nil && math.IsNaN(c.values[i]) || c.values == nil && c.codes[i] < 0 {
			lacking[i] = true
		}
	}
}

// fill puts the mean where a number is missing, and the most frequent word
// where a word is.
func (c *column) fill() {
	if c.values != nil {
		sum, n := 0.0, 0.0
		for _, v := range c.values {
			if !math.IsNaN(v) {
				sum, n = sum+v, n+1
			}
		}
		for i, v := range c.values {
			if math.IsNaN(v) {
				c.values[i] = sum / n
			}
		}
	}
	tally := make([]int, len(c.words))
	for _, k := range c.codes {
		if k >= 0 {
			tally[k]++
		}
	}
	best := 0
	for k, n := range tally {
		if n > tally[best] || n == tally[best] && c.words[k] < c.words[best] {
			best = k
		}
	}
	for i, k := range c.codes {
		if k < 0 {
			c.codes[i] = int32(best)
		}
	}
}

// settleConstant drops the columns that never change, or refuses. A table
// without labels is not for learning and may have them.
func (c *columns) settleConstant(options TableOptions, s *Survey) error {
	if options.Label == "" {
		return nil
	}
	var names []string
	c.list = slices.DeleteFunc(c.list, func(col *column) bool {
		if col.name == options.Label || !col.constant() {
			return false
		}
		names = append(names, col.name)
		s.Constant = append(s.Constant, Count{col.name, len(c.lines), 0})
		return true
	})
	if len(names) > 0 && !options.DropConstant {
		return fmt.Errorf("constant columns, from which nothing can be learnt: %s; to drop them would do", counts(s.Constant))
	}
	return nil
}

func (c *column) constant() bool {
	if c.values != nil {
		return slices.Min(c.values) == slices.Max(c.values)
	}
	return slices.Min(c.codes) == slices.Max(c.codes)
}

// build turns the columns into features and classes.
func (d *Data) build(c *columns, options TableOptions, s *Survey) error {
	var makers []func(i int) float64
	for _, col := range c.list {
		switch {
		case col.name == options.Label:
			d.ClassNames, d.Y = col.classes()
			if err := checkClassNames(d.ClassNames); err != nil {
				return fmt.Errorf("column %s: %w", col.name, err)
			}
		case col.values != nil:
			f := Feature{Name: col.name}
			if options.MinMax {
				low, high := slices.Min(col.values), slices.Max(col.values)
				f.Scale = Scale{Offset: low, Divisor: high - low, FromData: true}
				if high == low {
					f.Scale = Scale{}
				}
			}
			if scale, ok := options.Scales[col.name]; ok {
				f.Scale = scale
			}
			if f.Scale.Divisor != 0 || f.Scale.Offset != 0 {
				if err := f.Scale.check(); err != nil {
					return fmt.Errorf("column %s: %w", col.name, err)
				}
			}
			d.Features = append(d.Features, f)
			makers = append(makers, func(i int) float64 { return f.Scale.Apply(col.values[i]) })
		default:
			words := col.used()
			s.Encoded = append(s.Encoded, Count{col.name, len(words), 0})
			if len(words) == 2 {
				words = words[1:] // the other word is its opposite
			}
			for _, word := range words {
				code := col.index[word]
				d.Features = append(d.Features, Feature{Name: cleanName(col.name + "=" + word), Column: col.name, Word: cleanName(word)})
				makers = append(makers, func(i int) float64 {
					if col.codes[i] == code {
						return 1
					}
					return 0
				})
			}
		}
	}
	if len(d.Features) == 0 {
		return errors.New("no column is left to learn from; at least 1 besides the label would do")
	}
	if err := atMost(len(d.Features), "features", MaxFeatures); err != nil {
		return err
	}
	if err := distinct("features", (&Model{Features: d.Features}).FeatureNames()); err != nil {
		return err
	}
	return d.fill(makers, c.lines, options.Clamp, s)
}

// fill computes the values and looks for those outside [0, 1].
func (d *Data) fill(makers []func(int) float64, lines []int, clamp bool, s *Survey) error {
	if len(d.Rows)*len(makers) > 4*MaxCells {
		return fmt.Errorf("%d records of %d features; at most %d values would do", len(d.Rows), len(makers), 4*MaxCells)
	}
	d.X = make([]float64, len(d.Rows)*len(makers))
	outside := make([]Count, len(makers))
	for f, value := range makers {
		for i := range d.Rows {
			v := value(i)
			if math.IsInf(v, 0) || math.IsNaN(v) {
				return fmt.Errorf("line %d, column %s: the scaled value is %g; a larger divisor would do", lines[i], d.Features[f].Name, v)
			}
			if v < 0 || v > 1 {
				if outside[f].Cells++; outside[f].Cells == 1 {
					outside[f].Column, outside[f].Line = d.Features[f].Name, lines[i]
				}
				if clamp {
					v = min(max(v, 0), 1)
				}
			}
			d.X[i*len(makers)+f] = v
		}
	}
	s.Outside = slices.DeleteFunc(outside, func(c Count) bool { return c.Cells == 0 })
	s.Clamped = clamp && len(s.Outside) > 0
	return nil
}

// classes returns the names of the classes, numbers in order of size and words
// in order of the alphabet, and the class of each record.
func (c *column) classes() (names []string, y []int) {
	if c.values != nil {
		distinct := slices.Compact(slices.Sorted(slices.Values(c.values)))
		for _, v := range distinct {
			names = append(names, strconv.FormatFloat(v, 'g', -1, 64))
		}
		for _, v := range c.values {
			k, _ := slices.BinarySearch(distinct, v)
			y = append(y, k)
		}
		return names, y
	}
	words := c.used()
	for _, code := range c.codes {
		k, _ := slices.BinarySearch(words, c.words[code])
		y = append(y, k)
	}
	for _, w := range words {
		names = append(names, cleanName(w))
	}
	return names, y
}

func checkClassNames(names []string) error {
	if err := atMost(len(names), "different labels", MaxClasses); err != nil {
		return err
	}
	return distinct("classes", names)
}
