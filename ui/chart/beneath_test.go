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

// A line that runs along another one for long goes on as the ground of that: in each column of the plot its ink is seen, or its
// ground, but where lines cross or meet for a few cells.
func TestHiddenLinesAreSeenBeneath(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 5))
	xs := []float64{0, 1, 2, 3, 4, 5, 6, 7, 8}
	const crossing = 5 // columns
	beneath := 0
	for range 60 {
		one, other := make([]float64, len(xs)), make([]float64, len(xs))
		for i := range xs {
			one[i] = random.Float64()
			other[i] = one[i]
			if random.IntN(3) == 0 {
				other[i] = random.Float64()
			}
		}
		f := engine.Figure{Marks: []engine.Mark{engine.Curve{Name: "one", X: xs, Y: one}, engine.Curve{Name: "other", X: xs, Y: other, Answer: true}}}
		o := Options{Width: 90, Height: 24, Theme: theme.New(true, colorprofile.TrueColor), Glyphs: theme.Unicode}
		d := drawn(f, &o)
		ground := d.theme.Beneath(d.series[0].style)
		course, unseen := d.courseOf(&d.marks[0]), 0
		for x, row := range course {
			row := whole(row)
			seen := func(y int) bool {
				return d.inkAt(x, y) == 0 || y >= 0 && y < d.frame.depth() && d.canvas.at(d.column(x), d.row(y)).ground == ground
			}
			switch {
			case seen(row) || seen(row-1) || seen(row+1):
				unseen = 0
			default:
				unseen++
			}
			if unseen >= crossing {
				t.Fatalf("nothing of a line is seen for %d columns up to %d:\n%s", unseen, x, strings.Join(d.canvas.lines(), "\n"))
			}
		}
		if slices.ContainsFunc(d.canvas.cells, func(c cell) bool { return c.ground == ground }) {
			beneath++
		}
	}
	if beneath < 40 {
		t.Errorf("only %d of 60 pictures have a line beneath another", beneath)
	}
}
