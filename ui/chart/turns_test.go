package chart

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"dpscope/engine"
	"dpscope/ui/theme"
)

// A line that runs along others, or beneath them, has its colour in every few columns.
func TestLinesTakeTurns(t *testing.T) {
	const apart = 15 // columns: of two beneath a third each is seen in one of ten, and a crossing may hide that
	random := rand.New(rand.NewPCG(3, 5))
	xs := []float64{0, 1, 2, 3, 4, 5, 6, 7, 8}
	for range 60 {
		lines := make([]engine.Mark, 3)
		first := make([]float64, len(xs))
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
		o := Options{Width: 90, Height: 24, Theme: theme.New(true, colorprofile.ANSI), Glyphs: theme.Unicode}
		d := drawn(engine.Figure{Marks: lines}, &o)
		for series := range lines {
			course, unseen := d.courseOf(&d.marks[series]), 0
			for x, row := range course {
				seen := func(y int) bool { return d.inkAt(x, y) == series }
				if unseen++; seen(whole(row)) || seen(whole(row)-1) || seen(whole(row)+1) || !d.isLine(x, whole(row)) { // or a name is
					unseen = 0
				}
				if unseen > apart {
					t.Fatalf("nothing of line %d is seen for %d columns up to %d:\n%s", series, unseen, x, strings.Join(d.canvas.lines(), "\n"))
				}
			}
		}
	}
}

// No line has gaps where others are in front of it: what is seen in a cell are the dots of all.
func TestLinesGoOnBesideOthers(t *testing.T) {
	xs := []float64{0, 1, 2, 3, 4}
	low := engine.Curve{Name: "low", X: xs, Y: []float64{0.1, 0.35, 0.5, 0.55, 0.9}}
	high := engine.Curve{Name: "high", X: xs, Y: []float64{0.15, 0.4, 0.5, 0.6, 0.95}, Answer: true}
	o := Options{Width: 70, Height: 16, Theme: theme.New(true, colorprofile.ANSI), Glyphs: theme.Unicode, bare: true}
	dots := func(marks ...engine.Mark) map[[2]int]rune {
		d, cells := drawn(engine.Figure{X: engine.Axis{High: 4}, Y: engine.Axis{High: 1}, Marks: marks}, &o), map[[2]int]rune{}
		for x := range d.frame.plot.Width {
			for y := range d.frame.plot.Height {
				if d.isLine(x, y) {
					cells[[2]int{x, y}] = d.canvas.at(d.column(x), d.row(y)).glyph - 0x2800
				}
			}
		}
		return cells
	}
	both, missing := dots(low, high), 0
	for _, alone := range []engine.Mark{low, high} {
		for cell, bits := range dots(alone) {
			if seen, drawn := both[cell]; drawn && seen&bits != bits {
				missing++
			}
		}
	}
	if missing > 0 {
		t.Errorf("%d cells lack dots of a line", missing)
	}
}
