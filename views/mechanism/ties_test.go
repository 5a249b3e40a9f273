package mechanism

import (
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/views/view"
	"dpscope/views/viewtest"
)

// page is the whole page of a query, with its answers by name.
func page(t *testing.T, v view.View, query string) (engine.Sheet, map[string]engine.Answer) {
	t.Helper()
	sheet := viewtest.Sheet(t, v, query)
	byName := map[string]engine.Answer{}
	for _, a := range sheet.Answers {
		byName[a.Key.String()] = a
	}
	return sheet, byName
}

// Equals are no finding: a window that holds every answer has no winner, and
// what any budget does takes no ε.
func TestTiesAreTold(t *testing.T) {
	sheet, answers := page(t, Compare, "theta=0.5&x=0.5&epsilon=2")
	if note := sheet.Notes[0].Text; !strings.Contains(note, "9 mechanisms land within θ equally often") || !strings.Contains(note, "Any ε lets 80 %") || strings.Contains(note, "at least ε") {
		t.Errorf("said: %s", note)
	}
	for name, want := range map[string]string{"best": "8 tied", "cheapest": "any ε does", "mass-pm": "ε* any"} {
		if got := answers[name].Beside; got != want {
			t.Errorf("beside %s stands %q, want %q", name, got, want)
		}
	}
	if sheet, answers := page(t, Winner, "theta=0.5&x=0.5&epsilon=2"); answers["winner"].Beside != "8 tied" || !strings.Contains(sheet.Notes[0].Text, "it is Laplace, clamped and 8 others alike.") {
		t.Errorf("beside the winner stands %q; said: %s", answers["winner"].Beside, sheet.Notes[0].Text)
	}
	if _, answers := page(t, Concentration, "mechanism=pm&from=0&to=1&target=0.8"); answers["epsilon-required"].Beside != "any ε does" {
		t.Errorf("beside the least ε of a window that holds all stands %q", answers["epsilon-required"].Beside)
	}
	sheet, answers = page(t, Compare, "theta=0.3&x=0.5&epsilon=2")
	if strings.Contains(answers["best"].Beside, "tied") || !strings.Contains(sheet.Notes[0].Text, "most often") {
		t.Errorf("without a tie: %q, %s", answers["best"].Beside, sheet.Notes[0].Text)
	}
}
