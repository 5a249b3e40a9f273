package copies

import (
	"math"
	"strings"
	"testing"

	"dpscope/views/viewtest"
)

// The contract of read: names, and values of the reference.
func TestCopiesContract(t *testing.T) {
	for query, want := range map[string]map[string]float64{
		"method=oversampling&copies=3&epsilon=1&delta=1e-8": {
			"group-size": 4, "epsilon-total": 4, "delta-total": 1e-8 * math.Expm1(4) / math.Expm1(1), "epsilon-as-printed": 4, "delta-as-printed": 4e-8},
		"method=oversampling&copies=42&epsilon=0.1&delta=1e-6": {"group-size": 43, "epsilon-total": 4.3, "delta-total": 0.000691253770812423},
		"method=smote&copies=1&dimension=25&neighbours=5&epsilon=1&delta=1e-8": {
			"group-size": 36, "epsilon-as-printed": 1102.30625582836, "epsilon-as-printed-second": 220.2612511657, "epsilon-proof": 5507.53127914178, "kissing-printed": 1101.30625582836},
		"method=smote&copies=1&dimension=1&neighbours=1&epsilon=1&minority=5": {
			"counterexample-loss": 4, "counterexample-promised": 2.32335488313374, "counterexample-delta": 0.737714732013013, "epsilon-as-printed": 2.32335488313374, "kissing": 2},
		"method=smote&copies=100&dimension=1&neighbours=1&epsilon=0.01&excess=1&minority=5": {"counterexample-loss": 3.01, "counterexample-delta": 0.166},
	} {
		got := viewtest.Readings(t, View, query)
		for name, value := range want {
			within := 1e-10 * value
			if value == 0.166 { // the specification has three digits
				within = 5e-4
			}
			if v := got[name].Known.Value; !(math.Abs(v-value) <= within) {
				t.Errorf("%s: %s is %.12g, want %.12g", query, name, v, value)
			}
		}
	}
}

// SMOTE before a private learner is refused, and the view says so in every place.
func TestSmoteIsRefused(t *testing.T) {
	for _, p := range View.Presets {
		sheet := viewtest.Sheet(t, View, p.Query)
		if refused := strings.Contains(sheet.Provenance.Text, "Refused"); refused != strings.Contains(p.Query, "method=smote") {
			t.Errorf("%s: %q", p.Name, sheet.Provenance.Text)
		}
	}
}
