package label

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"dpscope/engine/oracle"
)

// Addresses are answered by these names.
func TestContract(t *testing.T) {
	for address, names := range map[string][]string{
		"success?show=outcomes&n=100&epsilon=0.5": {"flip-probability", "contraction", "epsilon-stated", "success", "success-strict",
			"ln-failure", "ln-probability-kept", "mean-flipped", "sd-flipped"},
		"success?show=limit&n=100&flip=0.2&confidence=0.999": {"epsilon-stated", "epsilon-kl", "epsilon-kl-at-j", "epsilon-hoeffding",
			"epsilon-clt", "epsilon-clt-corrected", "epsilon-least"},
	} {
		for _, name := range names {
			if r := read(t, address, name); math.IsNaN(r.Known.Value) {
				t.Errorf("%s: %s is %v", address, name, r.Known.Value)
			}
		}
	}
	for _, c := range []struct {
		address, name string
		want          float64
	}{
		// mpmath, 34 digits and more.
		{"success?show=outcomes&n=100&epsilon=0.25", "success", 0.91173910630889498},
		{"success?show=outcomes&n=1000000000&epsilon=0.5", "ln-failure", -30929813.774833534},
		{"success?show=outcomes&n=4&epsilon=0&ties=strict", "success", 0.6875},
		{"success?show=outcomes&n=4&epsilon=0&ties=strict", "success-strict", 0.3125},
		{"success?show=outcomes&n=4&epsilon=0&ties=strict", "ln-failure", math.Log(0.6875)},
		{"success?show=limit&n=100&flip=0.5&confidence=0.999", "epsilon-stated", 1.2016917158894218},
		{"success?show=limit&n=100&flip=0.5&confidence=0.999", "epsilon-least", 1.2016917158894218 / 2},
		{"success?show=limit&n=100&flip=0.5&confidence=0.999", "epsilon-kl", 1.4205067941903791 / 2},
		{"success?show=limit&n=100&flip=0.5&confidence=0.999", "epsilon-printed", 1.562},
		{"success?show=limit&n=100&flip=0.29&confidence=0.9", "flips-allowed", 29},
		{"flips?n=10&epsilon=750&seed=0", "flipped", 0},
		{"flips?show=outcomes&labels=5&epsilon=1.5", "loss-most", 1.5},
		{"flips?show=outcomes&labels=5&epsilon=1.5", "epsilon-stated", 3},
		{"success?n=8&epsilon=0.25", "success", 0.76239},
	} {
		tolerance := 1e-9 * max(1, 1e-3*math.Abs(c.want))
		if c.name == "success" && c.want == 0.76239 {
			tolerance = 5e-5
		}
		if got := read(t, c.address, c.name).Known.Value; !(math.Abs(got-c.want) <= tolerance) {
			t.Errorf("%s: %s = %.17g, want %.17g", c.address, c.name, got, c.want)
		}
	}
}

func TestMissingAnswers(t *testing.T) {
	for _, c := range []struct{ address, name, missing, why string }{
		{"success?show=limit&n=100&flip=0.1&confidence=0.999", "epsilon-hoeffding", "gives no ε", "only 10 are allowed: it gives no ε"},
		{"success?show=limit&n=100&flip=0.1&confidence=0.999", "epsilon-printed", "an empty cell", "the exact budget exists"},
		{"success?show=limit&n=100&flip=0.1&confidence=0.999", "saving", "no bound", "the exact budget is the only answer"},
		{"success?show=limit&n=1000&flip=0.6&confidence=0.999", "saving", "none needed", "ε = 0 keeps the limit"},
		{"success?show=outcomes&n=10&epsilon=0.5&kept=11", "ln-probability-kept", "q is above n", "0 to 10 can"},
		{"success?n=10&epsilon=0", "even-fall-ends", "it falls at every n", "one half for every n"},
	} {
		r := explained(t, c.address, c.name)
		if !math.IsNaN(r.Known.Value) || r.Known.None != c.missing || !strings.Contains(r.Why.Formula+" "+r.Why.With, c.why) {
			t.Errorf("%s: %s = %v, missing %q, why %q", c.address, c.name, r.Known.Value, r.Known.None, r.Why)
		}
	}
}

