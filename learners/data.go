package learners

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
)

// Data is a table of records: what a classifier learns from and is judged on.
type Data struct {
	Features   []Feature
	ClassNames []string
	X          []float64 // Len() rows of Dims() values, after scaling
	Y          []int     // class of each record; nil when the table has no labels
	Rows       []int     // place of each record in the file, counted from 0 after the header
	Held       []bool    // records set apart before anything was learnt from the table; nil when none were
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
	p := Data{Features: d.Features, ClassNames: d.ClassNames, Rows: make([]int, 0, len(records)), X: make([]float64, 0, len(records)*d.Dims())}
	for _, i := range records {
		p.X = append(p.X, d.Row(i)...)
		p.Rows = append(p.Rows, d.Rows[i])
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
		return fmt.Errorf("%d records of %d features; at least 2 records of 1 feature would do", d.Len(), d.Dims())
	}
	if len(d.Y) != d.Len() || len(d.X) != d.Len()*d.Dims() {
		return fmt.Errorf("%d labels and %d values for %d records of %d features; one label and a value per feature for each would do",
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
		return fmt.Errorf("all %d records have one class; 2 or more classes would do", d.Len())
	}
	for i, v := range d.X {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("record %d, %s: %g is not finite; a number would do", i/d.Dims(), d.Features[i%d.Dims()].Name, v)
		}
	}
	return nil
}

// Split draws a held-out part of about share of the records, and so that each
// class has its share (stratified). Both parts are in the order of the table.
func (d Data) Split(share float64, rng *rand.Rand) (train, held Data) {
	y := d.Y
	if y == nil {
		y = make([]int, d.Len())
	}
	in, out := stratified(y, max(d.Classes(), 1), share, rng)
	return d.Pick(in), d.Pick(out)
}

// parts returns the records to train on and those held out: as the table was
// read, or else by a draw.
func (d Data) parts(share float64, rng *rand.Rand) (train, held Data) {
	if d.Held == nil {
		return d.Split(share, rng)
	}
	var in, out []int
	for i, held := range d.Held {
		if held {
			out = append(out, i)
		} else {
			in = append(in, i)
		}
	}
	return d.Pick(in), d.Pick(out)
}

// stratified draws about share of the records out, of each class its share. Y
// holds the class of each record, -1 for one that belongs to neither part. Both
// lists are increasing.
func stratified(y []int, classes int, share float64, rng *rand.Rand) (in, out []int) {
	byClass := make([][]int, classes)
	for i, k := range y {
		if k >= 0 {
			byClass[k] = append(byClass[k], i)
		}
	}
	owed := 0.0 // what rounding has left over from the classes before
	for _, members := range byClass {
		rng.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
		exact := share*float64(len(members)) + owed
		n := min(max(int(math.Round(exact)), 0), len(members))
		owed = exact - float64(n)
		out, in = append(out, members[:n]...), append(in, members[n:]...)
	}
	slices.Sort(in)
	slices.Sort(out)
	return in, out
}

// Accuracy returns the share of the records whose label c predicts.
func (d Data) Accuracy(c Classifier) float64 {
	into := make([]int, d.Len())
	PredictAll(c, d.X, into)
	right := 0
	for i, k := range into {
		if k == d.Y[i] {
			right++
		}
	}
	return float64(right) / float64(d.Len())
}

// Survey says what was met while a table was read.
type Survey struct {
	Records  int     // read, of which
	Dropped  int     // were left out because a value was missing
	Filled   bool    // missing values were filled, with the mean or the most frequent word
	Missing  []Count // columns with missing values
	Encoded  []Count // text columns and their numbers of words
	Constant []Count // columns left out because they never change
	Unknown  []Count // words that the model was not trained on
	Outside  []Count // features with values outside [0, 1] after scaling, before clamping
	Clamped  bool
}

// Count is a number of cells in a column, and the line of the first.
type Count struct {
	Column string
	Cells  int
	Line   int
}

// Notes puts the survey in sentences, one per line, for a person to read.
func (s Survey) Notes() []string {
	var notes []string
	say := func(list []Count, format string, end ...string) {
		if len(list) > 0 {
			notes = append(notes, fmt.Sprintf(format, counts(list))+strings.Join(end, ""))
		}
	}
	say(s.Missing, "missing values: %s", map[bool]string{true: "; filled with the mean or the most frequent word"}[s.Filled])
	if s.Dropped > 0 {
		notes = append(notes, fmt.Sprintf("%d of %d records left out because a value is missing", s.Dropped, s.Records))
	}
	say(s.Encoded, "text columns turned into one 0/1 feature per word (one for two words): %s")
	say(s.Constant, "columns left out because they never change: %s")
	say(s.Unknown, "words that the classifier was not trained on, 0 in every feature: %s")
	say(s.Outside, "values outside [0, 1]: %s", map[bool]string{true: "; clamped"}[s.Clamped])
	return notes
}

// counts lists "bmi 201 (first in line 3), age 1 (first in line 9)".
func counts(list []Count) string {
	const most = 8
	var parts []string
	for i, c := range list {
		if i == most {
			parts = append(parts, fmt.Sprintf("and %d more columns", len(list)-most))
			break
		}
		part := fmt.Sprintf("%s %d", c.Column, c.Cells)
		if c.Line > 0 {
			part += fmt.Sprintf(" (first in line %d)", c.Line)
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ", ")
}
