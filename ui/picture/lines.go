package picture

import (
	"dpscope/engine"
	"dpscope/ui/plan"
)

// line draws a line, and breaks it where it has no value.
func (p *plotter) line(at int, m *plan.Dressed) (samples int) {
	var runs [][]Point
	var run []Point
	end := func() {
		if len(run) > 0 {
			runs = append(runs, run)
		}
		run = nil
	}
	for i := range min(len(m.X), len(m.Y)) {
		to, shown := p.place(m.X[i], m.Y[i])
		if m.Form == engine.StepLine && len(run) > 0 && finite(to.X) { // a value holds up to the next x, whatever follows
			run = append(run, Point{to.X, run[len(run)-1].Y})
		}
		if !shown {
			end()
			continue
		}
		samples++
		run = append(run, to)
	}
	end()
	if n := len(runs); n > 0 && m.Form == engine.Line {
		if foot, ok := p.place(m.X[0], 0); ok && m.Falls[0] {
			runs[0] = append([]Point{foot}, runs[0]...)
		}
		if foot, ok := p.place(m.X[len(m.X)-1], 0); ok && m.Falls[1] {
			runs[n-1] = append(runs[n-1], foot)
		}
	}
	item := Item{Mark: at, Stroke: p.ink(m)}
	item.Width, item.Dash = penOf(m)
	for _, r := range runs {
		if len(r) == 1 {
			p.dot(at, m.Marker, r[0], p.ink(m))
			continue
		}
		item.Paths = append(item.Paths, p.clipLine(r)...)
	}
	if len(item.Paths) > 0 {
		p.scene.add(item)
	}
	return samples
}

// penOf returns the thickness and the dashes of a line.
func penOf(m *plan.Dressed) (width float64, dash []float64) {
	switch {
	case m.Ghost && !m.Emphasis:
		return 0.9, []float64{3, 2}
	case m.Muted && !m.Emphasis:
		return 0.7, dashOf(m.Dash)
	}
	return lineWidth(m.Emphasis), dashOf(m.Dash)
}

func lineWidth(emphasis bool) float64 {
	if emphasis {
		return 1.9
	}
	return 1.25
}

// dashOf returns a pattern of dots as lengths in points.
func dashOf(dots []int) (dash []float64) {
	for _, n := range dots {
		dash = append(dash, 1.1*float64(n))
	}
	return dash
}
