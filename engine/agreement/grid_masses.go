package agreement

import (
	"math"
	"slices"

	"dpscope/learners/proof"
	"dpscope/mechanisms"
)

// cellMasses holds the probabilities of the cells of a grid under the laws of the private answers. The
// agreement and the largest box share the masses as written, which are computed once. It serves one
// goroutine.
type cellMasses struct {
	*grid
	laws    []mechanisms.Law
	axes    []measure
	written [2][]float64 // of each axis, once computed
}

func (g *grid) under(laws []mechanisms.Law) *cellMasses {
	return &cellMasses{grid: g, laws: laws, axes: measuredAll(laws)}
}

// whole returns the probability of each cell of an axis.
func (c *cellMasses) whole(as reading, axis int) []float64 {
	if axis == len(c.axes) {
		return []float64{1}
	}
	if as == asComputed {
		return c.masses(as, axis)
	}
	if c.written[axis] == nil {
		c.written[axis] = c.masses(as, axis)
	}
	return c.written[axis]
}

func (c *cellMasses) masses(as reading, axis int) []float64 {
	m, edges := c.axes[axis], c.decision.Edges[axis]
	masses := make([]float64, edges.Len()+1)
	low, first := math.Inf(-1), math.Inf(-1)
	for i := range masses[:edges.Len()] {
		e := edges.At(i)
		masses[i] = m.cut(low, as.of(e), first, e.Cut)
		low, first = as.of(e), math.Nextafter(e.Cut, math.Inf(1))
	}
	masses[edges.Len()] = m.cut(low, math.Inf(1), first, math.Inf(1))
	return masses
}

// within returns the probability of the part of each cell within limits; only the outer cells differ from the
// whole.
func (c *cellMasses) within(as reading, axis int, limits proof.Side) []float64 {
	masses := slices.Clone(c.whole(as, axis))
	if axis == len(c.axes) {
		return masses
	}
	edges := c.decision.Edges[axis]
	inside := func(i int) bool {
		e := edges.At(i)
		return limits.Low <= min(e.At, e.Cut) && max(e.At, e.Cut) <= limits.High
	}
	cut := func(i int) { masses[i] = c.mass(as, axis, i, i, limits) }
	first, last := 0, edges.Len() // cells that a limit cuts, and all beyond
	for ; first < last && !inside(first); first++ {
		cut(first)
	}
	for ; last > first && !inside(last-1); last-- {
		cut(last)
	}
	cut(first)
	cut(last)
	return masses
}

// mass returns the probability of cells from to to of an axis, of the part of
// them within limits. Atoms belong to cells as computed.
func (c *cellMasses) mass(as reading, axis, from, to int, limits proof.Side) float64 {
	edges := c.decision.Edges[axis]
	span := c.span(as, axis, from, to)
	least, greatest := limits.Ends()
	if from > 0 {
		least = max(least, math.Nextafter(edges.At(from-1).Cut, math.Inf(1)))
	}
	if to < edges.Len() {
		greatest = min(greatest, edges.At(to).Cut)
	}
	return c.axes[axis].cut(max(span.Low, limits.Low), min(span.High, limits.High), least, greatest)
}
