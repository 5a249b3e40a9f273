package page

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"dpscope/engine/effort"
	"dpscope/ui/chart"
	"dpscope/views"
)

// Who sees what costs one row at 80 by 24, and no picture has fewer than five rows at 60 by 15, on every opening and, in a full
// run, on the page of every preset.
func TestRowsOfSmallPages(t *testing.T) {
	effort.ForPages(t)
	const least = 5
	for _, v := range views.All {
		for k, p := range v.Presets {
			if k > 0 && !effort.Check() {
				continue
			}
			s := opened(t, v, p).Scene()
			forms := s.Sheet.Lead.Sees.Lines()
			rows := 0
			for _, l := range Draw(s, plainLook, chart.Rect{Y: 3, Width: 80, Height: 20}, Frame{}).Lines {
				text := strings.TrimSpace(ansi.Strip(l))
				if text != "" && slices.ContainsFunc(forms, func(form string) bool { return strings.Contains(plainLook.Plain(form), text) }) {
					rows++
				}
			}
			if s.Sheet.Lead.Sees.Said() && rows != 1 {
				t.Errorf("%s, %s: who sees what has %d rows:\n%s", v.Name, p.Name, rows, forms)
			}
			if f := Draw(s, plainLook, chart.Rect{Y: 2, Width: 60, Height: 12}, Frame{}); f.left.Height < least {
				t.Errorf("%s, %s: the picture has %d rows", v.Name, p.Name, f.left.Height)
			}
		}
	}
}
