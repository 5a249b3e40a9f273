package picture

import (
	"image/color"
	"math"

	"dpscope/engine"
	"dpscope/ui/plan"
)

// bars draws bars from zero, with air between them where there is room.
func (p *plotter) bars(at int, m *plan.Dressed) (samples int) {
	gap := engine.Gap(m.X)
	full := p.blend(p.ink(m), 0.8)
	if p.grey {
		full = p.greyOf(m.Turn)
	}
	inside, outside := p.blend(p.accent, 0.8), p.blend(p.ink(m), 0.4)
	zero := min(max(p.y(p.plan.Y.Bound(0)), p.top), p.top+p.height)
	for i := range min(len(m.X), len(m.Y)) {
		if math.IsNaN(m.Y[i]) {
			continue
		}
		samples++
		from, to := p.x(p.plan.X.Bound(m.X[i]-gap/2)), p.x(p.plan.X.Bound(m.X[i]+gap/2))
		if p.plan.X.Log {
			middle := p.x(p.plan.X.At(m.X[i]))
			narrow := p.x(p.plan.X.At(m.X[len(m.X)-1])) - p.x(p.plan.X.Bound(m.X[len(m.X)-1]-gap))
			from, to = middle-narrow/2, middle+narrow/2
		}
		if to-from > 3 {
			air := 0.12 * (to - from)
			from, to = from+air, to-air
		}
		if each := (to - from) / float64(max(m.Groups, 1)); m.Groups > 1 {
			from += float64(m.Turn) * each
			to = from + each
		}
		fill := full
		switch {
		case i < len(m.Marked) && m.Marked[i]:
			fill = inside
		case len(m.Marked) > 0:
			fill = outside
		}
		tip := p.y(p.plan.Y.Bound(m.Y[i]))
		if math.Abs(tip-zero) < 0.4 && m.Y[i] != 0 { // a small value stays visible
			tip = zero - math.Copysign(0.4, m.Y[i])
		}
		if bar := p.clipArea(rect(from, tip, to, zero)); len(bar) > 2 {
			p.scene.add(Item{Mark: at, Closed: true, Solid: true, Fill: fill, Paths: [][]Point{bar}})
		}
		if middle := (from + to) / 2; tip < p.top-1 && middle > p.left && middle < p.left+p.width { // the bar goes on beyond the picture
			p.beyond(at, Point{middle, tip})
		}
	}
	return samples
}

// atoms draws masses as stems with a disc; their heights compare only with one another.
func (p *plotter) atoms(at int, m *plan.Dressed) (samples int) {
	greatest, beside, before := p.plan.GreatestMass(), 0.0, true
	for i := range p.marks {
		o := &p.marks[i]
		if o.Form != engine.Spike {
			continue
		}
		if before = before && o.Name != m.Name; before {
			beside += 3
		}
	}
	for i := range m.X {
		if math.IsNaN(m.Y[i]) {
			continue
		}
		samples++
		x := p.x(p.plan.X.At(m.X[i]))
		if x > p.left+p.width/2 {
			x -= beside
		} else {
			x += beside
		}
		head := Point{x, p.top + 4 + (1-m.Y[i]/greatest)*(p.height-4)}
		if !(m.Y[i] > 0) || !p.holds(head) {
			continue
		}
		p.mass(at, Point{x, p.top + p.height}, head, p.ink(m))
	}
	return samples
}

// mass draws a stem with a disc.
func (d *drawing) mass(mark int, foot, head Point, ink color.NRGBA) {
	d.scene.add(Item{Mark: mark, Stroke: ink, Width: 1.2, Paths: [][]Point{{foot, head}}})
	d.scene.add(Item{Mark: mark, Fill: ink, Radius: 2.4, Paths: [][]Point{{head}}})
}
