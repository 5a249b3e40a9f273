package picture

import (
	"image/color"

	"dpscope/engine"
	"dpscope/ui/plan"
)

// area draws an area, where some part of it lies in the frame.
func (p *plotter) area(at int, edge []Point, fill color.NRGBA) { p.fill(at, edge, fill, false) }

// fill does what area does; crisp is for cells, between which no seam may show.
func (p *plotter) fill(at int, edge []Point, fill color.NRGBA, crisp bool) {
	if cut := p.clipArea(edge); len(cut) > 2 {
		p.scene.add(Item{Mark: at, Closed: true, Fill: fill, Paths: [][]Point{cut}, Crisp: crisp})
	}
}

// ribbon draws the area between two lines.
func (p *plotter) ribbon(at int, m *plan.Dressed) (samples int) {
	var upper, lower []Point
	fill := p.blend(p.ink(m), 0.25)
	end := func() {
		for i := len(lower) - 1; i >= 0; i-- {
			upper = append(upper, lower[i])
		}
		if len(lower) == 1 { // at one place: a bar
			p.whisker(at, upper[0], upper[1], p.ink(m))
		} else if len(lower) > 1 {
			p.area(at, upper, fill)
		}
		upper, lower = nil, nil
	}
	for i := range m.X {
		low, high, ok := p.ends(m, i)
		if !ok {
			end()
			continue
		}
		samples++
		upper, lower = append(upper, high), append(lower, low)
	}
	end()
	if m.With != "" { // the lines hold the data
		return 0
	}
	return samples
}

// box draws the edge of a region, and leaves it open where the region goes on beyond the picture.
func (p *plotter) box(at int, m *plan.Dressed) int {
	x0, x1 := p.x(p.plan.X.Bound(m.Edges.X0)), p.x(p.plan.X.Bound(m.Edges.X1))
	y0, y1 := p.y(p.plan.Y.Bound(m.Edges.Y0)), p.y(p.plan.Y.Bound(m.Edges.Y1))
	edge := rect(x0, y0, x1, y1)
	if !m.Hollow {
		p.area(at, edge, p.shade)
	}
	item := Item{Mark: at, Stroke: p.ink(m)}
	item.Width, item.Dash = outlinePen(m.Emphasis, m.Turn)
	for i := range edge {
		item.Paths = append(item.Paths, p.clipLine([]Point{edge[i], edge[(i+1)%4]})...)
	}
	if len(item.Paths) > 0 {
		p.scene.add(item)
	}
	return 1
}

// outlinePen returns the width and the dashes of an outline: every second one is dashed.
func outlinePen(emphasis bool, turn int) (width float64, dash []float64) {
	switch {
	case emphasis:
		return 2, nil
	case turn%2 == 1:
		return 1.1, []float64{4, 2}
	}
	return 1.1, nil
}

// span shades an interval of x, or the area under one line over it, and brackets it below.
func (p *plotter) span(at int, m *plan.Dressed) {
	if m.Edges.X0 > m.Edges.X1 {
		return
	}
	x0, x1 := p.x(p.plan.X.Bound(m.Edges.X0)), p.x(p.plan.X.Bound(m.Edges.X1))
	if !m.Clear && !p.barsShow(m) {
		if line := p.lineNamed(m.Under); line != nil {
			p.under(at, m, line)
		} else {
			p.area(at, rect(max(x0, p.left), p.top, min(x1, p.left+p.width), p.top+p.height), p.shade)
		}
	}
	if !m.Bare {
		p.bracket(at, m, x0, x1)
	}
}

// barsShow reports whether bars stand for a span.
func (p *plotter) barsShow(span *plan.Dressed) bool {
	for i := range p.marks {
		m := &p.marks[i]
		if m.Form == engine.Column && (span.Under != "" && m.Name == span.Under || len(m.Marked) > 0) {
			return true
		}
	}
	return false
}

func (p *plotter) lineNamed(name string) *plan.Dressed {
	for i := range p.marks {
		if m := &p.marks[i]; name != "" && m.IsLine() && m.Name == name && !m.Ghost {
			return m
		}
	}
	return nil
}

// under shades what lies between a line and zero over an interval.
func (p *plotter) under(at int, span, line *plan.Dressed) {
	low, high := p.plan.X.Low, p.plan.X.High
	from, to := max(span.Edges.X0, low), min(span.Edges.X1, high)
	axes := engine.Axes{LogX: p.plan.X.Log, LogY: p.plan.Y.Log}
	xs := []float64{from}
	for _, x := range line.X {
		if x > from && x < to {
			xs = append(xs, x)
		}
	}
	xs = append(xs, to)
	zero := p.y(p.plan.Y.Bound(0))
	edge := []Point{{p.x(p.plan.X.At(from)), zero}}
	last := zero
	for _, x := range xs {
		y, ok := line.Value(x, axes)
		level := p.y(p.plan.Y.Bound(y))
		if !ok || !finite(level) {
			level = zero
		}
		if line.Form == engine.StepLine {
			edge = append(edge, Point{p.x(p.plan.X.At(x)), last})
		}
		edge = append(edge, Point{p.x(p.plan.X.At(x)), level})
		last = level
	}
	edge = append(edge, Point{p.x(p.plan.X.At(to)), zero})
	p.area(at, edge, p.blend(p.ink(line), 0.22))
}
