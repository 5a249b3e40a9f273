package table

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"dpscope/engine/param"
	"dpscope/learners/source"
)

// RecordOptions says how to read a data file for features that exist.
type RecordOptions struct {
	Features   []Feature
	ClassNames []string // that labels may be

	ID      string // the column of ids; empty: the first that is called so and is no feature
	Label   string // the column of classes; empty when none is wanted
	Raw     bool   // the file holds raw values, to be scaled as the model says; otherwise they are scaled already
	Missing Missing
	Part    Part                   // the records that are wanted of the file
	Gaps    func(feature int) bool // the classifier takes a missing value of the feature, as NaN; nil: of none
}

// openRecords reads a CSV file, plain or gzip, for given features: its columns
// are found by name, in any order, and others are passed over.
func openRecords(ctx context.Context, path string, options RecordOptions) (Data, Survey, error) {
	f, err := source.Open(path, maxBytes)
	if err != nil {
		return Data{}, Survey{}, err
	}
	defer f.Close()
	d, s, err := readRecords(ctx, reported(ctx, f), options)
	return d, s, inFile(ctx, filepath.Base(path), err)
}

func readRecords(ctx context.Context, r io.Reader, options RecordOptions) (Data, Survey, error) {
	d := Data{Features: options.Features, ClassNames: options.ClassNames}
	var s Survey
	named := options.ID != ""
	c, err := readColumns(ctx, r, options.Part, maxCells, func(name string) (w columnNeed) {
		for _, f := range options.Features {
			if f.source() == name {
				w.words, w.asWords = MaxClasses, w.asWords || f.Column != "" || f.Words != nil
			}
		}
		if name == options.Label {
			w.words = MaxClasses
		}
		w.asIDs = name == options.ID || w.words == 0 && !named && NamesID(name)
		named = named || w.asIDs
		return w
	})
	if err != nil {
		return d, s, err
	}
	if options.ID != "" && c.idName == "" {
		return d, s, &param.UnknownError{What: "id", Name: source.Name(options.ID), Known: c.names}
	}
	d.Columns = c.names
	s.Records, s.Raw = len(c.lines), options.Raw
	if options.Label != "" {
		if _, err := c.find(options.Label); err != nil {
			return d, s, err
		}
	}
	c.settleByModel(options, &s)
	if err := c.settleMissing(options.Missing, options.Label, &s); err != nil {
		return d, s, err
	}
	d.IDName, d.IDs = c.idName, c.ids
	if d.Rows, d.Lines = c.rows, c.lines; len(d.Rows) == 0 && !c.part {
		return d, s, fmt.Errorf("each of the %d records lacks a value; one that lacks none would work", s.Records)
	}
	if err := c.missingColumns(options.Features); err != nil {
		return d, s, err
	}
	var makers []func(int) float64
	for _, f := range options.Features {
		value, err := c.maker(f, options.Raw)
		if err != nil {
			return d, s, err
		}
		makers = append(makers, value)
		if f.Words != nil && !options.Raw {
			if d.Ordered == nil {
				d.Ordered = map[string]bool{}
			}
			col, _ := c.find(f.source())
			d.Ordered[col.name] = col.values != nil
		}
	}
	s.Unknown = c.unknownWords(options.Features)
	if err := d.fill(makers, c.lines, false, options.Gaps, &s); err != nil {
		return d, s, err
	}
	if options.Label != "" {
		err = d.label(c, options.Label)
	}
	return d, s, err
}

// missingColumns returns an error if a file has none of the classifier's columns.
func (c *columns) missingColumns(features []Feature) error {
	const most = 4
	var wanted []string
	for _, f := range features {
		switch name := f.source(); {
		case slices.Contains(c.names, name):
			return nil
		case !slices.Contains(wanted, name):
			wanted = append(wanted, name)
		}
	}
	list := func(names []string) string {
		if len(names) > most {
			return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
		}
		return strings.Join(names, ", ")
	}
	return fmt.Errorf("the file has %s, and none of the columns that the classifier takes; %s would work, "+
		"or a classifier of this file: dpscope train makes one, and dpscope convert reads another program's", list(c.names), list(wanted))
}

