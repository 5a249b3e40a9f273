package synth

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"dpscope/engine/param"
	"dpscope/learners/source"
	"dpscope/learners/table"
)

// Records holds people in the form of their schema.
type Records struct {
	Schema  Schema
	Codes   [][]uint16  // by attribute, one per person
	Numbers [][]float64 // by attribute, the numbers before binning; nil for words
	Notes   []string    // remarks on the file
}

// Len returns the number of people.
func (r Records) Len() int { return len(r.Codes[r.Schema.Label]) }

// Some returns a part of the people, in the given order.
func (r Records) Some(records []int) Records {
	part := r
	part.Codes, part.Numbers = make([][]uint16, len(r.Codes)), make([][]float64, len(r.Codes))
	for a, codes := range r.Codes {
		part.Codes[a] = some(codes, records)
		if r.Numbers != nil {
			part.Numbers[a] = some(r.Numbers[a], records)
		}
	}
	return part
}

// some returns the listed ones; nil if there are none at all.
func some[T any](all []T, records []int) []T {
	if all == nil {
		return nil
	}
	part := make([]T, len(records))
	for i, record := range records {
		part[i] = all[record]
	}
	return part
}

// Matrix returns the people as Rows.Matrix does rows: in the same columns.
func (r Records) Matrix(word int) (x []float64, columns []string, positive []bool) {
	return Rows{Schema: r.Schema, Codes: r.Codes, Numbers: r.Numbers}.Matrix(word)
}

// Count returns the number of people in each cell of some attributes together, the last changing first.
func (r Records) Count(of []int) []float64 {
	counts := make([]float64, int(r.Schema.cells(of)))
	for i := range r.Len() {
		at := 0
		for _, a := range of {
			at = at*r.Schema.Attributes[a].Values() + int(r.Codes[a][i])
		}
		counts[at]++
	}
	return counts
}

// Rarer returns the rarer of the label's words, and its number of people.
func (r Records) Rarer() (word, people int) {
	counts := r.Count([]int{r.Schema.Label})
	if counts[0] < counts[1] {
		return 0, int(counts[0])
	}
	return 1, int(counts[1])
}

// Encoded returns people of a schema without blocks from their columns: numbers, and words by their places.
func Encoded(s Schema, columns [][]float64) Records {
	r := Records{Schema: s, Codes: make([][]uint16, len(columns)), Numbers: make([][]float64, len(columns))}
	for a, column := range columns {
		if s.Attributes[a].Words == nil {
			r.Numbers[a] = column
		}
		r.Codes[a] = make([]uint16, len(column))
		for i, v := range column {
			if s.Attributes[a].Words != nil {
				r.Codes[a][i] = uint16(v)
			} else {
				r.Codes[a][i] = s.Attributes[a].bin(v)
			}
		}
	}
	return r
}

// File says which people to read.
type File struct {
	Path       string
	Label      string   // the column of classes; empty: the schema's, or the last
	Schema     string   // a file, or the name of one that comes with the program; empty: it is taken from the people
	Drop, Keep []string // columns to leave out, and those to keep although they are named as ids
	DropIDs    bool     // without a schema, leave out columns named as ids with a value of its own for most people
}

// Read reads a table. Without a schema, it takes one from the people themselves, and no ε covers that.
//
// Numbers beyond the bounds of a schema count in its outermost bins, as they do in every neighbour. Records
// that lack a value are left out, and undeclared words are refused: no ε covers which records these are, nor
// what Notes say about them for the table's owner.
func Read(ctx context.Context, f File) (Records, error) {
	if f.Schema == "" {
		return readOwn(ctx, f)
	}
	if len(f.Keep) > 0 {
		return Records{}, fmt.Errorf("%s is kept, and the schema says which columns there are; without one it would work", source.Quote(f.Keep[0]))
	}
	label := f.Label
	s, err := ReadSchema(f.Schema)
	if err != nil {
		return Records{}, err
	}
	if label != "" && label != s.Attributes[s.Label].Name {
		return Records{}, fmt.Errorf("label = %s, and the schema says %s; label=%s would work", source.Quote(label),
			source.Quote(s.Attributes[s.Label].Name), s.Attributes[s.Label].Name)
	}
	r, err := readDeclared(ctx, f, s)
	if err != nil {
		var in *source.FileError
		if !errors.As(err, &in) && ctx.Err() == nil {
			err = &source.FileError{Name: filepath.Base(f.Path), Err: err}
		}
		return Records{}, err
	}
	return r, nil
}

