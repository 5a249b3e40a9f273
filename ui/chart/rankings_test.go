package chart

import (
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/ui/theme"
)

// The rows of a list on an axis from zero are bars that are as long as their values; intervals and other axes have none.
func TestRankingsAreBarsFromZero(t *testing.T) {
	points := engine.Points{Name: "noise", X: []float64{1, 2, 4}, Y: []float64{0, 1, 2}, Labels: []string{"1", "2", "4"}}
	figure := func(p engine.Points, x engine.Axis) engine.Figure {
		return engine.Figure{Title: "error", X: x, Y: engine.Axis{Words: []string{"one", "two", "four"}}, Marks: []engine.Mark{p}}
	}
	bars := func(f engine.Figure) (lengths []int) {
		for _, line := range Render(f, Options{Width: 60, Height: 9, Theme: plain}).Lines {
			if n := strings.Count(line, theme.Unicode.TrackOn); n > 0 {
				lengths = append(lengths, n)
			}
		}
		return lengths
	}
	long := bars(figure(points, engine.Axis{High: 5}))
	if len(long) != 3 || long[1] < 2*long[0]-1 || long[1] > 2*long[0]+2 || long[2] < 4*long[0]-1 || long[2] > 4*long[0]+4 {
		t.Errorf("bars of 1, 2 and 4 are %v long", long)
	}
	ends := points
	ends.From, ends.To = []float64{0.5, 1.5, 3}, []float64{1.5, 2.5, 5}
	for name, f := range map[string]engine.Figure{
		"intervals": figure(ends, engine.Axis{High: 5}), "a logarithmic axis": figure(points, engine.Axis{Log: true, Low: 0.5, High: 5}),
		"an axis from one": figure(points, engine.Axis{Low: 1, High: 5}),
	} {
		if long := bars(f); len(long) > 0 {
			t.Errorf("%s: bars of %v", name, long)
		}
	}
}
