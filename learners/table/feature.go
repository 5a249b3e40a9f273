package table

import (
	"fmt"
	"math"
)

// Feature is one input of a classifier.
type Feature struct {
	Name  string
	Unit  string // of the raw value: "years"; may be empty
	Scale Scale
	Text  string // what a file says of the scale in words; may be empty

	// A text column becomes one feature per word, 1 where the cell is that word.
	Column, Word string // "smoking_status", "smokes"; empty otherwise
}

// Scale takes a raw value to what the classifier is given:
// (raw − Offset)/Divisor. The zero Scale leaves a value as it is.
type Scale struct {
	Offset, Divisor float64 // a Divisor of 0 counts as 1
	FromData        bool    // Offset and Divisor are the data's own least value and range, and so depend on every record
}

// Apply returns the scaled value.
func (s Scale) Apply(raw float64) float64 { return (raw - s.Offset) / s.divisor() }

// Raw returns the value in its own unit, the inverse of Apply.
func (s Scale) Raw(scaled float64) float64 { return scaled*s.divisor() + s.Offset }

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
		return fmt.Errorf("offset = %g; a finite number would do", s.Offset)
	}
	if !(s.Divisor > 0) || math.IsInf(s.Divisor, 0) {
		return fmt.Errorf("divisor = %g; a positive number would do", s.Divisor)
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

// Names lists the features in order.
func Names(features []Feature) []string {
	names := make([]string, len(features))
	for i, f := range features {
		names[i] = f.Name
	}
	return names
}