// readDeclared reads a table of a schema.
func readDeclared(ctx context.Context, f File, s Schema) (Records, error) {
	names, err := table.Columns(ctx, f.Path)
	if err != nil {
		return Records{}, err
	}
	for _, name := range f.Drop {
		switch {
		case !slices.Contains(names, name):
			return Records{}, &param.UnknownError{What: "column", Name: source.Name(name), Known: names}
		case slices.Contains(s.Columns(), name):
			return Records{}, fmt.Errorf("column %s is declared and cannot be left out; a schema without it would work", source.Quote(name))
		}
	}
	names = slices.DeleteFunc(names, func(name string) bool { return slices.Contains(f.Drop, name) })
	declared := s.Columns()
	for _, name := range declared {
		if !slices.Contains(names, name) {
			return Records{}, fmt.Errorf("column %s is declared and is none of the file; columns %s are", source.Quote(name),
				source.Clean(strings.Join(names, ", "), 120))
		}
	}
	for _, name := range names {
		if !slices.Contains(declared, name) {
			return Records{}, fmt.Errorf("column %s is not declared; a schema that has it, or leaving it out, would work", source.Quote(name))
		}
	}
	columns := map[string]table.DomainColumn{}
	for _, a := range s.Attributes {
		switch {
		case a.Columns != nil:
			for _, name := range a.Columns {
				columns[name] = table.DomainColumn{Words: []string{"0", "1"}}
			}
		case a.Words != nil:
			columns[a.Name] = table.DomainColumn{Words: canonical(a.Words)}
		default:
			columns[a.Name] = table.DomainColumn{Low: a.Edges[0], High: a.Edges[len(a.Edges)-1]}
		}
	}
	label := s.Attributes[s.Label]
	coded, err := table.ReadCoded(ctx, f.Path, table.CodedOptions{Label: label.Name, Drop: f.Drop, Missing: table.DropMissing,
		Domain: table.NewDomain("schema", columns)})
	if err != nil {
		return Records{}, err
	}
	if s.Records > 0 && s.Records != coded.Len() {
		return Records{}, fmt.Errorf("the schema declares n = %d records and the file has %d; a schema of %d, or the other file, would work",
			s.Records, coded.Len(), coded.Len())
	}
	return s.code(coded)
}

// canonical returns words as files are read.
func canonical(words []string) (list []string) {
	for _, w := range words {
		if v, err := strconv.ParseFloat(w, 64); err == nil {
			w = strconv.FormatFloat(v, 'g', -1, 64)
		}
		list = append(list, w)
	}
	return list
}

// code makes people of the columns of a file.
func (s Schema) code(coded table.Coded) (Records, error) {
	r := Records{Schema: s, Codes: make([][]uint16, len(s.Attributes)), Numbers: make([][]float64, len(s.Attributes)), Notes: coded.Notes}
	at := map[string]table.CodedColumn{coded.Label: {Name: coded.Label, Words: coded.Classes, Codes: coded.Class}}
	for _, c := range coded.Columns {
		at[c.Name] = c
	}
	var err error
	for i, a := range s.Attributes {
		switch {
		case a.Columns != nil:
			r.Codes[i], err = a.block(at, coded.Len())
		case a.Words != nil:
			r.Codes[i], err = a.words(at[a.Name])
		default:
			r.Codes[i], r.Numbers[i] = make([]uint16, coded.Len()), at[a.Name].Numbers
			for k, v := range r.Numbers[i] {
				r.Codes[i][k] = a.bin(v)
			}
		}
		if err != nil {
			return Records{}, err
		}
	}
	return r, nil
}

// words returns the places of a column's words in the declared order.
func (a Attribute) words(c table.CodedColumn) ([]uint16, error) {
	place := make([]uint16, len(c.Words))
	declared := canonical(a.Words)
	for k, w := range c.Words {
		at := slices.Index(declared, w)
		place[k] = uint16(max(at, 0))
	}
	codes := make([]uint16, len(c.Codes))
	for i, code := range c.Codes {
		if int(code) >= len(c.Words) {
			return nil, fmt.Errorf("record %d has a word in column %s that is none of those declared (%s); a schema with it, or with bounds of numbers, would work",
				i+1, source.Quote(a.Name), source.Clean(strings.Join(a.Words, ", "), 80))
		}
		codes[i] = place[code]
	}
	return codes, nil
}

// block tells which of the columns of a block is 1.
func (a Attribute) block(at map[string]table.CodedColumn, records int) ([]uint16, error) {
	codes, ones := make([]uint16, records), make([]uint8, records)
	for word, name := range a.Columns {
		c := at[name]
		for i, code := range c.Codes {
			if int(code) >= len(c.Words) {
				return nil, fmt.Errorf("record %d is neither 0 nor 1 in column %s of the block %s; one column of 1, and 0 in all others, would work",
					i+1, source.Quote(name), a.Name)
			}
			if code == 1 {
				codes[i], ones[i] = uint16(word), min(ones[i]+1, 2)
			}
		}
	}
	if i := slices.IndexFunc(ones, func(n uint8) bool { return n != 1 }); i >= 0 {
		count := map[uint8]string{0: "no 1", 2: "more than one 1"}[ones[i]]
		return nil, fmt.Errorf("record %d has %s in the block %s (%s); exactly one would work", i+1, count, a.Name,
			source.Clean(strings.Join(a.Columns, ", "), 80))
	}
	return codes, nil
}
