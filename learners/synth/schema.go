package synth

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"dpscope/learners/source"
)

// Schema is what is declared of a table. Neighbours are any two tables of as many people of it: a guarantee is for these, and says nothing of what
// told apart those who are people of it (Read).
type Schema struct {
	Origin     string // who says so, or that it is FromData; empty: who wrote it does
	Records    int    // how many there are; 0: as many as the file has
	Label      int    // which attribute is the class
	Attributes []Attribute
}

// FromData is how the origin of a schema begins that nobody declares: it was taken from records that it is about, which no ε covers.
const FromData = "taken from the data"

// Own reports whether nobody declares it.
func (s Schema) Own() bool { return strings.HasPrefix(strings.ToLower(s.Origin), FromData) }

// Attribute is one thing that is known of everybody: a column of words, one of numbers, or
// a block of columns of which one is 1 and all others are 0.
type Attribute struct {
	Name    string
	Words   []string  // that it can be; nil for numbers
	Edges   []float64 // of the bins of numbers, rising: one more than there are bins
	Columns []string  // of a block, one for each word; nil for a column of its own
}

// Values is how many it can be.
func (a Attribute) Values() int {
	if a.Words != nil {
		return len(a.Words)
	}
	return len(a.Edges) - 1
}

// Bins is how many bins numbers have where nobody says.
const Bins = 16

// Even are the edges of so many bins of equal width.
func Even(low, high float64, bins int) []float64 {
	edges := make([]float64, bins+1)
	for i := range edges {
		edges[i] = low + (high-low)*float64(i)/float64(bins)
	}
	edges[bins] = high
	return edges
}

// bin is where a number lies; those outside lie in the first bin or the last.
func (a Attribute) bin(v float64) uint16 {
	at, found := slices.BinarySearch(a.Edges, v)
	if !found {
		at--
	}
	return uint16(min(max(at, 0), a.Values()-1))
}

// Within is a place on a line for a value, at so much of its width: of numbers within their bin, of words about their place.
func (a Attribute) Within(value int, share float64) float64 {
	const spread = 0.6
	if a.Words != nil {
		return float64(value) + spread*(share-0.5)
	}
	return a.Edges[value] + (a.Edges[value+1]-a.Edges[value])*share
}

// Title names a value as people read it.
func (a Attribute) Title(value int) string {
	if a.Words != nil {
		return a.Words[value]
	}
	return strconv.FormatFloat(a.Edges[value], 'g', 4, 64) + " to " + strconv.FormatFloat(a.Edges[value+1], 'g', 4, 64)
}

// Others are all attributes but the label.
func (s Schema) Others() (list []int) {
	for i := range s.Attributes {
		if i != s.Label {
			list = append(list, i)
		}
	}
	return list
}

// cells is how many cells some attributes have together.
func (s Schema) cells(of []int) float64 {
	cells := 1.0
	for _, a := range of {
		cells *= float64(s.Attributes[a].Values())
	}
	return cells
}

// Columns are those of a file of such people, in order.
func (s Schema) Columns() (names []string) {
	for _, a := range s.Attributes {
		if a.Columns != nil {
			names = append(names, a.Columns...)
		} else {
			names = append(names, a.Name)
		}
	}
	return names
}

// Bounds on what a schema may declare.
const (
	mostAttributes = 500
	mostValues     = 1000
)

// counted says whether it has too many attributes.
func (s Schema) counted() error {
	if n := len(s.Attributes); n > mostAttributes {
		return fmt.Errorf("%d attributes; at most %d would work, by fewer columns or by blocks of one-hot columns", n, mostAttributes)
	}
	return nil
}

// check says what of it cannot be.
func (s Schema) check() error {
	if err := s.counted(); err != nil {
		return err
	}
	if len(s.Attributes) < 2 {
		return fmt.Errorf("the label is the only column; 1 more at least would work")
	}
	for _, a := range s.Attributes {
		if err := a.check(); err != nil {
			return err
		}
	}
	if err := source.Distinct("columns", s.Columns()); err != nil {
		return err
	}
	label := s.Attributes[s.Label]
	switch {
	case label.Words == nil:
		return fmt.Errorf("label = %s is a column of numbers; one of two words would work", label.Name)
	case label.Columns != nil:
		return fmt.Errorf("label = %s is a block of columns; one column of two words would work", label.Name)
	case len(label.Words) != 2:
		return fmt.Errorf("label = %s has %d words; two would work, by a file that tells one of them from the rest", label.Name, len(label.Words))
	}
	return nil
}

func (a Attribute) check() error {
	switch {
	case len(a.Words) > mostValues:
		return fmt.Errorf("%s has %d words; at most %d would work", a.Name, len(a.Words), mostValues)
	case a.Words != nil && len(a.Words) == 0:
		return fmt.Errorf("%s has no words; one at least would work", a.Name)
	case a.Columns != nil && len(a.Columns) != len(a.Words):
		return fmt.Errorf("%s has %d columns for %d words; one for each would work", a.Name, len(a.Columns), len(a.Words))
	case a.Words != nil:
		return source.Distinct("words of "+a.Name, a.Words)
	case len(a.Edges) < 2:
		return fmt.Errorf("%s has neither words nor bounds; either would work", a.Name)
	case len(a.Edges) > mostValues+1:
		return fmt.Errorf("%s has %d bins; at most %d would work", a.Name, len(a.Edges)-1, mostValues)
	}
	for i, edge := range a.Edges[1:] {
		if !(a.Edges[i] < edge) || edge-edge != 0 || a.Edges[0]-a.Edges[0] != 0 {
			return fmt.Errorf("%s has edges that do not rise: %g and then %g; each above the one before would work", a.Name, a.Edges[i], edge)
		}
	}
	return nil
}
