package synth

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"dpscope/assets"
	"dpscope/learners/modelfile"
	"dpscope/learners/source"
)

// Sets returns the names of the schemas that come with the program: of public tables, and taken from them
// once.
func Sets() []string { return assets.SchemaNames() }

// ReadSchema reads a schema that comes with the program by its name, or else a file.
func ReadSchema(word string) (Schema, error) {
	text, found := assets.Schema(word)
	if !found {
		f, err := source.Open(word, mostBytes)
		if errors.Is(err, fs.ErrNotExist) {
			err = &source.FileError{Name: word, Err: fmt.Errorf("no such file; one that is there, or the name of a schema that comes with the program, %s, would work", strings.Join(Sets(), ", "))}
		}
		if err != nil {
			return Schema{}, err
		}
		defer f.Close()
		if text, err = source.ReadAll(f, mostBytes); err != nil {
			return Schema{}, &source.FileError{Name: filepath.Base(word), Err: err}
		}
	}
	s, err := readSchema(text)
	if err != nil {
		return Schema{}, &source.FileError{Name: filepath.Base(word), Err: err}
	}
	return s, nil
}

// mostBytes limits the size of a schema file.
const mostBytes = 4 << 20

// readSchema reads an object {origin, records, label, attributes}.
func readSchema(text []byte) (s Schema, err error) {
	if !json.Valid(text) {
		return s, errors.New(`it is not JSON; {"label": "y", "attributes": [{"name": "y", "words": ["0", "1"]}, {"name": "age", "low": 0, "high": 100}]} would work`)
	}
	o, err := modelfile.NewObject(text)
	if err != nil {
		return s, err
	}
	if o.Has("schema") { // what stands beside a table that was written
		said := ""
		if err := o.May("words_bounds_and_bins", &said); err != nil {
			return s, err
		}
		if o, err = modelfile.NewObject(o.Raw("schema")); err != nil {
			return s, err
		}
		if strings.HasPrefix(said, "taken") && !o.Has("origin") { // as those of versions before wrote it
			s.Origin = FromData
		}
	}
	if err := o.Only("origin", "records", "label", "attributes"); err != nil {
		return s, err
	}
	label := ""
	var list []json.RawMessage
	if err := errors.Join(o.May("origin", &s.Origin), o.Whole("records", &s.Records, 0, math.MaxInt32), o.Need("label", &label),
		o.Need("attributes", &list, mostAttributes)); err != nil {
		return s, firstOf(err)
	}
	s.Label = -1
	for i, text := range list {
		a, err := readAttribute(text)
		if err != nil {
			return s, fmt.Errorf("attribute %d: %w", i+1, err)
		}
		if a.Name == label {
			s.Label = i
		}
		s.Attributes = append(s.Attributes, a)
	}
	if s.Label < 0 {
		return s, fmt.Errorf("label = %s is none of the attributes; the name of one would work", source.Quote(label))
	}
	return s, s.check()
}

// firstOf returns the first of joined errors: one line is enough.
func firstOf(err error) error {
	if all, is := err.(interface{ Unwrap() []error }); is {
		return all.Unwrap()[0]
	}
	return err
}

// readAttribute reads {name, words}, {name, words, columns}, {name, low, high, bins} or
// {name, edges}; numbers may be whole.
func readAttribute(text json.RawMessage) (a Attribute, err error) {
	o, err := modelfile.NewObject(text)
	if err != nil {
		return a, err
	}
	if err := o.Only("name", "words", "columns", "low", "high", "bins", "edges", "whole"); err != nil {
		return a, err
	}
	low, high, bins := 0.0, 0.0, Bins
	if err := errors.Join(o.Need("name", &a.Name), o.May("words", &a.Words, mostValues), o.May("columns", &a.Columns, mostValues),
		o.May("low", &low), o.May("high", &high), o.Whole("bins", &bins, 1, mostValues), o.May("edges", &a.Edges, mostValues+1),
		o.May("whole", &a.Whole)); err != nil {
		return a, firstOf(err)
	}
	a.Name = source.Name(a.Name)
	numbers := o.Has("low") || o.Has("high") || o.Has("bins")
	switch {
	case a.Words != nil && (numbers || a.Edges != nil), numbers && a.Edges != nil:
		return a, fmt.Errorf("%s has more than one of words, low and high, and edges; one of them would work", a.Name)
	case a.Words != nil && a.Whole:
		return a, fmt.Errorf("%s has words and is of whole numbers; one of them would work", a.Name)
	case a.Columns != nil && a.Words == nil:
		return a, fmt.Errorf("%s has columns and no words; a word for each would work", a.Name)
	case numbers && !(low < high):
		return a, fmt.Errorf("%s lies between %g and %g; two numbers, the lower first, would work", a.Name, low, high)
	case numbers:
		a.Edges = Even(low, high, bins)
	}
	return a, a.check()
}

// schemaFile and attributeFile are the form in which a schema is written.
type (
	schemaFile struct {
		Origin     string          `json:"origin,omitempty"`
		Records    int             `json:"records,omitempty"`
		Label      string          `json:"label"`
		Attributes []attributeFile `json:"attributes"`
	}
	attributeFile struct {
		Name    string    `json:"name"`
		Columns []string  `json:"columns,omitempty"`
		Words   []string  `json:"words,omitempty"`
		Edges   []float64 `json:"edges,omitempty"`
		Low     *float64  `json:"low,omitempty"`
		High    *float64  `json:"high,omitempty"`
		Bins    int       `json:"bins,omitempty"`
		Whole   bool      `json:"whole,omitempty"`
	}
)

// MarshalJSON writes a schema as ReadSchema reads it: even bins by their bounds.
func (s Schema) MarshalJSON() ([]byte, error) {
	f := schemaFile{Origin: s.Origin, Records: s.Records, Label: s.Attributes[s.Label].Name}
	for _, a := range s.Attributes {
		at := attributeFile{Name: a.Name, Columns: a.Columns, Words: a.Words, Whole: a.Whole}
		if a.Words == nil {
			low, high := a.Edges[0], a.Edges[len(a.Edges)-1]
			if even := Even(low, high, a.Values()); slices.Equal(even, a.Edges) {
				at.Low, at.High, at.Bins = &low, &high, a.Values()
			} else {
				at.Edges = a.Edges
			}
		}
		f.Attributes = append(f.Attributes, at)
	}
	return json.Marshal(f)
}
