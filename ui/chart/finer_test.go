package chart

import (
	"slices"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"dpscope/engine"
	"dpscope/ui/theme"
)

// In colour a point is at most a dot of lines off its line; without, it keeps the marker of its kind.
func TestPointsLieOnTheirLines(t *testing.T) {
	upper, middle, lower := theme.Unicode.Upper, theme.Unicode.Markers[1], theme.Unicode.Lower
	beside := [4][]string{{upper}, {upper, middle}, {middle, lower}, {lower}} // each row of dots
	met := map[string]int{}
	for k := range 200 {
		height := float64(k) / 199
		f := engine.Figure{X: engine.Axis{Low: 0, High: 1}, Y: engine.Axis{Low: 0, High: 1}, Marks: []engine.Mark{
			engine.Curve{Name: "line", X: []float64{0, 1}, Y: []float64{height, height}},
			engine.Points{Name: "here", Here: true, X: []float64{0.5}, Y: []float64{height}},
		}}
		for _, profile := range []colorprofile.Profile{colorprofile.TrueColor, colorprofile.Ascii} {
			o := Options{Width: 60, Height: 15, Theme: theme.New(true, profile), Glyphs: theme.Unicode}
			d := drawn(f, &o)
			x, y, inside := d.frame.cellXY(0.5, height)
			if !inside || y >= d.frame.plot.Height {
				continue
			}
			point := string(d.canvas.at(d.column(x), d.row(y)).glyph)
			if profile == colorprofile.Ascii {
				if point != theme.Unicode.Here {
					t.Fatalf("without colour the present setting is %s", point)
				}
				continue
			}
			met[point]++
			line := d.canvas.at(d.column(x-1), d.row(y)).glyph
			dots := slices.Index([]rune("⠉⠒⠤⣀"), line)
			if dots < 0 || !slices.Contains(beside[dots], point) {
				t.Errorf("at %v the point is %s beside %c", height, point, line)
			}
		}
	}
	if len(met) != 3 {
		t.Errorf("only %v were met", met)
	}
}

// Where shapes must tell more kinds of points apart than blocks can, points keep them.
func TestThreeKindsKeepTheirMarkers(t *testing.T) {
	f := engine.Figure{Marks: []engine.Mark{engine.Curve{Name: "line", X: []float64{0, 1}, Y: []float64{0, 1}}}}
	for n := range 4 {
		d := drawing{theme: theme.New(true, colorprofile.TrueColor), glyphs: theme.Unicode}
		d.take(f)
		if want := n <= 2; d.fine != want {
			t.Errorf("%d kinds of points: blocks are %v", n, d.fine)
		}
		f.Marks = append(f.Marks, engine.Points{Name: string(rune('a' + n)), X: []float64{0, 1}, Y: []float64{1, 0}})
	}
}
