package classifier_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/known"
	"dpscope/engine/work/worktest"
	"dpscope/learners"
	"dpscope/learners/model"
	"dpscope/mechanisms"
	"dpscope/views"
)

// A page with one wrong answer differs from a page of right ones.
func TestPlantedContradictions(t *testing.T) {
	effort.ForPages(t)
	ctx := worktest.Shared()
	for _, c := range []struct {
		address, key string
		wrong        known.Value
	}{
		{"utility", "agreement-exact", known.Exactly(0)},
		{"utility", "agreement-exact", known.Exactly(1)},
		{"utility", "box-mass", known.OrMore(1)},
		{"utility", "agreement-estimate", known.Sampled(0.1, 0.08, 0.12, 0.95)},
		{"utility", "epsilon-required-exact", known.Exactly(323)},
		{"utility", "epsilon-required-exact", known.Nothing(known.NoBudget)},
		{"utility", "radius-unbounded", known.OrMore(2)},
		{"utility", "box-low-age", known.Exactly(1.4)},
		{"map", "box-mass", known.OrMore(0.95)},
		{"map", "radius", known.Exactly(0.1).Within(0.2, 0.3)},
		{"recommend?for=record", "split-equal", known.Exactly(0.99)},
		{"population?records=20", "mean-proven", known.Approximated(0.99)},
		{"population?records=20", "fifth", known.Approximated(0)},
		{"concentration?mechanism=gaussian", "delta-exact", known.Exactly(0.1)},
		{"success?preset=budget-start", "epsilon-least", known.Exactly(5)},
		{"success", "success-strict", known.Exactly(0.9)},
		{"flips?show=outcomes", "loss-least", known.Exactly(1.9)},
	} {
		asked, values, err := views.Open(c.address)
		if err != nil {
			t.Fatal(err)
		}
		answers, err := asked.Values(ctx, values)
		if err == nil {
			err = asked.Consistent(answers)
		}
		if err != nil {
			t.Fatalf("%s: %v", c.address, err)
		}
		planted := false
		for i := range answers {
			if answers[i].Key.String() == c.key {
				answers[i].Known, planted = c.wrong, true
			}
		}
		if err := asked.Consistent(answers); err == nil || !planted {
			t.Errorf("%s: nothing refutes %s = %v", c.address, c.key, c.wrong)
		}
	}
}

// FuzzConsistent asks the views of a classifier about small random ones of every kind, of any magnitude: the file is refused,
// or no answer contradicts another.
func FuzzConsistent(f *testing.F) {
	for seed := range uint64(len(model.Kinds)) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		rng := rand.New(rand.NewPCG(seed, 1))
		kind := model.Kinds[seed%uint64(len(model.Kinds))]
		path := filepath.Join(t.TempDir(), "c.json")
		if err := os.WriteFile(path, shaken(t, kind, rng), 0o600); err != nil {
			t.Fatal(err)
		}
		m, err := model.Open(path)
		if err != nil {
			return
		}
		address := randomAddress(m, path, rng)
		asked, values, err := views.Open(address)
		if err != nil {
			if strings.Contains(err.Error(), "is outside") { // a total too large, or too small
				return
			}
			t.Fatalf("%s: %v", address, err)
		}
		answers, err := asked.Values(worktest.Session(t.Context(), 1<<26), values)
		if err != nil {
			return
		}
		if err := asked.Consistent(answers); err != nil {
			text, _ := os.ReadFile(path)
			t.Errorf("%s: %v\n%s\n%v", address, err, text, answers[0].Known)
		}
	})
}

// randomAddress returns an address about a random record of a classifier.
func randomAddress(m *model.Model, path string, rng *rand.Rand) string {
	record := make([]string, len(m.Features))
	for i := range record {
		record[i] = fmt.Sprint(math.Round(rng.Float64()*64) / 64)
	}
	private := m.FeatureNames()[:1+rng.IntN(min(2, len(record)))]
	kinds := mechanisms.All.Kinds
	name, budget := "utility?", "epsilon"
	switch rng.IntN(16) {
	case 0:
		name, budget = "recommend?for=record&", "total"
	case 1, 2:
		if name = "map?"; len(private) < 2 {
			name = "utility?"
		}
	}
	return fmt.Sprintf("%sclassifier=%s&record=%s&private=%s&mechanism=%s&%s=%.3g", name, path, strings.Join(record, ","),
		strings.Join(private, ","), kinds[rng.IntN(len(kinds))].Name, budget, math.Exp(6*rng.Float64()-2))
}

// shaken returns the example file of a kind with its numbers moved, and in half of the cases scaled to another magnitude.
func shaken(t *testing.T, kind learners.Kind, rng *rand.Rand) []byte {
	t.Helper()
	var file map[string]any
	if err := json.Unmarshal([]byte(`{"format":"`+model.Format+`","kind":"`+kind.Name+`",`+kind.Example+`}`), &file); err != nil {
		t.Fatal(err)
	}
	size := 1.0
	if rng.IntN(2) == 0 {
		size = math.Pow(10, float64(rng.IntN(600)-300))
	}
	text, err := json.Marshal(shake("", file, size, rng))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func shake(key string, v any, size float64, rng *rand.Rand) any {
	switch v := v.(type) {
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			v[k] = shake(k, v[k], size, rng)
		}
		return v
	case []any:
		for i := range v {
			v[i] = shake(key, v[i], size, rng)
		}
		return v
	case float64:
		moved := v * (0.5 + rng.Float64())
		switch key {
		case "coef", "intercept", "offsets", "variances", "W", "b", "weight", "bias":
			return min(max(moved*size, -math.MaxFloat64), math.MaxFloat64)
		case "precisions": // symmetric as they are
			return min(max(v*size, -math.MaxFloat64), math.MaxFloat64)
		case "means", "centroids", "threshold":
			return moved
		}
		return v
	}
	return v
}
