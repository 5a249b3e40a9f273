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
	Readings: []Reading{
		{Key: Key{Name: "best"}, Known: known.Said("pm")},
		{Key: Key{Name: "mass", Member: "pm"}, Known: known.Exactly(0.1)},
		{Key: Key{Name: "epsilon-required", Member: "pm"}, Known: known.Exactly(1.5)},
		{Key: Key{Name: "epsilon-required", Member: "sw"}, Known: known.Nothing("no ε reaches it")},
	},
	Notes: []Note{{Text: "look"}},
}

func exported(s Sheet, o Origin) Export { return Export{Sheet: s, Table: s.Table(), Origin: o} }

func TestTableCSV(t *testing.T) {
	var b strings.Builder
	if err := sampleSheet.Table().WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	want := `mechanism,epsilon,theta,x,mass,basis
pm,1,0.29999999999999999,0.5,0.10000000000000001,exact
'=sw,1,0.29999999999999999,0.5,0.33333333333333331,at least
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
	rows, err := csv.NewReader(strings.NewReader(b.String())).ReadAll()
	if err != nil || len(rows) != 3 {
		t.Errorf("%d rows, %v", len(rows), err)
	}
}

// Dots that repeat points of a line are told once; a dot beside it, one with another name or with an interval of its own is
// told too.
func TestDotsOnALineAreToldOnce(t *testing.T) {
	line := Curve{Name: "pm", X: []float64{1, 2}, Y: []float64{3, 4}}
	for _, c := range []struct {
		dots Points
		rows int
	}{
		{Points{Name: "pm", X: line.X, Y: line.Y}, 2},
		{Points{Name: "pm", X: []float64{1.5}, Y: []float64{3.5}}, 3},
		{Points{Name: "sw", X: line.X, Y: line.Y}, 4},
		{Points{Name: "pm", X: line.X, Y: line.Y, From: []float64{0, 1}, To: []float64{2, 3}}, 4},
		{Points{Name: "pm", Basis: known.Estimate, X: line.X, Y: line.Y}, 4},
	} {
		f := Figure{X: Axis{Name: "x"}, Y: Axis{Name: "y"}, Marks: []Mark{line, c.dots}}
		if got := len(Sheet{Figure: f}.Table().Rows); got != c.rows {
			t.Errorf("%+v: %d rows, want %d", c.dots, got, c.rows)
		}
	}
}

// A whole series of a figure replaces the drawn marks with its name in the table, at the place of the first; others stay.
func TestWholeSeriesAreInTheTable(t *testing.T) {
	part := []Mark{Curve{Name: "a", X: []float64{1}, Y: []float64{2}}, Curve{Name: "b", X: []float64{1}, Y: []float64{3}},
		Points{Name: "a", X: []float64{1}, Y: []float64{2}}, Rule{Name: "a", At: 2}}
	whole := []Mark{Curve{Name: "a", X: []float64{1, 2}, Y: []float64{4, 5}}, Band{Name: "a", X: []float64{2}, Low: []float64{4}, High: []float64{6}},
		Points{Name: "c", X: []float64{1}, Y: []float64{6}}}
	const want = "a,1,4,,,exact\na,2,5,4,6,exact\nb,1,3,,,exact\nc,1,6,,,exact\n"
	for name, f := range map[string]Figure{"figure": {Marks: part, Whole: whole}, "panel": {Panels: []Panel{{Marks: part, Whole: whole}}}} {
		var b strings.Builder
		if err := (Sheet{Figure: f}).Table().WriteCSV(&b); err != nil {
			t.Fatal(err)
		}
		if _, rows, _ := strings.Cut(b.String(), "\n"); rows != want {
			t.Errorf("%s:\n%s\nwant\n%s", name, rows, want)
		}
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
	if strings.Contains(b.String(), "inf,") {
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
	if err := exported(sampleSheet, Origin{Address: "compare?x=0.5", Program: Program{Version: "1"}}).WriteJSON(&b); err != nil {
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
	if got.Address != "compare?x=0.5" || len(got.Rows) != 2 || got.Readings[3]["missing"] != "no ε reaches it" {
		t.Errorf("got %+v", got)
	}
}

// The answers are a table of their own, where a word is no value and a missing answer says why.
func TestAnswersTableCSV(t *testing.T) {
	ranked := sampleSheet
	ranked.Readings = append([]Reading{{Key: Key{Name: "mean"}, Label: "mean", Unit: "years", Known: known.Sampled(3, 2, 4, 0.95)}}, ranked.Readings...)
	ranked.Readings[2].Place, ranked.Readings[2].Label, ranked.Readings[2].Group = 1, "Piecewise", "ε-LDP"
	var b strings.Builder
	if err := ranked.AnswersTable().WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	want := `reading,member,group,place,label,value,low,high,confidence,unit,word,basis,missing,beside
mean,,,,mean,3,2,4,0.94999999999999996,years,,estimate,,
best,,,,,,,,,,pm,exact,,
mass,pm,ε-LDP,1,Piecewise,0.10000000000000001,,,,,,exact,,
epsilon-required,pm,,,,1.5,,,,,,exact,,
epsilon-required,sw,,,,,,,,,,none,no ε reaches it,
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
	if got := ranked.Readings[2].Heading(); got != "1 Piecewise" {
		t.Errorf("the ranked answer is called %q", got)
	}
}

