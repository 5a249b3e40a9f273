package engine

import (
	"encoding/csv"
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"
)

var sample = Figure{
	X: Axis{Name: "epsilon", Label: "budget"}, Y: Axis{Name: "mass", Label: "share"},
	Series: "mechanism", Order: []string{"mechanism", "epsilon", "theta", "x", "mass"},
	Settings: []Setting{{Name: "x", Value: 0.5}, {Name: "theta", Value: 0.3}},
	Marks: []Mark{
		Curve{Name: "pm", X: []float64{1, 2}, Y: []float64{0.1, math.NaN()}},
		Curve{Name: "=sw", X: []float64{1}, Y: []float64{1.0 / 3}, Basis: AtLeast},
		Rule{Name: "target", At: 0.8},
	},
	Readings: []Reading{
		{Name: "best", Word: "pm"},
		{Name: "mass", Of: "pm", Value: 0.1},
		{Name: "epsilon-required", Of: "pm", Value: 1.5},
		{Name: "epsilon-required", Of: "sw", Value: math.NaN(), Missing: "no ε reaches it"},
	},
	Notes: []Note{{Text: "look"}},
}

func TestTableCSV(t *testing.T) {
	var b strings.Builder
	if err := sample.Table().WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	want := `mechanism,epsilon,theta,x,mass,epsilon_required,basis
pm,1,0.29999999999999999,0.5,0.10000000000000001,,exact
'=sw,1,0.29999999999999999,0.5,0.33333333333333331,,bound
pm,,,,,1.5,exact
sw,,,,,,exact
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
	rows, err := csv.NewReader(strings.NewReader(b.String())).ReadAll()
	if err != nil || len(rows) != 5 {
		t.Errorf("%d rows, %v", len(rows), err)
	}
}

func TestTableOfFieldsAndBoxes(t *testing.T) {
	f := Figure{X: Axis{Name: "u"}, Y: Axis{Name: "v"}, Marks: []Mark{
		Field{Name: "winner", Classes: []string{"a", "b"}, X: []float64{1, 2}, Y: []float64{3}, Class: []int{1, -1},
			Extra: []FieldColumn{{Name: "margin", Values: []float64{0.5, math.NaN()}}}},
		Box{Name: "proven", X0: 0, X1: 1, Y0: math.Inf(-1), Y1: 2},
	}}
	var b strings.Builder
	if err := f.Table().WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"winner,1,3,b,0.5", "winner,2,3,,"} {
		if !strings.Contains(b.String(), line) {
			t.Errorf("%q is missing in\n%s", line, b.String())
		}
	}
	if strings.Contains(b.String(), "inf") {
		t.Errorf("an open end of a box is written in\n%s", b.String())
	}
}

func TestTableIsTheSameEachTime(t *testing.T) {
	boxed := sample
	boxed.Marks = append([]Mark{Box{Name: "box", X0: 0, X1: 1, Y0: 2, Y1: 3}}, sample.Marks...)
	first := boxed.Table()
	for range 20 {
		if !reflect.DeepEqual(first, boxed.Table()) {
			t.Fatal("two tables of one figure differ")
		}
	}
}

func TestWriteJSON(t *testing.T) {
	var b strings.Builder
	if err := sample.WriteJSON(&b, Origin{Address: "compare?x=0.5", Version: "1"}); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Address  string
		Rows     []map[string]any
		Readings []map[string]any
	}
	if err := json.Unmarshal([]byte(b.String()), &got); err != nil {
		t.Fatal(err)
	}
	if got.Address != "compare?x=0.5" || len(got.Rows) != 4 || got.Readings[3]["missing"] != "no ε reaches it" {
		t.Errorf("got %+v", got)
	}
}

func TestHarmless(t *testing.T) {
	for text, want := range map[string]string{"=1+1": "'=1+1", "+x": "'+x", "-x": "'-x", "@f": "'@f", "\tx": "'\tx", "plain": "plain", "": ""} {
		if got := Harmless(text); got != want {
			t.Errorf("Harmless(%q) = %q", text, got)
		}
	}
}
