package picture

import (
	"image/color"
	"math"

	"dpscope/engine"
	"dpscope/ui/plan"
)

// dot sets a marker; one without a shape is a disc.
func (p *plotter) dot(at, marker int, to Point, ink color.NRGBA) {
	if p.holds(to) {
		p.marker(at, max(marker, 0), to, ink)
	}
}

// marker draws the shape that the page gives as a sign: filled, then hollow ones, then crosses.
func (d *drawing) marker(mark, which int, at Point, ink color.NRGBA) {
	r := 0.3 * d.letters
	item := Item{Mark: mark, Fill: ink, Closed: true, Solid: true}
	hollow := func() {
		item.Fill, item.Stroke, item.Width = d.ground, ink, 1
	}
	polygon := func(sides int, turn, r float64) []Point {
		var edge []Point
		for k := range sides {
			a := turn + 2*math.Pi*float64(k)/float64(sides)
			edge = append(edge, Point{at.X + r*math.Cos(a), at.Y + r*math.Sin(a)})
		}
		return edge
	}
	cross := func(angles ...float64) {
		item.Fill, item.Stroke, item.Width, item.Closed = color.NRGBA{}, ink, 1.1, false
		for _, a := range angles {
			dx, dy := r*math.Cos(a), r*math.Sin(a)
			item.Paths = append(item.Paths, []Point{{at.X - dx, at.Y - dy}, {at.X + dx, at.Y + dy}})
		}
	}
	const up, down, square = -math.Pi / 2, math.Pi / 2, math.Pi / 4
	switch which {
	case 0, 4: // ● ○
		item.Paths, item.Radius = [][]Point{{at}}, r
	case 1, 5: // ■ □
		item.Paths = [][]Point{polygon(4, square, 1.25*r)}
	case 2, 6: // ▲ △
		item.Paths = [][]Point{polygon(3, up, 1.3*r)}
	case 3, 7: // ◆ ◇
		item.Paths = [][]Point{polygon(4, 0, 1.3*r)}
	case 8, 9: // ▼ ▽
		item.Paths = [][]Point{polygon(3, down, 1.3*r)}
	case 10: // ×
		cross(square, -square)
	case 11: // +
		cross(0, up)
	case 12: // *
		cross(up, up+math.Pi/3, up-math.Pi/3)
	case 13: // #
		item.Paths = [][]Point{polygon(6, 0, 1.2*r)}
	case 14: // @
		item.Paths = [][]Point{polygon(5, up, 1.25*r)}
	default:
		item.Paths = [][]Point{polygon(5, down, 1.25*r)}
	}
	switch which {
	case 4, 5, 6, 7, 9, 14:
		hollow()
	}
	d.scene.add(item)
}

// here draws the ring of the present setting.
func (d *drawing) here(mark int, at Point) {
	r := 0.42 * d.letters
	d.scene.add(Item{Mark: mark, Paths: [][]Point{{at}}, Radius: r, Fill: d.ground, Stroke: d.accent, Width: 1.4})
	d.scene.add(Item{Mark: mark, Paths: [][]Point{{at}}, Radius: 0.4 * r, Fill: d.accent})
}

// speck is a dot for a thing that is counted and left bare.
func (d *drawing) speck(mark int, at Point) {
	d.scene.add(Item{Mark: mark, Fill: d.muted, Radius: 0.8, Paths: [][]Point{{at}}})
}

// ends draws an interval with ends.
func (d *drawing) ends(mark int, a, b Point, ink color.NRGBA) {
	d.scene.add(Item{Mark: mark, Stroke: ink, Width: 0.9,
		Paths: [][]Point{{a, b}, {{a.X, a.Y - 2.5}, {a.X, a.Y + 2.5}}, {{b.X, b.Y - 2.5}, {b.X, b.Y + 2.5}}}})
}

// lineMarkers sets markers on lines, each at its own places, so that they are told apart without
// colour.
func (p *plotter) lineMarkers() {
	if p.plan.Lines() < 2 {
		return
	}
	const period = 64.0
	axes, turn := engine.Axes{LogX: p.plan.X.Log, LogY: p.plan.Y.Log}, 0
	first := len(p.scene.Marks) - len(p.marks) // of the plot among those of the scene
	for i := range p.marks {
		m := &p.marks[i]
		if !m.IsLine() || m.Ghost || m.Muted {
			continue
		}
		offset := period * math.Mod(0.5+float64(turn)/float64(p.plan.Lines()), 1)
		turn++
		if p.hasPoints(m) {
			continue
		}
		for x := offset; x < p.width; x += period {
			v, ok := m.Value(p.plan.X.Value(x/p.width), axes)
			if at := (Point{p.left + x, p.y(p.plan.Y.At(v))}); ok && finite(at.Y) && p.holds(at) {
				p.marker(first+i, max(m.Marker, 0), at, p.ink(m))
			}
		}
	}
}

// hasPoints reports that points of its series mark a line.
func (p *plotter) hasPoints(line *plan.Dressed) bool {
	for i := range p.marks {
		if m := &p.marks[i]; m.Form == engine.Dot && m.Name == line.Name && !m.Ghost && len(m.X) < 100 {
			return true
		}
	}
	return false
}
