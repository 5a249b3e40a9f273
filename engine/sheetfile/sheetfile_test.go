package sheetfile

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/engine/known"
)

// everyMark returns a sheet with all that is hard to write down.
func everyMark() engine.Sheet {
	s := engine.Sheet{
		Figure: engine.Figure{Title: `a "quoted" <title> \ ε`, Seed: math.MaxUint64, Marks: engine.Marks()[:10], Members: []string{}},
		Readings: []engine.Reading{{Key: engine.Key{Name: "mass"}, Target: math.NaN(), Known: known.Exactly(math.Inf(-1)), Held: &known.Value{}},
			{Known: known.OrMore(0.1 + 0.2), Most: math.Copysign(0, -1), Opens: "map?record=1"}},
		Defaults: engine.Defaults{"classifier": {Meaning: "a\tb", Suggestions: []string{"", "c"}}, "": {}},
		Held:     &engine.Held{Setting: "ε = 1", Trouble: "no"},
		Data:     &engine.Table{Rows: [][]engine.Cell{{engine.NumberCell(math.SmallestNonzeroFloat64), engine.WordCell("x"), {}}, nil, {}}},
	}
	s.Figure.Marks = append(s.Figure.Marks, engine.Ghost{Title: "held", Mark: engine.Curve{X: []float64{1, 2}, Y: []float64{math.MaxFloat64, math.NaN()}, Falls: [2]bool{false, true}}}, nil)
	return s
}

// A sheet that was read is written as it was, without a difference.
func TestRoundTrip(t *testing.T) {
	for _, want := range []engine.Sheet{{}, everyMark()} {
		data, err := Encode(want)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Decode(data)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Encode(got)
		if err != nil || string(again) != string(data) {
			t.Errorf("%v\n%s is written again as\n%s", err, data, again)
		}
		for i := range got.Readings { // NaN is not equal to itself
			got.Readings[i].Target, want.Readings[i].Target = 0, 0
		}
		if n := len(got.Figure.Marks); n > 2 {
			got.Figure.Marks[n-2].(engine.Ghost).Mark.(engine.Curve).Y[1], want.Figure.Marks[n-2].(engine.Ghost).Mark.(engine.Curve).Y[1] = 0, 0
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("read is\n%+v\nnot\n%+v", got, want)
		}
	}
}

// A text that is no sheet is refused, with the place.
func TestNoSheets(t *testing.T) {
	for text, says := range map[string]string{
		``:                                     "EOF",
		`[]`:                                   "is no object",
		`{} {}`:                                "follows",
		`{"Colour":1}`:                         "Colour: engine.Sheet has no such field",
		`{"Readings":[{"Name":"mass"}]}`:       "Readings: 0: Name: engine.Reading has no such field",
		`{"Figure":{"Title":1}}`:               "Figure: Title: 1 is no string",
		`{"Figure":{"Numbered":"yes"}}`:        "neither true nor false",
		`{"Figure":{"Seed":-1}}`:               "Seed",
		`{"Figure":{"X":{"Low":"low"}}}`:       "Low",
		`{"Figure":{"X":{"Low":{}}}}`:          "Low",
		`{"Figure":{"Marks":{}}}`:              "is no []engine.Mark",
		`{"Figure":{"Marks":[{"Circle":{}}]}}`: "Circle: it is no mark",
		`{"Figure":{"Marks":[{"Curve":[]}]}}`:  "Curve: [] is no object",
		`{"Figure":{"Marks":[{"Curve":{"Falls":[true]}}]}}`: "Falls: [true] is no [2]bool",
	} {
		if _, err := Decode([]byte(text)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, not %q", text, err, says)
		}
	}
	if _, err := Encode(engine.Sheet{Notes: []engine.Note{{Text: "\xff"}}}); err == nil {
		t.Error("what is no UTF-8 is written")
	}
}

func FuzzDecode(f *testing.F) {
	data, err := Encode(everyMark())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add([]byte(`{"Figure":{"Marks":[{"Ghost":{"Mark":null}}]}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := Decode(data)
		if err != nil {
			return
		}
		once, err := Encode(s)
		if err != nil {
			t.Skipf("this input decodes to a text that JSON mends, and is not encoded: %v", err)
		}
		again, err := Decode(once)
		if err != nil {
			t.Fatal(err)
		}
		if twice, err := Encode(again); err != nil || string(twice) != string(once) {
			t.Errorf("%s\n%s", once, twice)
		}
	})
}
