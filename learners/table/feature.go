package table

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"dpscope/engine/numeral"
	"dpscope/learners/source"
)

// Feature is one input of a classifier.
type Feature struct {
	Name  string
	Unit  string // of the raw value: "years"; may be empty
	Scale Scale
	Text  string // the file's description of the scale in words; may be empty

	// A text column becomes one feature per word, 1 for cells with that word.
	Column, Word string // "smoking_status", "smokes"; empty otherwise

	Words   []string // of an ordered text column: a raw value is a word's index; otherwise nil
	Other   *float64 // the raw value of other words than Words; nil: such a record is left out
	Missing string   // the raw value, or the word, that replaces a missing one; empty: none
}

// WordFeature returns the feature that is 1 for a word of a text column; it replaces commas, which would
// separate names.
func WordFeature(column, word string) Feature {
	return Feature{Name: strings.ReplaceAll(source.Name(column+"="+word), ",", ";"), Column: column, Word: source.Name(word)}
}

// place returns the raw value of a word of an ordered text column, NaN without one.
func (f Feature) place(word string) float64 {
	for k, w := range f.Words {
		if sameWord(word, w) {
			return float64(k)
		}
	}
	if f.Other != nil {
		return *f.Other
	}
	return math.NaN()
}

// Filled returns the classifier's input for a missing value, NaN without a replacement.
func (f Feature) Filled() float64 {
	if f.Column == "" {
		return f.Scale.Apply(f.lacking())
	}
	switch f.Missing {
	case "":
		return math.NaN()
	case f.Word:
		return 1
	}
	return 0
}

// lacking returns the raw value that replaces a missing one, NaN without one.
func (f Feature) lacking() float64 {
	if f.Missing == "" {
		return math.NaN()
	}
	if v := f.place(f.Missing); f.Words != nil && v == v && (f.Other == nil || v != *f.Other) {
		return v
	}
	if v, err := strconv.ParseFloat(f.Missing, 64); err == nil {
		return v
	}
	return math.NaN()
}

// Ends returns the raw values that 0 and 1 stand for, in words: "0 to 100 years".
func (f Feature) Ends() string {
	return strings.TrimSpace(end(f.Scale.Raw(0)) + " to " + end(f.Scale.Raw(1)) + " " + f.Unit)
}

// end returns a number of four digits, without an exponent for large ones: "681,500".
func end(v float64) string {
	text := strconv.FormatFloat(v, 'g', 4, 64)
	if rounded, err := strconv.ParseFloat(text, 64); err == nil && strings.Contains(text, "e+") {
		return numeral.Count(rounded)
	}
	return text
}

// Check reports a replacement for missing values that the feature cannot have.
func (f Feature) Check() error {
	if f.Missing != "" && f.Column == "" && math.IsNaN(f.lacking()) {
		return fmt.Errorf("missing = %s is neither a number nor one of the words; one of them would work", source.Quote(f.Missing))
	}
	return nil
}

// sameWord reports whether a cell is a word of the model; numbers that stand for words
// may be written in two ways.
func sameWord(cell, word string) bool {
	if source.Name(cell) == word {
		return true
	}
	a, err := strconv.ParseFloat(cell, 64)
	b, err2 := strconv.ParseFloat(word, 64)
	return err == nil && err2 == nil && a == b
}

// Scale converts a raw value to the classifier's input: (raw − Offset)/Divisor. The zero Scale leaves a value
// as it is.
type Scale struct {
	Offset, Divisor float64 // a Divisor of 0 counts as 1
	FromData        bool    // Offset and Divisor are the data's own minimum and range, and so depend on every record
}

// Apply returns the scaled value.
func (s Scale) Apply(raw float64) float64 { return (raw - s.Offset) / s.divisor() }

// Raw returns the value in its own unit, the inverse of Apply.
func (s Scale) Raw(scaled float64) float64 { return scaled*s.divisor() + s.Offset }

// Width returns the difference of raw values that scales to 1.
func (s Scale) Width() float64 { return s.divisor() }

func (s Scale) divisor() float64 {
	if s.Divisor == 0 {
		return 1
	}
	return s.Divisor
}

// Check says that a scale given for a column has a finite offset and a
// positive, finite divisor.
func (s Scale) Check() error {
	if math.IsNaN(s.Offset) || math.IsInf(s.Offset, 0) {
		return fmt.Errorf("offset = %g; a finite number would work", s.Offset)
	}
	if !(s.Divisor > 0) || math.IsInf(s.Divisor, 0) {
		return fmt.Errorf("divisor = %g; a positive number would work", s.Divisor)
	}
	return nil
}

// source returns the column of a file that the feature comes from.
func (f Feature) source() string {
	if f.Column != "" {
		return f.Column
	}
	return f.Name
}

// ColumnsOf lists the columns that features come from, each once, in order.
func ColumnsOf(features []Feature) []string {
	var columns []string
	for _, f := range features {
		if c := f.source(); !slices.Contains(columns, c) {
			columns = append(columns, c)
		}
	}
	return columns
}

// Names lists the features in order.
func Names(features []Feature) []string {
	names := make([]string, len(features))
	for i, f := range features {
		names[i] = f.Name
	}
	return names
}
