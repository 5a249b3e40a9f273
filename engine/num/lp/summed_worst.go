package lp

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

const (
	// countless is a gain small enough to be rounding; its part is not counted.
	countless = 1e-13

	// eager weighs the distance by which a row is broken against that of a part. A row enters with the parts
	// that are positive just then, which change later: at 0.5 the optimiser of noise takes up to a third
	// fewer pivots than at 1.
	eager = 0.5
)

// hint is a Hint with all its parts, those first that count.
type hint struct {
	parts, tied []int
	sure        int
}

// looked returns the parts of a row to look at. The first sure of them count unconditionally.
func (s *summed) looked(row int) (of []int, sure int) {
	switch {
	case s.hints == nil:
		return s.all, 0
	case s.active[row] != nil:
		return s.hints[row].tied, 0
	}
	return s.hints[row].parts, s.hints[row].sure
}

// worst returns the rule that x breaks most; by is 0 if there is none.
func (s *summed) worst() broken {
	b := broken{bound: none}
	for j, at := range s.place {
		if at == none && -s.x[j] > max(feasible, b.by) {
			b.by, b.bound = -s.x[j], j
		}
	}
	s.At(s.x)
	first := s.suspects
	if s.hints != nil {
		first = s.every
	}
	worst, part, most := s.broken(first, b.by)
	if worst == none && b.by == 0 {
		worst, part, _ = s.broken(s.every, most)
	}
	switch {
	case worst == none:
		return b
	case part == none:
		return s.whole(worst)
	}
	return s.bent(worst, part)
}

// broken returns the row of some that x breaks most, and by more than than. It records the others that x
// breaks, to look at first after the next pivot.
func (s *summed) broken(rows []int, than float64) (worst, part int, most float64) {
	worst, part, most = none, none, than
	left := s.looking[:0]
	for _, row := range rows {
		at, by := s.excess(row)
		if by > 0 {
			left = append(left, row)
		}
		if by > most {
			worst, part, most = row, at, by
		}
	}
	s.suspects, s.looking = left, s.suspects
	return worst, part, most
}

// excess returns by how much x breaks a row, as a distance; for a row that already holds with equality by
// some parts, also the most wrongly counted or omitted part.
func (s *summed) excess(row int) (part int, by float64) {
	of, sure := s.looked(row)
	if len(of) == 0 {
		return none, 0
	}
	base := s.Gain(row, of, s.gains)
	if s.active[row] == nil {
		return none, s.over(s.Rows[row], of, sure, base)
	}
	sum, wrong := 0.0, s.wrong[row]
	for _, i := range of {
		by := wrong[i] * s.gains[i]
		sum += by + math.Abs(by)
	}
	if sum <= 2*s.Rows[row].Minded {
		return none, 0
	}
	most, worst := 0.0, none
	for _, i := range of {
		if by := wrong[i] * s.gains[i]; by > most {
			worst, most = i, by
		}
	}
	return worst, most / s.Rows[row].Length
}

// over returns by how much a row is broken that does not hold with equality, as a distance. Most rows are
// not, which plus shows soonest.
func (s *summed) over(held Limit, of []int, sure int, base float64) float64 {
	sum, count := base-held.Most, 1.0
	for _, i := range of[:sure] {
		sum += s.gains[i]
	}
	if sum+s.plus(of[sure:]) <= held.Minded {
		return 0
	}
	for _, i := range of[sure:] {
		if g := s.gains[i]; g > countless {
			sum += g
			count++
		}
	}
	if sum <= held.Minded {
		return 0
	}
	return eager * sum / (math.Sqrt(count+float64(sure)) * held.Length)
}

// plus returns the sum of the positive gains of some parts, or for all parts an upper bound to rounding: half
// of the sum of gains and sizes, without a branch for each.
func (s *summed) plus(of []int) float64 {
	if len(of) == len(s.gains) {
		const rounding = 1e-14
		size := floats.Norm(s.gains, 1)
		return (floats.Sum(s.gains)+size)/2 + rounding*size
	}
	sum := 0.0
	for _, i := range of {
		sum += s.gains[i] + math.Abs(s.gains[i])
	}
	return sum / 2
}

// whole returns the rule that a row holds by its positive parts.
func (s *summed) whole(row int) broken {
	of, sure := s.looked(row)
	base := s.Gain(row, of, s.gains)
	clear(s.in[row])
	var parts []int
	sum := base - s.Rows[row].Most
	for at, i := range of {
		if g := s.gains[i]; at < sure || g > countless {
			s.in[row][i] = true
			parts = append(parts, i)
			sum += g
		}
	}
	k := &kept{most: s.Rows[row].Most, length: 1, column: none, sum: row, part: none}
	s.w.keep(k, s.Of(row, parts))
	return broken{bound: none, by: sum, row: k}
}

// bent returns the rule that a part on the wrong side of 0 stays at 0.
func (s *summed) bent(row, part int) broken {
	of, by := s.Part(row, part), s.gain(row, part)
	if s.in[row][part] {
		floats.Scale(-1, of)
		by = -by
	}
	k := &kept{length: 1, column: none, sum: row, part: part}
	s.w.keep(k, of)
	return broken{bound: none, by: by, row: k}
}

func (s *summed) gain(row, part int) float64 {
	s.Gain(row, []int{part}, s.gains)
	return s.gains[part]
}
