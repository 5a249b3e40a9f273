package engine

import (
	"math"
	"strings"
	"testing"

	"dpscope/engine/known"
	"dpscope/engine/numeral"
)

// Held values stand beside every answer, under the picture and in the table.
func TestSheetAgainstWhatIsHeld(t *testing.T) {
	at := func(epsilon, mass float64) Sheet {
		return Sheet{
			Figure: Figure{
				X: Axis{Name: "y", Low: 0, High: 1}, Y: Axis{Name: "density"}, Series: "mechanism",
				Settings: []Setting{{Name: "epsilon", Value: epsilon}},
				Marks:    []Mark{Span{}, Curve{Name: "pm", X: []float64{0, 1}, Y: []float64{epsilon, 2}}, Curve{Name: "sw", Muted: true}, Bars{Name: "atoms", Atoms: true, X: []float64{0}, Y: []float64{epsilon / 10}, Column: "probability"}},
			},
			Readings: []Reading{{Key: Key{Name: "mass"}, Style: numeral.Percent, Known: known.Exactly(mass)}},
		}
	}
	held := at(1, 0.25)
	held.Figure.X.High = 2
	s := at(2, 0.5).Against(Held{Setting: "ε = 1.00", Sheet: held})
	if got, _ := s.Readings[0].Change(); got.String() != "+25.0 points" {
		t.Errorf("from 25 to 50 %% is told as %q", got)
	}
	shown := s.Shown()
	ghost, is := shown.Marks[len(shown.Marks)-1].(Ghost)
	if !is || len(shown.Marks) != len(s.Figure.Marks)+1 || ghost.Title != "held: ε = 1.00" || ghost.Mark.(Curve).Name != "pm" {
		t.Errorf("shown are %v", shown.Marks)
	}
	if shown.X.High != 2 {
		t.Errorf("the axis ends at %v", shown.X.High)
	}
	var csv strings.Builder
	if err := s.Table().WriteCSV(&csv); err != nil {
		t.Fatal(err)
	}
	want := "setting,mechanism,y,density,epsilon,probability,basis\npresent,pm,0,2,2,,exact\npresent,pm,1,2,2,,exact\npresent,atoms,0,,2,0.20000000000000001,exact\n" +
		"held,pm,0,1,1,,exact\nheld,pm,1,2,1,,exact\nheld,atoms,0,,1,0.10000000000000001,exact\n"
	if csv.String() != want {
		t.Errorf("the table is\n%s", csv.String())
	}
	other := at(2, 0.5)
	other.Figure.Y.Name = "probability"
	if got := other.Against(Held{Setting: "ε = 1.00", Sheet: held}).Shown(); len(got.Marks) != len(other.Figure.Marks) {
		t.Error("a density casts a ghost over probabilities")
	}
}

func TestChange(t *testing.T) {
	share, number := numeral.Percent, numeral.Plain
	for _, c := range []struct {
		now, was known.Value
		style    numeral.Style
		want     string
	}{
		{known.Exactly(0.853), known.Exactly(0.853), share, "same"},
		{known.Exactly(0.1 + 0.2), known.Exactly(0.3), share, "same"},
		{known.Exactly(0.5), known.Exactly(0.75), share, "-25.0 points"},
		{known.Exactly(2), known.Exactly(1.5), number, "+0.500"},
		{known.Exactly(100), known.Exactly(1500), numeral.Whole, "-1,400"},
		{known.Said("Laplace"), known.Said("Gaussian"), number, "was Gaussian"},
		{known.Named("pm", "Piecewise (PM)"), known.Named("sw", "Square wave (SW)"), number, "was Square wave (SW)"},
		{known.Said("Laplace"), known.Said("Laplace"), number, "same"},
		{known.Nothing("x"), known.Nothing("y"), number, "same"},
		{known.Exactly(1), known.Nothing("y"), number, "was none"},
		{known.Nothing("y"), known.Exactly(0.5), share, "was 50.0 %"},
		{known.Exactly(1), known.Exactly(math.Inf(1)), number, "was unbounded"},
	} {
		if got, is := (Reading{Known: c.now, Held: &c.was, Style: c.style}).Change(); !is || got.String() != c.want {
			t.Errorf("from %v to %v is told as %q, want %q", c.was, c.now, got, c.want)
		}
	}
	if got, is := (Reading{Known: known.Exactly(1)}).Change(); is {
		t.Errorf("without anything held it says %q", got)
	}
}
