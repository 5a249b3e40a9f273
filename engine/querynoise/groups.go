package querynoise

import "slices"

// Groups holds the sizes of groups of cells, for changes by hand. Groups count from 0.
type Groups []int

// Split cuts a group in two, the first no smaller.
func (g Groups) Split(at int) Groups {
	if g[at] < 2 {
		return g
	}
	size := g[at]
	return slices.Replace(slices.Clone(g), at, at+1, size-size/2, size/2)
}

// Join makes one of a group and the next, of the last one and that before it.
func (g Groups) Join(at int) Groups {
	if len(g) < 2 {
		return g
	}
	at = min(at, len(g)-2)
	return slices.Replace(slices.Clone(g), at, at+2, g[at]+g[at+1])
}

// Move moves the end of a group by cells, which its neighbour loses or gains; with the last one the range
// ends elsewhere. No group is left without a cell.
func (g Groups) Move(at, cells int) Groups {
	moved := slices.Clone(g)
	cells = max(cells, 1-g[at])
	if at+1 < len(g) {
		cells = min(cells, g[at+1]-1)
		moved[at+1] -= cells
	}
	moved[at] += cells
	return moved
}
