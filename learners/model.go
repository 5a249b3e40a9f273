package learners

import (
	"fmt"
	"slices"
	"strings"

	"dpscope/engine/param"
)

// Model is a classifier with all that a person needs to use it: the names of
// features and classes, the scale of each feature, which of them are private,
// and a few records to start from.
type Model struct {
	Name       string     // address word of an embedded model, else the file's name
	Title      string     // one line; may be empty
	Kind       string     // as in a file: "random_forest"
	Classifier Classifier // of points as Records hold them: after scaling
	Features   []Feature  // one per dimension
	ClassNames []string   // one per class
	Private    []int      // indices of the features that are private, increasing; nil when the file names none
	Records    []Record   // examples
	Provenance []Note     // where it comes from: data, seed, accuracy, licence, in order of writing
}

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

// Record is an example input.
type Record struct {
	ID   string
	X    []float64 // after scaling
	Note string
}

// Note is one line of provenance.
type Note struct{ Key, Text string }

// FeatureNames lists the features in order.
func (m *Model) FeatureNames() []string {
	names := make([]string, len(m.Features))
	for i, f := range m.Features {
		names[i] = f.Name
	}
	return names
}

// PrivateNames lists the private features in order.
func (m *Model) PrivateNames() []string {
	names := make([]string, len(m.Private))
	for i, f := range m.Private {
		names[i] = m.Features[f].Name
	}
	return names
}

// FeatureIndices finds features by name, in increasing order of index. An
// unknown name or one given twice is an error.
func (m *Model) FeatureIndices(names []string) ([]int, error) {
	known := m.FeatureNames()
	var indices []int
	for _, name := range names {
		i := slices.Index(known, strings.TrimSpace(name))
		if i < 0 {
			return nil, &param.UnknownError{What: "feature", Name: name, Known: known}
		}
		if slices.Contains(indices, i) {
			return nil, fmt.Errorf("feature %s is named twice; once would do", name)
		}
		indices = append(indices, i)
	}
	slices.Sort(indices)
	return indices, nil
}

// Record finds an example by its ID.
func (m *Model) Record(id string) (Record, error) {
	known := make([]string, len(m.Records))
	for i, r := range m.Records {
		if r.ID == id {
			return r, nil
		}
		known[i] = r.ID
	}
	return Record{}, &param.UnknownError{What: "record", Name: id, Known: known}
}
