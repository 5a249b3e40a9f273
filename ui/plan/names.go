package plan

import (
	"math"
	"slices"

	"dpscope/engine"
)

// Named is a line to be named, with its course.
type Named struct {
	Series int  // -1: it has no name here, and another name could be taken for its own
	Falls  bool // to zero at an end, as densities do, which are named where they are high
	Course Course
	Words  [2]string // its name, and a shorter one
}

// Ground says where words may stand in a plot, in letters from its left side and in lines of text from its top.
type Ground interface {
	Free(x int, row float64, width int) bool   // they are inside and cover nothing
	Heaped(x int, row float64, width int) bool // other words stand right above or below
	Beside(at float64) []float64               // rows beside a line at a row, the best first
}

// Followed returns the courses of the lines that are to be named, strong ones first, and of others that a name could be taken
// for.
func (p *Subject) Followed(names []int, course func(m *engine.Normal) Course) (all []Named) {
	for i := range p.Marks {
		m := &p.Marks[i]
		if !m.IsLine() || p.Of[i] < 0 {
			continue
		}
		s := p.Series[p.Of[i]]
		if !slices.Contains(names, p.Of[i]) || slices.ContainsFunc(all, func(n Named) bool { return n.Series == p.Of[i] }) {
			if !s.Muted && !s.Ghost && !s.Left {
				all = append(all, Named{Series: -1, Course: course(m)})
			}
			continue
		}
		all = append(all, Named{Series: p.Of[i], Falls: m.Falls[0] || m.Falls[1], Course: course(m), Words: [2]string{p.NameOf(s), p.BriefOf(s)}})
	}
	muted := func(n Named) bool { return n.Series >= 0 && p.Series[n.Series].Muted }
	slices.SortStableFunc(all, func(a, b Named) int { return FalseFirst(muted(a), muted(b)) })
	return all
}

// reach is how far a name may be from its line, in rows, and lead by how much it must be nearer to that line than to any other.
var reach = [...]float64{1.1, 1.75}

const lead = 0.9

// Place finds the place for a name of a width beside one of the lines: the rightmost of the nearest ones, or the highest of
// these where the line falls to zero.
func Place(which int, lines []Named, width int, g Ground) (x int, row float64, found bool) {
	var best [len(reach)]struct {
		x     int
		row   float64
		found bool
	}
	c, falls := lines[which].Course, lines[which].Falls
	for x := len(c) - width; x >= 0; x-- {
		var last [3]int
		for k, anchor := range [...]int{x + width/2, x + width - 1, x} {
			if last[k] = math.MinInt; math.IsNaN(c[anchor]) {
				continue
			}
			at := Whole(c[anchor])
			if last[k] = at; k > 0 && at == last[0] || k > 1 && at == last[1] {
				continue
			}
			for _, row := range g.Beside(c[anchor]) {
				if !g.Free(x, row, width) {
					continue
				}
				own := c.Near(x, x+width-1, row)
				class := slices.IndexFunc(reach[:], func(most float64) bool { return own <= most })
				if class < 0 || best[class].found && (!falls || row >= best[class].row) || taken(which, lines, own, x, x+width-1, row) || g.Heaped(x, row, width) {
					continue
				}
				if class == 0 && !falls {
					return x, row, true
				}
				best[class].x, best[class].row, best[class].found = x, row, true
			}
		}
	}
	for _, b := range best {
		if b.found {
			return b.x, b.row, true
		}
	}
	return 0, 0, false
}

// taken reports whether words would be as near to another line as to their own.
func taken(which int, lines []Named, own float64, from, to int, row float64) bool {
	for i, other := range lines {
		if i != which && other.Course.Near(from, to, row) < own+lead {
			return true
		}
	}
	return false
}
