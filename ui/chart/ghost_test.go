package chart

import (
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"dpscope/engine"
	"dpscope/ui/theme"
)

// A ghost lies under the present curve, stands in the legend and leaves the rest unchanged.
func TestGhost(t *testing.T) {
	curve := engine.Curve{Name: "pm", Title: "Piecewise", X: []float64{0, 1}, Y: []float64{0, 1}}
	held := engine.Curve{Name: "pm", Title: "Piecewise", X: []float64{0, 1}, Y: []float64{1, 0}}
	figure := engine.Figure{Title: "density", X: engine.Axis{Name: "y", Low: 0, High: 1}, Marks: []engine.Mark{curve}}
	for _, glyphs := range []theme.Glyphs{theme.Unicode, theme.ASCII} {
		o := Options{Width: 60, Height: 14, Theme: theme.New(true, colorprofile.ASCII), Glyphs: glyphs}
		plain := Render(figure, o)
		with := figure
		with.Marks = append(with.Marks[:1:1], engine.Ghost{Mark: held, Title: "held: a = 1.00"})
		shown := Render(with, o)
		if shown.Plot != plain.Plot {
			t.Errorf("a ghost moves the plot from %v to %v", plain.Plot, shown.Plot)
		}
		text := strings.Join(shown.Lines, "\n")
		if !strings.Contains(text, "held: a = 1.00") {
			t.Errorf("the legend does not name the ghost:\n%s", text)
		}
		under := with
		under.Marks = append(under.Marks[:1:1], engine.Ghost{Mark: curve, Title: "held: a = 1.00"})
		for y, row := range Render(under, o).Lines {
			if in := y - plain.Plot.Y; in >= 0 && in < plain.Plot.Height && row != plain.Lines[y] {
				t.Errorf("the same curve as a ghost changes the picture:\n%s\n%s", row, plain.Lines[y])
			}
		}
	}
}

// The ghosts of bars are their tops.
func TestGhostOfBars(t *testing.T) {
	bars := engine.Bars{Name: "krr", Title: "k-RR", X: []float64{0, 1, 2}, Y: []float64{1, 3, 2}}
	lower := engine.Bars{Name: "krr", Title: "k-RR", X: []float64{0, 1, 2}, Y: []float64{1, 1, 1}}
	p := Render(engine.Figure{Marks: []engine.Mark{lower, engine.Ghost{Mark: bars, Title: "held: e = 1"}}},
		Options{Width: 40, Height: 12, Theme: theme.New(true, colorprofile.ASCII)})
	if text := strings.Join(p.Lines, "\n"); strings.Count(text, theme.Unicode.Bullet) < 2 || !strings.Contains(text, "held: e = 1") {
		t.Errorf("the held bars cannot be seen:\n%s", text)
	}
}
