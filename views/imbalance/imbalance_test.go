package imbalance_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/known"
	"dpscope/engine/oracle"
	"dpscope/views/imbalance/anatomy"
	"dpscope/views/imbalance/threshold"
	"dpscope/views/imbalance/weights"
	"dpscope/views/view"
	"dpscope/views/viewtest"
)

// The contract of read: names, and values of the reference (mpmath, 40 digits).
func TestContract(t *testing.T) {
	for _, c := range []struct {
		view  view.View
		query string
		want  map[string]float64
	}{
		{threshold.View, "gamma=0.5&separation=2&imbalance=10", map[string]float64{
			"recall": 0.841344746068542949, "fpr": 0.158655253931457051, "f1": 0.490880954721787,
			"balanced-accuracy": 0.841344746068542949, "g-mean": 0.841344746068542949, "worst-class": 0.841344746068542949, "accuracy": 0.841344746068542949,
			"gamma-accuracy": 1.07564627324851, "gamma-f1": 0.863263967824243, "f1-max": 0.599063246685547}},
		{threshold.View, "gamma=0.1&separation=3&imbalance=50&formulas=printed", map[string]float64{"recall-printed": 51 * 0.996533026196959}},
		{threshold.View, "noise=classical&separation=1&imbalance=10&epsilon=0.5&delta=1e-5&n=1100&clip=6&beta=0.05", map[string]float64{
			"error-bound": 1.73665279212564, "error-quantile": 1.31486265523116}},
		{anatomy.View, "epsilon=0.05&n=8946&lambda=0.001&weight-max=1", map[string]float64{
			"epsilon-noise": 0.025, "delta-ridge": 0.000103903513068194, "epsilon-noise-classic": 0.025, "delta-ridge-classic": 0.00122169242298105}},
		{anatomy.View, "epsilon=1&n=1000&lambda=0.001&weight-max=1", map[string]float64{
			"epsilon-noise": 1 - math.Log1p(0.25), "delta-ridge": 0, "epsilon-noise-classic": 1 - 2*math.Log1p(0.25), "delta-ridge-classic": 0}},
	} {
		got := viewtest.Readings(t, c.view, c.query)
		for name, want := range c.want {
			a, found := got[name]
			if !found || math.Abs(a.Known.Value-want) > 1e-10*max(want, 1e-4) {
				t.Errorf("%s?%s: %s is %.15g, not %.15g", c.view.Name, c.query, name, a.Known.Value, want)
			}
		}
	}
}

// A clip cuts the variance where it moves the threshold: values by simulations of some hundred draws.
func TestClippedThreshold(t *testing.T) {
	for _, c := range []struct {
		query, name  string
		want, within float64
	}{
		{"noise=classical&separation=5&clip=0.5&n=100000", "threshold-sd", 0.000476, 2e-5},
		{"noise=classical&separation=5&clip=0.5&n=100000&gamma=0.8", "recall-expected", 0.986, 5e-4},
		{"noise=classical&separation=6&clip=3&n=20000&epsilon=10", "threshold-sd", 0.00718, 2e-4},
	} {
		if got := viewtest.Readings(t, threshold.View, c.query)[c.name].Known; math.Abs(got.Value-c.want) > c.within || got.Basis != known.Exact {
			t.Errorf("%s: %s is %s %v, not %v", c.query, c.name, got.Basis, got.Value, c.want)
		}
	}
}

// Hostile records are answered, or refused in a line that says what would work.
func TestHostileRecords(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	spread := func(int) string { return fmt.Sprintf("%.3f,%.3f", rng.NormFloat64(), rng.NormFloat64()) }
	same := func(int) string { return "0.5,0.25" }
	constant := func(i int) string { return fmt.Sprintf("7,%.3f", rng.NormFloat64()) }
	for _, c := range []struct {
		name, file, query, refused string
		none                       bool // recall has no value
	}{
		{"no positives", viewtest.RowsFile(t, 50, 0, spread), "", "has one value, 0, in all 50 records; two classes would work", false},
		{"one positive", viewtest.RowsFile(t, 50, 1, spread), "", "", true},
		{"all positive but one", viewtest.RowsFile(t, 50, 49, spread), "", "", true},
		{"duplicates", viewtest.RowsFile(t, 60, 20, same), "", "", false},
		{"constant column", viewtest.RowsFile(t, 60, 20, constant), "", "", false},
		{"no ridge", viewtest.RowsFile(t, 60, 20, spread), "&lambda-n=0", "", false},
		{"no ridge, as published", viewtest.RowsFile(t, 60, 20, spread), "&lambda-n=0&rule=classic", "", false},
		{"tiny budget", viewtest.RowsFile(t, 60, 20, spread), "&epsilon=0.001&rule=classic", "", false},
		{"no such label", viewtest.RowsFile(t, 60, 20, spread), "&label=z", "z", false},
		{"two records", viewtest.RowsFile(t, 2, 1, spread), "", "", true},
		{"SMOTE", viewtest.RowsFile(t, 60, 20, spread), "&before=smote", "no ε can be guaranteed; public weights work", false},
		{"copies", viewtest.RowsFile(t, 60, 20, spread), "&before=copies", "no ε can be guaranteed; public weights work", false},
		{"SMOTE, privately in nothing", viewtest.RowsFile(t, 60, 20, spread), "&before=smote&method=plain", "", false},
		{"copies, privately in nothing", viewtest.RowsFile(t, 60, 20, spread), "&before=copies&method=plain", "", false},
		{"SMOTE of one row", viewtest.RowsFile(t, 60, 1, spread), "&before=smote&method=plain", "", true},
	} {
		got, err := viewtest.Ask(t, weights.View, "data="+c.file+"&seeds=3"+c.query)
		switch {
		case c.refused != "":
			if err == nil || !strings.Contains(err.Error(), c.refused) {
				t.Errorf("%s: %v, not %q", c.name, err, c.refused)
			}
		case err != nil:
			t.Errorf("%s: %v", c.name, err)
		case got["recall"].Known.Low < 0 || got["auc"].Known.High > 1:
			t.Errorf("%s: recall from %v, AUC to %v", c.name, got["recall"].Known.Low, got["auc"].Known.High)
		case got["recall"].Known.Missing() != c.none:
			t.Errorf("%s: recall is %+v", c.name, got["recall"].Known)
		}
	}
	if _, err := viewtest.Ask(t, anatomy.View, "weight-max=43"); err == nil || !strings.Contains(err.Error(), "weight-max = 43 is outside [1e-6, 1]") {
		t.Errorf("a weight of 43: %v", err)
	}
}

