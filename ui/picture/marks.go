package picture

import (
	"image/color"

	"dpscope/engine"
	"dpscope/ui/plan"
)

// plotter draws the marks of one plot.
type plotter struct {
	*drawing
	frame
	panel
	space furnished
	first int // index of the plot's first item among the scene's
}

// draw draws all marks, and then the words among them.
func (p *plotter) draw() {
	p.first = len(p.scene.Items)
	for i := range p.marks {
		m := &p.marks[i]
		at := len(p.scene.Marks)
		p.scene.Marks = append(p.scene.Marks, Drawn{Form: m.Form, Name: m.Name, Panel: p.name, Ghost: m.Ghost})
		p.scene.Marks[at].Samples = p.mark(at, m)
	}
	p.lineMarkers()
	p.words()
}

// mark draws one mark and counts its samples.
func (p *plotter) mark(at int, m *plan.Dressed) int {
	switch m.Form {
	case engine.Line, engine.StepLine, engine.Trail:
		return p.line(at, m)
	case engine.Ribbon:
		return p.ribbon(at, m)
	case engine.Whisker:
		return p.whiskers(at, m)
	case engine.Column:
		return p.bars(at, m)
	case engine.Spike:
		return p.atoms(at, m)
	case engine.Dot:
		return p.points(at, m)
	case engine.Mosaic:
		return p.field(at, m)
	case engine.Outline:
		return p.box(at, m)
	case engine.Shade:
		p.span(at, m)
	case engine.Threshold:
		p.rule(at, m)
	case engine.Pointer:
		p.pointer(at, m)
	case engine.Strip:
		return p.profile(at, m)
	}
	return 0
}

// ink returns the colour of a mark.
func (p *plotter) ink(m *plan.Dressed) color.NRGBA {
	if m.Ghost || m.Muted && m.Form != engine.Trail {
		return p.blend(p.dim, 0.55)
	}
	return p.inkOf(m.Ink)
}

// place returns the place of a sample; infinite values lie far beyond the picture.
func (p *plotter) place(x, y float64) (Point, bool) {
	at := Point{p.x(p.plan.X.Bound(x)), p.y(p.plan.Y.Bound(y))}
	return at, finite(at.X) && finite(at.Y)
}
