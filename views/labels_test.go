package views

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/engine/oracle"
	"dpscope/engine/param"
	"dpscope/views/view"
)

// labelView finds what an address of a view of labels asks.
func labelView(address string) (view.View, param.Values, error) {
	name, query, _ := strings.Cut(address, "?")
	for _, asked := range In(view.Labels) {
		if asked.Name == name {
			values, err := asked.Parse(query)
			return asked, values, err
		}
	}
	return view.View{}, param.Values{}, fmt.Errorf("no view of labels is called %q", name)
}

// labelAnswers answers an address of a view of labels with all reasons.
func labelAnswers(address string) ([]engine.Answer, error) {
	asked, values, err := labelView(address)
	if err != nil {
		return nil, err
	}
	sheet, err := drawn(context.Background(), asked, values)
	return sheet.Answers, err
}

// explained is one answer of an address, with its reason.
func explained(t *testing.T, address, name string) engine.Answer {
	t.Helper()
	answers, err := labelAnswers(address)
	if err != nil {
		t.Fatalf("%s: %v", address, err)
	}
	for _, a := range answers {
		if a.Key.String() == name {
			return a
		}
	}
	t.Fatalf("%s has no answer %s", address, name)
	return engine.Answer{}
}

// checkReadings wants every number finite or with a reason, and every reading
// named once and explained.
func checkReadings(t *testing.T, where string, readings []engine.Answer) {
	t.Helper()
	seen := map[string]bool{}
	for _, r := range readings {
		if seen[r.Key.String()] {
			t.Errorf("%s: reading %s twice", where, r.Key.String())
		}
		seen[r.Key.String()] = true
		if math.IsNaN(r.Known.Value) != (r.Known.None != "") {
			t.Errorf("%s: %s = %v, missing because %q", where, r.Key.String(), r.Known.Value, r.Known.None)
		}
		if r.Label == "" || r.Why == (engine.Why{}) || strings.Contains(r.Why.With, "%!") || strings.Contains(r.Why.With, "not defined") {
			t.Errorf("%s: %s is not explained: %+v", where, r.Key.String(), r)
		}
		if strings.Contains(r.Beside, "NaN") || strings.Contains(r.Beside, "not defined") {
			t.Errorf("%s: %s has %q beside it", where, r.Key.String(), r.Beside)
		}
	}
}

func TestLabelPresets(t *testing.T) {
	for _, asked := range In(view.Labels) {
		if asked.Group != view.Labels || asked.Question == "" || asked.Source == "" || asked.About == "" || len(asked.Presets) == 0 {
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
			if got := asked.Encode(values); got != preset.Query {
				t.Errorf("%s is written %q, and its address is %q", where, preset.Query, got)
			}
		}
	}
}

