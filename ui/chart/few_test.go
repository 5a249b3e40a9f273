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

// A small picture draws four lines, the answer among them, and counts the others with the key that shows them; a large one
// draws all.
func TestFewLinesInASmallPicture(t *testing.T) {
	f := engine.Figure{Title: "error", Y: engine.Axis{High: 1}}
	for k := range 6 {
		name := fmt.Sprint("line ", k)
		f.Members = append(f.Members, name)
		f.Marks = append(f.Marks, engine.Curve{Name: name, Title: name, X: []float64{0, 1}, Y: []float64{0.1 + 0.15*float64(k), 0.1 + 0.15*float64(k)}, Answer: k == 5})
	}
	small := Options{Width: 80, Height: 13, Compact: true, Zoom: "z", Theme: theme.New(true, colorprofile.TrueColor), Glyphs: theme.Unicode}
	seen := func(o Options) (lines []int, text string) {
		d := drawn(f, &o)
		for k := range f.Marks {
			if slices.Contains(d.inked, int32(k+1)) {
				lines = append(lines, k)
			}
		}
		return lines, strings.Join(d.canvas.lines(), "\n")
	}
	if lines, text := seen(small); !slices.Equal(lines, []int{0, 1, 2, 5}) || !strings.Contains(text, "2 lines: z") {
		t.Errorf("of six lines %v are drawn in\n%s", lines, text)
	}
	large := small
	large.Height, large.Compact = 26, false
	if lines, text := seen(large); len(lines) != 6 || strings.Contains(text, "lines: z") {
		t.Errorf("of six lines %v are drawn in\n%s", lines, text)
	}
}
