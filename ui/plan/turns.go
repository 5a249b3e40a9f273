package plan

// takeTurns divides the cells of a line among it and those that run in its place and are nowhere apart from it, a piece each,
// wherever all pass the same cells.
func (s *Seen) takeTurns(front int, lines []Line) {
	if lines[front].Answer || lines[front].Quiet {
		return
	}
	turns := []int{front}
	for i := range lines {
		if s.Lines[i].Under == front && !lines[i].Quiet {
			turns = append(turns, i)
		}
	}
	if len(turns) == 1 {
		return
	}
	for from := 0; from < s.Width; from++ {
		to := from
		for to < s.Width && s.equal(turns, lines, to) {
			to++
		}
		s.divide(turns, from, to)
		from = max(from, to)
	}
}

// equal reports whether lines pass the same cells of a column, and the first of them is drawn there.
func (s *Seen) equal(turns []int, lines []Line, column int) bool {
	passes := false
	for row := range s.Height {
		at := row*s.Width + column
		cell := lines[turns[0]].Cells[at] != 0
		passes = passes || cell
		if cell != (s.owner[at] == turns[0]+1) {
			return false
		}
		for _, line := range turns[1:] {
			if (lines[line].Cells[at] != 0) != cell {
				return false
			}
		}
	}
	return passes
}

// divide gives lines pieces of columns in turn; the rest at the end belongs to the last piece.
func (s *Seen) divide(turns []int, from, to int) {
	pieces := (to - from) / Piece
	for k := range pieces {
		line, end := turns[k%len(turns)], from+(k+1)*Piece
		if k == pieces-1 {
			end = to
		}
		for column := from + k*Piece; column < end; column++ {
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
