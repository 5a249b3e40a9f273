package views

import (
	"slices"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/views/view"
)

// checkSees looks at who sees what on a page: what is said are readings; an attacker is right no more often than is allowed unless
// the reason says why; two numbers that are written differently have a reason; two values are close only where another pair is
// told apart better.
func checkSees(t *testing.T, address string, sheet engine.Sheet) {
	t.Helper()
	sees := sheet.Lead.Sees
	if !sees.Said() {
		return
	}
	find := func(key engine.Key) (engine.Reading, bool) {
		i := slices.IndexFunc(sheet.Readings, func(a engine.Reading) bool { return a.Key == key })
		if i < 0 || sheet.Readings[i].Known.Missing() {
			return engine.Reading{}, false
		}
		return sheet.Readings[i], true
	}
	text := sees.Budget.String()
	for _, p := range sees.Budget {
		if p.Of.Name == "" {
			continue
		}
		if a, found := find(p.Of); !found || !strings.Contains(p.Text, a.Written()) {
			t.Errorf("%s says %s of %s, which is no such reading of the page: %s", address, p.Text, p.Of, text)
		}
	}
	for _, bad := range []string{"{", "}", "NaN", "Inf", "  ", "= ≤", "= ≥", " ."} {
		if strings.Contains(sees.String(), bad) {
			t.Errorf("%s says %q: %s", address, bad, sees)
		}
	}
	if sees.Right.Name == "" {
		return
	}
	right, found := find(sees.Right)
	allowed, stated := find(sees.Allowed)
	if !found || !stated {
		t.Errorf("%s compares %s with %s, and has no such readings", address, sees.Right, sees.Allowed)
		return
	}
	reason := strings.Contains(text, "; here ")
	switch {
	case !reason && !view.SameWritten(right, allowed):
		t.Errorf("%s: an attacker is right %s and %s is allowed, and nothing says why: %s", address, right.Written(), allowed.Written(), text)
	case reason && view.SameWritten(right, allowed):
		t.Errorf("%s gives a reason for what is one number: %s", address, text)
	case !sees.Exceeds && right.Known.Value > allowed.Known.Value*(1+1e-12) && !view.SameWritten(right, allowed):
		t.Errorf("%s: an attacker is right %v, and %v is allowed: %s", address, right.Known.Value, allowed.Known.Value, text)
	}
	if strings.Contains(text, "values are close") {
		if worst, known := find(engine.Key{Name: "attacker-right-worst"}); !known || worst.Known.Value <= right.Known.Value {
			t.Errorf("%s: no other pair is told apart better: %s", address, text)
		}
	}
}
