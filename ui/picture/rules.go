package picture

import (
	"math"

	"dpscope/engine"
	"dpscope/ui/plan"
)

// rule draws a threshold.
func (p *plotter) rule(at int, m *plan.Dressed) {
	var a, b Point
	if m.Vertical {
		x := p.x(p.plan.X.At(m.Edges.X0))
		a, b = Point{x, p.top}, Point{x, p.top + p.height}
	} else {
		y := p.y(p.plan.Y.At(m.Edges.Y0))
		a, b = Point{p.left, y}, Point{p.left + p.width, y}
	}
	if !finite(a.X+a.Y) || !p.holds(a) || !p.holds(b) {
		return
	}
	thick, dash := rulePen(m)
	p.scene.add(Item{Mark: at, Stroke: p.inkOf(m.Ink), Width: thick, Dash: dash, Paths: [][]Point{{a, b}}})
}

// rulePen returns the width and the dashes of a threshold: dashed, and solid for one that is emphasised from the top, so that
// they differ without colour.
func rulePen(m *plan.Dressed) (width float64, dash []float64) {
	if m.Vertical && m.Emphasis {
		return 1.2, nil
	}
	return 0.8, []float64{3, 2}
}

// pointer points at the user's own value from an axis, and names the value below.
func (p *plotter) pointer(at int, m *plan.Dressed) {
	const r = 3.2
	if !m.Vertical {
		if y := p.y(p.plan.Y.At(m.Edges.Y0)); finite(y) && p.holds(Point{p.left, y}) {
			p.scene.add(Item{Mark: at, Closed: true, Fill: p.accent,
				Paths: [][]Point{{{p.left, y}, {p.left - 1.7*r, y - r}, {p.left - 1.7*r, y + r}}}})
		}
		return
	}
	x, y := p.x(p.plan.X.Bound(m.Edges.X0)), p.top+p.height
	if !finite(x) {
		return
	}
	tip := []Point{{x, y + 0.5}, {x - r, y + 1.7*r}, {x + r, y + 1.7*r}}
	if x < p.left-0.1 || x > p.left+p.width+0.1 {
		x = min(max(x, p.left), p.left+p.width)
		side := math.Copysign(1, m.Edges.X0-p.plan.X.Value(0.5))
		tip = []Point{{x + side*1.7*r, y + r + 1}, {x, y + 1}, {x, y + 2*r + 1}}
	}
	p.scene.add(Item{Mark: at, Closed: true, Fill: p.accent, Paths: [][]Point{tip}})
	base := y + 4 + 0.8*p.small
	look := letters{ink: p.accent, size: p.small}
	w := width(m.Title, p.small, false)
	for _, left := range [...]float64{x + r + 2, x - r - 2 - w} {
		box := [4]float64{left, base - p.small, left + w, base + 0.2*p.small}
		if left >= p.left-10 && left+w <= p.left+p.width+p.space.right && !p.scene.taken(box) {
			p.scene.write(at, Point{left, base}, m.Title, look)
			return
		}
	}
}

// taken reports whether a text or a pointer stands in a box.
func (s *Scene) taken(box [4]float64) bool {
	for _, i := range s.Items {
		if i.Text != "" && i.Box[0] < box[2] && box[0] < i.Box[2] && i.Box[1] < box[3] && box[1] < i.Box[3] {
			return true
		}
	}
	return false
}

// bracket draws ├───┤ below the axis, with the names of the ends beside it.
func (p *plotter) bracket(at int, m *plan.Dressed, x0, x1 float64) {
	row := 0
	for i := range p.marks {
		o := &p.marks[i]
		if o.Form == engine.Shade && !o.Bare {
			if o.Index == m.Index {
				break
			}
			row++
		}
	}
	y := p.top + p.height + 4 + 1.2*p.small*(float64(1+p.space.pointers+row)+0.55)
	from, to := max(x0, p.left), min(x1, p.left+p.width)
	if !(from <= to) {
		return
	}
	item := Item{Mark: at, Stroke: p.accent, Width: 0.9, Paths: [][]Point{{{from, y}, {to, y}}}}
	ends := p.endWords(m)
	look := letters{ink: p.dim, size: p.small}
	if x0 >= p.left-0.1 {
		item.Paths = append(item.Paths, []Point{{from, y - 2.5}, {from, y + 2.5}})
		if w := width(ends[0], p.small, false); from-3-w > p.left-p.space.left {
			look.anchor = End
			p.scene.write(at, Point{from - 3, y + 0.35*p.small}, ends[0], look)
		}
	}
	if x1 <= p.left+p.width+0.1 {
		item.Paths = append(item.Paths, []Point{{to, y - 2.5}, {to, y + 2.5}})
		if w := width(ends[1], p.small, false); to+3+w < p.left+p.width+p.space.right {
			look.anchor = Start
			p.scene.write(at, Point{to + 3, y + 0.35*p.small}, ends[1], look)
		}
	}
	p.scene.add(item)
	if w := width(m.Title, p.small, false); m.Clear && w+6 < to-from {
		p.patch(at, Point{(from + to) / 2, y}, w)
		look.anchor = Middle
		p.scene.write(at, Point{(from + to) / 2, y + 0.35*p.small}, m.Title, look)
	}
}

// endWords returns the words at the ends of an interval of x: its own, or else its numbers.
func (p *plotter) endWords(m *plan.Dressed) [2]string {
	if m.Ends[0] == "" && m.Ends[1] == "" {
		return [2]string{p.number(m.Edges.X0), p.number(m.Edges.X1)}
	}
	return m.Ends
}

// number writes a value of the x axis.
func (p *plotter) number(v float64) string {
	axis := p.part.Sheet.Figure.X
	return power(axis.Style.Format(axis.Raw.Of(v)))
}

// patch clears the ground behind a text.
func (p *plotter) patch(at int, middle Point, w float64) {
	p.scene.add(Item{Mark: at, Closed: true, Fill: p.ground,
		Paths: [][]Point{rect(middle.X-w/2-2, middle.Y-0.55*p.small, middle.X+w/2+2, middle.Y+0.55*p.small)}})
}
