package chart

import (
	"dpscope/engine"
)

// broken reports whether the y axis begins above zero, and not at a line across that names its low end, so that heights do not
// compare: the axis has a mark there. An axis that is no measure, as of a plane, compares nothing.
func (d *drawing) broken() bool {
	s := d.frame.y
	if s.Log || s.Low <= 0 || len(d.figure.Y.Words) > 0 || d.figure.Y.Raw.From != d.figure.Y.Raw.To || d.empty {
		return false
	}
	for i := range d.marks {
		switch m := &d.marks[i]; {
		case m.Content == engine.Cells || m.Form == engine.Trail || m.Form == engine.Outline:
			return false
		case m.Form == engine.Threshold && !m.Vertical && m.Edges.Y0 == s.Low:
			return false
		}
	}
	return true
}

// drawBreak marks a broken axis where it begins.
func (d *drawing) drawBreak() {
	const least = 4 // rows of a plot that has room for it
	plot, row := d.frame.plot, d.frame.plot.Height-1
	for _, t := range d.layout.yTicks {
		if t.Cell == row {
			row--
		}
	}
	if d.broken() && d.layout.spine >= 0 && plot.Height >= least {
		d.canvas.sign(d.layout.spine, d.row(row), d.glyphs.Break, d.theme.Muted)
	}
}
