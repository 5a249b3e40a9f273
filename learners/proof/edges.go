package proof

import "unsafe"

// Edge is a threshold between two neighbouring cells. It has two readings,
// which differ by less than a unit in the last place of float32. For real
// numbers the threshold itself decides. For numbers as the classifier computes
// with them, Cut does: scikit-learn's trees round an input to float32 first.
type Edge struct {
	At      float64 // where the cells meet
	AtAbove bool    // At itself belongs to the cell above, not below
	Cut     float64 // the greatest float64 that the classifier puts below
}

// Edges holds increasing thresholds of one feature.
type Edges struct {
	table  []Edge
	picked []int32 // places in the table; nil: all of it
}

// AllEdges returns the edges of a map's own table.
func AllEdges(table ...Edge) Edges { return Edges{table: table} }

// PickEdges returns some of the edges of a table that many maps share, by their indices, increasing.
func PickEdges(table []Edge, places []int32) Edges {
	if len(places) == 0 {
		return Edges{}
	}
	return Edges{table, places}
}

// Len returns the number of edges.
func (e Edges) Len() int {
	if e.picked != nil {
		return len(e.picked)
	}
	return len(e.table)
}

// At returns edge i.
func (e Edges) At(i int) Edge {
	if e.picked != nil {
		return e.table[e.picked[i]]
	}
	return e.table[i]
}

// only returns the edges that are kept, in room of their own where the table is the
// map's.
func (e Edges) only(kept []bool) Edges {
	var own []Edge
	var places []int32
	for i, k := range kept {
		switch {
		case !k:
		case e.picked != nil:
			places = append(places, e.picked[i])
		default:
			own = append(own, e.At(i))
		}
	}
	if e.picked != nil {
		return PickEdges(e.table, places)
	}
	return AllEdges(own...)
}

// below returns how many edges have their Cut below v.
func (e Edges) below(v float64) int {
	from, to := 0, e.Len()
	for from < to {
		if middle := (from + to) / 2; e.At(middle).Cut < v {
			from = middle + 1
		} else {
			to = middle
		}
	}
	return from
}

// bytes returns the memory that belongs to one map.
func (e Edges) bytes() int64 {
	if e.picked != nil {
		return 4 * int64(cap(e.picked))
	}
	return int64(unsafe.Sizeof(Edge{})) * int64(cap(e.table))
}
