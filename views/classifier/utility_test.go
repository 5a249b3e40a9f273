package classifier_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"dpscope/engine"
	"dpscope/engine/effort"
	"dpscope/engine/known"
	"dpscope/engine/numeral"
	"dpscope/engine/work/worktest"
	"dpscope/mechanisms"
	"dpscope/views"
	"dpscope/views/viewtest"
)

// written writes a classifier to a file of its own.
func written(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "model.json")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// stump is a tree with a threshold above the last float32 below it.
const stump = `{"format": "dpscope-classifier/1", "kind": "decision_tree", "features": ["a"],
 "tree": {"feature": [0, -1, -1], "threshold": [0.30000001, 0, 0], "left": [1, -1, -1], "right": [2, -1, -1], "p1": [0, 0, 1]}}`

// A class that no private value changes is proven for less than all answers where boxes end with [0, 1] and noise does not, and
// the page says so.
func TestBoxesThatAreCutSaySo(t *testing.T) {
	const other = `{"format": "dpscope-classifier/1", "kind": "decision_tree", "features": ["a", "b"],
 "tree": {"feature": [0, -1, -1], "threshold": [0.3, 0, 0], "left": [1, -1, -1], "right": [2, -1, -1], "p1": [0, 0, 1]}}`
	address := "utility?classifier=" + written(t, other) + "&record=0.5,0.5&private=b&mechanism=laplace&epsilon=1"
	shown := func(address string) map[string]engine.Reading {
		asked, values, err := views.Open(address)
		if err != nil {
			t.Fatal(err)
		}
		sheet, err := asked.Sheet(session(), values, func(engine.Sheet) {})
		if err != nil {
			t.Fatal(err)
		}
		byKey := map[string]engine.Reading{}
		for _, a := range sheet.Readings {
			byKey[a.Key.String()] = a
		}
		return byKey
	}
	box, radius := shown(address)["box-mass"], shown(address)["radius-unbounded"]
	if !math.IsInf(radius.Known.Value, 1) || box.Known.Value > 0.9 {
		t.Fatalf("radius %g, proven %g", radius.Known.Value, box.Known.Value)
	}
	if box.Remark != "cut to [0, 1]" || radius.Remark != "boxes end at 0, 1" {
		t.Errorf("beside them stand %q and %q", box.Remark, radius.Remark)
	}
	if got := shown(strings.Replace(address, "laplace", "pm", 1))["box-mass"].Remark; got != "" {
		t.Errorf("of a law within [0, 1] it says %q", got)
	}
}

// Where a law is narrower than the step of float32, draws decide what is exact, and the guarantee is at most that.
func TestUtilityOfATreeHoldsAsComputed(t *testing.T) {
	effort.ForNumbers(t)
	for _, record := range []string{"0.299999996", "0.3", "0.30000001"}[:effort.Scale(1, 3, 3)] {
		address := "utility?classifier=" + written(t, stump) + "&record=" + record + "&mechanism=sw&epsilon=20&draws=" + strconv.Itoa(effort.Scale(50_000, 200_000, 200_000)) + ""
		r := readings(t, session(), address)
		exact, box, drawn := r["agreement-exact"], r["box-mass"], r["agreement-estimate"]
		if exact.Known.Value < drawn.Known.Low-0.002 || exact.Known.Value > drawn.Known.High+0.002 || box.Known.Low > exact.Known.Value || box.Known.Low <= 0 || box.Known.High != box.Known.Value {
			t.Errorf("at %s: exact %.4f, box %.4f (safe %.4f), drawn [%.4f, %.4f]", record, exact.Known.Value, box.Known.Value, box.Known.Low, drawn.Known.Low, drawn.Known.High)
		}
		mass, radius := whole(t, address, "box-mass"), whole(t, address, "radius")
		if !strings.Contains(mass.Why.With, "rounded to float32") || !strings.Contains(radius.Why.With, numeral.Exact(radius.Known.Low)) {
			t.Errorf("at %s nothing is said of rounding: %s", record, radius.Why)
		}
	}
}