func TestBadInput(t *testing.T) {
	for address, want := range map[string]string{
		"success?show=outcomes&n=0":            "n = 0 is outside [1, 1e12]",
		"success?show=outcomes&n=2.5":          "n = 2.5 is not a whole number; 2 or 3 would work",
		"success?show=outcomes&n=1e13":         "n = 1e13 is outside [1, 1e12]",
		"success?show=outcomes&epsilon=-1":     "epsilon = -1 is outside [0, 750]",
		"success?show=outcomes&epsilon=NaN":    "epsilon = NaN is outside [0, 750]",
		"flips?epsilon-stated=2000":            "epsilon-stated = 2000 is outside [0, 1500]",
		"flips?epsilon=1&epsilon-stated=2":     "epsilon is given, and said by epsilon-stated as well; one of both would work",
		"flips?epsilon-stated=2&epsilon=1":     "epsilon is given, and said by epsilon-stated as well; one of both would work",
		"success?show=outcomes&ties=maybe":     `ties = "maybe" is not known`,
		"success?show=outcomes&kept=-1":        "kept = -1 is outside [0, 1e12]",
		"success?show=limit&flip=0":            "flip = 0 is outside (0, 1)",
		"success?show=limit&flip=1":            "flip = 1 is outside (0, 1)",
		"success?show=limit&confidence=0":      "confidence = 0 is outside (0, 1)",
		"success?show=limit&confidence=1":      "confidence = 1 is outside (0, 1)",
		"success?show=limit&n=100&flip=twenty": `flip = "twenty" is not a number`,
		"flips?show=outcomes&labels=11":        "labels = 11 is outside [1, 10]",
		"flips?n=1000000":                      "n = 1000000 is outside [1, 20000]",
	} {
		if _, err := answers(address); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", address, err, want)
		}
	}
	for _, address := range []string{"success?show=outcomes&n=1000000000000&epsilon=5e-07", "success?show=outcomes&n=1000000000000&epsilon=0", "success?show=limit&n=1000000000000&flip=0.5&confidence=0.5"} {
		all, err := answers(address)
		if err != nil {
			t.Errorf("%s: %v", address, err)
		}
		checkAnswers(t, address, all)
	}
}

// A budget copied from the screen, digit by digit, keeps the limit: it is written rounded up.
func TestWrittenBudgetsAreEnough(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 5))
	checked := 0
	for range 400 {
		n, flip, confidence := 1+rng.IntN(2000), 0.02+0.5*rng.Float64(), 0.5+0.4999*rng.Float64()
		address := fmt.Sprintf("success?show=limit&n=%d&flip=%.4g&confidence=%.6g", n, flip, confidence)
		for _, name := range []string{"epsilon-least", "epsilon-stated", "epsilon-kl", "epsilon-hoeffding"} {
			a := read(t, address, name)
			if math.IsNaN(a.Known.Value) || a.Known.Value == 0 {
				continue
			}
			var written float64
			if _, err := fmt.Sscan(a.Written(), &written); err != nil || written < a.Known.Value || written > a.Known.Value*1.02 {
				t.Errorf("%s: %s = %.12g is written %s", address, name, a.Known.Value, a.Written())
			}
			checked++
		}
	}
	if checked < 700 {
		t.Errorf("only %d budgets were checked", checked)
	}
}

// TestReference checks every row of reference/em.csv that an address can ask for.
func TestReference(t *testing.T) {
	counts, worst := map[string]int{}, map[string]float64{}
	for _, row := range oracle.Table(t, "reference", "em.csv") {
		quantity, n, epsilon, sensitivity, at, confidence := row["quantity"], row["n"], row["eps"], row["delta_q"], row["j_or_flip"], row["confidence"]
		if n == "" {
			n = "1"
		}
		address, name := fmt.Sprintf("success?show=outcomes&n=%s&epsilon-stated=%s", n, epsilon), map[string]string{
			"success_ge": "success", "success_gt": "success-strict", "ln_fail_ge": "ln-failure", "ln_pr_q": "ln-probability-kept",
			"flip_p": "flip-probability", "contraction": "contraction", "eps_true": "epsilon-stated",
		}[quantity]
		if quantity == "ln_pr_q" {
			address += "&kept=" + at
		}
		if name == "" {
			address, name = fmt.Sprintf("success?show=limit&n=%s&flip=%s&confidence=%s", n, at, confidence), map[string]string{
				"eps_min_exact": "epsilon-least", "eps_min_kl": "epsilon-kl", "eps_min_kl_at_j": "epsilon-kl-at-j", "eps_min_hoeffding": "epsilon-hoeffding",
				"eps_min_clt": "epsilon-clt", "eps_min_clt_cc": "epsilon-clt-corrected", "eps_corollary3": "epsilon-hoeffding",
			}[quantity]
		}
		if name == "" || sensitivity != "1" {
			continue
		}
		want, err := strconv.ParseFloat(row["value"], 64)
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case quantity == "eps_true": // the file has the paper's ε, and what is spent as half of it
			want *= 2
		case strings.HasPrefix(name, "epsilon"):
			want /= 2
		}
		got := read(t, address, name).Known.Value
		counts[name]++
		if math.IsNaN(want) && math.IsNaN(got) {
			continue
		}
		allowed := 1e-9
		switch size, _ := strconv.ParseFloat(n, 64); {
		case strings.HasPrefix(name, "ln-"):
			allowed = max(1e-9, 1e-12*math.Abs(want))
		case !strings.HasPrefix(name, "epsilon") && size <= 1e6:
			allowed = 1e-11 * want
		}
		e := math.Abs(got - want)
		if !(e <= allowed) {
			t.Errorf("%s: %s = %.17g, want %.17g", address, name, got, want)
		}
		if e > 0 {
			worst[name] = max(worst[name], e/allowed)
		}
	}
	total := 0
	for name, count := range counts {
		total += count
		t.Logf("%-22s %4d rows, at most %.1g of the tolerance", name, count, worst[name])
	}
	if total < 900 {
		t.Errorf("only %d rows were asked for", total)
	}
}