// A page's answers equal those of read one by one, and do not depend on how many cores fit at a time.
func TestPageIsRead(t *testing.T) {
	const query = "epsilon=0.5&seeds=4&method=threshold"
	sheet, alone := viewtest.Sheet(t, weights.View, query), viewtest.Readings(t, weights.View, query)
	for _, a := range sheet.Readings {
		if b := alone[a.Key.String()]; a.Known != b.Known && !(a.Known.Missing() && b.Known.Missing()) {
			t.Errorf("%s is %v on the page and %v alone", a.Key, a.Known, b.Known)
		}
	}
	if data := sheet.Provenance.Text; !strings.Contains(data, "Public: ") {
		t.Errorf("nothing is declared: %q", data)
	}
}

// On mammography the findings of the report hold: weights and the threshold both find the rare class, and weighting costs AUC.
func TestMammography(t *testing.T) {
	file := oracle.Path(t, "data", "imbalanced", "mammography.csv")
	got := viewtest.Readings(t, weights.View, "data="+file+"&label=y&clip=3&epsilon=1&seeds=3&measure=auc&method=weighted")
	value := func(name string) float64 { return got[name].Known.Value }
	if !(value("recall") > 0.7 && value("standing-threshold") > value("standing-weighted")+0.01) {
		t.Errorf("recall %v, AUC %v with weights and %v without", value("recall"), value("standing-weighted"), value("standing-threshold"))
	}
	if n := value("effective-sample"); math.Abs(n-520) > 1 {
		t.Errorf("%v records in effect, not 520", n)
	}
}

// One split cannot tell which method is better; for twenty the paired difference does, more sharply than two intervals side by
// side.
func TestOneSplitTellsLittle(t *testing.T) {
	effort.ForNumbers(t)
	for query, begins := range map[string]string{
		"seeds=1&epsilon=1":                                 "Undecided, from one split: G-mean",
		"preset=start":                                      "No clear difference at ε = 1.00 (G-mean",
		"preset=start&epsilon=2&imbalance=15":               "Weight it: G-mean",
		"preset=start&measure=recall&epsilon=2&imbalance=3": "Move the threshold: recall",
		"preset=start&measure=precision":                    "Neither: unweighted has the most precision",
		"preset=auc":                                        "No clear difference at ε = 0.500 (AUC",
		"preset=strong-ridge":                               "Neither as it stands: λn = 100 is too strong a ridge",
		"preset=start&epsilon=0.05":                         "Neither works at ε = 0.0500",
		"preset=descent":                                    "No clear difference at ε = 1.00 (G-mean",
		"preset=descent&epsilon=2&lambda-n=8":               "DP-SGD (ε, δ) is ahead of both",
	} {
		if said := viewtest.Sheet(t, weights.View, query).Lead.Answer.String(); !strings.HasPrefix(said, begins) {
			t.Errorf("%s: it says %q, not %q", query, said, begins)
		}
	}
	paired := viewtest.Readings(t, weights.View, "preset=start")
	wide := func(name string) float64 { return paired[name].Known.High - paired[name].Known.Low }
	if !(wide("difference") < math.Hypot(wide("standing-weighted"), wide("standing-threshold"))) {
		t.Errorf("the paired difference is %+v", paired["difference"].Known)
	}
}

// The sentence and the answer round alike, also half a record.
func TestRecordsInEffectAreToldOnce(t *testing.T) {
	page := viewtest.Sheet(t, weights.View, "imbalance=8&method=weighted&seeds=2")
	for _, a := range page.Readings {
		if a.Name == "effective-sample" {
			if said := "With weights noise is as large as with ≈ " + a.Known.Written(a.Style, a.Round) + " records."; !strings.HasSuffix(page.Notes[0].Text, said) {
				t.Errorf("the note is %q, and the answer says %q", page.Notes[0].Text, said)
			}
			return
		}
	}
	t.Error("no worth of the records is told")
}
