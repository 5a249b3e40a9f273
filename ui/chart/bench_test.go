package chart

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"dpscope/engine"
	"dpscope/ui/theme"
)

// Targets: three curves of 400 points in 0.5 ms at 120x40 and 2.6 ms at 300x90.
func BenchmarkRender(b *testing.B) {
	figures := []struct {
		name   string
		figure engine.Figure
	}{
		{"curves3x400", manyCurves(3, 400)},
		{"curves15x400", compare()},
		{"curve1x1e6", manyCurves(1, 1_000_000)},
		{"bars1e6", windowBars(1_000_000)},
		{"field80x50", winner()},
		{"title4000", engine.Figure{Title: strings.Repeat("a long title ", 308), Marks: manyCurves(1, 400).Marks}},
	}
	for _, size := range [][2]int{{120, 40}, {300, 90}} {
		for _, f := range figures {
			b.Run(fmt.Sprintf("%s-%dx%d", f.name, size[0], size[1]), func(b *testing.B) {
				o := Options{Width: size[0], Height: size[1], Theme: theme.New(true, colorprofile.TrueColor)}
				b.ReportAllocs()
				for b.Loop() {
					Render(f.figure, o)
				}
			})
		}
	}
}