// maker returns the function that gives the feature of record i. A feature
// that stands for a word is also taken from a 0/1 column of its own name.
func (c *columns) maker(f Feature, raw bool) (func(int) float64, error) {
	col, err := c.find(f.source())
	if err != nil {
		return nil, fmt.Errorf("there is no column %s, which the classifier takes; a column of that name would work, nearest: %s", f.source(),
			strings.Join(param.Nearest(f.source(), c.names, 3), ", "))
	}
	if f.Column != "" || f.Words != nil {
		return col.wordMaker(f, raw)
	}
	if col.values == nil {
		return nil, fmt.Errorf("column %s holds the word %s; numbers would work", col.name, source.Quote(col.firstWord()))
	}
	return col.numberMaker(f, raw), nil
}

// numberMaker implements maker for a column of numbers.
func (col *column) numberMaker(f Feature, raw bool) func(int) float64 {
	lacking := f.Scale.Apply(f.lacking())
	return func(i int) float64 {
		switch v := col.values[i]; {
		case v != v:
			return lacking
		case raw:
			return f.Scale.Apply(v)
		default:
			return v
		}
	}
}

// wordMaker implements maker for a column of words.
func (col *column) wordMaker(f Feature, raw bool) (func(int) float64, error) {
	if col.codes == nil {
		return nil, fmt.Errorf("column %s has more than %d different values; the words of the model would work", col.name, col.limit)
	}
	if f.Words != nil && !raw && col.values != nil { // scaled already
		return col.numberMaker(f, raw), nil
	}
	is := make([]float64, len(col.words)+1) // the last for a missing word
	for k, w := range col.words {
		switch {
		case f.Words != nil:
			is[k] = f.Scale.Apply(f.place(w))
		case sameWord(w, f.Word):
			is[k] = 1
		}
	}
	last := len(col.words)
	switch {
	case f.Words != nil:
		is[last] = f.Scale.Apply(f.lacking())
	case f.Missing == f.Word:
		is[last] = 1
	}
	return func(i int) float64 {
		if code := col.codes[i]; code >= 0 {
			return is[code]
		}
		return is[last]
	}, nil
}

// firstWord returns the first word that is no number.
func (c *column) firstWord() string {
	for _, w := range c.words {
		if _, err := strconv.ParseFloat(w, 64); err != nil {
			return w
		}
	}
	return ""
}

// unknownWords counts the cells with a word that no feature of the column represents. A column with a single
// feature has a second, unnamed word.
func (c *columns) unknownWords(features []Feature) []Count {
	var unknown []Count
	words := map[string][]string{}
	for _, f := range features {
		if f.Column != "" {
			words[f.Column] = append(words[f.Column], f.Word)
		}
	}
	for _, col := range c.list {
		known := words[col.name]
		if len(known) < 2 {
			continue
		}
		unknown = append(unknown, c.strange(col, func(w string) bool {
			return slices.ContainsFunc(known,
				func(k string) bool { return sameWord(w, k) })
		})...)
	}
	return unknown
}

// label sets each record's class from the column of labels.
func (d *Data) label(c *columns, name string) error {
	col, err := c.find(name)
	if err != nil {
		return err
	}
	names, y := col.classes()
	class := make([]int, len(names))
	for k, n := range names {
		class[k] = slices.Index(d.ClassNames, n)
	}
	d.Y = make([]int, len(y))
	for i, k := range y {
		if k < 0 {
			d.Y[i] = -1
		} else if d.Y[i] = class[k]; d.Y[i] < 0 {
			return fmt.Errorf("line %d, column %s: %w", c.lines[i], name, &param.UnknownError{What: "class", Name: names[k], Known: d.ClassNames})
		}
	}
	return nil
}
