package synth

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"dpscope/learners/source"
)

// Schema declares a table. Neighbours are any two tables with equally many people of the schema: a guarantee
// covers these, and not the selection of who belongs to it (Read).
type Schema struct {
	Origin     string // who declares it, or FromData; empty: its writer does
	Records    int    // number of people; 0: as many as the file has
	Label      int    // index of the class attribute
	Attributes []Attribute
}

// FromData begins the origin of a schema that nobody declares: it was taken from the records that it
// describes, and no ε covers that.
const FromData = "taken from the data"

// Own reports whether the schema was taken from the records.
func (s Schema) Own() bool { return strings.HasPrefix(strings.ToLower(s.Origin), FromData) }

// Attribute is one fact about every person: a column of words, one of numbers, or a block of columns with one
// 1 and otherwise 0.
type Attribute struct {
	Name    string
	Words   []string  // possible words; nil for numbers
	Edges   []float64 // of the bins of numbers, rising: one more than there are bins
	Whole   bool      // the numbers are whole ones
	Columns []string  // of a block, one per word; nil for a single column
}

// Values returns the number of possible values.
func (a Attribute) Values() int {
	if a.Words != nil {
		return len(a.Words)
	}
	return len(a.Edges) - 1
}

// Bins is the default number of bins for numbers.
const Bins = 16

// Even returns the edges of that many bins of equal width.
func Even(low, high float64, bins int) []float64 {
	edges := make([]float64, bins+1)
	for i := range edges {
		edges[i] = low + (high-low)*float64(i)/float64(bins)
	}
	edges[bins] = high
	return edges
}

// bin returns the bin of a number; those outside lie in the first bin or the last.
func (a Attribute) bin(v float64) uint16 {
	at, found := slices.BinarySearch(a.Edges, v)
	if !found {
		at--
	}
	return uint16(min(max(at, 0), a.Values()-1))
}

// Within returns a coordinate for a value, at a share of its width: numbers within their bin, words around
// their place.
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

// Others returns all attributes but the label.
func (s Schema) Others() (list []int) {
	for i := range s.Attributes {
		if i != s.Label {
			list = append(list, i)
		}
	}
	return list
}

// cells returns the number of cells that some attributes have together.
func (s Schema) cells(of []int) float64 {
	cells := 1.0
	for _, a := range of {
		cells *= float64(s.Attributes[a].Values())
	}
	return cells
}

// Columns returns the columns of a file of such people, in order.
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

// Limits of a schema.
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
		return fmt.Errorf("label = %s has %d words; a label with two words would work", label.Name, len(label.Words))
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
	for bin := range a.Values() {
		if first, last := a.wholeIn(bin); a.Whole && first > last {
			return fmt.Errorf("%s is of whole numbers and has none from %g to %g; wider bins would work", a.Name, a.Edges[bin], a.Edges[bin+1])
		}
	}
	return nil
}

// wholeIn returns the first and the last whole number of a bin; first > last where it has none. A number on an edge
// belongs to the bin above it, and on the last edge to the last bin.
func (a Attribute) wholeIn(bin int) (first, last float64) {
	first, last = math.Ceil(a.Edges[bin]), math.Ceil(a.Edges[bin+1])-1
	if bin == a.Values()-1 {
		last = math.Floor(a.Edges[bin+1])
	}
	return first, last
}

// draw returns a number of a bin at a share of its width, or of its whole numbers.
func (a Attribute) draw(bin int, share float64) float64 {
	if a.Whole {
		first, last := a.wholeIn(bin)
		return min(first+math.Floor(share*(last-first+1)), last)
	}
	return a.Edges[bin] + (a.Edges[bin+1]-a.Edges[bin])*share
}
