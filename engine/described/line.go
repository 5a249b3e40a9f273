package described

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"strings"

	"dpscope/engine"
	"dpscope/engine/known"
)

// line is a series drawn as a line, in pieces that are straight on the axes' scales.
type line struct {
	name, title string
	basis       known.Basis
	answer      bool // the picture's subject
	muted       bool // one of many
	sampled     bool // straight between samples: what lies between them is not known
	pieces      []piece
}

// piece is a straight part of a line, x0 < x1, or the point at the end of steps.
type piece struct{ x0, x1, y0, y1 float64 }

// findLines returns the lines of the picture with those in front that it is about. Marks of one name are one line.
func (p *picture) findLines() (lines []line) {
	for i := range p.marks {
		m := &p.marks[i]
		if !m.IsLine() || m.Masses {
			continue
		}
		at := slices.IndexFunc(lines, func(l line) bool { return l.name == m.Name && m.Name != "" })
		if at < 0 {
			at, lines = len(lines), append(lines, line{name: m.Name, basis: m.Basis, muted: m.Muted})
		}
		l := &lines[at]
		l.title = cmp.Or(l.title, m.Title)
		l.answer, l.muted = l.answer || m.Emphasis, l.muted && m.Muted
		l.sampled = l.sampled || m.Interpolation == engine.Linear
		l.pieces = append(l.pieces, p.piecesOf(m)...)
	}
	for i := range lines {
		l := &lines[i]
		const equals = " =" // the legend's sign of an exact number
		l.title = cmp.Or(strings.TrimSuffix(l.title, equals), l.name, "the line")
		slices.SortStableFunc(l.pieces, func(a, b piece) int { return cmp.Compare(a.x0, b.x0) })
	}
	slices.SortStableFunc(lines, func(a, b line) int { return rank(a) - rank(b) })
	return lines
}

func rank(l line) int {
	switch {
	case l.answer:
		return 0
	case l.muted:
		return 2
	}
	return 1
}

// piecesOf returns the parts of a mark that can be drawn within the x axis.
func (p *picture) piecesOf(m *engine.Normal) (pieces []piece) {
	for i := 0; i+1 < min(len(m.X), len(m.Y)); i++ {
		s := piece{m.X[i], m.X[i+1], m.Y[i], m.Y[i+1]}
		if m.Interpolation == engine.Previous {
			s.y1 = s.y0
		}
		if !(s.x0 < s.x1) || !finite(s.x0, s.x1, s.y0, s.y1) || p.axes.LogX && s.x0 < engine.Smallest {
			continue
		}
		from, to := max(s.x0, p.low), min(s.x1, p.high)
		if !(from < to) {
			continue
		}
		pieces = append(pieces, piece{from, to, p.within(s, from), p.within(s, to)})
	}
	if last := min(len(m.X), len(m.Y)) - 1; m.Interpolation == engine.Previous && len(pieces) > 0 && pieces[len(pieces)-1].x1 == m.X[last] && finite(m.Y[last]) {
		pieces = append(pieces, piece{m.X[last], m.X[last], m.Y[last], m.Y[last]}) // the last step is a point
	}
	return pieces
}

// within returns the value of a piece at x0 ≤ x ≤ x1.
func (p *picture) within(s piece, x float64) float64 {
	switch x {
	case s.x0:
		return s.y0
	case s.x1:
		return s.y1
	}
	share := (p.along(x) - p.along(s.x0)) / (p.along(s.x1) - p.along(s.x0))
	if !finite(share) {
		share = 0
	}
	if p.axes.LogY && s.y0 > 0 && s.y1 > 0 {
		return math.Exp((1-share)*math.Log(s.y0) + share*math.Log(s.y1))
	}
	return (1-share)*s.y0 + share*s.y1
}

// along returns the place of an abscissa on its scale.
func (p *picture) along(x float64) float64 {
	if p.axes.LogX {
		return math.Log(x)
	}
	return x
}

// middle returns the place halfway between two on the scale of the x axis.
func (p *picture) middle(a, b float64) float64 { return p.part(a, b, 0.5) }

// part returns the place at a share of the way from a to b on the scale of the x axis.
func (p *picture) part(a, b, share float64) float64 {
	switch {
	case share == 0:
		return a
	case share == 1:
		return b
	case p.axes.LogX:
		return math.Exp((1-share)*math.Log(a) + share*math.Log(b))
	}
	return (1-share)*a + share*b
}

// value returns a line's value at x; false where it has none. Where it jumps the value after the jump counts, and at its very
// end the last one.
func (p *picture) value(l *line, x float64) (float64, bool) {
	i := sort.Search(len(l.pieces), func(i int) bool { return l.pieces[i].x1 > x })
	if i < len(l.pieces) && l.pieces[i].x0 <= x {
		return p.within(l.pieces[i], x), true
	}
	if i > 0 && l.pieces[i-1].x1 == x {
		return l.pieces[i-1].y1, true
	}
	return math.NaN(), false
}

func finite(values ...float64) bool {
	for _, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) || math.Abs(v) > engine.Largest {
			return false
		}
	}
	return true
}

// same reports whether two values are equal to rounding.
func same(a, b float64) bool {
	const slack = 1e-9
	return a == b || math.Abs(a-b) <= slack*max(math.Abs(a), math.Abs(b))
}
