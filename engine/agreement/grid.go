package agreement

import (
	"math"

	"dpscope/learners/proof"
)

// grid answers for a classifier that only compares features with thresholds,
// over one or two of them: its regions are unions of cells.
type grid struct {
	decision *proof.DecisionMap
	class    int
	record   [2]float64
	home     [2][2]int // of each reading: the cell of the record
}

// reading says where the thresholds of trees lie. Answers take thresholds as real numbers; promises hold for
// both readings. On [0, 1] the readings differ by less than 6e-8, which matters only for a very narrow law or
// a record very close to a threshold.
type reading int

const (
	asWritten  reading = iota // the real numbers of the file
	asComputed                // where inputs go when they are rounded to float32 first
)

// of returns where a threshold is.
func (as reading) of(e proof.Edge) float64 {
	if as == asComputed {
		return e.Cut
	}
	return e.At
}

// tellsApart is the difference from which on the two readings of one number are
// different answers; Predict is then right.
const tellsApart = 1e-5

func apart(written, computed float64) bool {
	return written != computed && !(math.Abs(written-computed) <= tellsApart)
}

// newGrid reduces a map to what separates classes: every answer depends only on masses and ends of cells, and
// cutting a cell into pieces of one class changes none.
func newGrid(m *proof.DecisionMap, q Question, class int) *grid {
	m = m.Merged()
	g := &grid{decision: m, class: class}
	g.home[asComputed] = m.Home
	for a, f := range m.Features {
		x := q.Record[f]
		g.record[a] = x
		for i := range m.Edges[a].Len() {
			if e := m.Edges[a].At(i); x > e.At || e.AtAbove && x == e.At {
				g.home[asWritten][a]++
			}
		}
	}
	return g
}

// between reports whether the record stands so close to a threshold that it has
// another class as written than as computed.
func (g *grid) between() bool {
	home := g.home[asWritten]
	return g.decision.At(home[0], home[1]) != g.class
}

// cell returns the values of cell i of an axis.
func (g *grid) cell(as reading, axis, i int) proof.Side {
	s := Everywhere
	edges := g.decision.Edges[axis]
	if i > 0 {
		e := edges.At(i - 1)
		s.Low, s.OpenLow = e.At, !e.AtAbove
		if as == asComputed {
			s.Low, s.OpenLow = e.Cut, true
		}
	}
	if i < edges.Len() {
		e := edges.At(i)
		s.High, s.OpenHigh = e.At, e.AtAbove
		if as == asComputed {
			s.High, s.OpenHigh = e.Cut, false
		}
	}
	return s
}

// side returns the float64 values that are in cells from to to of an axis as
// computed, and under the other reading too if it is asked for.
func (g *grid) side(as reading, axis, from, to int) proof.Side {
	s := g.span(asComputed, axis, from, to)
	if as == asWritten {
		s = s.Within(g.span(asWritten, axis, from, to))
	}
	s.Low, s.High = s.Ends()
	s.OpenLow, s.OpenHigh = false, false
	return s
}

// span returns the values of cells from to to of an axis.
func (g *grid) span(as reading, axis, from, to int) proof.Side {
	s, last := g.cell(as, axis, from), g.cell(as, axis, to)
	s.High, s.OpenHigh = last.High, last.OpenHigh
	return s
}
