package chart

import (
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/ui/theme"
)

// A line of zero makes the axis line strong between its ticks, a point of zero is on it, and an empty bin of a histogram leaves
// it alone.
func TestZeroIsOnTheAxis(t *testing.T) {
	o := Options{Width: 60, Height: 14, Theme: plain, Glyphs: theme.Unicode}
	axis := engine.Axis{Low: 0, High: 1}
	rows := func(m engine.Mark) (plot, axisLine string) {
		p := Render(engine.Figure{X: axis, Y: axis, Marks: []engine.Mark{m}}, o)
		inside := func(y int) string { return string([]rune(p.Lines[y])[p.Plot.X : p.Plot.X+p.Plot.Width]) }
		for y := range p.Plot.Height {
			plot += strings.TrimSpace(inside(p.Plot.Y + y))
		}
		return plot, inside(p.Plot.Y + p.Plot.Height)
	}
	if plot, line := rows(engine.Curve{X: []float64{0, 1}, Y: []float64{0, 0}}); plot != "" || strings.Count(line, theme.Unicode.TrackOn) < 40 || !strings.Contains(line, theme.Unicode.TickBelow) {
		t.Errorf("a line of zero is %q above the axis and %q in it", plot, line)
	}
	if plot, line := rows(engine.Points{X: []float64{0.5}, Y: []float64{0}}); plot != "" || !strings.Contains(line, theme.Unicode.Markers[0]) {
		t.Errorf("a point at zero is %q above the axis and %q in it", plot, line)
	}
	bins := engine.Bars{X: []float64{0.1, 0.3, 0.5, 0.7, 0.9}, Y: []float64{0, 0, 0, 0, 1}}
	_, full := rows(bins)
	bins.Y[4] = 0
	plot, empty := rows(bins)
	if feet := strings.Count(full, theme.Unicode.Upper); plot != "" || strings.Contains(empty, theme.Unicode.Upper) || feet < 3 || feet > 12 {
		t.Errorf("empty bins are %q above the axis and %q in it, a full one %q", plot, empty, full)
	}
}