// A setting of a mechanism gets the same answer after any other question: keys of remembered boxes hold all that defines a law.
func TestRememberedBoxesAreOfTheSetting(t *testing.T) {
	model := written(t, `{"format": "dpscope-classifier/1", "kind": "linear", "features": ["a", "b", "c"], "coef": [1, 0.7, -0.4], "intercept": -0.5}`)
	for k, kind := range mechanisms.All.Kinds {
		for i, p := range kind.Params {
			if p.Name == mechanisms.Epsilon.Name || !effort.Sample(i+k, 3, 1) {
				continue
			}
			for _, values := range [][2]float64{{p.At(0.4), p.At(0.7)}, {p.At(0.7), p.At(0.4)}}[:effort.Scale(1, 1, 2)] {
				address := func(v float64, target string) string {
					return fmt.Sprintf("utility?classifier=%s&record=0.9,0.8,0.2&private=a,b,c&mechanism=%s&epsilon=0.9&%s=%s&target=%s", model, kind.Name, p.Name, p.Exact(v), target)
				}
				alone := answerOrNone(t, session(), address(values[1], "0.9"))
				one := session()
				answerOrNone(t, one, address(values[0], "0.9"))
				if after := answerOrNone(t, one, address(values[1], "0.9")); after != alone {
					t.Errorf("%s: %.17g alone, %.17g after another setting", address(values[1], "0.9"), alone, after)
				}
			}
		}
	}
}

// session returns a context that has not computed anything yet.
func session() context.Context {
	return worktest.Session(context.Background(), 32<<20)
}

// answerOrNone returns the mass of the box; -1 where the setting has no mechanism.
func answerOrNone(t *testing.T, ctx context.Context, address string) float64 {
	t.Helper()
	asked, values, err := views.Open(address)
	if err != nil {
		t.Fatal(err)
	}
	v, err := asked.Value(ctx, values, engine.Key{Name: "box-mass"})
	if err != nil {
		return -1
	}
	return v.Value
}

// With three private features the agreement of a linear classifier is an interval: no number derived from it is called exact.
func TestIntervalsAreNotExact(t *testing.T) {
	effort.ForNumbers(t)
	effort.ForCheck(t)
	t.Parallel()
	query := "classifier=" + written(t, `{"format": "dpscope-classifier/1", "kind": "linear", "features": ["a", "b", "c"], "coef": [1, 0.7, -0.4], "intercept": -0.5}`) +
		"&private=a,b,c&mechanism=pm&target=0.8"
	ctx, utility := session(), map[string]engine.Reading{}
	for _, address := range []string{"utility?sampling=off&epsilon=2&record=0.9,0.8,0.2&" + query, "population?epsilon=2&records=1&" + query, "population?epsilon=2&records=1&over=epsilon&" + query} {
		asked, values, err := views.Open(address)
		if err != nil {
			t.Fatal(err)
		}
		f, err := viewtest.Drawn(ctx, asked, values)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range f.Figure.Marks {
			switch m := m.(type) {
			case engine.Curve:
				if m.Basis == known.Exact {
					t.Errorf("%s: the curve %s is called exact", address, m.Name)
				}
			case engine.Steps:
				if m.Basis == known.Exact {
					t.Errorf("%s: the steps %s are called exact", address, m.Name)
				}
			}
		}
		for _, r := range f.Readings {
			if asked.Name == "utility" {
				utility[r.Key.String()] = r
			}
			if r.Known.Basis == known.Exact && (r.Name == "worst" || r.Name == "reach-target") {
				t.Errorf("%s: %s is called exact", address, r.Name)
			}
		}
	}
	for name, basis := range map[string]known.Basis{"agreement-exact": known.Between, "epsilon-required-exact": known.AtMost, "epsilon-required": known.AtMost} {
		if r := utility[name]; r.Known.Basis != basis || math.IsNaN(r.Known.Value) {
			t.Errorf("%s = %g is %v", name, r.Known.Value, r.Known.Basis)
		}
	}
	if below := answer(t, ctx, fmt.Sprintf("utility?epsilon=%.17g&record=0.9,0.8,0.2&%s", utility["epsilon-required-exact"].Known.Value, query), "agreement-exact"); below < 0.8 {
		t.Errorf("at the ε required the lower end is %g", below)
	}
	asked, values, err := views.Open("recommend?for=record&criterion=exact&record=0.9,0.8,0.2&total=6&" + query)
	if err != nil {
		t.Fatal(err)
	}
	if v, err := asked.Value(ctx, values, engine.Key{Name: "epsilon", Member: "pm"}); err != nil || v.Missing() || v.Basis != known.AtMost {
		t.Errorf("recommend: %+v, %v", v, err)
	}
}

