package chart

import (
	"math"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/ui/theme"
)

// staircase is an unknown kind of mark: a bound that is proven at some x and holds up to the next.
type staircase struct {
	form    engine.Form
	At, Top []float64
}

func (s staircase) Normal() engine.Normal {
	return engine.Normal{Form: s.form, Name: "stairs", Title: "proven stairs", Basis: known.AtMost, Interpolation: engine.Previous, X: s.At, Y: s.Top}
}

// A new kind of mark has its axes, its series, its readout at the crosshair, its place in the legend, its rows in the table and
// its ghost from its normal form, whether or not drawing knows its form.
func TestANewKindOfMarkNeedsNothingOutsideDrawing(t *testing.T) {
	const unheard = engine.Form(200)
	for _, form := range []engine.Form{engine.StepLine, unheard} {
		stairs := staircase{form, []float64{0, 40, 80}, []float64{7, 30, 500}}
		f := engine.Figure{
			Title: "cost", X: engine.Axis{Name: "steps", Label: "steps"}, Y: engine.Axis{Name: "cost"},
			Marks: []engine.Mark{stairs, engine.Curve{Name: "exact", Title: "exact", X: []float64{0, 80}, Y: []float64{1, 2}}},
		}
		o := Options{Width: 70, Height: 20, Theme: theme.New(true, colorprofile.ASCII), Crosshair: &Crosshair{X: 50, Y: math.NaN()}}
		p := Render(f, o)
		wellFormed(t, f, o, p)
		if at := p.frame; at.x.Low > 0 || at.x.High < 80 || at.y.High < 500 {
			t.Errorf("form %d: the axes are %g to %g and up to %g", form, at.x.Low, at.x.High, at.y.High)
		}
		if len(p.readout) != 2 || p.readout[0].Name != "stairs" || p.readout[0].Number != 30 || p.readout[0].Written != theme.Unicode.Basis(known.AtMost)+" 30.0" {
			t.Errorf("form %d: the crosshair reads %+v", form, p.readout)
		}
		if text := strings.Join(p.Lines, "\n"); !strings.Contains(text, "proven stairs") {
			t.Errorf("form %d: the legend is\n%s", form, text)
		}
		table := engine.Sheet{Figure: f}.Table()
		if len(table.Rows) != 5 || table.Rows[2][0].Word != "stairs" || table.Rows[2][2].Number != 500 || table.Rows[2][3].Word != known.AtMost.String() {
			t.Errorf("form %d: the table is %+v", form, table)
		}
		held := engine.Sheet{Figure: f}.Against(engine.Held{Setting: "q = 1", Sheet: engine.Sheet{Figure: engine.Figure{
			X: f.X, Y: f.Y, Marks: []engine.Mark{staircase{form, []float64{0, 80}, []float64{1, 2000}}}}}})
		ghost := Render(held.Shown(), o)
		if text := strings.Join(ghost.Lines, "\n"); !strings.Contains(text, "held: q = 1") || ghost.frame.y.High < 2000 {
			t.Errorf("form %d: with a ghost it is\n%s", form, text)
		}
	}
}
