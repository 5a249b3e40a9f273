package classifier_test

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/engine/effort"
	"dpscope/engine/oracle"
	"dpscope/engine/work/worktest"
	"dpscope/views"
)

// Classifiers of extreme magnitude are answered like their equivalents of ordinary magnitude, or refused. The numbers are
// mpmath's, from integrating the sections of the quadratic or linear boundary.
func TestExtremeMagnitudes(t *testing.T) {
	const at = "utility?mechanism=laplace&epsilon=2&record=0.6,0.4&private=x0,x1&sampling=off&classifier=%s"
	for file, want := range map[string]float64{
		"lin-180.json":  0.718116013645493780607077,
		"lin_huge.json": 0.9002102513816462462873106,
		"nb-160.json":   0.464901027036796,
		"qda-180.json":  0.535917530233217,
	} {
		address := fmt.Sprintf(at, oracle.Path(t, "reference", "hostile", file))
		if got := answer(t, session(), address, "agreement-exact"); math.Abs(got-want) > 1e-12 {
			t.Errorf("%s: the agreement is %.15g, want %.15g", file, got, want)
		}
	}
	for _, file := range []string{"lin_mixed.json", "nb_tiny.json", "qda_huge.json", "qda_neg.json", "mlp_huge.json"} {
		address := fmt.Sprintf(at, oracle.Path(t, "reference", "hostile", file))
		asked, values, err := views.Open(address)
		if err == nil {
			_, err = asked.Values(worktest.Session(t.Context(), 0), values)
		}
		if err == nil {
			t.Errorf("%s is answered", file)
		}
	}
}

// Every file that was once answered wrongly is refused with what would work, or its page contradicts itself nowhere and agrees
// with draws.
func TestHostileFilesBehave(t *testing.T) {
	folder := oracle.Path(t, "reference", "hostile")
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for i, file := range files {
		if !effort.Sample(i, 2, 1) {
			continue
		}
		asked, values, err := views.Open("utility?mechanism=laplace&epsilon=2&sampling=on&draws=4000&classifier=" + file)
		if err != nil {
			t.Fatal(err)
		}
		answers, err := asked.Values(session(), values)
		if err != nil {
			if text := err.Error(); !strings.Contains(text, filepath.Base(file)) || !strings.Contains(text, "would work") {
				t.Errorf("%s is refused without a remedy: %v", file, err)
			}
			continue
		}
		sheet := engine.Sheet{Readings: answers}
		if err := asked.Consistent(answers); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		exact, drawn := answerOf(t, sheet, "agreement-exact").Known, answerOf(t, sheet, "agreement-estimate").Known
		if sd := math.Sqrt(0.25 / 4000); math.Abs(exact.Value-drawn.Value) > 4*sd {
			t.Errorf("%s: %v exactly, %v of the draws", file, exact.Value, drawn.Value)
		}
	}
}

// Where no mechanism can be asked, none is said to fail.
func TestNoMechanismIsBlamed(t *testing.T) {
	const wide = "recommend?for=record&target=0.8&classifier=stroke-forest&private=age,hypertension,bmi"
	best := answerOf(t, sheetOf(t, wide), "enough").Known
	if reason := best.None; !strings.Contains(reason, "at most 2 private features") || !strings.Contains(reason, "criterion=certified") {
		t.Errorf("it says %q", reason)
	}
	if text := sheetOf(t, wide).Lead.Answer.String(); !strings.Contains(text, "cannot be computed; set the criterion to proven bound") {
		t.Errorf("it says %q", text)
	}
}

// A density beyond float64 is bounded from below, and a missing answer has no basis.
func TestBasisAtTheExtremes(t *testing.T) {
	for _, c := range []struct{ address, key, how string }{
		{"concentration?mechanism=sw&show=window&epsilon=700", "plateau-density", "exact"},
		{"concentration?mechanism=sw&show=window&epsilon=745", "plateau-density", "at least"},
		{"concentration?mechanism=pm&show=window&epsilon=1500", "plateau-density", "at least"},
		{"concentration?mechanism=sw&x=0.2&from=0.5&to=0.9", "epsilon-required", "none"},
	} {
		asked, values, err := views.Open(c.address)
		if err != nil {
			t.Fatal(err)
		}
		v, err := asked.Value(worktest.Session(t.Context(), 0), values, engine.Key{Name: c.key})
		if err != nil || v.How() != c.how || math.IsInf(v.Value, 0) {
			t.Errorf("%s: %s = %v, %s, %v; want %s", c.address, c.key, v.Value, v.How(), err, c.how)
		}
	}
}

// The statements about several features hold the numbers: two features of the Gaussian mechanism spend 2δ, and an indicator
// adds its own failure.
func TestWhatSeveralFeaturesSpend(t *testing.T) {
	effort.ForPages(t)
	asked, values, err := views.Open("utility?mechanism=gaussian&epsilon=4&delta=1e-5&indicator=0.01&sampling=off&classifier=stroke-logistic")
	if err != nil {
		t.Fatal(err)
	}
	sheet, err := asked.Sheet(worktest.Session(t.Context(), 0), values, func(engine.Sheet) {})
	if err != nil {
		t.Fatal(err)
	}
	said := map[string]string{}
	for _, a := range sheet.Readings {
		said[a.Key.String()] = a.Why.With
	}
	if text := said["epsilon-total"]; !strings.Contains(text, "adds up to 2.00e-5.") {
		t.Errorf("the total says %q", text)
	}
	if text := said["agreement-with-indicator"]; !strings.Contains(text, "(8.00, 0.0100198)-LDP") && !strings.Contains(text, "(8.00, 0.0100)-LDP") {
		t.Errorf("the indicator says %q", text)
	}
}

// δ is no probability of failure: the loss exceeds ε more often than that.
func TestDeltaIsNotTheTail(t *testing.T) {
	const address = "concentration?mechanism=gaussian&epsilon=2&delta=1e-5"
	if delta, tail := answer(t, t.Context(), address, "delta-exact"), answer(t, t.Context(), address, "loss-tail"); !(tail > 9*delta) {
		t.Errorf("δ = %g, Pr[loss > ε] = %g", delta, tail)
	}
}
