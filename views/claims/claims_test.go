package claims

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/engine/claim"
	"dpscope/engine/param"
)

// answered returns the readings of the view at a setting, by name.
func answered(t *testing.T, query string) map[string]engine.Reading {
	t.Helper()
	values, err := Claims.Setting(query)
	if err != nil {
		t.Fatal(err)
	}
	answers, err := Claims.Values(t.Context(), values)
	if err != nil {
		t.Fatal(err)
	}
	of := map[string]engine.Reading{}
	for _, a := range answers {
		of[a.Key.String()] = a
	}
	return of
}

// The counts equal those of lines of the files, read as text.
func TestCountsAreThoseOfTheFiles(t *testing.T) {
	names := map[string]string{"holds": "holds", "corrected": "holds, with a correction", "refuted": "false",
		"not-reproducible": "not reproducible", "not-checkable": "not checkable here", "not-computed": "not computed yet"}
	for _, p := range claim.Papers() {
		text, err := os.ReadFile("../../assets/claims/" + p.Key + ".claims")
		if err != nil {
			t.Fatal(err)
		}
		of := answered(t, "paper="+p.Key)
		total := 0.0
		for name, verdict := range names {
			lines := float64(len(regexp.MustCompile(`(?m)^verdict: `+verdict+`$`).FindAllString(string(text), -1)))
			if got := of[name].Known.Value; got != lines {
				t.Errorf("%s: %s is %v, and %v lines of the file", p.Key, name, got, lines)
			}
			total += lines
		}
		if got := of["listed"].Known.Value; got != total {
			t.Errorf("%s: %v are listed, of %v", p.Key, got, total)
		}
	}
}

// Both menus filter the list, and every claim of the list has something to copy and a place to go.
func TestEveryClaimIsReached(t *testing.T) {
	all, err := claim.All()
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, v := range claim.Verdicts() {
		values, err := Claims.Setting("verdict=" + v.Key())
		if err != nil {
			t.Fatal(err)
		}
		q, err := ask(t.Context(), values)
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range q.listed {
			at := Claims.With(values, number, float64(i+1))
			if seen++; c.Verdict != v {
				t.Errorf("%s is listed under %s", c.ID, v)
			}
			cited := Claims.Cited(at)
			if !strings.Contains(cited, c.Place) || !strings.Contains(cited, claim.Command(c)) || strings.Contains(cited, "{") {
				t.Errorf("%s is cited as %s", c.ID, cited)
			}
		}
	}
	if seen != len(all) || claim.Count() != len(all) {
		t.Errorf("%d claims are reached, and %d counted, of %d", seen, claim.Count(), len(all))
	}
}

// A number beyond the last claim means the last; where none is listed the page says so.
func TestBeyondTheLast(t *testing.T) {
	last, beyond := answered(t, fmt.Sprintf("paper=dro-noise&claim=%v", answered(t, "paper=dro-noise")["listed"].Known.Value)), answered(t, "paper=dro-noise&claim=1000")
	if a, b := last["looked-at"].Known.Word, beyond["looked-at"].Known.Word; a != b || a == "" {
		t.Errorf("the last is %q, and beyond it %q", a, b)
	}
	none := answered(t, "paper=dro-noise&verdict=not-reproducible")
	if a := none["looked-at"]; !a.Known.Missing() || a.Opens != "" {
		t.Errorf("no claim is listed, and %v is looked at", a.Known)
	}
	if cited := Claims.Cited(func() param.Values {
		v, _ := Claims.Setting("paper=dro-noise&verdict=not-reproducible")
		return v
	}()); cited != "" {
		t.Errorf("nothing is cited as %q", cited)
	}
}
