package chart

import (
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"dpscope/engine"
	"dpscope/ui/theme"
)

// A wide band is tinted where a tint can be faint, in no cell that it does not
// fill, and a narrow one never: it would be tinted here and there.
func TestWideBandIsTinted(t *testing.T) {
	x := []float64{0, 1}
	grounds := func(profile colorprofile.Profile, low, high float64) (tinted, rows int) {
		figure := engine.Figure{X: engine.Axis{High: 1}, Y: engine.Axis{High: 1}, Marks: []engine.Mark{
			engine.Curve{Name: "mean", X: x, Y: []float64{0.5, 0.5}},
			engine.Band{Name: "mean", Title: "±1 sd", X: x, Low: []float64{low, low}, High: []float64{high, high}},
		}}
		p := Render(figure, Options{Width: 60, Height: 24, Theme: theme.New(true, profile), Glyphs: theme.Unicode})
		for _, line := range p.Lines {
			if strings.Contains(line, "48;2;") || strings.Contains(line, ";48;") {
				tinted++
			}
		}
		return tinted, p.Plot.Height
	}
	const low, high = 0.22, 0.81
	if tinted, rows := grounds(colorprofile.TrueColor, low, high); tinted == 0 || float64(tinted) > (high-low)*float64(rows) {
		t.Errorf("%d of %d rows are tinted, for a band of %.0f %% of the axis", tinted, rows, 100*(high-low))
	}
	for _, profile := range []colorprofile.Profile{colorprofile.ANSI256, colorprofile.ANSI, colorprofile.ASCII} {
		if tinted, _ := grounds(profile, low, high); tinted > 0 {
			t.Errorf("%v: %d rows are tinted", profile, tinted)
		}
	}
	if tinted, _ := grounds(colorprofile.TrueColor, 0.48, 0.56); tinted > 0 {
		t.Errorf("%d rows of a narrow band are tinted", tinted)
	}
}