// Where noise of any strength keeps the class, no mechanism is better than another, and the end of the range is not an answer.
func TestAnyBudgetDoes(t *testing.T) {
	model := written(t, `{"format": "dpscope-classifier/1", "kind": "linear", "features": ["a", "b"], "coef": [0.001, 0.001], "intercept": 1}`)
	asked, values, err := views.Open("recommend?for=record&criterion=certified&sure=on&classifier=" + model + "&record=0.5,0.5&private=a&target=0.8")
	if err != nil {
		t.Fatal(err)
	}
	f, err := viewtest.Drawn(worktest.Session(t.Context(), 0), asked, values)
	if err != nil {
		t.Fatal(err)
	}
	inside := 0
	for _, r := range f.Readings {
		if r.Name == "epsilon" && r.Known.Word == "any ε" {
			inside++
			if r.Known.Basis != known.AtMost {
				t.Errorf("%s = %g is called %v", r.Key.String(), r.Known.Value, r.Known.Basis)
			}
		}
	}
	if said := f.Lead.Answer.String(); inside < 5 || !strings.Contains(said, "Even pure noise keeps class 1 with probability 80 %") {
		t.Errorf("%d mechanisms take any ε; said: %s", inside, said)
	}
	for _, name := range []string{"epsilon-required", "epsilon-required-exact"} {
		if r := whole(t, "utility?mechanism=pm&sure=on&classifier="+model+"&record=0.5,0.5&private=a&target=0.8", name); r.Known.Word != known.AnyBudget || r.Known.Side() != known.Exact {
			t.Errorf("%s = %+v, %q", name, r.Known, r.Remark)
		}
	}
}

// whole returns one answer of a page with all that stands beside it.
func whole(t *testing.T, address, key string) engine.Reading {
	t.Helper()
	asked, values, err := views.Open(address)
	if err != nil {
		t.Fatal(err)
	}
	sheet, err := viewtest.Drawn(worktest.Session(t.Context(), 0), asked, values)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range sheet.Readings {
		if a.Key.String() == key {
			return a
		}
	}
	t.Fatalf("%s has no answer %s", address, key)
	return engine.Reading{}
}

// Ten million draws take their time, and the page shows their progress.
func TestManyDrawsTellHowFarTheyAre(t *testing.T) {
	asked, values, err := views.Open("utility?mechanism=laplace&sampling=on&classifier=stroke-forest&private=age,bmi,avg_glucose_level&draws=1e7")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(session(), 5*time.Second)
	defer stop()
	within := false
	_, err = asked.Sheet(ctx, values, func(s engine.Sheet) {
		if done := s.Progress.Done; done > 0 && done < 1 {
			within = true
			stop()
		}
	})
	if !within {
		t.Errorf("nothing is told while it draws, %v", err)
	}
}

// The ends of a proven box are told in the unit of the record, followed by the scaled number, which is read and exported.
func TestABoxIsToldInItsUnits(t *testing.T) {
	s := sheetOf(t, "map?epsilon=4")
	for name, want := range map[string]string{"box-low-age": "71.5 years", "box-high-bmi": "29.9 kg/m²"} {
		if a := answerOf(t, s, name); a.DisplayText != want || a.Known.Value > 1 || a.Remark == "" {
			t.Errorf("%s: %v is said to be %q, want %q, beside %q", name, a.Known.Value, a.DisplayText, want, a.Remark)
		}
	}
}

// The paper's value is drawn unless it is left out: addresses older than that control have it.
func TestPrintedValueIsDrawnUnlessLeftOut(t *testing.T) {
	for query, want := range map[string]bool{"": true, "printed=hide": false, "printed=show": true, "preset=interval": true} {
		drawn := slices.ContainsFunc(sheetOf(t, "utility?"+query).Figure.Marks, func(m engine.Mark) bool { return m.Normal().Name == "paper" })
		if drawn != want {
			t.Errorf("utility?%s has the paper's value: %t", query, drawn)
		}
	}
}
