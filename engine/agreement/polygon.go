package agreement

import (
	"math"
	"slices"

	"dpscope/learners/proof"
)

// chain is the lower or the upper boundary of a convex polygon, from left to
// right.
type chain []proof.Corner

// chainsOf splits the corners of a polygon, counterclockwise, at the leftmost
// and the rightmost.
func chainsOf(corners []proof.Corner) (lower, upper chain) {
	left, right := 0, 0
	for i, c := range corners {
		if c.U < corners[left].U || c.U == corners[left].U && c.V < corners[left].V {
			left = i
		}
		if c.U > corners[right].U || c.U == corners[right].U && c.V > corners[right].V {
			right = i
		}
	}
	for i := left; ; i = (i + 1) % len(corners) {
		lower = append(lower, corners[i])
		if i == right {
			break
		}
	}
	for i := right; ; i = (i + 1) % len(corners) {
		upper = append(upper, corners[i])
		if i == left {
			break
		}
	}
	slices.Reverse(upper)
	return lower, upper
}

// at returns the height of the chain over u, and over a vertical end the height
// where the end meets the rest.
func (c chain) at(u float64) float64 {
	for i := 1; i < len(c); i++ {
		if p, q := c[i-1], c[i]; u <= q.U && p.U < q.U {
			return p.V + max(u-p.U, 0)/(q.U-p.U)*(q.V-p.V)
		}
	}
	return c[len(c)-1].V
}

// crossings appends where the chain has a corner or crosses one of the levels.
func (c chain) crossings(levels, into []float64) []float64 {
	for i, q := range c {
		into = append(into, q.U)
		if i == 0 {
			continue
		}
		p := c[i-1]
		for _, level := range levels {
			if (p.V-level)*(q.V-level) < 0 {
				into = append(into, p.U+(level-p.V)/(q.V-p.V)*(q.U-p.U))
			}
		}
	}
	return into
}

// A section is the part of a line within a region: disjoint intervals up to rounding, plus, as points without
// smooth mass, the ends of the intervals between. There the region may have a point, and where two of its
// intervals meet it may miss one.

// appendPart appends an interval of a line to a section.
func appendPart(section []proof.Side, low, high float64, belongs bool) []proof.Side {
	if belongs {
		return append(section, proof.Side{Low: low, High: high})
	}
	return append(section, proof.Only(low), proof.Only(high))
}

// sliceOf returns the section by the vertical line at u, given the polygons of
// the region and the others. It is not for lines that an edge runs along.
func sliceOf(own, others []proof.Piece, u float64) []proof.Side {
	var section []proof.Side
	for i, polygons := range [2][]proof.Piece{own, others} {
		for _, q := range polygons {
			if low, high, meets := slice(q, u); meets { // also a mere corner: an atom may stand there
				section = appendPart(section, low, high, i == 0)
			}
		}
	}
	return section
}

// slice returns where the vertical line at u meets a polygon.
func slice(q proof.Piece, u float64) (low, high float64, meets bool) {
	low, high = math.Inf(1), math.Inf(-1)
	for i, c := range q.Corners {
		d := q.Corners[(i+1)%len(q.Corners)]
		if c.U == u {
			low, high = min(low, c.V), max(high, c.V)
		}
		if v, crosses := crossing(c, d, u); crosses {
			low, high = min(low, v), max(high, v)
		}
	}
	return low, high, low <= high
}

// crossing returns where the edge between two corners crosses the line at u.
func crossing(c, d proof.Corner, u float64) (v float64, crosses bool) {
	if !((c.U-u)*(d.U-u) < 0) {
		return 0, false
	}
	return c.V + (u-c.U)/(d.U-c.U)*(d.V-c.V), true
}

// uprights returns where polygons have edges that are vertical but for rounding.
func uprights(pieces ...[]proof.Piece) []float64 {
	var at []float64
	for _, polygons := range pieces {
		for _, q := range polygons {
			for i, c := range q.Corners {
				if d := q.Corners[(i+1)%len(q.Corners)]; math.Abs(c.U-d.U) <= 1e-9*math.Abs(c.V-d.V) {
					at = append(at, c.U)
				}
			}
		}
	}
	slices.Sort(at)
	return slices.Compact(at)
}
