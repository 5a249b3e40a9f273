package engine

import (
	"encoding/csv"
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"

	"dpscope/engine/known"
)

var sample = Figure{
	X: Axis{Name: "epsilon", Label: "budget"}, Y: Axis{Name: "mass", Label: "share"},
	Series: "mechanism", Order: []string{"mechanism", "epsilon", "theta", "x", "mass"},
	Settings: []Setting{{Name: "x", Value: 0.5}, {Name: "theta", Value: 0.3}},
	Marks: []Mark{
		Curve{Name: "pm", X: []float64{1, 2}, Y: []float64{0.1, math.NaN()}},
		Curve{Name: "=sw", X: []float64{1}, Y: []float64{1.0 / 3}, Basis: known.AtLeast},
		Rule{Name: "target", At: 0.8},
	},
}

var sampleSheet = Sheet{
	Figure: sample,
	Answers: []Answer{
		{Key: Key{Name: "best"}, Known: known.Said("pm")},
		{Key: Key{Name: "mass", Member: "pm"}, Known: known.Exactly(0.1), Given: []Setting{}},
		{Key: Key{Name: "epsilon-required", Member: "pm"}, Known: known.Exactly(1.5), Given: []Setting{{Name: "x", Value: 0.5}, {Name: "target", Value: 0.75}}},
		{Key: Key{Name: "epsilon-required", Member: "sw"}, Known: known.Nothing("no ε reaches it"), Given: []Setting{}},
	},
	Notes: []Note{{Text: "look"}},
}

func TestTableCSV(t *testing.T) {
	var b strings.Builder
	if err := sampleSheet.Table().WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	want := `mechanism,epsilon,theta,x,mass,epsilon_required,target,basis
pm,1,0.29999999999999999,0.5,0.10000000000000001,,,exact
'=sw,1,0.29999999999999999,0.5,0.33333333333333331,,,at least
pm,,,0.5,,1.5,0.75,exact
sw,,,,,none,,none
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
	if err := (Sheet{Figure: f}).Table().WriteCSV(&b); err != nil {
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
	boxed := sampleSheet
	boxed.Figure.Marks = append([]Mark{Box{Name: "box", X0: 0, X1: 1, Y0: 2, Y1: 3}}, sample.Marks...)
	first := boxed.Table()
	for range 20 {
		if !reflect.DeepEqual(first, boxed.Table()) {
			t.Fatal("two tables of one figure differ")
		}
	}
}

func TestWriteJSON(t *testing.T) {
	var b strings.Builder
	if err := sampleSheet.WriteJSON(&b, Origin{Address: "compare?x=0.5", Version: "1"}); err != nil {
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

// The description says that "none" stands in a column of numbers.
func TestMetadataOfNone(t *testing.T) {
	var b strings.Builder
	if err := sampleSheet.WriteMetadata(&b, "f.csv", Origin{}); err != nil {
		t.Fatal(err)
	}
	var got struct {
		TableSchema struct {
			Columns []struct {
				Name, Datatype string
				Null           []string
			}
		}
	}
	if err := json.Unmarshal([]byte(b.String()), &got); err != nil {
		t.Fatal(err)
	}
	for _, c := range got.TableSchema.Columns {
		var want []string
		if c.Name == "epsilon_required" {
			want = []string{"", "none"}
		}
		if !reflect.DeepEqual(c.Null, want) {
			t.Errorf("%s: null is %q, want %q", c.Name, c.Null, want)
		}
	}
}

// A column named after a file's column may hold a formula.
func TestHeadsAreHarmless(t *testing.T) {
	f := Figure{X: Axis{Name: "=1+1"}, Y: Axis{Name: "@mass"}, Marks: []Mark{Curve{Name: "pm", X: []float64{1}, Y: []float64{2}}}}
	var b strings.Builder
	if err := (Sheet{Figure: f}).Table().WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	if head, _, _ := strings.Cut(b.String(), "\n"); head != "series,'=1+1,'@mass,basis" {
		t.Errorf("the header is %s", head)
	}
}

// An estimate has an interval or none; no number is no interval, and nothing
// that JSON cannot hold.
func TestIntervals(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range []struct {
		v         known.Value
		ok        bool
		low, high any
	}{
		{known.Value{Basis: known.Estimate, Value: 0.5, Low: 0.4, High: 0.6}, true, 0.4, 0.6},
		{known.Value{Basis: known.Estimate, Value: 0.5, Low: 0.4, High: inf}, true, 0.4, "inf"},
		{known.Value{Basis: known.Estimate, Value: 0.5}, false, nil, nil},
		{known.Value{Basis: known.Estimate, Value: nan, Low: nan, High: nan}, false, nil, nil},
		{known.Value{Basis: known.Estimate, Value: 0.5, Low: 0.4, High: nan}, false, nil, nil},
		{known.Value{Basis: known.Exact, Value: 0.5, Low: 0.4, High: 0.6}, true, 0.4, 0.6},
		{known.Value{Basis: known.Exact, Value: 0.5}, false, nil, nil},
	} {
		if _, _, ok := c.v.Interval(); ok != c.ok {
			t.Errorf("%+v has an interval: %v", c.v, ok)
		}
		var b strings.Builder
		if err := (Sheet{Answers: []Answer{{Known: c.v}}}).WriteJSON(&b, Origin{}); err != nil {
			t.Fatal(err)
		}
		var got struct{ Readings []map[string]any }
		if err := json.Unmarshal([]byte(b.String()), &got); err != nil {
			t.Fatal(err)
		}
		low, there := got.Readings[0]["low"]
		if there != c.ok || low != c.low || got.Readings[0]["high"] != c.high {
			t.Errorf("%+v is written %v", c.v, got.Readings[0])
		}
	}
	// A field may hold values that are no numbers, a table of them as well.
	f := Figure{X: Axis{Name: "u"}, Y: Axis{Name: "v"}, Marks: []Mark{Band{X: []float64{nan}, Low: []float64{nan}, High: []float64{inf}}}}
	if err := (Sheet{Figure: f}).WriteJSON(&strings.Builder{}, Origin{}); err != nil {
		t.Error(err)
	}
}
