package views

import (
	"bytes"
	"context"
	"encoding/csv"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"dpscope/engine"
	"dpscope/engine/param"
	"dpscope/mechanisms"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// Every preset of every view opens, computes, and keeps the promises of a
// figure: the rules of the page, checked on data.
func TestPresets(t *testing.T) {
	for _, view := range All {
		if len(view.Presets) == 0 {
			t.Errorf("%s has no preset to open with", view.Name)
		}
		for _, p := range view.Presets {
			t.Run(view.Name+"/"+p.Name, func(t *testing.T) {
				_, values, err := Open(view.Name + "?preset=" + p.Name)
				if err != nil {
					t.Fatal(err)
				}
				figure, err := view.Figure(context.Background(), values)
				if err != nil {
					t.Fatal(err)
				}
				checkFigure(t, figure)
				address := view.Address(values)
				again, other, err := Open(address)
				if err != nil || again.Address(other) != address {
					t.Errorf("%s opens as %s, %v", address, again.Address(other), err)
				}
				answers, err := view.Answers(context.Background(), values)
				if err != nil {
					t.Fatal(err)
				}
				if got, want := said(answers), said(figure.Readings); !slices.Equal(got, want) {
					t.Errorf("by themselves the readings are %q, in the figure %q", got, want)
				}
				goldenFigure(t, view.Name+"-"+p.Name, figure)
			})
		}
	}
}

// said is what readings tell, in their order.
func said(readings []engine.Reading) (lines []string) {
	for _, r := range readings {
		lines = append(lines, fmt.Sprintf("%s %v %s %s", r.Key(), r.Value, r.Word, r.Basis))
	}
	return lines
}

// longestLabel is what the side of the page has room for.
const longestLabel = 23

func checkFigure(t *testing.T, f engine.Figure) {
	t.Helper()
	if len(f.Readings) == 0 || len(f.Marks) == 0 {
		t.Errorf("%d readings, %d marks", len(f.Readings), len(f.Marks))
	}
	seen := map[string]bool{}
	for _, r := range f.Readings {
		switch {
		case seen[r.Key()]:
			t.Errorf("two readings are called %s", r.Key())
		case r.Label == "" || r.Why == "":
			t.Errorf("%s has the label %q and the reason %q", r.Key(), r.Label, r.Why)
		case utf8.RuneCountInString(r.Label) > longestLabel:
			t.Errorf("%s: the label %q is longer than %d", r.Key(), r.Label, longestLabel)
		case math.IsNaN(r.Value) && r.Missing == "":
			t.Errorf("%s has no value and does not say why", r.Key())
		case r.Basis == engine.Estimate && !(r.Low <= r.Value && r.Value <= r.High) && r.Low < r.High:
			t.Errorf("%s = %g lies outside its interval [%g, %g]", r.Key(), r.Value, r.Low, r.High)
		}
		seen[r.Key()] = true
	}
	table := f.Table()
	names := map[string]bool{}
	for _, c := range table.Columns {
		if names[c.Name] || c.Name == "" || strings.ContainsAny(c.Name, " -") {
			t.Errorf("a column is called %q", c.Name)
		}
		names[c.Name] = true
	}
}

// goldenFigure compares a thinned export with a file: every so many rows, nine
// digits.
func goldenFigure(t *testing.T, name string, f engine.Figure) {
	t.Helper()
	var b bytes.Buffer
	out := csv.NewWriter(&b)
	table := f.Table()
	var header []string
	for _, c := range table.Columns {
		header = append(header, c.Name)
	}
	out.Write(header)
	stride := max(1, len(table.Rows)/60)
	for i := 0; i < len(table.Rows); i += stride {
		var row []string
		for _, c := range table.Rows[i] {
			text := c.Text()
			if c.Kind == engine.Number {
				text = strconv.FormatFloat(c.Number, 'g', 9, 64)
			}
			row = append(row, text)
		}
		out.Write(row)
	}
	for _, r := range f.Readings {
		out.Write([]string{"reading", r.Key(), strconv.FormatFloat(r.Value, 'g', 9, 64), r.Word, r.Basis.String()})
	}
	out.Flush()
	path := filepath.Join("testdata", "figures", name+".csv")
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if difference := differ(string(want), b.String()); difference != "" {
		t.Errorf("%s differs (go test ./views -update rewrites it): %s", path, difference)
	}
}

// differ compares two exports cell by cell; numbers may differ in their last
// digits, as other processors add up in another way.
func differ(want, got string) string {
	wantRows, gotRows := strings.Split(want, "\n"), strings.Split(got, "\n")
	if len(wantRows) != len(gotRows) {
		return fmt.Sprintf("%d rows became %d", len(wantRows), len(gotRows))
	}
	for i := range wantRows {
		w, g := strings.Split(wantRows[i], ","), strings.Split(gotRows[i], ",")
		if len(w) != len(g) {
			return fmt.Sprintf("row %d: %s became %s", i, wantRows[i], gotRows[i])
		}
		for j := range w {
			a, errA := strconv.ParseFloat(w[j], 64)
			b, errB := strconv.ParseFloat(g[j], 64)
			alike := w[j] == g[j] || errA == nil && errB == nil && math.Abs(a-b) <= 1e-7*math.Abs(a)+1e-12
			if !alike {
				return fmt.Sprintf("row %d: %s became %s", i, wantRows[i], gotRows[i])
			}
		}
	}
	return ""
}

func TestOpen(t *testing.T) {
	for address, says := range map[string]string{
		"concentratio":                      `view = "concentratio" is not known; nearest: concentration`,
		"concentration?mechanism=laplas":    `mechanism = "laplas" is not known; nearest: laplace`,
		"concentration?preset=papr-pm":      `preset = "papr-pm" is not known; nearest: paper-pm`,
		"concentration?epsilonn=2":          `control = "epsilonn" is not known; nearest: epsilon`,
		"concentration?epsilon=0":           "epsilon = 0 is outside [1e-6, 1500]",
		"concentration?epsilon=NaN":         "epsilon = NaN is outside",
		"concentration?epsilon=1e400":       "epsilon = 1e400 is outside",
		"concentration?epsilon=":            `epsilon = "" is not a number`,
		"concentration?epsilon=1&epsilon=2": "epsilon is given twice",
		"concentration?x=1.5":               "x = 1.5 is outside [0, 1]",
		"concentration?target=1":            "target = 1 is outside (0, 1)",
		"concentration?bins=2.5":            "bins = 2.5 is not a whole number",
	} {
		if _, _, err := Open(address); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("Open(%q) gives %v, want %q", address, err, says)
		}
	}
	view, values, err := Open("concentration?from=0.8&to=0.2")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := view.Figure(context.Background(), values); err == nil || !strings.Contains(err.Error(), "from = 0.8 is above to = 0.2") {
		t.Errorf("a window upside down gives %v", err)
	}
}

