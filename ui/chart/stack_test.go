package chart

import (
	"slices"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/ui/plan"
	"dpscope/ui/theme"
)

// twoQuantities returns an error and a loss over steps, a panel each.
func twoQuantities() engine.Figure {
	steps := []float64{0, 50, 100}
	return engine.Figure{Title: "error and loss", X: engine.Axis{Name: "step", Label: "step"}, Panels: []engine.Panel{
		{Name: "error", Title: "error of a fit", Y: engine.Axis{Name: "error", Label: "error", High: 1},
			Marks: []engine.Mark{engine.Curve{Name: "error", Title: "error", X: steps, Y: []float64{0.9, 0.4, 0.2}}}},
		{Name: "loss", Title: "loss of a fit", Y: engine.Axis{Name: "loss", Label: "loss", High: 20000},
			Marks: []engine.Mark{engine.Curve{Name: "loss", Title: "loss", X: steps, Y: []float64{18000, 9000, 1000}}}},
	}}
}

// Panels of one quantity each stand one above the other over the same columns, and the x axis is labelled once; where only one
// fits it gives their number.
func TestPanelsOfAQuantityEach(t *testing.T) {
	f := twoQuantities()
	p := Render(f, Options{Width: 80, Height: 26, Theme: plain, Glyphs: theme.Unicode})
	text := strings.Join(p.Lines, "\n")
	if len(p.beside) != 1 {
		t.Fatalf("%d panels below the first:\n%s", len(p.beside), text)
	}
	if below := p.beside[0]; below.X != p.Plot.X || below.Width != p.Plot.Width || below.Y <= p.Plot.Y+p.Plot.Height || below.Height >= p.Plot.Height {
		t.Errorf("the plots are %+v and %+v", p.Plot, below)
	}
	title := slices.IndexFunc(p.Lines, func(line string) bool { return strings.Contains(line, "loss of a fit") })
	if title < 1 || strings.TrimSpace(p.Lines[title-1]) != "" {
		t.Errorf("no row keeps the panels apart:\n%s", text)
	}
	for _, want := range []string{"error of a fit", "loss of a fit", "20,000 ┤", "1.0 ┤"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if count := strings.Count(text, "100"); count != 1 {
		t.Errorf("the last step is written %d times:\n%s", count, text)
	}
	f.First = 1
	one := strings.Join(Render(f, Options{Width: 80, Height: 13, Theme: plain, Glyphs: theme.Unicode, Compact: true}).Lines, "\n")
	if !strings.Contains(one, "loss of a fit (1 of 2)") || !strings.Contains(one, "20,000 ┤") {
		t.Errorf("the first panel is not alone in\n%s", one)
	}
	at := &Crosshair{X: 50}
	read := strings.Join(Render(f, Options{Width: 80, Height: 26, Theme: plain, Glyphs: theme.Unicode, Crosshair: at}).ReadoutLines(80, 2), "\n")
	if !strings.Contains(read, "0.400") || !strings.Contains(read, "9,000") {
		t.Errorf("the crosshair reads %q", read)
	}
}

// A name stands beside its line, so that the line is whole.
func TestNamesStandBesideTheirLines(t *testing.T) {
	xs := []float64{0, 1}
	f := engine.Figure{Title: "share", Y: engine.Axis{High: 1}, Marks: []engine.Mark{
		engine.Curve{Name: "a", Title: "with noise", X: xs, Y: []float64{0.8, 0.8}}, engine.Curve{Name: "b", Title: "without", X: xs, Y: []float64{0.2, 0.2}},
	}}
	o := Options{Width: 80, Height: 20, Theme: plain, Glyphs: theme.Unicode}
	lines := Render(f, o).Lines
	for i, line := range lines {
		if strings.Contains(line, "● with noise") && strings.Count(lines[i-1]+lines[i+1], "●") == 0 {
			t.Errorf("no line is beside the name:\n%s", strings.Join(lines, "\n"))
		}
	}
}

// Muted lines of a folded figure are neither drawn nor named, and are drawn in files.
func TestFoldedLines(t *testing.T) {
	f := engine.Figure{Title: "share", Folded: true, Y: engine.Axis{High: 1}}
	for i, name := range []string{"a", "b", "c", "d"} {
		f.Marks = append(f.Marks, engine.Curve{Name: name, Title: name, Muted: i > 0, X: []float64{0, 1}, Y: []float64{0.2 * float64(i), 0.9}})
	}
	text := strings.Join(Render(f, Options{Width: 80, Height: 20, Theme: plain, Glyphs: theme.Unicode, Lists: "t"}).Lines, "\n")
	if strings.Contains(text, "others") {
		t.Errorf("lines that are not drawn are spoken of in\n%s", text)
	}
	whole := plan.NewSubject(f, plan.Medium{Text: cellText{&theme.Unicode}, Whole: true})
	for i := range whole.Marks {
		if whole.Crowd(i) {
			t.Errorf("%s is missing in files", whole.Marks[i].Name)
		}
	}
}

// Folded lines are left out in every form, and have no entries.
func TestFoldedTrails(t *testing.T) {
	f := engine.Figure{Title: "share", Folded: true, Y: engine.Axis{High: 1}}
	for i, name := range []string{"a", "b", "c"} {
		f.Marks = append(f.Marks, engine.Path{Name: name + "-each", Title: "each answer", Dashed: true, Muted: i > 0, X: []float64{0, 1}, Y: []float64{0.1, 0.2 * float64(i)}})
	}
	d := drawn(f, &Options{Width: 80, Height: 20, Theme: plain, Glyphs: theme.Unicode})
	if text := strings.Join(d.canvas.lines(), "\n"); strings.Count(text, "each answer") != 1 || d.Crowd(0) || !d.Crowd(1) {
		t.Errorf("of three noises, two of them muted:\n%s", text)
	}
}