// An estimate and its interval are one row; other points of a band stand alone.
func TestIntervalsStandBesideTheirEstimate(t *testing.T) {
	f := Figure{X: Axis{Name: "epsilon"}, Y: Axis{Name: "share"}, Marks: []Mark{
		Band{Name: "drawn", Basis: known.Estimate, Confidence: 0.95, X: []float64{1, 2, 3}, Low: []float64{0.25, 0.5, 0.75}, High: []float64{0.5, 0.75, 1}},
		Curve{Name: "exact", X: []float64{1}, Y: []float64{0.5}},
		Points{Name: "drawn", Basis: known.Estimate, X: []float64{1, 2}, Y: []float64{0.375, 0.625}},
	}}
	var b strings.Builder
	if err := (Sheet{Figure: f}).Table().WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	want := `series,epsilon,share,low,high,confidence,basis
exact,1,0.5,,,,exact
drawn,1,0.375,0.25,0.5,0.94999999999999996,estimate
drawn,2,0.625,0.5,0.75,0.94999999999999996,estimate
drawn,3,,0.75,1,0.94999999999999996,estimate
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

// A categorical axis has words on screen and may have numbers in exports, and so
// may the names of the series.
func TestNumbersStayNumbers(t *testing.T) {
	f := Figure{Series: "n", Numbered: true, X: Axis{Name: "records", Words: []string{"1,000,000"}, Keys: []Cell{NumberCell(1e6)}}, Y: Axis{Name: "share"},
		Marks: []Mark{Bars{Name: Digits(1e12), X: []float64{0}, Y: []float64{0.5}}}}
	table := (Sheet{Figure: f}).Table()
	for i, c := range table.Columns[:3] {
		if c.Text || table.Rows[0][i].Kind != Number {
			t.Errorf("column %s holds %+v", c.Name, table.Rows[0][i])
		}
	}
}

// The tables of a page are found by name; the error for an unknown name lists them.
func TestTablesByName(t *testing.T) {
	boxed := Sheet{Figure: Figure{X: Axis{Name: "u"}, Y: Axis{Name: "v"}, Marks: []Mark{Box{Name: "proven", X0: 0, X1: 1, Y0: math.Inf(-1), Y1: 2}}}}
	outlines, err := boxed.TableNamed(OutlinesTable)
	if err != nil || len(outlines.Rows) != 1 || len(outlines.Columns) != 5 {
		t.Errorf("outlines are %+v, %v", outlines, err)
	}
	picture, err := boxed.TableNamed(PictureTable)
	if err != nil || len(picture.Rows) != 0 || len(picture.Columns) != 3 {
		t.Errorf("a picture without samples gives %+v, %v", picture, err)
	}
	if _, err := sampleSheet.TableNamed(OutlinesTable); err == nil || !strings.Contains(err.Error(), "picture or answers would work") {
		t.Errorf("a table that is not there: %v", err)
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
		{known.Value{Basis: known.Estimate, Value: 0.5, Low: 0.4, High: inf}, true, 0.4, "INF"},
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
		if err := exported(Sheet{Readings: []Reading{{Known: c.v}}}, Origin{}).WriteJSON(&b); err != nil {
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
	if err := exported(Sheet{Figure: f}, Origin{}).WriteJSON(&strings.Builder{}); err != nil {
		t.Error(err)
	}
}

// Infinities are written as in CSV on the Web.
func TestInfinitiesInCSV(t *testing.T) {
	for v, want := range map[float64]string{math.Inf(1): "INF", math.Inf(-1): "-INF", 0.5: "0.5"} {
		if got := NumberCell(v).Text(); got != want {
			t.Errorf("%g is written %q, want %q", v, got, want)
		}
	}
}
