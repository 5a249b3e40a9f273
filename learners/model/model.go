package model

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"dpscope/engine/numeral"
	"dpscope/engine/param"
	"dpscope/learners"
	"dpscope/learners/source"
	"dpscope/learners/table"
)

// Model is a classifier with all that a person needs to use it: the names of features and classes, the scale
// of each feature, the private features, and a few records to start from.
type Model struct {
	Name        string              // address word of an embedded model, else the file's name
	Title       string              // one line; may be empty
	Kind        string              // as in a file: "random_forest"
	Classifier  learners.Classifier // of points as Records hold them: after scaling
	Features    []table.Feature     // one per dimension
	ClassNames  []string            // one per class, as tables and addresses write them
	ClassTitles []string            // the classes in people's words; nil: as they are named
	Private     []int               // indices of the private features, increasing; nil: the file names none
	Records     []Record            // examples
	Training    Training            // the spending on each record; the zero value: unknown
	Provenance  []Note              // its origin: data, seed, accuracy, licence, in order of writing
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
func (m *Model) FeatureNames() []string { return table.Names(m.Features) }

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
			return nil, fmt.Errorf("feature %s is named twice; once would work", name)
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

// FindRecord reads a record as an address names it: the ID of an example, or
// one number per feature, separated by commas, scaled as the classifier takes
// them. An ID goes first: it may have commas, or be a number.
func (m *Model) FindRecord(text string) (Record, error) {
	if r, err := m.Record(text); err == nil {
		return r, nil
	}
	parts := strings.Split(text, ",")
	if _, err := strconv.ParseFloat(strings.TrimSpace(parts[0]), 64); len(parts) == 1 && (err != nil || len(m.Features) > 1) {
		return Record{}, m.noRecord(text)
	}
	if len(parts) != len(m.Features) {
		return Record{}, fmt.Errorf("record = %s has %s; %d, %s, or the ID of an example would work",
			source.Quote(text), numeral.Things(len(parts), "number"), len(m.Features), source.Quote(strings.Join(m.FeatureNames(), ",")))
	}
	r := Record{ID: text, X: make([]float64, len(parts))}
	for i, p := range parts {
		v, err := strconv.ParseFloat(strings.TrimSpace(p), 64)
		if math.IsNaN(v) || math.IsInf(v, 0) {
			err = errors.New("not finite")
		}
		if err != nil {
			return Record{}, fmt.Errorf("record = %s: %s = %s is not a finite number; one such as 0.5, or the ID of an example, would work",
				source.Quote(text), m.Features[i].Name, source.Quote(p))
		}
		r.X[i] = v
	}
	return r, nil
}

// noRecord returns an error for a text that names no record, with one that would work.
func (m *Model) noRecord(text string) error {
	numbers := fmt.Sprintf("%d numbers, %s,", len(m.Features), source.Quote(strings.Join(m.FeatureNames(), ",")))
	if len(m.Records) == 0 {
		return fmt.Errorf("record = %s is not known, for the classifier has no examples; middle or %s would work", source.Quote(text), numbers)
	}
	_, unknown := m.Record(text)
	return fmt.Errorf("%w; or %s would work", unknown, numbers)
}

// ClassName names a class for people.
func (m *Model) ClassName(class int) string {
	if c := learners.CapabilitiesOf(m.Classifier).Naming; c != nil {
		return c.ClassName(class)
	}
	if class < len(m.ClassNames) && m.ClassNames[class] != "" {
		return m.ClassNames[class]
	}
	return strconv.Itoa(class)
}

// ClassInWords returns a class in people's words, and whether that is a word and no mere number.
func (m *Model) ClassInWords(class int) (title string, word bool) {
	title = m.ClassName(class)
	if class < len(m.ClassTitles) {
		title = m.ClassTitles[class]
	}
	_, err := strconv.ParseFloat(title, 64)
	return title, err != nil
}

// Excess returns the fineness of m relative to what the views of classifiers can explore, over its private
// features, or the first two without any, at the first records of d; 1 or less is fine.
func (m *Model) Excess(d table.Data) float64 {
	free := m.Private
	if len(free) == 0 {
		free = []int{0, 1}[:min(2, len(m.Features))]
	}
	c := learners.CapabilitiesOf(m.Classifier).Fine
	if c == nil || len(free) > 2 {
		return 0
	}
	most := 0.0
	for i := range min(3, d.Len()) {
		most = max(most, c.Fineness(d.Row(i), free))
	}
	return most
}

// Bytes estimates the memory of the model, including what its classifier keeps once asked.
func (m *Model) Bytes() int64 {
	bytes := sizeOf(reflect.ValueOf(m))
	if c := learners.CapabilitiesOf(m.Classifier).Preparing; c != nil {
		bytes += c.PreparedBytes()
	}
	return bytes
}

// sizeOf returns the size of a value with all that its exported fields reach.
func sizeOf(v reflect.Value) int64 {
	size := int64(v.Type().Size())
	switch v.Kind() {
	case reflect.String:
		return size + int64(v.Len())
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			size += sizeOf(v.Elem())
		}
	case reflect.Slice:
		if flat(v.Type().Elem()) {
			return size + int64(v.Len())*int64(v.Type().Elem().Size())
		}
		for i := range v.Len() {
			size += sizeOf(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if field := v.Type().Field(i); field.IsExported() {
				size += sizeOf(v.Field(i)) - int64(field.Type.Size())
			}
		}
	}
	return size
}

// flat reports whether values of a type lead to nothing else.
func flat(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Bool, reflect.Int, reflect.Int32, reflect.Float64:
		return true
	}
	return false
}
