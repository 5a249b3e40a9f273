package views

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/engine/effort"
	"dpscope/engine/param"
	"dpscope/engine/work/worktest"
	"dpscope/views/pages"
	"dpscope/views/view"
	"dpscope/views/viewtest"
)

// Who sees what is true at 200 settings of each view, or in the whole check at some.
func TestWhoSeesWhat(t *testing.T) {
	effort.ForCheck(t)
	for _, v := range led() {
		t.Run(v.Name, func(t *testing.T) {
			t.Parallel()
			ctx := worktest.Session(t.Context(), 256<<20)
			for number := range effort.Scale(0, min(2*settingsOf(v), 12), 200) {
				checkSeesAt(ctx, t, v, eased(v, viewtest.Anywhere(v, number)))
			}
		})
	}
}

// Where pages of a tab differ in whom they trust with raw data, its first page names those that the others trust and it does not.
func TestFirstPagesSayWhomOthersTrust(t *testing.T) {
	for _, tab := range Tabs {
		list := In(tab.Name)
		trusted := map[string]bool{}
		for _, v := range list[1:] {
			for _, p := range v.Presets {
				trusted[seenAt(t, v, p).Raw] = true
			}
		}
		delete(trusted, "")
		for _, p := range list[0].Presets {
			sees := seenAt(t, list[0], p)
			others := maps.Clone(trusted)
			delete(others, sees.Raw)
			if want := slices.Sorted(maps.Keys(others)); sees.Raw != "" && !slices.Equal(slices.Sorted(slices.Values(sees.Elsewhere)), want) {
				t.Errorf("%s?preset=%s trusts %q and says that others trust %q; they trust %q", list[0].Name, p.Name, sees.Raw, sees.Elsewhere, want)
			}
		}
	}
}

// seenAt returns who sees what on the recorded page of a preset.
func seenAt(t *testing.T, v view.View, p view.Preset) engine.Sees {
	t.Helper()
	page, err := pages.Of(v.Name, p.Name)
	if err != nil {
		t.Fatal(err)
	}
	return page.Lead.Sees
}

// checkSeesAt looks at the first part of a page that says who sees what, and waits for no more, or at the whole page.
func checkSeesAt(ctx context.Context, t *testing.T, v view.View, values param.Values) {
	t.Helper()
	address := v.Address(values)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	sheet, err := v.Sheet(ctx, values, func(part engine.Sheet) {
		checkSees(t, address, part)
		if part.Lead.Sees.Said() {
			stop()
		}
	})
	if err == nil {
		checkSees(t, address, sheet)
	}
}

// checkSees looks at who sees what on a page: what is said are readings; an attacker is right no more often than is allowed unless
// the reason says why; two numbers that are written differently have a reason; two values are close only where another pair is
// told apart better.
func checkSees(t *testing.T, address string, sheet engine.Sheet) {
	t.Helper()
	sees := sheet.Lead.Sees
	if !sees.Said() {
		if sheet.Lead.Guess != engine.NoGuess && !sheet.Progress.Partial() {
			t.Errorf("%s says how often an attacker is right, and not who sees what: %s %s", address, sheet.Lead.Answer, sheet.Lead.Price)
		}
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