func TestPresetIsChangedByOtherKeys(t *testing.T) {
	view, values, err := Open("concentration?preset=paper-pm&epsilon=3")
	if err != nil {
		t.Fatal(err)
	}
	if got := view.Address(values); !strings.Contains(got, "mechanism=pm&epsilon=3&") {
		t.Errorf("got %s", got)
	}
}

// The worked examples of the paper, re-derived (claims 1 to 7 of the review).
func TestPaperExamples(t *testing.T) {
	for _, c := range []struct {
		address, reading string
		want             float64
	}{
		{"concentration?mechanism=laplace&epsilon=2&x=0.5&from=0.2&to=0.8", "mass", 0.451188363905973598},
		{"concentration?mechanism=pm&epsilon=2&x=0.5&from=0.2&to=0.8", "mass", 0.852848223531423067},
		{"concentration?mechanism=krr&epsilon=2&x=0.5&from=0.2&to=0.8", "mass", 0.627523},
		{"concentration?mechanism=laplace&epsilon=2&x=0.5&from=0.2&to=0.8&target=0.8", "epsilon-required", math.Log(5) / 0.3},
		{"concentration?mechanism=pm&epsilon=2&x=0.5&from=0.2&to=0.8&target=0.8", "epsilon-required", 2 * math.Ln2},
		{"concentration?mechanism=pm&epsilon=2&x=0&from=0&to=0.3&target=0.8", "epsilon-required", 2.5055},
	} {
		r := read(t, c.address, c.reading)
		if math.Abs(r.Value-c.want) > 1e-4*c.want || c.want != 0.627523 && c.want != 2.5055 && math.Abs(r.Value-c.want) > 1e-14*c.want {
			t.Errorf("%s: %s = %.17g, want %.17g", c.address, c.reading, r.Value, c.want)
		}
	}
}

