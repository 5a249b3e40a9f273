package described

import (
	"math"
	"slices"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/engine/known"
)

// Odd marks are told without a false word: no number, infinite ones, one point, lines that are equal, lines that only touch.
func TestOddPictures(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	equal := func() (marks []engine.Mark) {
		for _, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"} {
			marks = append(marks, engine.Curve{Name: name, X: []float64{0, 1, 2}, Y: []float64{1, 2, 3}})
		}
		return marks
	}()
	for name, c := range map[string]struct {
		marks []engine.Mark
		log   bool
		not   []string
		want  []string
	}{
		"nothing":    {},
		"no number":  {marks: []engine.Mark{engine.Curve{Name: "a", X: []float64{0, 1}, Y: []float64{nan, nan}}}, want: []string{"a has no course here: no finite value."}},
		"infinite":   {marks: []engine.Mark{engine.Curve{Name: "a", X: []float64{0, 1, 2}, Y: []float64{inf, 2, 3}}}, want: []string{"a rises from 2.00 at 1.00 to 3.00 at 2.00."}},
		"no x":       {marks: []engine.Mark{engine.Curve{Name: "a", X: []float64{nan, inf}, Y: []float64{1, 2}}, engine.Points{Name: "b", X: []float64{nan}, Y: []float64{1}}}},
		"one point":  {marks: []engine.Mark{engine.Curve{Name: "a", X: []float64{1}, Y: []float64{2}}}, want: []string{"a has no course here: 2.00 at 1.00."}},
		"a gap":      {marks: []engine.Mark{engine.Curve{Name: "a", X: []float64{0, 1, 2, 3, 4}, Y: []float64{1, 2, nan, 3, 4}}}, want: []string{"a rises from 1.00 at 0 to 4.00 at 4.00, with 1 gap."}},
		"not log":    {log: true, marks: []engine.Mark{engine.Curve{Name: "a", X: []float64{-1, 0, 1, 10}, Y: []float64{0, 0, 1, 2}}}, want: []string{"a rises from 1.00 at 1.00 to 2.00 at 10.0."}},
		"ten equal":  {marks: equal, not: []string{"gets above"}, want: []string{"Highest from 0 to 2.00: a, b, c and 7 more lines, equally high."}},
		"they touch": {marks: []engine.Mark{engine.Curve{Name: "a", X: []float64{0, 1, 2}, Y: []float64{1, 0, 1}}, engine.Curve{Name: "b", X: []float64{0, 2}, Y: []float64{0, 0}}}, not: []string{"gets above"}},
		"they cross": {marks: []engine.Mark{engine.Curve{Name: "a", X: []float64{0, 2}, Y: []float64{0, 2}}, engine.Curve{Name: "b", X: []float64{0, 2}, Y: []float64{1.5, 1.5}}}, want: []string{"a gets above b at about 1.50."}},
		"log cross":  {log: true, marks: []engine.Mark{engine.Curve{Name: "a", X: []float64{1, 100}, Y: []float64{0, 2}}, engine.Curve{Name: "b", X: []float64{1, 100}, Y: []float64{1, 1}}}, want: []string{"a gets above b at about 10.0."}},
		"steps":      {marks: []engine.Mark{engine.Steps{Name: "a", X: []float64{0, 1, 2}, Y: []float64{0, 3, 3}}, engine.Steps{Name: "b", X: []float64{0, 2}, Y: []float64{1, 1}}}, want: []string{"a gets above b at 1.00."}},
		"equal then apart": {marks: []engine.Mark{engine.Curve{Name: "a", X: []float64{0, 1, 2, 3}, Y: []float64{0, 1, 1, 2}}, engine.Curve{Name: "b", X: []float64{0, 1, 2, 3}, Y: []float64{1, 1, 1, 1}}},
			want: []string{"a gets above b at 2.00, after both are equal from 1.00."}},
		"ragged": {marks: []engine.Mark{engine.Curve{Name: "a", X: []float64{0, 1, 2}, Y: []float64{1}}, engine.Band{Name: "a", X: []float64{0}, Low: []float64{0}}, engine.Bars{X: []float64{1, 2}, Y: []float64{1}},
			engine.Field{Name: "f", X: []float64{1}, Y: []float64{1}, Class: []int{-1}}, engine.Profile{At: []float64{1}, Weight: []float64{nan}}, engine.Ghost{}, engine.Points{X: []float64{1}, Y: []float64{1}, From: []float64{-inf}, To: []float64{inf}}}},
		"large": {marks: []engine.Mark{engine.Curve{Name: "a", X: []float64{-1e300, 1e300}, Y: []float64{-1e300, 1e300}}, engine.Curve{Name: "b", X: []float64{-1e300, 1e300}, Y: []float64{1e300, -1e300}}}, want: []string{"a gets above b at about 0."}},
	} {
		f := engine.Figure{Title: "t", X: engine.Axis{Log: c.log}, Marks: c.marks}
		text := strings.Join(Text(f), "\n")
		for _, bad := range append(c.not, "NaN", "not defined", "unbounded") {
			if strings.Contains(text, bad) {
				t.Errorf("%s is told with %q:\n%s", name, bad, text)
			}
		}
		for _, want := range c.want {
			if !slices.Contains(strings.Split(text, "\n"), want) {
				t.Errorf("%s is told without %q:\n%s", name, want, text)
			}
		}
		for _, table := range Tables(f) {
			for _, row := range table.Rows {
				if len(row) != len(table.Heads) {
					t.Errorf("%s has a row %v under %v", name, row, table.Heads)
				}
			}
		}
	}
	for _, m := range engine.Marks() {
		Text(engine.Figure{Marks: []engine.Mark{m}})
	}
}

// A bound and an estimate are told as such.
func TestBasisIsTold(t *testing.T) {
	f := engine.Figure{Marks: []engine.Mark{engine.Curve{Name: "a", Basis: known.AtLeast, X: []float64{0, 1}, Y: []float64{1, 1}}}}
	if got := Text(f)[1]; got != "a (at least) is level at 1.00 from 0 to 1.00." {
		t.Error(got)
	}
}
