package agreement

import (
	"cmp"
	"context"
	"math"
	"slices"
	"unsafe"

	"dpscope/learners"
	"dpscope/learners/proof"
	"dpscope/mechanisms"
)

// slabs answers for a classifier of thresholds with more than two private features and few cells. The thresholds
// of all features but two cut the space into slabs, and each slab has a map of the two others, those with most
// thresholds.
type slabs struct {
	planar [2]int         // places of the two among the private features, increasing
	others []int          // places of the others
	edges  [][]proof.Edge // thresholds of each of the others
	grids  []*grid        // per slab, the cells of the last other changing first
	moves  bool           // the record's own cell, or its class there, is another one as written than as computed
}

// mostSlabCells limits the cells of a record with more than two private features, and mostSlabs its maps.
const (
	mostSlabCells = 50_000
	mostSlabs     = 500
)

// fewCells reports whether the thresholds of private features cut the space into few cells.
func fewCells(c learners.Celled, private []int) bool {
	if c == nil {
		return false
	}
	cells, maps := 1.0, 1.0
	for _, f := range private {
		cells *= float64(len(c.Edges(f)) + 1)
	}
	for _, k := range otherAxes(c, private) {
		maps *= float64(len(c.Edges(private[k])) + 1)
	}
	return cells <= mostSlabCells && maps <= mostSlabs
}

// byThresholds returns the places of private features, those with most thresholds first.
func byThresholds(c learners.Celled, private []int) (places []int) {
	for k := range private {
		places = append(places, k)
	}
	slices.SortStableFunc(places, func(a, b int) int { return cmp.Compare(len(c.Edges(private[b])), len(c.Edges(private[a]))) })
	return places
}

// otherAxes returns the places of all private features but the two with most thresholds, increasing.
func otherAxes(c learners.Celled, private []int) []int {
	return slices.Sorted(slices.Values(byThresholds(c, private)[2:]))
}

func newSlabs(ctx context.Context, r *Region) (*slabs, error) {
	c := r.can.Celled
	planar := slices.Sorted(slices.Values(byThresholds(c, r.Private)[:2]))
	s := &slabs{planar: [2]int(planar), others: otherAxes(c, r.Private)}
	for _, k := range s.others {
		edges := c.Edges(r.Private[k])
		s.edges = append(s.edges, edges)
		s.moves = s.moves || cellOf(edges, r.Record[r.Private[k]], asWritten) != cellOf(edges, r.Record[r.Private[k]], asComputed)
	}
	home := make([]int, len(s.others))
	for i, k := range s.others {
		home[i] = cellOf(s.edges[i], r.Record[r.Private[k]], asComputed)
	}
	free, x := []int{r.Private[planar[0]], r.Private[planar[1]]}, slices.Clone(r.Record)
	err := s.each(func(cells []int) error {
		for i, k := range s.others {
			x[r.Private[k]] = within(s.edges[i], cells[i])
		}
		m, err := c.Map(ctx, x, free)
		if err != nil {
			return err
		}
		g := newGrid(m, r.Question, r.Class)
		s.grids, s.moves = append(s.grids, g), s.moves || slices.Equal(cells, home) && g.between()
		return nil
	})
	return s, err
}

// each calls do with the cells of the others in every slab, in the order of the grids.
func (s *slabs) each(do func(cells []int) error) error {
	cells := make([]int, len(s.others))
	for {
		if err := do(cells); err != nil {
			return err
		}
		axis := len(cells) - 1
		for ; axis >= 0; axis-- {
			if cells[axis]++; cells[axis] <= len(s.edges[axis]) {
				break
			}
			cells[axis] = 0
		}
		if axis < 0 {
			return nil
		}
	}
}

// within returns a number of a cell, as the classifier computes.
func within(edges []proof.Edge, cell int) float64 {
	switch {
	case len(edges) == 0:
		return 0.5
	case cell < len(edges):
		return edges[cell].Cut
	}
	return math.Nextafter(edges[cell-1].Cut, math.Inf(1))
}

// cellOf returns the cell of a number.
func cellOf(edges []proof.Edge, v float64, as reading) (cell int) {
	for _, e := range edges {
		if as == asComputed && v > e.Cut || as == asWritten && (v > e.At || e.AtAbove && v == e.At) {
			cell++
		}
	}
	return cell
}

// exact returns the probability of all cells of the class. Low and High hold both readings.
func (s *slabs) exact(laws []mechanisms.Law) Exact {
	plane := []mechanisms.Law{laws[s.planar[0]], laws[s.planar[1]]}
	var masses []*sharedMasses
	for i, k := range s.others {
		masses = append(masses, massesOf(measured(laws[k]), s.edges[i]))
	}
	var totals [2]float64
	slab := 0
	s.each(func(cells []int) error {
		under := s.grids[slab].under(plane)
		slab++
		for as := range totals {
			weight := 1.0
			for i, cell := range cells {
				weight *= masses[i][as].each[cell]
			}
			if weight > 0 {
				totals[as] += weight * under.totalOf(under.whole(reading(as), 0), sumsOf(under.whole(reading(as), 1)))
			}
		}
		return nil
	})
	written, computed := min(totals[asWritten], 1), min(totals[asComputed], 1)
	e := Exact{Value: written, Low: max(min(written, computed)-rounding, 0), High: min(max(written, computed)+rounding, 1)}
	if s.moves || apart(written, computed) {
		e.Value = computed
	}
	return e
}

// bytes returns the memory of the maps.
func (s *slabs) bytes() int64 {
	bytes := int64(unsafe.Sizeof(*s))
	for _, g := range s.grids {
		bytes += 8 + int64(unsafe.Sizeof(*g)) + g.decision.Bytes()
	}
	return bytes
}