// checkSetting draws a setting and wants something to see, a sentence about it
// and the readings that Answers gives.
func checkSetting(t *testing.T, where string, v view.View, values param.Values) {
	t.Helper()
	f, err := drawn(context.Background(), v, values)
	if err != nil {
		t.Errorf("%s: %v", where, err)
		return
	}
	if len(f.Figure.Marks) == 0 || len(f.Notes) == 0 || f.Figure.Title == "" || f.Figure.X.Name == "" || f.Figure.Y.Name == "" {
		t.Errorf("%s: an empty figure: %d marks, %d notes", where, len(f.Figure.Marks), len(f.Notes))
	}
	checkReadings(t, where, f.Answers)
	answers, err := v.Values(context.Background(), values)
	if err != nil || len(answers) != len(f.Answers) {
		t.Errorf("%s: %d answers (%v), %d readings", where, len(answers), err, len(f.Answers))
		return
	}
	for i, r := range f.Answers {
		if same := answers[i].Known.Value == r.Known.Value || math.IsNaN(answers[i].Known.Value) && math.IsNaN(r.Known.Value); !same || answers[i].Key.String() != r.Key.String() {
			t.Errorf("%s: reading %s = %v, answer %s = %v", where, r.Key.String(), r.Known.Value, answers[i].Key.String(), answers[i].Known.Value)
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

// Every choice with every parameter at its ends and its default.
func TestLabelCorners(t *testing.T) {
	for _, asked := range In(view.Labels) {
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
		if len(settings) > 1500 { // every seventh meets every value of every control
			var some []string
			for i := 0; i < len(settings); i += 7 {
				some = append(some, settings[i])
			}
			settings = some
		}
		for _, query := range settings {
			values, err := asked.Parse(query)
			if err != nil {
				t.Fatalf("%s?%s: %v", asked.Name, query, err)
			}
			checkSetting(t, asked.Name+"?"+query, asked, values)
		}
		t.Logf("%s: %d settings", asked.Name, len(settings))
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

// The names that addresses are answered by.
func TestLabelContract(t *testing.T) {
	for address, names := range map[string][]string{
		"score?n=100&epsilon=1": {"flip-probability", "contraction", "epsilon-true", "success", "success-strict",
			"ln-failure", "ln-probability-kept", "mean-flipped", "sd-flipped"},
		"budget?n=100&flip=0.2&confidence=0.999": {"epsilon-exact", "epsilon-kl", "epsilon-kl-at-j", "epsilon-hoeffding",
			"epsilon-clt", "epsilon-clt-corrected", "epsilon-true-exact"},
	} {
		for _, name := range names {
			if r := readingOf(t, address, name); math.IsNaN(r.Known.Value) {
				t.Errorf("%s: %s is %v", address, name, r.Known.Value)
			}
		}
	}
	for _, c := range []struct {
		address, name string
		want          float64
	}{
		// mpmath, 34 digits and more.
		{"score?n=100&epsilon=0.5", "success", 0.91173910630889498},
		{"score?n=1000000000&epsilon=1", "ln-failure", -30929813.774833534},
		{"score?n=4&epsilon=0&ties=strict", "success", 0.6875},
		{"score?n=4&epsilon=0&ties=strict", "success-strict", 0.3125},
		{"score?n=4&epsilon=0&ties=strict", "ln-failure", math.Log(0.6875)},
		{"budget?n=100&flip=0.5&confidence=0.999", "epsilon-exact", 1.2016917158894218},
		{"budget?n=100&flip=0.5&confidence=0.999", "epsilon-true-exact", 1.2016917158894218 / 2},
		{"budget?n=100&flip=0.5&confidence=0.999", "epsilon-kl", 1.4205067941903791},
		{"budget?n=100&flip=0.5&confidence=0.999", "epsilon-printed", 1.562},
		{"budget?n=100&flip=0.29&confidence=0.9", "flips-allowed", 29},
		{"identity?n=5&epsilon=3", "loss-most", 1.5},
		{"identity?n=5&epsilon=3", "epsilon-true", 1.5},
		{"success?n=8&epsilon=0.5", "success", 0.76239},
	} {
		tolerance := 1e-9 * max(1, 1e-3*math.Abs(c.want))
		if c.name == "success" && c.want == 0.76239 {
			tolerance = 5e-5
		}
		if got := readingOf(t, c.address, c.name).Known.Value; !(math.Abs(got-c.want) <= tolerance) {
			t.Errorf("%s: %s = %.17g, want %.17g", c.address, c.name, got, c.want)
		}
	}
}

func TestLabelMissingAnswers(t *testing.T) {
	for _, c := range []struct{ address, name, missing, why string }{
		{"budget?n=100&flip=0.1&confidence=0.999", "epsilon-hoeffding", "no promise", "only 10 are allowed: it promises nothing at any ε"},
		{"budget?n=100&flip=0.1&confidence=0.999", "epsilon-printed", "an empty cell", "the exact budget exists"},
		{"budget?n=100&flip=0.1&confidence=0.999", "saving", "no bound", "the exact budget is the only answer"},
		{"budget?n=1000&flip=0.6&confidence=0.999", "saving", "none needed", "Fair coins keep the promise"},
		{"score?n=10&epsilon=1&kept=11", "ln-probability-kept", "q is above n", "0 to 10 would do"},
		{"success?n=10&epsilon=0", "even-fall-ends", "it falls for ever", "one half for ever"},
	} {
		r := explained(t, c.address, c.name)
		if !math.IsNaN(r.Known.Value) || r.Known.None != c.missing || !strings.Contains(r.Why.Formula+" "+r.Why.With, c.why) {
			t.Errorf("%s: %s = %v, missing %q, why %q", c.address, c.name, r.Known.Value, r.Known.None, r.Why)
		}
	}
}

func TestLabelBadInput(t *testing.T) {
	for address, want := range map[string]string{
		"score?n=0":                "n = 0 is outside [1, 1e12]",
		"score?n=2.5":              "n = 2.5 is not a whole number; 2 or 3 would do",
		"score?n=1e13":             "n = 1e13 is outside [1, 1e12]",
		"score?epsilon=-1":         "epsilon = -1 is outside [0, 1500]",
		"score?epsilon=NaN":        "epsilon = NaN is outside [0, 1500]",
		"score?ties=maybe":         `ties = "maybe" is not known`,
		"score?kept=-1":            "kept = -1 is outside [0, 1e12]",
		"budget?flip=0":            "flip = 0 is outside (0, 1)",
		"budget?flip=1":            "flip = 1 is outside (0, 1)",
		"budget?confidence=0":      "confidence = 0 is outside (0, 1)",
		"budget?confidence=1":      "confidence = 1 is outside (0, 1)",
		"budget?n=100&flip=twenty": `flip = "twenty" is not a number`,
		"identity?n=11":            "n = 11 is outside [1, 10]",
		"flips?n=1000000":          "n = 1000000 is outside [1, 20000]",
	} {
		if _, err := labelAnswers(address); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", address, err, want)
		}
	}
	for _, address := range []string{"score?n=1000000000000&epsilon=1e-6", "score?n=1000000000000&epsilon=0", "budget?n=1000000000000&flip=0.5&confidence=0.5"} {
		readings, err := labelAnswers(address)
		if err != nil {
			t.Errorf("%s: %v", address, err)
		}
		checkReadings(t, address, readings)
	}
}

// TestLabelReference answers every row of reference/em.csv that an address can
// ask for, by its address.
func TestLabelReference(t *testing.T) {
	counts, worst := map[string]int{}, map[string]float64{}
	for _, row := range oracle.Table(t, "reference", "em.csv") {
		quantity, n, epsilon, sensitivity, at, confidence := row["quantity"], row["n"], row["eps"], row["delta_q"], row["j_or_flip"], row["confidence"]
		if n == "" {
			n = "1"
		}
		address, name := fmt.Sprintf("score?n=%s&epsilon=%s", n, epsilon), map[string]string{
			"success_ge": "success", "success_gt": "success-strict", "ln_fail_ge": "ln-failure", "ln_pr_q": "ln-probability-kept",
			"flip_p": "flip-probability", "contraction": "contraction", "eps_true": "epsilon-true",
		}[quantity]
		if quantity == "ln_pr_q" {
			address += "&kept=" + at
		}
		if name == "" {
			address, name = fmt.Sprintf("budget?n=%s&flip=%s&confidence=%s", n, at, confidence), map[string]string{
				"eps_min_exact": "epsilon-exact", "eps_min_kl": "epsilon-kl", "eps_min_kl_at_j": "epsilon-kl-at-j", "eps_min_hoeffding": "epsilon-hoeffding",
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
		got := readingOf(t, address, name).Known.Value
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

func BenchmarkLabelAnswers(b *testing.B) {
	for _, address := range []string{
		"score?n=100&epsilon=1", "score?n=1000000&epsilon=1", "score?n=1000000000000&epsilon=1",
		"budget?n=100&flip=0.2&confidence=0.999", "budget?n=1000000&flip=0.2&confidence=0.999", "success?n=1000&epsilon=0.5", "identity?n=10&epsilon=1",
	} {
		b.Run(address, func(b *testing.B) {
			for b.Loop() {
				asked, values, err := labelView(address)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := asked.Values(context.Background(), values); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkLabelFigures(b *testing.B) {
	for _, asked := range In(view.Labels) {
		for _, preset := range asked.Presets {
			values, err := asked.Preset(preset.Name)
			if err != nil {
				b.Fatal(err)
			}
			b.Run(asked.Name+"/"+preset.Name, func(b *testing.B) {
				for b.Loop() {
					if _, err := drawn(context.Background(), asked, values); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
