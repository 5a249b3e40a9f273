package views

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/views/view"
)

// checkNames requires exact answers to name what they are exact for. TestPresets and TestExtremes call it with every page that
// they draw.
func checkNames(t *testing.T, v view.View, answers []engine.Reading) {
	t.Helper()
	for _, a := range answers {
		if a.ExactOf == "" && a.Known.Basis == known.Exact && !a.Known.Missing() && !a.Pending {
			t.Errorf("%s: %s is exact and does not name of what: ExactOf of its reading", v.Name, a.Key)
		}
	}
}

// The name of what a number is exact for follows "exact of", and is no sentence.
func TestExactOfIsWritten(t *testing.T) {
	for _, v := range All {
		for _, d := range v.Declared {
			if of := d.ExactOf; strings.HasSuffix(of, ".") || strings.TrimSpace(of) != of || strings.HasPrefix(of, "exact") {
				t.Errorf("%s of %s is exact of %q", d.Name, v.Name, of)
			}
		}
	}
}

// Every view has oracles in a test of its package.
func TestEveryViewHasOracles(t *testing.T) {
	list, err := os.ReadFile("views.go")
	if err != nil {
		t.Fatal(err)
	}
	body := string(list[strings.Index(string(list), "var Tabs"):])
	names := regexp.MustCompile(`(\w+)\.(\w+)[,}]`).FindAllStringSubmatch(body[:strings.Index(body, "\n}")], -1)
	if len(names) != len(All) {
		t.Fatalf("%d views are listed, %d found in views.go", len(All), len(names))
	}
	sides := map[string][]string{ // sides that view.OneOf makes one view of
		"Compare":   {"alongOne", "overPlane"},
		"Flips":     {"oneDraw", "everyOutcome"},
		"Losses":    {"oneLoss", "modelRisks"},
		"Recommend": {"forTable", "forRecord"},
		"Success":   {"moreRecords", "howManyCorrect", "limitOfFlips"},
		"Noise":     {"leastNoise", "alongBudget"},
		"Run":       {"asDrawn", "byCoins"},
		"Proof":     {"byShift", "byRound"},
	}
	for i, name := range names {
		missing := slices.Clone(sides[name[2]])
		if missing == nil {
			missing = []string{name[2]}
		}
		files, _ := filepath.Glob(filepath.Join(name[1], "*_test.go"))
		within, _ := filepath.Glob(filepath.Join("*", name[1], "*_test.go"))
		for _, file := range append(files, within...) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			missing = slices.DeleteFunc(missing, func(v string) bool { return strings.Contains(string(text), "viewtest.Agree(t, "+v+",") })
		}
		for _, v := range missing {
			t.Errorf("%s is held to no oracle: viewtest.Agree(t, %s, ...) in a test of %s would work", All[i].Name, v, name[1])
		}
	}
}
