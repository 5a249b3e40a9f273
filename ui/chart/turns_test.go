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

// A line that runs along others is seen in every few columns, and each of its dots has its own colour: what is seen in a cell are
// the dots of one line.
func TestLinesTakeTurns(t *testing.T) {
	const apart = 5 // columns: where lines cross, one of them hides the other
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