func read(t *testing.T, address, key string) engine.Reading {
	t.Helper()
	view, values, err := Open(address)
	if err != nil {
		t.Fatal(err)
	}
	readings, err := view.Answers(context.Background(), values)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range readings {
		if r.Key() == key {
			return r
		}
	}
	t.Fatalf("%s has no reading %s", address, key)
	return engine.Reading{}
}

// refusals are what an extreme setting may be refused with.
var refusals = []string{"a window needs from ≤ to", "the classical Gaussian, whose proof needs epsilon <= 1"}

// The views answer at the ends of every range, or say why not.
func TestExtremes(t *testing.T) {
	for _, view := range All {
		choices := append([]param.Choice{nil}, view.Choices...)
		if view.Group == Classifier { // each takes a tenth of a second; mechanisms are tried in the other views
			choices = choices[:1]
		}
		for _, c := range choices {
			options := []string{""}
			if c != nil {
				options = nil
				for _, o := range c.Options() {
					options = append(options, o.Name)
				}
			}
			for _, o := range options {
				values := view.Opening()
				if c != nil {
					values = values.Picking(c, o)
				}
				for _, p := range view.Sliders(values) {
					for _, v := range []float64{p.Min, p.Max} {
						if p.Scale == param.Count && p.Name != mechanisms.Bins.Name && v > 1e4 && view.Group == Classifier {
							continue // more than an afternoon's draws
						}
						if p.Check(v) != nil {
							continue
						}
						extreme := values.With(p, v)
						figure, err := view.Figure(context.Background(), extreme)
						if err != nil {
							if !slices.ContainsFunc(refusals, func(words string) bool { return strings.Contains(err.Error(), words) }) {
								t.Errorf("%s: %v", view.Address(extreme), err)
							}
							continue
						}
						for _, r := range figure.Readings {
							if math.IsNaN(r.Value) && r.Missing == "" {
								t.Errorf("%s: %s is NaN", view.Address(extreme), r.Key())
							}
						}
					}
				}
			}
		}
	}
}

func TestReferenceNamesEverything(t *testing.T) {
	var b strings.Builder
	if err := WriteReference(&b); err != nil {
		t.Fatal(err)
	}
	for _, view := range All {
		for _, key := range view.Keys() {
			if !strings.Contains(b.String(), "`"+key+"`") {
				t.Errorf("%s of %s is missing", key, view.Name)
			}
		}
	}
	for _, kind := range mechanisms.All.Kinds {
		if !strings.Contains(b.String(), "mechanism="+kind.Name) {
			t.Errorf("%s is missing", kind.Name)
		}
	}
}

func BenchmarkCompareFigure(b *testing.B) {
	view, values, _ := Open("compare?against=epsilon&epsilon=2&theta=0.3&x=0.5")
	for b.Loop() {
		if _, err := view.Figure(context.Background(), values); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkConcentrationReadings(b *testing.B) {
	for _, kind := range mechanisms.All.Kinds {
		b.Run(kind.Name, func(b *testing.B) {
			view, values, err := Open("concentration?mechanism=" + kind.Name + "&epsilon=0.9&x=0.5&from=0.2&to=0.8")
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := view.Answers(context.Background(), values); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// One reading asked alone is the one that stands beside the picture.
func TestAnswersAgree(t *testing.T) {
	for _, view := range All {
		if view.Answer == nil {
			continue
		}
		values := view.Opening()
		figure, err := view.Figure(context.Background(), values)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range figure.Readings {
			if r.Word != "" || r.Goal == engine.NoGoal { // nothing that solving asks for
				continue
			}
			alone, err := view.Answer(context.Background(), values, r.Key())
			if err != nil || alone != r.Value && !(math.IsNaN(alone) && math.IsNaN(r.Value)) {
				t.Errorf("%s: %s is %v beside the picture and %v alone, %v", view.Name, r.Key(), r.Value, alone, err)
			}
		}
	}
}
