package chart

import (
	"math"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"dpscope/engine"
	"dpscope/ui/theme"
)

// An interval about an observation is drawn along its row to both ends, and to the edge of the picture with an arrow where it
// has none; the table has its ends.
func TestIntervalsOfObservations(t *testing.T) {
	sheet := engine.Sheet{Figure: engine.Figure{X: engine.Axis{Name: "epsilon", Low: 0, High: 10}, Y: engine.Axis{Name: "of", Words: []string{"one", "another", "alone"}},
		Marks: []engine.Mark{engine.Points{Name: "need", X: []float64{3, 4, 5}, Y: []float64{0, 1, 2},
			From: []float64{2, 3, 5}, To: []float64{6, math.Inf(1), 5}, Confidence: 0.95, Labels: []string{"6", "", ""}}}}}
	lines := Render(sheet.Figure, Options{Width: 60, Height: 12, Theme: theme.New(true, colorprofile.ASCII), Glyphs: theme.Unicode}).Lines
	row := func(of string) string {
		for _, line := range lines {
			if strings.Contains(line, of+" ┤") {
				return line
			}
		}
		t.Fatalf("no row of %s in\n%s", of, strings.Join(lines, "\n"))
		return ""
	}
	if one := row("one"); !strings.Contains(one, "├─") || !strings.Contains(one, "─┤ 6") {
		t.Errorf("an interval is drawn as %q", one)
	}
	if open := row("another"); !strings.Contains(open, "├─") || !strings.HasSuffix(strings.TrimRight(open, " "), "─›") {
		t.Errorf("an interval without end is drawn as %q", open)
	}
	if alone := row("alone"); strings.Contains(alone, "├") || strings.Contains(alone, "─") {
		t.Errorf("no interval is drawn as %q", alone)
	}
	table := sheet.Table()
	low, high := -1, -1
	for i, c := range table.Columns {
		switch c.Name {
		case "low":
			low = i
		case "high":
			high = i
		}
	}
	if low < 0 || high < 0 || table.Rows[0][low].Number != 2 || table.Rows[0][high].Number != 6 || !math.IsInf(table.Rows[1][high].Number, 1) {
		t.Errorf("the table is %+v", table)
	}
}
