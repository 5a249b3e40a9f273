package views

import (
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"dpscope/engine"
	"dpscope/engine/effort"
	"dpscope/engine/known"
	"dpscope/engine/num/gemm"
	"dpscope/engine/param"
	"dpscope/engine/work/worktest"
	"dpscope/mechanisms"
	"dpscope/views/view"
	"dpscope/views/viewtest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// Every preset of every view opens, computes, and keeps the promises of a figure: the rules of the page, checked on data.
func TestPresets(t *testing.T) {
	ctx := worktest.Shared()
	for _, asked := range All {
		if len(asked.Presets) == 0 {
			t.Errorf("%s has no preset to open with", asked.Name)
		}
		for i, p := range asked.Presets {
			if i > 0 && testing.Short() { // to the race detector it is the first again
				break
			}
			if (i > 0 && slow(asked) || late(asked)) && !effort.Check() && !*update {
				break
			}
			t.Run(asked.Name+"/"+p.Name, func(t *testing.T) {
				_, values, err := Open(asked.Name + "?preset=" + p.Name)
				if err != nil {
					t.Fatal(err)
				}
				figure, err := viewtest.Drawn(ctx, asked, values)
				if err != nil {
					t.Fatal(err)
				}
				checkFigure(t, figure)
				checkNames(t, asked, figure.Readings)
				address := asked.Address(values)
				again, other, err := Open(address)
				if err != nil || again.Address(other) != address {
					t.Errorf("%s opens as %s, %v", address, again.Address(other), err)
				}
				answers, err := asked.Values(ctx, values.Alone())
				if err != nil {
					t.Fatal(err)
				}
				if err := asked.Consistent(answers); err != nil {
					t.Error(err)
				}
				if got, want := said(answers), said(figure.Readings); !slices.Equal(got, want) {
					t.Errorf("by themselves the readings are %q, in the figure %q", got, want)
				}
				if onLabels(asked) && !gemm.Vectors() {
					t.Log("what is trained was recorded with AVX2; without it its last digits are others, and are not compared")
					return
				}
				keptPage(t, asked.Name, p.Name, figure)
			})
		}
	}
}

// slow reports whether a page takes a tenth of a second or more.
func slow(v view.View) bool {
	return onLabels(v) || slices.Contains([]view.Group{Model, Numbers, RareClass}, v.Group) || v.Name == "run"
}

// onLabels reports whether a page trains on flipped labels.
func onLabels(v view.View) bool {
	return slices.Contains([]string{"losses", "risk", "race", "learning", "boundary"}, v.Name)
}

// late reports whether a page takes half a second or more.
func late(v view.View) bool { return slices.Contains([]string{"recommend", "boundary"}, v.Name) }

// said returns the texts of readings, by their names: a page sorts what read does not.
func said(readings []engine.Reading) (lines []string) {
	for _, r := range readings {
		lines = append(lines, fmt.Sprintf("%s %v %s %s", r.Key.String(), r.Known.Value, r.Known.Word, r.Known.Basis))
	}
	slices.Sort(lines)
	return lines
}

// longestLabel is the length of a label that fits the side of the page.
const longestLabel = 25

func checkFigure(t *testing.T, f engine.Sheet) {
	t.Helper()
	marks := len(f.Figure.Marks)
	for _, p := range f.Figure.Panels {
		marks += len(p.Marks)
	}
	if len(f.Readings) == 0 || marks == 0 {
		t.Errorf("%d readings, %d marks", len(f.Readings), marks)
	}
	seen := map[string]bool{}
	for _, r := range f.Readings {
		switch {
		case seen[r.Key.String()]:
			t.Errorf("two readings are called %s", r.Key.String())
		case r.Label == "" || r.Why == (engine.Why{}):
			t.Errorf("%s has the label %q and the reason %q", r.Key.String(), r.Label, r.Why)
		case utf8.RuneCountInString(r.Heading()) > longestLabel:
			t.Errorf("%s: the label %q is longer than %d", r.Key.String(), r.Label, longestLabel)
		case math.IsNaN(r.Known.Value) && r.Known.None == "":
			t.Errorf("%s has no value and does not say why", r.Key.String())
		case r.Known.Basis == known.Estimate && !(r.Known.Low <= r.Known.Value && r.Known.Value <= r.Known.High) && r.Known.Low < r.Known.High:
			t.Errorf("%s = %g lies outside its interval [%g, %g]", r.Key.String(), r.Known.Value, r.Known.Low, r.Known.High)
		}
		seen[r.Key.String()] = true
		checkWhy(t, r)
	}
	for _, table := range f.Tables() {
		checkTable(t, table)
	}
}

// checkWhy requires a reason to be whole sentences, and a source to be no part of them: it is printed after them.
func checkWhy(t *testing.T, r engine.Reading) {
	t.Helper()
	for _, part := range []string{r.Why.Formula, r.Why.With, r.Why.Assumes} {
		if end := strings.TrimSuffix(part, ")"); part != "" && !strings.HasSuffix(end, ".") && !strings.HasSuffix(end, "?") || strings.Contains(part, "..") || strings.Contains(part, "  ") {
			t.Errorf("%s: a reason has no sentence: %q", r.Key.String(), part)
		}
		if s := r.Why.Source; s != "" && strings.Contains(part, s) || strings.HasSuffix(s, ".") {
			t.Errorf("%s: the source %q stands in %q", r.Key.String(), s, part)
		}
	}
}

// checkTable requires unique names and one type a column.
func checkTable(t *testing.T, table engine.Table) {
	t.Helper()
	names := map[string]bool{}
	for i, c := range table.Columns {
		if names[c.Name] || c.Name == "" || strings.ContainsAny(c.Name, " -") {
			t.Errorf("%s: a column is called %q", table.Name, c.Name)
		}
		names[c.Name] = true
		other := engine.Word
		if c.Text {
			other = engine.Number
		}
		for _, row := range table.Rows {
			if row[i].Kind == other {
				t.Errorf("%s: the column %s holds %q (text is %v)", table.Name, c.Name, row[i].Text(), c.Text)
				break
			}
		}
	}
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
	asked, values, err := Open("concentration?from=0.8&to=0.2")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := viewtest.Drawn(context.Background(), asked, values); err == nil || !strings.Contains(err.Error(), "from = 0.8 is above to = 0.2") {
		t.Errorf("a window upside down gives %v", err)
	}
}

func TestPresetIsChangedByOtherKeys(t *testing.T) {
	asked, values, err := Open("concentration?preset=paper-pm&epsilon=3")
	if err != nil {
		t.Fatal(err)
	}
	if got := asked.Address(values); !strings.Contains(got, "mechanism=pm&show=window&epsilon=3&") {
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
		if math.Abs(r.Known.Value-c.want) > 1e-4*c.want || c.want != 0.627523 && c.want != 2.5055 && math.Abs(r.Known.Value-c.want) > 1e-14*c.want {
			t.Errorf("%s: %s = %.17g, want %.17g", c.address, c.reading, r.Known.Value, c.want)
		}
	}
}

func read(t *testing.T, address, key string) engine.Reading {
	t.Helper()
	asked, values, err := Open(address)
	if err != nil {
		t.Fatal(err)
	}
	readings, err := asked.Values(context.Background(), values)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range readings {
		if r.Key.String() == key {
			return r
		}
	}
	t.Fatalf("%s has no reading %s", address, key)
	return engine.Reading{}
}

// refusals lists texts with which an extreme setting may be refused.
var refusals = []string{"a window needs from ≤ to", "the classical Gaussian, whose proof needs epsilon <= 1", "no ε can be guaranteed", "Gaussian noise gives no guarantee without a δ",
	"model names no file", "a batch of", "it keeps no ε without a δ", "is of whole numbers", "losses of several events are not added up for so little"}

// The views answer at the ends of every range, or say why not.
func TestExtremes(t *testing.T) {
	effort.ForPages(t)
	ctx := worktest.Shared()
	few := filepath.Join(t.TempDir(), "few.csv") // fewer people than are made up
	if err := os.WriteFile(few, []byte("x_u,x_v\n"+strings.Repeat("0.1,0.2\n0.4,0.9\n0.5,0.5\n0.99,0.97\n", 3)), 0o644); err != nil {
		t.Fatal(err)
	}
	lighter := map[string]string{ // their extremes take seconds otherwise
		"run": "show=bars", "recommend": "classifier=circle-qda&records=10&data=" + few, "learning": "epochs=3", "race": "epochs=3",
		"boundary": "learners=logistic,forest&n=200", "coordinates": "seeds=2&rounds=20"}
	tried := 0
	for _, asked := range All {
		t.Run(asked.Name, func(t *testing.T) {
			base, err := asked.Parse(lighter[asked.Name])
			if err != nil {
				t.Fatal(err)
			}
			for _, extreme := range extremes(asked, base) {
				if tried++; effort.Sample(tried, 47, 29) {
					checkExtreme(t, ctx, asked, extreme)
				}
			}
		})
	}
}

// extremes returns settings with each slider of each option at either end, except those that take minutes.
func extremes(asked view.View, base param.Values) (list []param.Values) {
	bases := []param.Values{base}
	if !slow(asked) { // mechanisms are tried in the other views
		for _, c := range asked.Choices {
			for _, o := range c.Options() {
				if !o.Lasting {
					bases = append(bases, base.Picking(c, o.Name))
				}
			}
		}
	}
	for _, values := range bases {
		for _, p := range asked.Sliders(values) {
			for _, v := range []float64{p.Min, p.Max} {
				switch {
				case p.Scale == param.Count && p.Name != mechanisms.Bins.Name && v > 1e4 && asked.Group == Model: // more than an afternoon's draws
				case p.Scale == param.Count && v >= 100 && (onLabels(asked) || asked.Name == "weights" || asked.Name == "approaches" || asked.Name == "network"): // trainings of a minute
				case p.Check(v) != nil:
				default:
					list = append(list, values.With(p, v))
				}
			}
		}
	}
	return list
}

func checkExtreme(t *testing.T, ctx context.Context, asked view.View, extreme param.Values) {
	t.Helper()
	figure, err := viewtest.Drawn(ctx, asked, extreme)
	if err != nil {
		if !slices.ContainsFunc(refusals, func(words string) bool { return strings.Contains(err.Error(), words) }) {
			t.Errorf("%s: %v", asked.Address(extreme), err)
		}
		return
	}
	checkAnswers(t, asked, extreme, figure.Readings)
}

// checkAnswers checks that the answers of a page agree with one another and with their names, and are numbers.
func checkAnswers(t *testing.T, asked view.View, values param.Values, answers []engine.Reading) {
	t.Helper()
	if err := asked.Consistent(answers); err != nil {
		t.Errorf("%s: %v", asked.Address(values), err)
	}
	checkNames(t, asked, answers)
	for _, r := range answers {
		if math.IsNaN(r.Known.Value) && r.Known.None == "" {
			t.Errorf("%s: %s is NaN", asked.Address(values), r.Key.String())
		}
	}
}

func TestReferenceNamesEverything(t *testing.T) {
	var b strings.Builder
	for _, page := range Reference() {
		b.WriteString(page.Text)
	}
	for _, asked := range All {
		for _, key := range asked.Keys() {
			if !strings.Contains(b.String(), "`"+key+"`") {
				t.Errorf("%s of %s is missing", key, asked.Name)
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
	asked, values, _ := Open("compare?show=epsilon&epsilon=2&theta=0.3&x=0.5")
	for b.Loop() {
		if _, err := viewtest.Drawn(context.Background(), asked, values); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkConcentrationReadings(b *testing.B) {
	for _, kind := range mechanisms.All.Kinds {
		b.Run(kind.Name, func(b *testing.B) {
			asked, values, err := Open("concentration?mechanism=" + kind.Name + "&epsilon=0.9&x=0.5&from=0.2&to=0.8")
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := asked.Values(context.Background(), values); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// An answer computed alone equals the one beside the picture.
func TestAnswersAgree(t *testing.T) {
	effort.ForNumbers(t)
	ctx := worktest.Shared()
	for i, asked := range All {
		if slow(asked) && !effort.Sample(i, 5, 2) {
			continue
		}
		values := asked.Opening()
		sheet, err := viewtest.Drawn(ctx, asked, values)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range sheet.Readings {
			if a.Known.Word != "" || a.Goal == known.NoGoal { // solving does not ask for it
				continue
			}
			alone, err := asked.Value(ctx, values, a.Key)
			if err != nil || alone.Value != a.Known.Value && !(alone.Missing() && a.Known.Missing()) {
				t.Errorf("%s: %s is %v beside the picture and %v alone, %v", asked.Name, a.Key, a.Known.Value, alone.Value, err)
			}
		}
	}
}
