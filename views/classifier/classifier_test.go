package classifier_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/engine/effort"
	"dpscope/engine/known"
	"dpscope/engine/oracle"
	"dpscope/engine/work/worktest"
	"dpscope/views"
	"dpscope/views/classifier"
	"dpscope/views/viewtest"
)

// The readings of utility, by addresses, agree with robustness.csv: every row of the stroke and bank classifiers on [0, 1].
func TestUtilityReference(t *testing.T) {
	effort.ForNumbers(t)
	names := map[string]string{"pm": "pm", "sw": "sw", "laplace_clamp": "laplace-clamped", "laplace_raw": "laplace",
		"exp101": "exponential", "exp101_nohalf": "exponential-sharp", "krr101": "krr"}
	reading := map[string]string{"exact_utility": "agreement-exact", "best_box_mass": "box-mass", "radius_linf": "radius-unbounded", "radius_linf_box": "radius"}
	tolerance := map[string]float64{"exact_utility": 1e-9, "best_box_mass": 1e-9, "radius_linf": 1e-9, "radius_linf_box": 1e-9}
	law := regexp.MustCompile(`mechanism=(\S+) eps=(\d+)`)
	count, worst, ctx := map[string]int{}, map[string]float64{}, session()
	every := effort.Scale(3, 1, 1)
	for i, row := range oracle.Table(t, "reference", "robustness.csv") {
		quantity := row["quantity"]
		key, asked := reading[quantity]
		if !asked || !strings.HasPrefix(row["case"], "stroke-") && !strings.HasPrefix(row["case"], "bank-") {
			continue
		}
		if i%every != 0 {
			continue
		}
		mechanism, epsilon := "pm", "4"
		if m := law.FindStringSubmatch(row["note"]); m != nil {
			mechanism, epsilon = names[m[1]], m[2]
		}
		if mechanism == "" { // rejected draws counted as errors: this program has no such mechanism
			continue
		}
		want, err := strconv.ParseFloat(row["value"], 64)
		if err != nil {
			t.Fatal(err)
		}
		address := fmt.Sprintf("utility?sampling=off&classifier=%s&record=%s&mechanism=%s&epsilon=%s",
			oracle.Path(t, "reference", "peer-classifiers", row["classifier"]), strings.ReplaceAll(row["x"], " ", ","), mechanism, epsilon)
		got := answer(t, ctx, address, key)
		off := math.Abs(got - want)
		if !(off <= tolerance[quantity]) {
			t.Errorf("%s: %s = %.15g, want %.15g (%s)", address, key, got, want, row["case"])
		}
		count[quantity]++
		worst[quantity] = max(worst[quantity], off)
	}
	for quantity, n := range count {
		t.Logf("%s: %d rows, largest error %.2g", quantity, n, worst[quantity])
	}
	if count["exact_utility"] < 100/every || count["best_box_mass"] < 80/every {
		t.Errorf("only %v rows were checked", count)
	}
}

// answer computes one reading of an address.
func answer(t *testing.T, ctx context.Context, address, key string) float64 {
	t.Helper()
	asked, values, err := views.Open(address)
	if err != nil {
		t.Fatal(err)
	}
	v, err := asked.Value(ctx, values, engine.Key{Name: key})
	if err != nil {
		t.Fatalf("%s: %v", address, err)
	}
	return v.Value
}

// The certified bound never exceeds the exact agreement, where the paper's did (its row 81: .8331 against .1031).
func TestStrokeTinyIsNotOverclaimed(t *testing.T) {
	path := oracle.Path(t, "reference", "peer-classifiers", "stroke_rf.json")
	address := "utility?sampling=off&classifier=" + path + "&record=stroke-tiny&mechanism=pm&epsilon=8"
	ctx := session()
	proven, exact := answer(t, ctx, address, "box-mass"), answer(t, ctx, address, "agreement-exact")
	if proven > exact || proven > 0.1031 || math.Abs(exact-0.1031) > 5e-4 {
		t.Errorf("proven %g, exact %g", proven, exact)
	}
}

