package mechanism

import (
	"fmt"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/param"
	"dpscope/mechanisms"
	"dpscope/views/control"
	"dpscope/views/view"
	"dpscope/views/viewtest"
)

// page returns the whole page of a query, with its answers by name.
func page(t *testing.T, v view.View, query string) (engine.Sheet, map[string]engine.Reading) {
	t.Helper()
	sheet := viewtest.Sheet(t, v, query)
	byName := map[string]engine.Reading{}
	for _, a := range sheet.Readings {
		byName[a.Key.String()] = a
	}
	return sheet, byName
}

// withinTheRange counts the mechanisms with ε alone that answer within [0, 1].
func withinTheRange(t *testing.T) (count int) {
	t.Helper()
	for _, kind := range mechanisms.All.Kinds {
		if kind.Tag != control.PureNotion {
			continue
		}
		m, err := kind.New(param.Values{})
		if err != nil {
			t.Fatal(err)
		}
		if m.At(0.5).Outside(0, 1) == 0 {
			count++
		}
	}
	return count
}

// A tie is no finding: a window that holds every answer has no winner, and a target that any budget reaches needs no ε.
func TestTiesAreTold(t *testing.T) {
	sheet, answers := page(t, Compare, "theta=0.5&x=0.5&epsilon=2")
	tied := withinTheRange(t)
	others := fmt.Sprintf("tied with %d", tied-1)
	if lead := sheet.Lead.Answer.String(); lead != fmt.Sprintf("Tied: %d under ε-LDP reach 100 %%, for x ± 0.50 is the whole range.", tied) {
		t.Errorf("said: %s", lead)
	}
	for name, want := range map[string]string{"best": others, "cheapest": "", "mass-pm": "80 % at any ε"} {
		if got := answers[name].Remark; got != want {
			t.Errorf("beside %s stands %q, want %q", name, got, want)
		}
	}
	for _, name := range []string{"cheapest", "epsilon-required-pm"} {
		if got := answers[name].Known.Word; got != known.AnyBudget {
			t.Errorf("%s is %q, want %q", name, got, known.AnyBudget)
		}
	}
	if sheet, answers := page(t, overPlane, "theta=0.5&x=0.5&epsilon=2"); answers["best"].Remark != others || !strings.HasPrefix(sheet.Lead.Answer.String(), fmt.Sprintf("Tied: %d ", tied)) {
		t.Errorf("beside the winner stands %q; said: %s", answers["best"].Remark, sheet.Lead.Answer)
	}
	sheet, answers = page(t, Concentration, "mechanism=pm&from=0&to=1&target=0.8")
	if lead := sheet.Lead.Answer.String(); answers["epsilon-required"].Known.Word != known.AnyBudget || !strings.HasSuffix(lead, "; any ε would have been enough.") {
		t.Errorf("the least ε of a window that holds all is %q; said: %s", answers["epsilon-required"].Known.Word, lead)
	}
	// 80.9 % at ε = 0.01, and 63.8 % at 2.
	sheet, answers = page(t, Concentration, "mechanism=pm&show=window&epsilon=2&x=0.2&from=0.19&to=1&target=0.8")
	if lead := sheet.Lead.Answer.String(); !strings.HasSuffix(lead, "; a far smaller ε does.") {
		t.Errorf("said: %s", lead)
	}
	if answers["epsilon-required"].Remark != "smallest ε tried" {
		t.Errorf("beside the least ε of a window that larger ε leave stands %q", answers["epsilon-required"].Remark)
	}
	sheet, answers = page(t, Compare, "theta=0.3&x=0.5&epsilon=2")
	if strings.Contains(answers["best"].Remark, "tied") || !strings.HasPrefix(sheet.Lead.Answer.String(), "Piecewise (PM): ") {
		t.Errorf("without a tie: %q, %s", answers["best"].Remark, sheet.Lead.Answer)
	}
}
