package chart

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"dpscope/engine"
	"dpscope/ui/theme"
)

// Where lines share a cell only the dots of one line are visible there, in its colour.
func TestOneLineHasTheCell(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 5))
	xs := []float64{0, 1, 2, 3, 4, 5, 6, 7, 8}
	o := Options{Width: 90, Height: 24, Theme: theme.New(true, colorprofile.ANSI), Glyphs: theme.Unicode, bare: true}
	for range 40 {
		lines, first := make([]engine.Mark, 3), make([]float64, len(xs))
		for i := range first {
			first[i] = random.Float64()
		}
		for k, name := range []string{"one", "other", "third"} {
			ys := slices.Clone(first)
			for i := range ys {
				if random.IntN(3) == 0 {
					ys[i] = random.Float64()
				}
			}
			lines[k] = engine.Curve{Name: name, X: xs, Y: ys, Answer: k == 1}
		}
		axes := engine.Figure{X: engine.Axis{High: 8}, Y: engine.Axis{High: 1}}
		of := func(marks ...engine.Mark) *drawing {
			f := axes
			f.Marks = marks
			d := drawn(f, &o)
			return d
		}
		all := of(lines...)
		for series := range lines {
			alone := of(lines[series])
			for y := range all.frame.plot.Height {
				for x := range all.frame.plot.Width {
					own, seen := alone.canvas.at(alone.column(x), alone.row(y)).glyph, all.canvas.at(all.column(x), all.row(y)).glyph
					drawn := alone.inkAt(x, y) == 0 && all.isLine(x, y)
					if drawn && all.inkAt(x, y) == series && seen != own {
						t.Fatalf("cell %d, %d of line %d is %c, alone it is %c", x, y, series, seen, own)
					}
				}
			}
		}
	}
}
