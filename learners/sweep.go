package learners

import "slices"

// sweep moves the records of a node from right to left in order of rank and
// tries a cut whenever the rank changes. It keeps the sums of the counts and
// of their squares, so that a cut costs as much for many classes as for two.
type sweep struct {
	g                         *grower
	best                      *cut
	feature                   int
	left, right               int64 // records
	leftSquares, rightSquares int64
	rank                      int32 // of the last record moved
}

func (s *sweep) start() {
	clear(s.g.left)
	for _, count := range s.g.node {
		s.right += count
		s.rightSquares += count * count
	}
}

// add moves count records of class k to the left.
func (s *sweep) add(k int, count int64) {
	l := s.g.left[k]
	r := s.g.node[k] - l
	s.leftSquares += count * (2*l + count)
	s.rightSquares -= count * (2*r - count)
	s.g.left[k] = l + count
	s.left += count
	s.right -= count
}

// cut tries the cut between the last rank moved and the next.
func (s *sweep) cut(next int32) {
	if least := int64(max(s.g.rule.Leaf, 1)); s.left >= least && s.right >= least {
		score := float64(s.leftSquares)/float64(s.left) + float64(s.rightSquares)/float64(s.right)
		if score > s.best.score {
			*s.best = cut{s.feature, s.rank, next, score}
		}
	}
	s.rank = next
}

// sweepCounts counts the records of each rank, which is quick when ranks are
// few.
func (g *grower) sweepCounts(p place, ranks []int32, low int32, spread int, s *sweep) {
	if n := spread * g.classes; cap(g.counts) < n {
		g.counts = make([]int32, n)
	}
	counts := g.counts[:spread*g.classes]
	clear(counts)
	for _, i := range g.records[p.from:p.to] {
		counts[int(ranks[i]-low)*g.classes+int(g.y[i])] += g.weights[i]
	}
	for r := range spread {
		row := counts[r*g.classes : (r+1)*g.classes]
		seen := int32(0)
		for _, c := range row {
			seen |= c
		}
		if seen == 0 {
			continue
		}
		s.cut(low + int32(r))
		for k, c := range row {
			s.add(k, int64(c))
		}
	}
}

// sweepSorted sorts the records by rank.
func (g *grower) sweepSorted(p place, ranks []int32, s *sweep) {
	g.keys = g.keys[:0]
	for _, i := range g.records[p.from:p.to] {
		g.keys = append(g.keys, uint64(ranks[i])<<32|uint64(i))
	}
	slices.Sort(g.keys)
	last := int32(-1)
	for _, key := range g.keys {
		r, i := int32(key>>32), uint32(key)
		if r != last {
			s.cut(r)
			last = r
		}
		s.add(int(g.y[i]), int64(g.weights[i]))
	}
}
