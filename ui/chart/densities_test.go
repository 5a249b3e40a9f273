package chart

import (
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/ui/theme"
)

// A law stands beside its name, as high as the greatest of all allows, with its ends below; a narrow picture and one in ASCII have
// none.
func TestDensitiesBesideNames(t *testing.T) {
	f := engine.Figure{X: engine.Axis{High: 2}, Y: engine.Axis{Words: []string{"narrow", "wide"},
		Densities: engine.Densities{Name: "density", Low: -5, High: 5, Weights: [][]float64{{0, 0.1, 0.8, 0.1, 0}, {0.2, 0.2, 0.2, 0.2, 0.2}}}}}
	for i := range f.Y.Words {
		f.Marks = append(f.Marks, engine.Points{Name: f.Y.Words[i], X: []float64{1}, Y: []float64{float64(i)}})
	}
	text := strings.Join(Render(f, Options{Width: 80, Height: 12, Theme: plain}).Lines, "\n")
	for _, want := range []string{"narrow  ▁█▁ ", "wide ▂▂▂▂▂ ", "-5 +5"} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %q in\n%s", want, text)
		}
	}
	for _, o := range []Options{{Width: 60, Height: 12, Theme: plain}, {Width: 80, Height: 12, Theme: plain, Glyphs: theme.ASCII}} {
		if text := strings.Join(Render(f, o).Lines, "\n"); strings.Contains(text, "▂") || strings.Contains(text, "+5") {
			t.Errorf("there is a density in\n%s", text)
		}
	}
}
