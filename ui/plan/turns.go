package plan

import "slices"

// turn is a stretch of columns that two lines divide.
type turn struct{ line, with, from, to int }

// turns takes from a line the joins of stretches on which it and the other line are equal, and returns these.
func (s *Seen) turns(line int) (all []turn) {
	s.Lines[line].Joins = slices.DeleteFunc(s.Lines[line].Joins, func(j Join) bool {
		t := turn{line, j.With, j.From, j.To}
		if s.lines[t.with].Answer || s.lines[t.with].Quiet || s.lines[line].Quiet || !s.trim(&t) || len(s.drawn(t)) == 0 {
			return false
		}
		if !slices.Contains(all, t) {
			all = append(all, t)
		}
		return true
	})
	return all
}

// trim leaves the columns of a stretch in which both lines pass the same places, and reports that these are all but one at
// either end, where they part.
func (s *Seen) trim(t *turn) bool {
	if !s.alike(*t, t.from) {
		t.from++
	}
	if !s.alike(*t, t.to) {
		t.to--
	}
	for column := t.from; column <= t.to; column++ {
		if !s.alike(*t, column) {
			return false
		}
	}
	return true
}

// alike reports that both lines pass the same places of a column.
func (s *Seen) alike(t turn, column int) bool {
	for row := range s.Height {
		if at := row*s.Width + column; s.lines[t.line].Cells[at] != s.lines[t.with].Cells[at] {
			return false
		}
	}
	return true
}

// drawn are the columns of a stretch in which the line in front is drawn, where these are enough for both to have pieces.
func (s *Seen) drawn(t turn) (runs [][2]int) {
	for from := t.from; from <= t.to; from++ {
		to := from
		for to <= t.to && s.has(t.with, to) {
			to++
		}
		if to-from >= 2*Piece {
			runs = append(runs, [2]int{from, to})
		}
		from = max(from, to)
	}
	return runs
}

// part divides a stretch: the line behind has the first piece, unless that left the one in front a short piece before.
func (s *Seen) part(t turn) {
	for _, run := range s.drawn(t) {
		before := 0
		for column := run[0] - 1; column >= 0 && s.has(t.with, column); column-- {
			before++
		}
		first := 1
		if before > 0 && before < Piece {
			first = 0
		}
		s.divide([]int{t.with, t.line}, run[0], run[1], first)
	}
}

// has reports that a line is drawn in a column.
func (s *Seen) has(line, column int) bool {
	for row := range s.Height {
		if s.Owner(column, row) == line {
			return true
		}
	}
	return false
}

// takeTurns divides the cells of a line among it and those that run in its place and are apart from it nowhere, a piece each,
// wherever all pass the same cells.
func (s *Seen) takeTurns(front int) {
	if s.lines[front].Answer || s.lines[front].Quiet {
		return
	}
	turns := []int{front}
	for i := range s.lines {
		if s.Lines[i].Under == front && !s.lines[i].Quiet {
			turns = append(turns, i)
		}
	}
	if len(turns) == 1 {
		return
	}
	for from := 0; from < s.Width; from++ {
		to := from
		for to < s.Width && s.equal(turns, to) {
			to++
		}
		s.divide(turns, from, to, 0)
		from = max(from, to)
	}
}

// equal reports that lines pass the same cells of a column, and that the first of them has these.
func (s *Seen) equal(turns []int, column int) bool {
	passes := false
	for row := range s.Height {
		at := row*s.Width + column
		cell := s.lines[turns[0]].Cells[at] != 0
		passes = passes || cell
		if cell != (s.owner[at] == turns[0]+1) {
			return false
		}
		for _, line := range turns[1:] {
			if (s.lines[line].Cells[at] != 0) != cell {
				return false
			}
		}
	}
	return passes
}

// divide gives lines pieces of columns by turns, one of them the first; the line in front has the last, with what is left.
func (s *Seen) divide(turns []int, from, to, first int) {
	pieces := (to - from) / Piece
	for k := range pieces - (pieces+len(turns)-1+first)%len(turns) {
		line := turns[(k+first)%len(turns)]
		for column := from + k*Piece; column < from+(k+1)*Piece; column++ {
			for row := range s.Height {
				if at := row*s.Width + column; s.owner[at] == turns[0]+1 {
					s.owner[at] = line + 1
				}
			}
		}
		if line != turns[0] {
			s.Lines[line].Turns = true
		}
	}
}
