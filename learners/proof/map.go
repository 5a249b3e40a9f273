package proof

import (
	"fmt"
	"slices"
)

// DecisionMap gives the class over one or two free features, the others being
// held at a record, of a classifier that only compares features with
// thresholds. The thresholds cut the line or plane into cells of one class.
type DecisionMap struct {
	Features []int     // the free features, one or two
	Edges    [2][]Edge // thresholds of each, increasing; none when there is no second feature
	Class    []uint16  // of cell (i, j), at i·Columns()+j
	Home     [2]int    // the cell of the record

	// RoundsInputs says that the two readings of an Edge differ.
	RoundsInputs bool
}

// Edge is a threshold between two neighbouring cells. It has two readings,
// which differ by less than a unit in the last place of float32. For real
// numbers the threshold itself decides. For numbers as the classifier computes
// with them, Cut does: scikit-learn's trees round an input to float32 first.
type Edge struct {
	At      float64 // where the cells meet
	AtAbove bool    // At itself belongs to the cell above, not below
	Cut     float64 // the greatest float64 that the classifier puts below
}

// Rows returns the number of cells along the first feature.
func (m *DecisionMap) Rows() int { return len(m.Edges[0]) + 1 }

// Columns returns the number of cells along the second.
func (m *DecisionMap) Columns() int { return len(m.Edges[1]) + 1 }

// At returns the class of a cell.
func (m *DecisionMap) At(i, j int) int { return int(m.Class[i*m.Columns()+j]) }

// Cell returns the index of the cell along an axis that v falls in, as the
// classifier computes.
func (m *DecisionMap) Cell(axis int, v float64) int {
	i, _ := slices.BinarySearchFunc(m.Edges[axis], v, func(e Edge, v float64) int {
		if e.Cut < v {
			return -1
		}
		return 1
	})
	return i
}

// CheckFree says that what is drawn in a plane has one or two free features.
func CheckFree(what string, free []int) error {
	if len(free) != 1 && len(free) != 2 {
		return fmt.Errorf("%s over %d features; 1 or 2 would do", what, len(free))
	}
	return nil
}
