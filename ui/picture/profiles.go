package picture

import (
	"math"

	"dpscope/ui/plan"
)

// profile fills the margin from the plot outward.
func (p *plotter) profile(at int, m *plan.Dressed) (samples int) {
	greatest := 0.0
	for _, w := range m.Y {
		if finite(w) {
			greatest = max(greatest, w)
		}
	}
	var edge []Point
	room, base := p.space.strip-3, p.top-2.0
	if m.Vertical {
		room, base = p.space.aside-5, p.left+p.width+3
	}
	place := func(share, height float64) Point {
		if m.Vertical {
			return Point{base + height*room, p.y(share)}
		}
		return Point{p.x(share), base - height*room}
	}
	scale := p.plan.X
	if m.Vertical {
		scale = p.plan.Y
	}
	for i := range min(len(m.X), len(m.Y)) {
		share := scale.At(m.X[i])
		if math.IsNaN(m.Y[i]) {
			continue
		}
		samples++
		if !finite(m.Y[i]) || !(share >= 0 && share <= 1) || greatest == 0 {
			continue
		}
		if len(edge) == 0 {
			edge = append(edge, place(share, 0))
		}
		edge = append(edge, place(share, max(m.Y[i], 0)/greatest))
	}
	if n := len(edge); n > 2 {
		last := edge[n-1]
		if m.Vertical {
			last.X = base
		} else {
			last.Y = base
		}
		p.scene.add(Item{Mark: at, Closed: true, Fill: p.blend(p.accent, 0.7), Paths: [][]Point{append(edge, last)}})
	}
	return samples
}
