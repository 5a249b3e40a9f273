package label

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/engine/effort"
	"dpscope/engine/known"
	"dpscope/engine/param"
	"dpscope/views/view"
)

var screens = []view.View{Flips, Success}

// sides lists the questions of these views, each by itself.
var sides = []view.View{oneDraw, everyOutcome, moreRecords, howManyCorrect, limitOfFlips}

// open returns the view and the values of an address.
func open(address string) (view.View, param.Values, error) {
	name, query, _ := strings.Cut(address, "?")
	for _, asked := range screens {
		if asked.Name == name {
			values, err := asked.Parse(query)
			return asked, values, err
		}
	}
	return view.View{}, param.Values{}, fmt.Errorf("no view of labels is called %q", name)
}

// drawn returns the whole page of a setting.
func drawn(asked view.View, values param.Values) (engine.Sheet, error) {
	return asked.Sheet(context.Background(), values, func(engine.Sheet) {})
}

// answers returns the answers of an address, each with its explanation.
func answers(address string) ([]engine.Reading, error) {
	asked, values, err := open(address)
	if err != nil {
		return nil, err
	}
	sheet, err := drawn(asked, values)
	return sheet.Readings, err
}

// explained returns one answer of an address, with its explanation.
func explained(t *testing.T, address, name string) engine.Reading {
	t.Helper()
	all, err := answers(address)
	if err != nil {
		t.Fatalf("%s: %v", address, err)
	}
	return pick(t, all, address, name)
}

// read returns one answer of an address, without its explanation.
func read(t *testing.T, address, name string) engine.Reading {
	t.Helper()
	asked, values, err := open(address)
	if err != nil {
		t.Fatal(err)
	}
	all, err := asked.Values(context.Background(), values)
	if err != nil {
		t.Fatalf("%s: %v", address, err)
	}
	return pick(t, all, address, name)
}

func pick(t *testing.T, all []engine.Reading, address, name string) engine.Reading {
	t.Helper()
	for _, a := range all {
		if a.Key.String() == name {
			return a
		}
	}
	t.Fatalf("%s has no answer %s", address, name)
	return engine.Reading{}
}

// checkAnswers wants every number finite or with a reason, and every answer explained and named once.
func checkAnswers(t *testing.T, where string, all []engine.Reading) {
	t.Helper()
	seen := map[string]bool{}
	for _, a := range all {
		name := a.Key.String()
		if seen[name] {
			t.Errorf("%s: %s twice", where, name)
		}
		seen[name] = true
		if math.IsNaN(a.Known.Value) != (a.Known.None != "") {
			t.Errorf("%s: %s = %v, missing because %q", where, name, a.Known.Value, a.Known.None)
		}
		why := a.Why.Formula + " " + a.Why.With + " " + a.Why.Assumes
		if a.Label == "" || a.Why.Formula == "" || strings.Contains(why, "%!") || strings.Contains(why, "not defined") || strings.Contains(why, "NaN") {
			t.Errorf("%s: %s is not explained: %+v", where, name, a)
		}
		if strings.Contains(why, "Source") || a.Why.Source != "" && strings.Contains(why, a.Why.Source) {
			t.Errorf("%s: the source of %s stands among its reasons: %q", where, name, why)
		}
		if strings.Contains(a.Remark, "NaN") || strings.Contains(a.Remark, "not defined") {
			t.Errorf("%s: %s has %q beside it", where, name, a.Remark)
		}
	}
}

func TestPresets(t *testing.T) {
	for _, asked := range screens {
		if asked.Question == "" || asked.Source == "" || asked.About == "" || len(asked.Presets) == 0 {
			t.Errorf("%s is not declared in full", asked.Name)
		}
		for _, preset := range asked.Presets {
			where := asked.Name + "?preset=" + preset.Name
			values, err := asked.Preset(preset.Name)
			if err != nil {
				t.Errorf("%s: %v", where, err)
				continue
			}
			checkSetting(t, where, asked, values)
			checkAlone(t, where, asked, values)
		}
	}
}

