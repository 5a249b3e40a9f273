package run

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"dpscope/engine"
	"dpscope/engine/effort"
	"dpscope/engine/known"
	"dpscope/engine/oracle"
	"dpscope/views/viewtest"
)

// The contract of read, against the reference where it exists: RDP to 1e-8, the upper bound not below the truth and within half
// a per cent, the lower one not above it.
func TestBudgetSumContract(t *testing.T) {
	for _, c := range []struct {
		query                        string
		whole, any, law, lawAccuracy float64
	}{
		{"rate=0.01&sigma=1.1&steps=10000&delta=1e-5", 5.65430800015, 5.631809667, 5.192583461, 1e-6},
		{"rate=0.005&sigma=0.7&steps=400&delta=1e-5", 2.76532570804, 2.739516786, 1.972948244, 1e-6},
		{"rate=1&sigma=10&steps=20&delta=1e-5", 1.91619283941, 1.914238832, 1.7600571495139, 1e-12},
	} {
		got := viewtest.Some(t, byCoins, c.query, "epsilon-rdp-integer", "epsilon-rdp", "epsilon-at-most", "epsilon-at-least", "epsilon-basic", "epsilon-advanced", "epsilon-optimal")
		for name, want := range map[string]float64{"epsilon-rdp-integer": c.whole, "epsilon-rdp": c.any} {
			if v := got[name].Value; math.Abs(v-want) > 1e-5 || v < want-1e-8 {
				t.Errorf("%s: %s is %.12g, want %.12g", c.query, name, v, want)
			}
		}
		high, low := got["epsilon-at-most"].Value, got["epsilon-at-least"].Value
		if !(low <= c.law+c.lawAccuracy && c.law-c.lawAccuracy <= high && high <= 1.005*c.law) {
			t.Errorf("%s: between %.12g and %.12g, and the truth is %.12g", c.query, low, high, c.law)
		}
		for _, name := range []string{"epsilon-basic", "epsilon-advanced", "epsilon-optimal"} {
			if v := got[name]; v.Basis != known.AtMost || !(v.Value > high) {
				t.Errorf("%s: %s is %v (%s), and the law says %v", c.query, name, v.Value, v.Basis, high)
			}
		}
	}
}

// Every setting of the reference has its numbers under the names of the contract.
func TestBudgetSumReference(t *testing.T) {
	names := map[string]string{"eps_rdp_integer_orders_improved": "epsilon-rdp-integer", "eps_rdp_continuous_improved": "epsilon-rdp", "eps_rdp_integer_orders_classic": "epsilon-rdp-classic"}
	for _, row := range oracle.Table(t, "reference", "imbalance.csv") {
		name := names[row["quantity"]]
		if name == "" {
			continue
		}
		query := strings.NewReplacer(";", "&", "T=", "steps=", "q=", "rate=").Replace(row["params"])
		var want float64
		fmt.Sscan(row["value"], &want)
		v := viewtest.Answer(t, byCoins, query, name)
		if got := v.Value; math.Abs(got-want) > 1e-8*want {
			t.Errorf("%s: %s is %.12g, want %.12g", query, name, got, want)
		}
	}
}

// Noise and steps for a target keep it, and a little less does not.
func TestBudgetSumInverses(t *testing.T) {
	got := viewtest.Some(t, byCoins, "rate=0.02&sigma=1.5&steps=2000&delta=1e-6&target=3", "sigma-needed", "steps-allowed")
	noise, steps := got["sigma-needed"].Value, got["steps-allowed"].Value
	for query, most := range map[string]bool{
		fmt.Sprintf("rate=0.02&sigma=%v&steps=2000&delta=1e-6", noise):       true,
		fmt.Sprintf("rate=0.02&sigma=%v&steps=2000&delta=1e-6", 0.995*noise): false,
		fmt.Sprintf("rate=0.02&sigma=1.5&steps=%v&delta=1e-6", steps):        true,
		fmt.Sprintf("rate=0.02&sigma=1.5&steps=%v&delta=1e-6", steps+30):     false,
	} {
		spent := viewtest.Some(t, byCoins, query, "epsilon-at-most", "epsilon-at-least")
		high, low := spent["epsilon-at-most"].Value, spent["epsilon-at-least"].Value
		if most && high > 3*(1+2e-3) || !most && low <= 3*(1-2e-3) {
			t.Errorf("%s: between %v and %v; 3 is to be kept: %v", query, low, high, most)
		}
	}
}

// Extreme settings have answers, or say why there is none, and none takes long.
func TestBudgetSumAtItsEnds(t *testing.T) {
	effort.ForCheck(t)
	for query, want := range map[string]known.Value{
		"delta=0":                          known.Nothing(known.NoBudget),
		"delta=1e-250":                     known.Nothing("below 1e-200"),
		"rate=1e-9&delta=1e-3":             known.Exactly(0),
		"rate=1&sigma=0.01&steps=1e9":      known.Exactly(5000013486767.88),
		"rate=0.5&sigma=1e4&delta=0.999":   known.Exactly(0),
		"rate=0.01&sigma=0.02&steps=1e9":   known.OrLess(math.NaN()),
		"rate=1e-4&sigma=0.5&steps=1e9":    known.OrLess(math.NaN()),
		"rate=0.01&sigma=0.01&steps=10000": known.OrLess(math.NaN()),
	} {
		switch got := viewtest.Answer(t, byCoins, query, "epsilon-at-most"); {
		case want.None != "":
			if !got.Missing() || !strings.Contains(got.None, want.None) {
				t.Errorf("%s: %+v, want %q", query, got, want.None)
			}
		case got.Missing() || got.Basis != want.Basis || want.Basis == known.Exact && math.Abs(got.Value-want.Value) > 1e-6*want.Value:
			t.Errorf("%s: %+v, want %+v", query, got, want)
		}
	}
}

