package optimal

// mixture says which simple laws make up the laws on a grid: cells; pairs of mirrored cells if the loss is
// even, because the mean of a law and its mirror image is as good and as private; blocks around 0 if the law
// must be monotone. Their weights are nonnegative and add up to 1.
type mixture struct {
	grid
	ladders []ladder
	atom    bool // the last weight belongs to 0 itself
	peaked  bool // the middle cell must have no less than its neighbours, which the ladders do not ensure
}

// ladder is a sequence of groups of cells away from 0. Each of the first blocks weights stands for the block
// of all groups up to its own, of one density; each other for its group.
type ladder struct {
	groups [][]int
	blocks int
}

// mixture returns the mixture of a law, which may be symmetric about 0.
func (p Problem) mixture(padded, even bool) mixture {
	m := mixture{grid: p.grid(padded), atom: p.Atom && p.Query == Real && !padded}
	left, right := m.sides()
	middle := m.cells%2 == 1
	switch {
	case even && middle:
		m.ladders = []ladder{mirrored(left, right, []int{m.cells / 2})}
	case even:
		m.ladders = []ladder{mirrored(left, right)}
	case middle:
		m.ladders = []ladder{left, right, {groups: [][]int{{m.cells / 2}}}}
		m.peaked = p.Shape == Monotone
	default:
		m.ladders = []ladder{left, right}
	}
	if p.Shape == Monotone {
		for i := range m.ladders {
			m.ladders[i].blocks = len(m.ladders[i].groups) - min(1, m.from) // the outermost takes the mass further out
		}
	}
	return m
}

// sides returns the cells to the left and to the right of the middle, the innermost first.
func (g grid) sides() (left, right ladder) {
	for i := g.cells/2 - 1; i >= 0; i-- {
		left.groups = append(left.groups, []int{i})
		right.groups = append(right.groups, []int{g.cells - 1 - i})
	}
	return left, right
}

// mirrored pairs the cells of two sides, after those in the middle.
func mirrored(left, right ladder, middle ...[]int) ladder {
	both := ladder{groups: middle}
	for u, group := range right.groups {
		both.groups = append(both.groups, append(group, left.groups[u]...))
	}
	return both
}

// weights returns the number of weights.
func (m mixture) weights() int {
	n := 0
	for _, l := range m.ladders {
		n += len(l.groups)
	}
	if m.atom {
		n++
	}
	return n
}

// gather converts the contribution per mass of every cell into that of every weight; atom is the contribution
// of 0 itself.
func (m mixture) gather(cells []float64, atom float64) []float64 {
	row := make([]float64, 0, m.weights())
	for _, l := range m.ladders {
		block, size := 0.0, 0.0
		for u, group := range l.groups {
			sum := 0.0
			for _, i := range group {
				sum += cells[i]
			}
			if u < l.blocks {
				block += sum
				size += float64(len(group))
				row = append(row, block/size)
			} else {
				row = append(row, sum/float64(len(group)))
			}
		}
	}
	if m.atom {
		row = append(row, atom)
	}
	return row
}

// spread turns weights into the masses of the cells and of 0 itself.
func (m mixture) spread(weights, cells []float64) (atom float64) {
	clear(cells)
	for _, l := range m.ladders {
		size := 0.0
		for _, group := range l.groups[:l.blocks] {
			size += float64(len(group))
		}
		each := 0.0 // mass of a cell from the blocks that hold it
		for u := len(l.groups) - 1; u >= 0; u-- {
			add := weights[u] / float64(len(l.groups[u]))
			if u < l.blocks {
				each += weights[u] / size
				size -= float64(len(l.groups[u]))
				add = each
			}
			for _, i := range l.groups[u] {
				cells[i] += add
			}
		}
		weights = weights[len(l.groups):]
	}
	if m.atom {
		atom = weights[0]
	}
	return atom
}