// The answers about the embedded classifiers satisfy their inequalities.
func TestUtilityOrder(t *testing.T) {
	effort.ForNumbers(t)
	ctx := worktest.Shared()
	for _, p := range classifier.Utility.Presets[:effort.Scale(2, len(classifier.Utility.Presets), len(classifier.Utility.Presets))] {
		readings := readings(t, ctx, "utility?preset="+p.Name)
		exact, proven := readings["agreement-exact"], readings["box-mass"]
		if math.IsNaN(exact.Known.Value) || proven.Known.Value > exact.Known.Value+1e-10 {
			t.Errorf("%s: proven %g, exact %g", p.Name, proven.Known.Value, exact.Known.Value)
		}
		if e := readings["agreement-estimate"]; e.Known.Basis != known.Estimate || e.Known.Low > exact.Known.Value || e.Known.High < exact.Known.Value {
			t.Errorf("%s: [%g, %g] misses %g", p.Name, e.Known.Low, e.Known.High, exact.Known.Value)
		}
		if need := readings["epsilon-required"]; !math.IsNaN(need.Known.Value) {
			at := strings.Replace(p.Query, "epsilon=", "epsilon="+strconv.FormatFloat(need.Known.Value, 'g', -1, 64)+"&x_was=", 1)
			at = regexp.MustCompile(`&x_was=[^&]*`).ReplaceAllString(at, "")
			if reached := answer(t, ctx, "utility?"+at, "box-mass"); reached < 0.79 {
				t.Errorf("%s: at ε = %g the proven share is %g", p.Name, need.Known.Value, reached)
			}
		}
		if paper := readings["agreement-paper"]; paper.Known.Basis != known.AsPrinted {
			t.Errorf("%s: the paper's figure is marked %v", p.Name, paper.Known.Basis)
		}
	}
}

func readings(t *testing.T, ctx context.Context, address string) map[string]engine.Reading {
	t.Helper()
	asked, values, err := views.Open(address)
	if err != nil {
		t.Fatal(err)
	}
	list, err := asked.Values(ctx, values)
	if err != nil {
		t.Fatal(err)
	}
	byKey := map[string]engine.Reading{}
	for _, r := range list {
		byKey[r.Key.String()] = r
	}
	return byKey
}

func TestClassifierBadInput(t *testing.T) {
	broken := filepath.Join(t.TempDir(), "broken.json")
	if err := os.WriteFile(broken, []byte(`{"format":"dpscope-classifier/1","kind":"tree"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	table := filepath.Join(t.TempDir(), "table.csv")
	if err := os.WriteFile(table, []byte("age,bmi\n1,2\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for address, says := range map[string]string{
		"utility?classifier=stroke-forrest":               `classifier = "stroke-forrest" is not known; nearest: stroke-forest`,
		"utility?classifier=/nowhere/model.json":          "no such file",
		"utility?classifier=" + broken:                    "broken.json",
		"utility?record=stroke-Z":                         `record = "stroke-Z" is not known; nearest: stroke-A`,
		"utility?record=1,2":                              `record = "1,2" has 2 numbers; 6, `,
		"utility?record=0.5,0,0,1,0.5,nan":                "bmi",
		"utility?private=agee":                            `feature = "agee" is not known; nearest: age`,
		"utility?private=age,age":                         "named twice",
		"utility?record=0.79,1,0,1,0.58,1.2":              "bmi = 1.2 lies outside [0, 1]",
		"map?private=age":                                 "a map needs two private features, and not 1; private=age,hypertension would work",
		"map?private=age,bmi,hypertension":                "and not 3; private=age,hypertension would work",
		"population?data=/nowhere/table.csv":              "no such file",
		"population?data=" + table:                        "hypertension",
		"recommend?for=record&total=0":                    "total = 0 is outside",
		"utility?mechanism=gaussian-classic&epsilon=2":    "too large for the classical Gaussian",
		"utility?classifier=" + strings.Repeat("x", 5000): "at most 4096 would work",
		"utility?classifier=%1b%5b31mred&record=x":        "is not known",
	} {
		asked, values, err := views.Open(address)
		if err == nil {
			_, err = viewtest.Drawn(session(), asked, values)
		}
		if err == nil || !strings.Contains(err.Error(), says) || strings.ContainsAny(err.Error(), "\n\x1b") || len(err.Error()) > 700 {
			t.Errorf("%.80s gives %v, want %q", address, err, says)
		}
	}
	clamped := readings(t, session(), "utility?record=0.79,1,0,1,0.58,1.2&clamp=on&sampling=off")
	if math.IsNaN(clamped["agreement-exact"].Known.Value) {
		t.Error("a clamped record has no answer")
	}
}

// Changing the classifier drops a record of another one.
func TestClassifierResetsItsRecord(t *testing.T) {
	effort.ForPages(t)
	asked, values, err := views.Open("utility?classifier=stroke-forest&record=stroke-B&private=age")
	if err != nil {
		t.Fatal(err)
	}
	changed := values.Writing(asked.Texts[0], "circle-qda")
	if got := asked.Address(changed); strings.Contains(got, "record=") || strings.Contains(got, "private=") {
		t.Errorf("an address says what was written, not %s", got)
	}
	sheet, err := viewtest.Drawn(session(), asked, changed)
	if err != nil || sheet.Defaults["record"].Meaning != "centre" || sheet.Defaults["private"].Meaning == "" {
		t.Errorf("the words stand for %v, %v", sheet.Defaults, err)
	}
}

func BenchmarkUtility(b *testing.B) {
	for _, p := range classifier.Utility.Presets {
		b.Run(p.Name, func(b *testing.B) {
			values, err := classifier.Utility.Preset(p.Name)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := viewtest.Drawn(context.Background(), classifier.Utility, values); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