// At a slack of 0 the inverses speak of noise and steps, not of a budget.
func TestNoNoiseIsEnoughWithoutASlack(t *testing.T) {
	for _, name := range []string{"sigma-needed", "steps-allowed"} {
		if got := viewtest.Answer(t, byCoins, "delta=0", name); !strings.Contains(got.None, "no ε at all") {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// A bound is written as a bound, a closed form is not; both are rounded as beside the picture.
func TestBudgetSumIsSaidAsItStands(t *testing.T) {
	effort.ForNumbers(t)
	for query, begins := range map[string]string{
		"rate=0.01&sigma=1.1&steps=10000&delta=1e-5": "ε ≤ 5.20 after 10,000 steps at δ = 10^-5, above",
		"rate=1&sigma=10&steps=20&delta=1e-5":        "ε = 1.76 after 20 steps at δ = 10^-5, within",
		"sigma=0.01":                                 "ε ≤ 726,346 after 10,000 steps at δ = 10^-5, above your limit of 2.00",
		"sigma=0.01&steps=690&delta=0.999":           "Between ε = 4,543 and 4,972 after 690 steps at δ = 0.999, above your limit of 2.00",
		"sigma=0.01&delta=0.999":                     "ε ≤ 358,779 after 10,000 steps at δ = 0.999, above",
		"steps=1&rate=0.5&sigma=1":                   "ε = ",
		"delta=0":                                    "No finite ε",
		"delta=1e-250":                               "Unknown: at δ = 10^-250",
		"delta=0.5":                                  "ε = 0 after 10,000 steps, because",
	} {
		sheet := viewtest.Sheet(t, byCoins, query)
		said := sheet.Lead.Answer.String()
		if !strings.HasPrefix(said, begins) {
			t.Errorf("%s: said is %q, which does not begin with %q", query, said, begins)
		}
		if a := sheet.Readings[0]; strings.HasPrefix(said, "ε") && !strings.Contains(said, a.Written()) {
			t.Errorf("%s: %s = %s, and said is %q", query, a.Label, a.Written(), said)
		}
		if strings.Contains(said, "1 steps") || strings.Contains(said, "≤ ≤") {
			t.Errorf("%s: said is %q", query, said)
		}
	}
}

// The steps within the limit end at the last one that keeps it: one more does not.
func TestSafeStepsAreTheEdge(t *testing.T) {
	effort.ForNumbers(t)
	for _, query := range []string{"", "preset=bars", "preset=little-noise", "preset=all-records", "target=0.5", "sigma=3&target=0.1", "target=0.001"} {
		steps := viewtest.Answer(t, byCoins, query, "steps-allowed").Value
		limit := 2.0
		if _, after, found := strings.Cut(query, "target="); found {
			fmt.Sscan(after, &limit)
		}
		for more, kept := range []bool{true, false} {
			count := steps + float64(more)
			if count == 0 {
				continue
			}
			if high := viewtest.Answer(t, byCoins, fmt.Sprintf("%s&steps=%v", query, count), "epsilon-at-most").Value; (high <= limit) != kept {
				t.Errorf("%s: %v steps cost %v, and %v are said to be within %v", query, count, high, steps, limit)
			}
		}
	}
}

// The best composition of guarantees alone is never above their sum.
func TestOptimalIsNeverAboveBasic(t *testing.T) {
	for _, query := range []string{"preset=all-records", "rate=0.001&sigma=0.5&steps=10", "rate=1&sigma=0.2&steps=3", "preset=start", "rate=0.3&sigma=0.1&steps=100&delta=0.3"} {
		if got := viewtest.Some(t, byCoins, query, "epsilon-optimal", "epsilon-basic"); got["epsilon-optimal"].Value > got["epsilon-basic"].Value {
			t.Errorf("%s: optimal %v, basic %v", query, got["epsilon-optimal"].Value, got["epsilon-basic"].Value)
		}
	}
}

// No picture waits for itself: known parts are shown while the law is computed, also where nothing is kept.
func TestBudgetSumWithoutASession(t *testing.T) {
	effort.ForNumbers(t)
	for _, p := range byCoins.Presets {
		values, err := byCoins.Preset(p.Name)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute) // a slow machine needs time; a deadlock would wait for ever
		defer cancel()
		done := make(chan error, 1)
		go func() { _, err := byCoins.Sheet(ctx, values, func(engine.Sheet) {}); done <- err }()
		select {
		case err := <-done:
			if err != nil {
				t.Errorf("%s: %v", p.Name, err)
			}
		case <-ctx.Done():
			t.Fatalf("%s waits for itself", p.Name)
		}
	}
}
