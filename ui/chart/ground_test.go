package chart

import (
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/ui/theme"
)

// A class that is the ground is left bare; each class is named only in its region, where that has room.
func TestGroundIsBare(t *testing.T) {
	figure := func(ground string) engine.Figure {
		f := engine.Field{Name: "class", Classes: []string{"stays", "leaves"}, X: linspace(0, 1, 40), Y: linspace(0, 1, 40), Ground: ground}
		for range f.Y {
			for i := range f.X {
				f.Class = append(f.Class, i/20)
			}
		}
		return engine.Figure{X: engine.Axis{Name: "a", High: 1}, Y: engine.Axis{Name: "b", High: 1}, Marks: []engine.Mark{f}}
	}
	painted := func(ground string) (cells, named int) {
		text := strings.Join(Render(figure(ground), Options{Width: 60, Height: 20, Theme: plain, Glyphs: theme.ASCII}).Lines, "\n")
		return strings.Count(text, theme.ASCII.Fills[0]) + strings.Count(text, theme.ASCII.Fills[1]), strings.Count(text, "stays")
	}
	all, before := painted("")
	some, after := painted("stays")
	if some >= all*2/3 || some < all/3 || before != 1 || after != 1 {
		t.Errorf("%d cells are painted of %d, and the ground is named %d times, else %d", some, all, after, before)
	}
}
