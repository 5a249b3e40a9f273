package chart

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"dpscope/engine"
	"dpscope/ui/theme"
)

// A picture draws few lines, the answer and its rivals at the present setting among them, and counts the others with the key that
// shows them; one that has the page draws all.
func TestFewLines(t *testing.T) {
	f := engine.Figure{Title: "error", Y: engine.Axis{High: 1}, Marks: []engine.Mark{
		engine.Rule{Title: "target", At: 0.9}, engine.Rule{Title: "chance", At: 0.05}, engine.Rule{Title: "floor", At: 0.02},
		engine.Rule{Pointer: true, Vertical: true, At: 0.5},
	}}
	for k := range 6 {
		name := fmt.Sprint("line ", k)
		f.Members = append(f.Members, name)
		y := 0.1 + 0.15*float64(k)
		f.Marks = append(f.Marks, engine.Curve{Name: name, Title: name, X: []float64{0, 1}, Y: []float64{y, y}, Answer: k == 5})
	}
	small := Options{Width: 80, Height: 13, Compact: true, Zoom: "z", Theme: theme.New(true, colorprofile.TrueColor), Glyphs: theme.Unicode}
	large, whole := small, small
	large.Height, large.Compact = 26, false
	whole.Height, whole.Whole, whole.Zoom = 26, true, ""
	for _, c := range []struct {
		name         string
		options      Options
		lines        []int
		rules        int
		words, hides string
	}{
		{"small", small, []int{3, 4, 5}, 1, "5 lines: z", "chance"},
		{"large", large, []int{2, 3, 4, 5}, 2, "3 lines: z", "floor"},
		{"whole", whole, []int{0, 1, 2, 3, 4, 5}, 3, "floor", "lines: z"},
	} {
		d := drawn(f, &c.options)
		var lines []int
		for k := range 6 {
			if slices.Contains(d.inked, int32(k+1)) {
				lines = append(lines, k)
			}
		}
		rules := 0
		for _, m := range d.Marks {
			if m.Form == engine.Threshold && !m.Vertical {
				rules++
			}
		}
		text := strings.Join(d.canvas.lines(), "\n")
		if !slices.Equal(lines, c.lines) || rules != c.rules || !strings.Contains(text, c.words) || strings.Contains(text, c.hides) {
			t.Errorf("%s: lines %v and %d across are drawn in\n%s", c.name, lines, rules, text)
		}
	}
}
