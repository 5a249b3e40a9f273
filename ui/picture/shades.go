package picture

import (
	"dpscope/engine"
	"dpscope/ui/chart"
)

// box draws the edge of a region, open where that goes on beyond the picture.
func (p *plotter) box(at int, m *chart.Dressed) int {
	x0, x1 := p.x(p.plan.X.Bound(m.Edges.X0)), p.x(p.plan.X.Bound(m.Edges.X1))
	y0, y1 := p.y(p.plan.Y.Bound(m.Edges.Y0)), p.y(p.plan.Y.Bound(m.Edges.Y1))
	edge := rect(x0, y0, x1, y1)
	if !m.Hollow {
		p.area(at, edge, p.shade)
	}
	item := Item{Mark: at, Stroke: p.ink(m), Width: 1.1}
	switch {
	case m.Emphasis:
		item.Width = 2
	case m.Turn%2 == 1:
		item.Dash = []float64{4, 2}
	}
	for i := range edge {
		item.Paths = append(item.Paths, p.clipLine([]Point{edge[i], edge[(i+1)%4]})...)
	}
	if len(item.Paths) > 0 {
		p.scene.add(item)
	}
	return 1
}

// span shades an interval of x, or the area under one line over it, and brackets it below.
func (p *plotter) span(at int, m *chart.Dressed) {
	if m.Edges.X0 > m.Edges.X1 {
		return
	}
	x0, x1 := p.x(p.plan.X.Bound(m.Edges.X0)), p.x(p.plan.X.Bound(m.Edges.X1))
	if !m.Clear && !p.barsShow(m) {
		if line := p.lineNamed(m.Under); line != nil {
			p.under(at, m, line)
		} else {
			p.behind(at, rect(max(x0, p.left), p.top, min(x1, p.left+p.width), p.top+p.height))
		}
	}
	if !m.Bare {
		p.bracket(at, m, x0, x1)
	}
}

// behind shades an area that nothing hides, since it is drawn before the rest.
func (p *plotter) behind(at int, area []Point) { p.area(at, area, p.shade) }

// barsShow says whether a span is told by bars.
func (p *plotter) barsShow(span *chart.Dressed) bool {
	for i := range p.plan.Marks {
		m := &p.plan.Marks[i]
		if m.Form == engine.Column && (span.Under != "" && m.Name == span.Under || len(m.Marked) > 0) {
			return true
		}
	}
	return false
}

func (p *plotter) lineNamed(name string) *chart.Dressed {
	for i := range p.plan.Marks {
		if m := &p.plan.Marks[i]; name != "" && m.IsLine() && m.Name == name && !m.Ghost {
			return m
		}
	}
	return nil
}

// under shades what lies between a line and zero over an interval.
func (p *plotter) under(at int, span, line *chart.Dressed) {
	low, high := p.plan.X.Ends()
	from, to := max(span.Edges.X0, low), min(span.Edges.X1, high)
	axes := engine.Axes{LogX: p.plan.X.Log(), LogY: p.plan.Y.Log()}
	var xs []float64
	xs = append(xs, from)
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
		level := zero
		if ok {
			level = p.y(p.plan.Y.Bound(y))
		}
		if !finite(level) {
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
