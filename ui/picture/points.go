package picture

import (
	"image/color"
	"math"

	"dpscope/ui/plan"
)

// ends returns the places of an interval's ends, where both are known.
func (p *plotter) ends(m *plan.Dressed, i int) (low, high Point, ok bool) {
	high, okHigh := p.place(m.X[i], m.High[i])
	low, okLow := p.place(m.X[i], m.Low[i])
	return low, high, okHigh && okLow
}

// whiskers draws intervals.
func (p *plotter) whiskers(at int, m *plan.Dressed) (samples int) {
	for i := range m.X {
		if low, high, ok := p.ends(m, i); ok {
			samples++
			p.whisker(at, low, high, p.ink(m))
		}
	}
	return samples
}

// whisker draws a bar with ends, as far as it lies in the frame.
func (p *plotter) whisker(at int, low, high Point, ink color.NRGBA) {
	p.interval(at, low, high, Point{X: 2}, ink)
}

// interval draws a line between two places and across each of them an end, with half the length half. The line is open where it
// goes on beyond the picture.
func (p *plotter) interval(at int, a, b, half Point, ink color.NRGBA) {
	draw := func(path []Point) {
		p.scene.add(Item{Mark: at, Stroke: ink, Width: 0.9, Paths: [][]Point{path}})
	}
	for _, part := range p.clipLine([]Point{a, b}) {
		draw(part)
	}
	for _, end := range [...]Point{a, b} {
		if p.holds(end) {
			draw([]Point{{end.X - half.X, end.Y - half.Y}, {end.X + half.X, end.Y + half.Y}})
		}
	}
}

// points sets a marker for each observation, with its interval.
func (p *plotter) points(at int, m *plan.Dressed) (samples int) {
	small := len(m.X) > 400 && len(m.As) == 0
	for i := range min(len(m.X), len(m.Y)) {
		if math.IsNaN(m.Y[i]) || math.IsNaN(m.X[i]) {
			continue
		}
		samples++
		to, shown := p.place(m.X[i], m.Y[i])
		if !shown {
			continue
		}
		ink, marker := p.ink(m), m.Marker
		if i < len(m.Each) {
			ink, marker = p.inkOf(m.Each[i].Ink), m.Each[i].Marker
		}
		if i < len(m.From) && m.From[i] < m.To[i] {
			from, _ := p.place(m.From[i], m.Y[i])
			end, _ := p.place(m.To[i], m.Y[i])
			p.interval(at, from, end, Point{Y: 2.5}, ink)
		}
		if p.plan.Ranked() && p.holds(to) {
			p.scene.add(Item{Mark: at, Stroke: p.blend(ink, sizeInk), Width: 4, Paths: [][]Point{{{p.left, to.Y}, to}}})
		}
		switch {
		case m.Here && !p.holds(to):
			p.beyond(at, to)
		case !p.holds(to):
		case m.Here:
			p.here(at, to)
		case small:
			p.scene.add(Item{Mark: at, Fill: ink, Radius: 0.9, Paths: [][]Point{{to}}})
		default:
			p.dot(at, marker, to, ink)
		}
	}
	return samples
}

// sizeInk is the strength of a bar that ends in a point, as a share of its ink.
const sizeInk = 0.5

// beyond points from the edge to a place outside.
func (p *plotter) beyond(at int, to Point) {
	x, y := min(max(to.X, p.left), p.left+p.width), min(max(to.Y, p.top), p.top+p.height)
	const r = 3.5
	tip := []Point{{x - r, y}, {x + r, y}, {x, y - 1.6*r}}
	switch {
	case to.X < p.left:
		tip = []Point{{x, y}, {x + 1.6*r, y - r}, {x + 1.6*r, y + r}}
	case to.X > p.left+p.width:
		tip = []Point{{x, y}, {x - 1.6*r, y - r}, {x - 1.6*r, y + r}}
	case to.Y < p.top:
		tip = []Point{{x, y}, {x - r, y + 1.6*r}, {x + r, y + 1.6*r}}
	}
	p.scene.add(Item{Mark: at, Closed: true, Solid: true, Fill: p.accent, Paths: [][]Point{tip}})
}
