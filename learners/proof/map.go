package proof

import (
	"fmt"
	"slices"
	"unsafe"
)

// DecisionMap gives the class over one or two free features, the others being
// held at a record, of a classifier that only compares features with
// thresholds. The thresholds cut the line or plane into cells of one class. Of a
// row of cells only the stretches of one class are kept, so that a map takes a
// few kilobytes where its cells would take a hundred.
type DecisionMap struct {
	Features []int    // the free features, one or two
	Edges    [2]Edges // thresholds of each; none when there is no second feature
	Home     [2]int   // the cell of the record

	// RoundsInputs says that the two readings of an Edge differ.
	RoundsInputs bool

	first   []int32 // of each row, and of the one after the last: its first stretch
	ends    []int32 // of each stretch: the column after it
	classes []uint16
}

// Stretches holds the cells of a row, with neighbours of one class joined. They must not be changed.
type Stretches struct {
	Ends    []int32 // per stretch the column after it
	Classes []uint16
}

// NewDecisionMap returns a map that AddRow fills, row by row.
func NewDecisionMap(features []int, edges [2]Edges) *DecisionMap {
	return &DecisionMap{Features: features, Edges: edges, first: make([]int32, 1, edges[0].Len()+2)}
}

// AddRow adds the classes of the cells of the next row.
func (m *DecisionMap) AddRow(classes []uint16) {
	for j, class := range classes {
		if j+1 == len(classes) || classes[j+1] != class {
			m.ends, m.classes = append(m.ends, int32(j+1)), append(m.classes, class)
		}
	}
	m.first = append(m.first, int32(len(m.ends)))
}

// Trim releases memory that filling the map took beyond its needs.
func (m *DecisionMap) Trim() {
	m.ends, m.classes = slices.Clone(m.ends), slices.Clone(m.classes)
}

// Rows returns the number of cells along the first feature.
func (m *DecisionMap) Rows() int { return m.Edges[0].Len() + 1 }

// Columns returns the number of cells along the second.
func (m *DecisionMap) Columns() int { return m.Edges[1].Len() + 1 }

// Row returns the cells of row i.
func (m *DecisionMap) Row(i int) Stretches {
	from, to := m.first[i], m.first[i+1]
	return Stretches{m.ends[from:to], m.classes[from:to]}
}

// At returns the class of a cell.
func (m *DecisionMap) At(i, j int) int { return m.Row(i).At(j) }

// At returns the class in a column.
func (s Stretches) At(j int) int {
	k := 0
	for int(s.Ends[k]) <= j {
		k++
	}
	return int(s.Classes[k])
}

// Cell returns the index of the cell along an axis that v falls in, as the
// classifier computes.
func (m *DecisionMap) Cell(axis int, v float64) int { return m.Edges[axis].below(v) }

// Bytes returns the memory of the map. It leaves out shared thresholds, which belong to the classifier.
func (m *DecisionMap) Bytes() int64 {
	return int64(unsafe.Sizeof(*m)) + 8*int64(cap(m.Features)) + m.Edges[0].bytes() + m.Edges[1].bytes() +
		4*int64(cap(m.first)+cap(m.ends)) + 2*int64(cap(m.classes))
}

// CheckFree returns an error unless there are one or two free features.
func CheckFree(what string, free []int) error {
	if len(free) != 1 && len(free) != 2 {
		return fmt.Errorf("%s over %d features; 1 or 2 would work", what, len(free))
	}
	return nil
}
