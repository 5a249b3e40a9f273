package chart

import (
	"math"

	nt "github.com/NimbleMarkets/ntcharts/v2/canvas"
	"github.com/NimbleMarkets/ntcharts/v2/canvas/graph"
	"github.com/NimbleMarkets/ntcharts/v2/canvas/runes"

	"dpscope/ui/plan"
)

// pen draws as dots finer than cells: two by four in braille, one by three in ASCII, where . - and ' show the height inside a
// cell.
//
// ntcharts walks from dot to dot without looking where it ends: NaN and huge coordinates never return. So all coordinates are
// clipped here.
type pen struct {
	width, height int // cells
	across, down  int // dots per cell
	ascii         bool
	dots          []uint8 // of each cell: a bit for each, row by row; in ASCII the thirds from the top
}

func newPen(width, height int, ascii bool) *pen {
	p := &pen{width: width, height: height, across: 2, down: 4, ascii: ascii, dots: make([]uint8, width*height)}
	if ascii {
		p.across, p.down = 1, 3
	}
	return p
}

// place is a point in dots, y downward; NaN x breaks the line.
type place struct{ x, y float64 }

var gap = place{x: math.NaN()}

func (p place) isGap() bool { return math.IsNaN(p.x) }

// place maps data to dots, by the scales alone.
func (p *pen) place(f frame, x, y float64) place {
	r := f.row(y)
	if math.IsNaN(r) {
		return gap
	}
	return place{x: p.placeX(f, x), y: float64(p.down)*r + p.middleY()} // x NaN: a gap
}

// placeX maps data to a column of dots, the middle of a cell to the middle of its dots.
func (p *pen) placeX(f frame, x float64) float64 {
	return float64(p.across)*f.column(x) + p.middleX()
}

func (p *pen) middleX() float64 { return float64(p.across-1) / 2 }
func (p *pen) middleY() float64 { return float64(p.down-1) / 2 }

// bounds returns the dots of the plot with the axes: the low ends lie outside of the grid and are drawn at its edge.
func (p *pen) bounds() (left, right, top, bottom float64) {
	const slack = 0.01 // rounding must not cut a value at the end of the range
	return p.middleX() - float64(p.across) - slack, float64(p.across*(p.width-1)) + p.middleX() + slack,
		p.middleY() - slack, float64(p.down*p.height) + p.middleY() + slack
}

// dash is a pattern of dots drawn and dots left out, in turn; nil is solid.
type dash []int

var across = dash{2, 1} // of a target or limit only

// trace draws a path.
func (p *pen) trace(path []place, pattern dash) {
	left, right, top, bottom := p.bounds()
	walked := 0
	for i, at := range path {
		if at.isGap() {
			walked = 0
			continue
		}
		from := at
		if i > 0 && !path[i-1].isGap() {
			from = path[i-1]
		} else if i+1 < len(path) && !path[i+1].isGap() {
			continue // the next segment draws this end
		}
		a, b, ok := clip(from, at, left, right, top, bottom)
		if !ok {
			continue
		}
		walked = p.segment(p.dot(a), p.dot(b), pattern, walked)
	}
}

// dot rounds to the grid, values at its lower edges into it.
func (p *pen) dot(at place) nt.Point {
	return nt.Point{
		X: min(max(plan.Whole(at.x), 0), p.across*p.width-1),
		Y: min(max(plan.Whole(at.y), 0), p.down*p.height-1),
	}
}

// segment draws from a to b and returns the dots walked so far.
func (p *pen) segment(a, b nt.Point, pattern dash, walked int) int {
	if a == b && pattern == nil { // most of many samples share a dot with the next
		p.set(a)
		return 0
	}
	points := graph.GetLinePoints(a, b)
	if pattern == nil {
		for _, at := range points {
			p.set(at)
		}
		return 0
	}
	steep := abs(b.Y-a.Y) >= abs(b.X-a.X)
	backward := steep && a.Y > b.Y || !steep && a.X > b.X // ntcharts orders the ends
	for i := range points {
		at := points[i]
		if backward {
			at = points[len(points)-1-i]
		}
		if pattern.on(walked + i) {
			p.set(at)
		}
	}
	return walked + max(len(points)-1, 0)
}

// on reports whether the dot after walked others is drawn.
func (d dash) on(walked int) bool {
	period := 0
	for _, n := range d {
		period += n
	}
	walked %= period
	for i, n := range d {
		if walked < n {
			return i%2 == 0
		}
		walked -= n
	}
	return true
}

// set draws one dot; those outside are lost.
func (p *pen) set(at nt.Point) {
	x, y := at.X/p.across, at.Y/p.down
	if at.X < 0 || at.Y < 0 || x >= p.width || y >= p.height {
		return
	}
	p.dots[y*p.width+x] |= uint8(1) << (at.Y%p.down*p.across + at.X%p.across)
}

// each calls draw for every cell that has dots.
func (p *pen) each(draw func(x, y int, dots uint8)) {
	for cell, dots := range p.dots {
		if dots != 0 {
			draw(cell%p.width, cell/p.width, dots)
		}
	}
}

// glyph returns the sign of dots: a braille pattern, or in ASCII the height of the line.
func (p *pen) glyph(dots uint8) rune {
	if p.ascii {
		return [8]rune{' ', '\'', '-', '\'', '.', '|', '.', '|'}[dots]
	}
	bits := [8]rune{0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80} // of braille, row by row
	pattern := rune(0x2800)
	for k, bit := range bits {
		if dots>>k&1 == 1 {
			pattern |= bit
		}
	}
	return pattern
}

// braille joins two patterns if the first is one.
func braille(under, over rune) rune { return runes.CombineBraillePatterns(under, over) }

// clip returns the part of a segment inside a rectangle (Liang & Barsky, A New
// Concept and Method for Line Clipping, 1984).
func clip(a, b place, left, right, top, bottom float64) (from, to place, ok bool) {
	t0, t1 := 0.0, 1.0
	dx, dy := b.x-a.x, b.y-a.y
	for _, edge := range [4][2]float64{{-dx, a.x - left}, {dx, right - a.x}, {-dy, a.y - top}, {dy, bottom - a.y}} {
		step, room := edge[0], edge[1]
		switch {
		case step == 0 && room < 0:
			return from, to, false
		case step < 0:
			t0 = max(t0, room/step)
		case step > 0:
			t1 = min(t1, room/step)
		}
	}
	if !(t0 <= t1) {
		return from, to, false
	}
	return place{a.x + t0*dx, a.y + t0*dy}, place{a.x + t1*dx, a.y + t1*dy}, true
}

func abs(n int) int { return max(n, -n) }