// checkSetting draws a setting and wants something to see, a sentence about it and the answers that Values gives.
func checkSetting(t *testing.T, where string, v view.View, values param.Values) {
	t.Helper()
	f, err := drawn(v, values)
	if err != nil {
		t.Errorf("%s: %v", where, err)
		return
	}
	if len(f.Figure.Marks) == 0 || len(f.Notes) == 0 || f.Figure.Title == "" || f.Figure.X.Name == "" || f.Figure.Y.Name == "" {
		t.Errorf("%s: an empty figure: %d marks, %d notes", where, len(f.Figure.Marks), len(f.Notes))
	}
	checkAnswers(t, where, f.Readings)
	plain, err := v.Values(context.Background(), values)
	if err != nil || len(plain) != len(f.Readings) {
		t.Errorf("%s: %d values (%v), %d answers", where, len(plain), err, len(f.Readings))
		return
	}
	for _, a := range f.Readings { // the page has them by their level
		i := slices.IndexFunc(plain, func(b engine.Reading) bool { return b.Key == a.Key })
		if i < 0 || !same(plain[i].Known, a.Known) {
			t.Errorf("%s: %s is %+v beside the picture, and %+v by itself", where, a.Key, a.Known, plain)
		}
	}
	for _, row := range f.Table().Rows {
		for _, cell := range row {
			if cell.Kind == engine.Number && (math.IsNaN(cell.Number) || math.IsInf(cell.Number, 0)) {
				t.Errorf("%s: the export holds %v", where, cell.Number)
				return
			}
		}
	}
}

// checkAlone asks for every answer by itself.
func checkAlone(t *testing.T, where string, v view.View, values param.Values) {
	t.Helper()
	all, err := v.Values(context.Background(), values)
	if err != nil {
		t.Errorf("%s: %v", where, err)
	}
	for _, a := range all {
		if alone, err := v.Value(context.Background(), values, a.Key); err != nil || !same(alone, a.Known) {
			t.Errorf("%s: %s is %+v alone and %+v among the others, %v", where, a.Key, alone, a.Known, err)
		}
	}
}

// same compares values, some of them missing.
func same(v, w known.Value) bool {
	if v.Missing() && w.Missing() {
		return v.None == w.None
	}
	return v == w
}

// Draws every choice with every parameter at its ends and its default.
func TestCorners(t *testing.T) {
	for _, asked := range sides {
		settings := []string{""}
		for _, c := range asked.Choices {
			settings = cross(settings, c.Key(), optionNamesOf(c))
		}
		for _, p := range asked.Params {
			ends := []float64{p.Min, p.Low, p.High, p.Max, p.Default}
			if p.Open {
				ends = []float64{math.SmallestNonzeroFloat64, p.Low, p.High, math.Nextafter(1, 0), p.Default}
			}
			var words []string
			slices.Sort(ends)
			for _, x := range slices.Compact(ends) {
				if p.Check(x) == nil {
					words = append(words, p.Exact(x))
				}
			}
			settings = cross(settings, p.Name, words)
		}
		step := effort.Scale(7, 1, 1) // one in a prime number meets every value of every control
		if len(settings) > 1500 {
			step = effort.Scale(23, 7, 1)
		}
		for i := 0; i < len(settings); i += step {
			query := settings[i]
			values, err := asked.Parse(query)
			if err != nil {
				t.Fatalf("%s?%s: %v", asked.Name, query, err)
			}
			checkSetting(t, asked.Name+"?"+query, asked, values)
		}
		t.Logf("%s: one in %d of %d settings", asked.Name, step, len(settings))
	}
}

func optionNamesOf(c param.Choice) []string {
	var names []string
	for _, o := range c.Options() {
		names = append(names, o.Name)
	}
	return names
}

func cross(settings []string, key string, words []string) []string {
	var all []string
	for _, s := range settings {
		for _, w := range words {
			pair := key + "=" + w
			if s != "" {
				pair = s + "&" + pair
			}
			all = append(all, pair)
		}
	}
	return all
}
