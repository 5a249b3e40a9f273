package optimal

import (
	"math"

	"dpscope/mechanisms/central"
)

// posed is the program's question: one law, or one for each group of a range, all on one grid.
type posed struct {
	Problem
	fine     int // parts per cell; shifts are whole parts
	groups   []group
	mirrored bool // reversing the range changes nothing: the laws mirror too
	met      bool // groups are single cells, and only the shift between their beginnings matters
}

// group is a run of the range with one law for its answers. Places in the range are in shifts.
type group struct {
	from, to int
	weight   float64 // of its loss; together they sum to 1
	loss     central.Loss
	most     float64 // limit of its loss; +Inf: none
}

// alone asks for one law: of a group so wide that the answer may move within it by anything.
func (p Problem) alone() posed {
	return posed{Problem: p, fine: 1, mirrored: p.Loss.Even(),
		groups: []group{{to: p.Steps + 1, weight: 1, loss: p.Loss, most: math.Inf(1)}}}
}

// mirror returns the group in a group's place when the range is reversed.
func (p posed) mirror(i int) int { return len(p.groups) - 1 - i }

// far returns the greatest shift.
func (p posed) far() int { return p.Steps * p.fine }

// between calls do with the shifts from an answer in a group to one in another that one record
// may cause: those by a whole part of a cell are all differences of edges, among which V is greatest
// (Moves), and of whole numbers all moves. Within a group a shift of 0 moves nothing; between two the laws differ, and it
// counts. Where the range reversed is the same, every shift stands for its mirror image too.
func (p posed) between(here, there int, do func(k int)) {
	from, to := p.reaches(here, there)
	each := func(k int) {
		if from <= k && k <= to && !(k == 0 && here == there) && p.stands(here, there, k) {
			do(k)
		}
	}
	each(0)
	for k := 1; k <= p.far(); k++ {
		each(k)
		each(-k)
	}
}

// caused reports whether one record may cause a shift from an answer in one group to one in another.
func (p posed) caused(here, there, k int) bool {
	from, to := p.reaches(here, there)
	return from <= k && k <= to && !(k == 0 && here == there)
}

// reaches returns the least and the greatest of these shifts; the least is greater if there are none. Groups
// contain their left end only: no two real answers are as far apart as the ends of their groups, but some
// nearly are, and V is continuous. If facing ends are a sensitivity apart, that is more than one record
// causes.
func (p posed) reaches(here, there int) (from, to int) {
	a, b := p.groups[here], p.groups[there]
	switch {
	case p.met:
		from, to = b.from-a.from, b.from-a.from
	case p.Query == Count:
		from, to = b.from-(a.to-1), b.to-1-a.from
	default:
		from, to = b.from-a.to, b.to-a.from
		if from >= p.far() || to <= -p.far() {
			return 1, 0
		}
	}
	return max(from, -p.far()), min(to, p.far())
}

// stands reports whether a shift between groups is not told by its mirror image.
func (p posed) stands(here, there, k int) bool {
	if !p.mirrored {
		return true
	}
	switch h, t := p.mirror(here), p.mirror(there); {
	case here != h:
		return here < h
	case there != t:
		return there < t
	}
	return k > 0
}
