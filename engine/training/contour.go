package training

import "math"

// Contour returns the line on which a share, known at every cell of the plane's picture, reaches a level,
// between the cells' centres: pieces after one another, each ended by NaN. Shares of at least the level are
// above it.
func (p *Plane) Contour(shares []float64, level float64) (x, y []float64) {
	if len(shares) != len(p.X)*len(p.Y) {
		return nil, nil
	}
	c := contour{plane: p, shares: shares, level: level, next: map[side][]side{}}
	for j := range len(p.Y) - 1 {
		for i := range len(p.X) - 1 {
			c.square(i, j)
		}
	}
	for len(c.order) > 0 {
		at := c.order[0]
		for _, end := range c.order { // an open piece begins at one of its ends
			if len(c.next[end]) == 1 {
				at = end
				break
			}
		}
		for _, s := range c.walk(at) {
			px, py := c.place(s)
			x, y = append(x, px), append(y, py)
		}
		x, y = append(x, math.NaN()), append(y, math.NaN())
		rest := c.order[:0]
		for _, s := range c.order {
			if len(c.next[s]) > 0 {
				rest = append(rest, s)
			}
		}
		c.order = rest
	}
	return x, y
}

// contour joins the sides of squares between four centres through which the line goes.
type contour struct {
	plane  *Plane
	shares []float64
	level  float64
	next   map[side][]side // sides that a piece goes on to
	order  []side          // as they were found
}

// side is the way from a centre to its neighbour to the right, or above.
type side struct {
	i, j int
	up   bool
}

func (c *contour) share(i, j int) float64 { return c.shares[j*len(c.plane.X)+i] }
func (c *contour) above(i, j int) bool    { return c.share(i, j) >= c.level }

// square joins the sides of one square that the line crosses: two, or four where opposite corners are
// alike, which the mean of all tells apart.
func (c *contour) square(i, j int) {
	corners := [4]bool{c.above(i, j), c.above(i+1, j), c.above(i+1, j+1), c.above(i, j+1)}
	sides := [4]side{{i, j, false}, {i + 1, j, true}, {i, j + 1, false}, {i, j, true}}
	var crossed []side
	for k := range sides {
		if corners[k] != corners[(k+1)%4] {
			crossed = append(crossed, sides[k])
		}
	}
	switch {
	case len(crossed) == 2:
		c.join(crossed[0], crossed[1])
	case len(crossed) == 4:
		middle := (c.share(i, j) + c.share(i+1, j) + c.share(i+1, j+1) + c.share(i, j+1)) / 4
		if (middle >= c.level) == corners[0] { // the first corner is joined to its opposite
			c.join(crossed[0], crossed[1])
			c.join(crossed[2], crossed[3])
		} else {
			c.join(crossed[0], crossed[3])
			c.join(crossed[1], crossed[2])
		}
	}
}

func (c *contour) join(a, b side) {
	for _, s := range [2]side{a, b} {
		if len(c.next[s]) == 0 {
			c.order = append(c.order, s)
		}
	}
	c.next[a], c.next[b] = append(c.next[a], b), append(c.next[b], a)
}

// walk follows a piece from one of its sides to the end, or round, and takes it away.
func (c *contour) walk(at side) []side {
	piece := []side{at}
	for len(c.next[at]) > 0 {
		to := c.next[at][0]
		c.next[at] = c.next[at][1:]
		for k, back := range c.next[to] {
			if back == at {
				c.next[to] = append(c.next[to][:k:k], c.next[to][k+1:]...)
				break
			}
		}
		piece, at = append(piece, to), to
	}
	return piece
}

// place returns where the line crosses a side, in the features' own units.
func (c *contour) place(s side) (x, y float64) {
	i, j := s.i+1, s.j
	if s.up {
		i, j = s.i, s.j+1
	}
	from, to := c.share(s.i, s.j), c.share(i, j)
	t := (c.level - from) / (to - from)
	x, y = c.plane.X[s.i], c.plane.Y[s.j]
	return x + t*(c.plane.X[i]-x), y + t*(c.plane.Y[j]-y)
}
