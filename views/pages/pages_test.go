package pages

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/engine/effort"
	"dpscope/engine/known"
	"dpscope/engine/sheetfile"
)

// Every page is read as it was written, to the byte.
func TestRoundTrip(t *testing.T) {
	effort.ForNumbers(t)
	names, err := Names()
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for i, name := range names {
		if !effort.Sample(i, 5, 1) {
			continue
		}
		file, err := files.ReadFile(File(name))
		if err != nil {
			t.Fatal(err)
		}
		page, err := sheetfile.Decode(file)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		again, err := Encode(page)
		if err != nil || !bytes.Equal(file, again) {
			t.Errorf("%s is written in another way than it was read (%v)", name, err)
		}
		if told := Differences(page, page); told != nil {
			t.Errorf("%s differs from itself: %q", name, told)
		}
	}
}

// Changes are reported: where, the old value and the new one.
func TestDifferences(t *testing.T) {
	page := func(change func(*engine.Sheet)) engine.Sheet {
		s := engine.Sheet{
			Figure: engine.Figure{Title: "density", Marks: []engine.Mark{
				engine.Curve{Name: "pm", X: []float64{0, 1}, Y: []float64{2, math.NaN()}}, engine.Rule{Name: "target", At: 0.8}, engine.Points{Name: "pm"}}},
			Readings: []engine.Reading{{Key: engine.Key{Name: "mass"}, Label: "lands", Known: known.Exactly(0.5)}, {Key: engine.Key{Name: "least", Member: "pm"}, Known: known.Exactly(0)}},
			Defaults: engine.Defaults{"record": {Meaning: "7"}},
		}
		change(&s)
		return s
	}
	curve := func(change func(*engine.Curve)) func(*engine.Sheet) {
		return func(s *engine.Sheet) {
			c := s.Figure.Marks[0].(engine.Curve)
			c.Y = slices.Clone(c.Y)
			change(&c)
			s.Figure.Marks[0] = c
		}
	}
	for _, c := range []struct {
		change func(*engine.Sheet)
		says   string
	}{
		{func(*engine.Sheet) {}, ""},
		{curve(func(c *engine.Curve) { c.Y[0] *= 1 + 1e-8 }), ""},
		{func(s *engine.Sheet) { s.Readings[1].Known.Value = 1e-13 }, ""},
		{curve(func(c *engine.Curve) { c.Y[0] *= 1 + 1e-6 }), "Figure.Marks[Curve pm].Y[0]: 2 became 2.000002"},
		{curve(func(c *engine.Curve) { c.Y[1] = 3 }), "Figure.Marks[Curve pm].Y[1]: NaN became 3"},
		{curve(func(c *engine.Curve) { c.Y = append(c.Y, 3) }), "Figure.Marks[Curve pm].Y: 2 long became 3 long"},
		{curve(func(c *engine.Curve) { c.Name = "sw" }), "Figure.Marks[0]: Curve pm became Curve sw"},
		{func(s *engine.Sheet) { s.Figure.Marks[2] = engine.Steps{Name: "pm"} }, "Figure.Marks[2]: Points pm became Steps pm"},
		{func(s *engine.Sheet) { s.Figure.Marks = s.Figure.Marks[1:] }, "Figure.Marks: Curve pm became nothing"},
		{func(s *engine.Sheet) { s.Readings[0].Label = "falls" }, `Readings[mass].Label: "lands" became "falls"`},
		{func(s *engine.Sheet) { s.Readings[0].Known.Basis = known.AtLeast }, "Readings[mass].Known.Basis: exact became at least"},
		{func(s *engine.Sheet) { s.Readings = s.Readings[1:] }, "Readings: mass became nothing"},
		{func(s *engine.Sheet) { s.Readings = append(s.Readings, engine.Reading{Key: engine.Key{Name: "new"}}) }, "Readings: nothing became new"},
		{func(s *engine.Sheet) { s.Readings[0], s.Readings[1] = s.Readings[1], s.Readings[0] }, "Readings[0]: mass became least-pm\nReadings[1]: least-pm became mass"},
		{func(s *engine.Sheet) { s.Notes = []engine.Note{{Text: "it is late"}} }, "Notes: 0 long became 1 long"},
		{func(s *engine.Sheet) { s.Defaults = engine.Defaults{"record": {Meaning: "8"}, "data": {}} }, "Defaults[record].Meaning: \"7\" became \"8\"\nDefaults[data]: nothing became {Meaning: Suggestions:[] Last:0 Absent:false}"},
		{func(s *engine.Sheet) { s.Data = &engine.Table{} }, "Data: nothing became engine.Table"},
	} {
		told := Differences(page(func(*engine.Sheet) {}), page(c.change))
		if got := strings.Join(told, "\n"); got != c.says {
			t.Errorf("it tells\n%s\nnot\n%s", got, c.says)
		}
	}
}
