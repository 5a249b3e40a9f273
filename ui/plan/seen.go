// Package plan decides which part of a picture is visible where, before anything is painted. It returns plain values: a test
// can read them, and a painter of cells or of vectors follows them.
package plan

// Least lengths, in columns of the grid: of a drawn piece of a line, of a stretch along which two lines count as one, and of a
// piece that is more than an edge of the other line or a flat crossing.
const (
	Piece    = 3
	Together = 4
	Long     = 8
)

// Line is a line on a grid of cells.
type Line struct {
	Cells []uint8 // row by row: 0 where the line does not pass, else a pattern that says where within the cell it does
	Quiet bool    // a background for the others
}

// Sight says where a line is drawn.
type Sight struct {
	Under int  // the line that runs in its place everywhere, where it is nowhere apart from others; -1: none
	Turns bool // it takes turns with another line somewhere; with Under set it takes turns with that line, or is not drawn
}

// Seen says which line is drawn in each cell.
type Seen struct {
	Width, Height int
	Lines         []Sight
	lines         []Line
	owner         []int // line of each cell, row by row, plus one
}

// Owner returns the line that is drawn in a cell; -1: none.
func (s *Seen) Owner(column, row int) int {
	if column < 0 || row < 0 || column >= s.Width || row >= s.Height {
		return -1
	}
	return s.owner[row*s.Width+column] - 1
}

// See gives each cell of a grid to one of the lines, which are listed from the front to the back. A line that has no free cell
// for Together columns or more takes turns with the line in front; for fewer, and behind a quiet line or where it is quiet, it
// pauses. Pieces shorter than Piece are not drawn.
func See(lines []Line, width, height int) *Seen {
	s := &Seen{Width: width, Height: height, Lines: make([]Sight, len(lines)), lines: lines, owner: make([]int, width*height)}
	all := make([]column, width)
	var turns []turn
	for i := range lines {
		s.look(lines[i].Cells, all)
		s.Lines[i] = s.sight(all)
		turns = append(turns, s.turns(i, all)...)
		for at, cell := range lines[i].Cells {
			if cell != 0 && s.owner[at] == 0 && all[at%width].drawn {
				s.owner[at] = i + 1
			}
		}
	}
	for i := range lines {
		s.takeTurns(i)
	}
	for _, t := range turns {
		if sight := s.Lines[t.line]; !(sight.Turns && sight.Under >= 0) { // else it has its turns everywhere
			s.part(t)
		}
	}
	return s
}

// column holds the cells of a line in a column of the grid.
type column struct {
	cells, free int  // cells of the line, and those that no line in front has
	row         int  // row of the last free one
	over        int  // a line in front that has one of the others; -1: none
	beside      int  // a line in front with a cell above or below the free ones; -1: none
	drawn       bool // the line is drawn in its free cells
}

// look fills in the cells of a line in each column.
func (s *Seen) look(cells []uint8, all []column) {
	for c := range all {
		all[c] = column{over: -1, beside: -1}
	}
	for at, cell := range cells {
		if cell == 0 {
			continue
		}
		x, y := at%s.Width, at/s.Width
		c := &all[x]
		c.cells++
		if owner := s.owner[at] - 1; owner >= 0 {
			c.over = owner
			continue
		}
		c.free++
		c.row = y
		c.beside = max(c.beside, s.Owner(x, y-1), s.Owner(x, y+1))
		c.drawn = true
	}
}

// sight decides where a line is drawn.
func (s *Seen) sight(all []column) Sight {
	sight, passes, drawn := Sight{Under: -1}, 0, 0
	for from := 0; from < len(all); {
		to := from
		for to < len(all) && all[to].cells > 0 {
			to++
		}
		if to > from {
			leaveOut(all[from:to])
		}
		from = to + 1
	}
	for _, c := range all {
		if c.cells > 0 {
			passes++
		}
		if c.drawn {
			drawn++
		}
	}
	if drawn == 0 && passes > 0 {
		sight.Under, _ = most(all)
	}
	return sight
}

// leaveOut removes pieces of a line that are too short, or so close to the same line before and after that they would only be
// its edge.
func leaveOut(line []column) {
	for from := 0; from < len(line); {
		if !line[from].drawn {
			from++
			continue
		}
		to := ends(line, from)
		whole := from == 0 && to == len(line)
		if !whole && (size(line[from:to]) < Piece || to-from < Long && clings(line, from, to)) {
			for c := from; c < to; c++ {
				line[c].drawn = false
			}
		}
		from = to
	}
}

// ends returns where the piece that begins at a column ends, drawn or not.
func ends(line []column, from int) int {
	to := from + 1
	for to < len(line) && line[to].drawn == line[from].drawn {
		to++
	}
	return to
}

// size returns the length of a piece, in columns or cells.
func size(piece []column) int {
	cells := 0
	for _, c := range piece {
		cells += c.free
	}
	return max(len(piece), cells)
}

// clings reports whether a piece between two others lies right above or below the line that hides both.
func clings(line []column, from, to int) bool {
	if from == 0 || to == len(line) || line[from-1].over != line[to].over {
		return false
	}
	for _, c := range line[from:to] {
		if c.over != line[to].over && c.beside != line[to].over {
			return false
		}
	}
	return true
}

// most returns the line that hides another one in most columns, and the number of these.
func most(line []column) (over, columns int) {
	over = -1
	for i, c := range line {
		n := 0
		for _, other := range line[i:] {
			if c.over >= 0 && other.over == c.over && other.free == 0 {
				n++
			}
		}
		if n > columns {
			over, columns = c.over, n
		}
	}
	return over, columns
}
