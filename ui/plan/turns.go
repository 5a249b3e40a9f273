package plan

// turn is a stretch of columns that two lines divide.
type turn struct{ line, with, from, to int }

// turns returns the stretches in which a line is hidden by another one for Together columns or more.
func (s *Seen) turns(line int, columns []column) (all []turn) {
	for from := 0; from < len(columns); {
		if columns[from].cells == 0 {
			from++
			continue
		}
		to := from + 1
		for to < len(columns) && columns[to].cells > 0 && columns[to].drawn == columns[from].drawn {
			to++
		}
		if !columns[from].drawn {
			with, hidden := most(columns[from:to])
			t := turn{line, with, from, to - 1}
			if hidden >= Together && !s.lines[line].Quiet && !s.lines[with].Quiet && !s.crosses(columns, t) {
				all = append(all, t)
			}
		}
		from = to
	}
	return all
}

// crosses reports whether a short stretch is a flat crossing: the line leaves the other one on the other side than it came from.
func (s *Seen) crosses(columns []column, t turn) bool {
	if t.to-t.from+1 >= Long || t.from == 0 || t.to+1 == len(columns) || !columns[t.from-1].drawn || !columns[t.to+1].drawn {
		return false
	}
	below := func(c int) int {
		for row := range s.Height {
			if s.Owner(c, row) == t.with {
				return columns[c].row - row
			}
		}
		return 0
	}
	return below(t.from-1)*below(t.to+1) < 0
}

// shared lists the columns of a stretch in which the line in front has only cells of the one behind, where these are enough for
// both to have pieces.
func (s *Seen) shared(t turn) (runs [][2]int) {
	for from := t.from; from <= t.to; from++ {
		to := from
		for to <= t.to && s.shares(t, to) {
			to++
		}
		if to-from >= 2*Piece {
			runs = append(runs, [2]int{from, to})
		}
		from = max(from, to)
	}
	return runs
}

// shares reports whether the line in front is drawn in a column, in cells that the one behind passes too.
func (s *Seen) shares(t turn, column int) (drawn bool) {
	for row := range s.Height {
		if s.Owner(column, row) != t.with {
			continue
		}
		if s.lines[t.line].Cells[row*s.Width+column] == 0 {
			return false
		}
		drawn = true
	}
	return drawn
}

// part divides a stretch: the line behind has the first piece, unless that left the one in front a short piece before.
func (s *Seen) part(t turn) {
	for _, run := range s.shared(t) {
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
	if s.lines[front].Quiet {
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
