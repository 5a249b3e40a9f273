// Package table holds records that classifiers learn from and are judged on, read from files or made up. It
// knows no classifier.
package table

import (
	"fmt"
	"math"
)

// Data is a table of records.
type Data struct {
	Features   []Feature
	ClassNames []string
	X          []float64       // Len() rows of Dims() values, after scaling
	Y          []int           // class of each record; nil when the table has no labels
	Rows       []int           // place of each record in the file, counted from 0 after the header
	Lines      []int           // line of each record in the file, counted from 1; nil for made-up records
	Columns    []string        // of the file, including skipped ones; nil for made-up records
	IDName     string          // of the column of ids; empty: none
	IDs        []string        // of each record, as written in the file; nil without ids
	Ordered    map[string]bool // ordered columns of words, for records read for given features: whether they hold numbers, scaled already
	Held       []bool          // records set apart before anything was learnt from the table; nil: none
}

// Dims returns the number of features.
func (d Data) Dims() int { return len(d.Features) }

// Classes returns the number of classes.
func (d Data) Classes() int { return len(d.ClassNames) }

// Len returns the number of records.
func (d Data) Len() int { return len(d.Rows) }

// Row returns record i, not to be changed.
func (d Data) Row(i int) []float64 {
	n := d.Dims()
	return d.X[i*n : (i+1)*n : (i+1)*n]
}

// Pick returns the data of the given records, in that order, as a table with
// nothing set apart.
func (d Data) Pick(records []int) Data {
	p := Data{Features: d.Features, ClassNames: d.ClassNames, Columns: d.Columns, IDName: d.IDName, Rows: make([]int, 0, len(records)),
		X: make([]float64, 0, len(records)*d.Dims())}
	for _, i := range records {
		p.X = append(p.X, d.Row(i)...)
		p.Rows = append(p.Rows, d.Rows[i])
		if d.Lines != nil {
			p.Lines = append(p.Lines, d.Lines[i])
		}
		if d.IDs != nil {
			p.IDs = append(p.IDs, d.IDs[i])
		}
		if d.Y != nil {
			p.Y = append(p.Y, d.Y[i])
		}
	}
	return p
}

// Check says whether the table can be learnt from: at least two classes, a
// label for each record, and finite values.
func (d Data) Check() error {
	if d.Len() == 0 || d.Dims() == 0 {
		return fmt.Errorf("%d records of %d features; at least 2 records of 1 feature would work", d.Len(), d.Dims())
	}
	if len(d.Y) != d.Len() || len(d.X) != d.Len()*d.Dims() {
		return fmt.Errorf("%d labels and %d values for %d records of %d features; one label and a value per feature for each would work",
			len(d.Y), len(d.X), d.Len(), d.Dims())
	}
	seen := make([]int, d.Classes())
	for i, y := range d.Y {
		if y < 0 || y >= len(seen) {
			return fmt.Errorf("record %d has class %d, outside [0, %d]", i, y, len(seen)-1)
		}
		seen[y]++
	}
	classes := 0
	for _, n := range seen {
		if n > 0 {
			classes++
		}
	}
	if classes < 2 {
		return fmt.Errorf("all %d records have one class; 2 or more classes would work", d.Len())
	}
	for i, v := range d.X {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("record %d, %s: %g is not finite; a number would work", i/d.Dims(), d.Features[i%d.Dims()].Name, v)
		}
	}
	return nil
}

// Column copies the values of one feature.
func (d Data) Column(feature int) []float64 {
	values := make([]float64, d.Len())
	for i := range values {
		values[i] = d.Row(i)[feature]
	}
	return values
}

// Over returns the data with some features alone, in the order of the list.
func (d Data) Over(features []int) Data {
	over := d
	over.Features, over.X = make([]Feature, len(features)), make([]float64, 0, d.Len()*len(features))
	for k, f := range features {
		over.Features[k] = d.Features[f]
	}
	for i := range d.Len() {
		for _, f := range features {
			over.X = append(over.X, d.Row(i)[f])
		}
	}
	return over
}

// Limits of a data file, far above what a terminal can explore, and low enough to refuse a wrong or hostile
// file before it fills the memory.
const (
	MaxFeatures  = 20000
	MaxClasses   = 1000
	maxBytes     = 512 << 20 // before and after decompression
	maxColumns   = 10000
	maxCells     = 8 << 20 // with one more for each record
	maxWords     = 64      // different words in a text column
	maxCellBytes = 4096    // of a text
	maxLineBytes = 4 << 20 // each byte may end a field, whose place takes ten times the memory
	maxScaled    = 1e15    // size of a scaled value, which should lie in [0, 1]; its square is far from overflow
)
