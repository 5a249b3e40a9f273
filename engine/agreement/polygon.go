package agreement

import (
	"cmp"
	"slices"

	"dpscope/learners"
)

// chain is the lower or the upper boundary of a convex polygon, from left to
// right.
type chain []learners.Corner

// chainsOf splits the corners of a polygon, counterclockwise, at the leftmost
// and the rightmost.
func chainsOf(corners []learners.Corner) (lower, upper chain) {
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

// union sorts intervals and joins those that meet.
func union(sides []learners.Side) []learners.Side {
	slices.SortFunc(sides, func(a, b learners.Side) int { return cmp.Compare(a.Low, b.Low) })
	joined := sides[:0]
	for _, s := range sides {
		if n := len(joined); n > 0 && s.Low <= joined[n-1].High {
			joined[n-1].High = max(joined[n-1].High, s.High)
		} else {
			joined = append(joined, s)
		}
	}
	return joined
}
