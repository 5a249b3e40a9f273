// Package viewtest asks views, for the tests of their packages, for the answers or the page of an address; and it compares
// every exact number of a view with an independent computation. Only tests import it.
//
// # Oracles
//
// A reading with an exact basis says in its declaration what it is exact for, in words that follow "exact of"
// (view.Reading.ExactOf, "the law of the answer at x"): `w` shows it, and the reference and `views --json` list it. It names
// what stands on the page. An assumption of the number stands there too, or the number is not exact.
//
// A file of tests in the tab's package, NAME_oracle_test.go, has for each view
//
//	func TestIdentityOracles(t *testing.T) {
//		viewtest.Agree(t, Compare, viewtest.Suite{Oracles: map[string]viewtest.Oracle{
//			"labellings": func(s viewtest.Setting) viewtest.Truth {
//				return viewtest.Number(math.Pow(2, s.Number("n")))
//			},
//			...
//		}})
//	}
//
// with an oracle for every reading, and for every family, that is exact at some setting. It computes the number from the values
// of the controls alone: Number, Option and Text by their address keys, Member of a family. It shares no formula and no code
// with the program: where that has a closed form, the oracle sums, integrates or draws. It answers with
//
//	Number(v)                 a number with rounding alone: nine digits
//	Within(v, error)          a quadrature or a sum, with a bound on its error
//	Between(low, high)        an enclosure
//	Mean(mean, error)         a mean of draws with its standard error: six of them are allowed, one false alarm in 5·10⁸
//	Share(hits, draws)        a probability from draws: a rigorous interval, one false alarm in 5·10⁸
//	Number(v).Itself()        the number that is shown, be it a bound or an estimate: by the formula that it names
//	Word("pm", "sw")          an answer that is a word; both are right where they tie
//	None()                    there is no such number
//	Cannot("why")             the oracle cannot tell; at most half of the settings
//
// Setting.Rand is for draws; Shared makes a computation that several oracles need once a setting. Bounds with an oracle are
// compared from their side, printed numbers of papers from both; estimates are compared where the oracle says Itself.
//
// Agree draws settings from the view's form (choices uniform, a slider in five at an end, one in five at a notch, the others
// anywhere on their scale), always the same ones: 200 in a run of all, 20 in the whole check (DPSCOPE_TESTS=check), 3 in an
// ordinary run. Refusals of the view are counted and skipped. Suite.Seldom names searches of seconds that no oracle checks.
// Suite.Easy keeps settings short: it cuts epochs, records and draws, and leaves other ends as they are. A failure prints
// the address that reproduces it.
// See views/label/identity_oracle_test.go.
package viewtest

import (
	"context"
	"testing"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/param"
	"dpscope/engine/work/worktest"
	"dpscope/views/view"
)

// Ask returns all answers to a query, by their keys, after checking that they do not contradict one another; or the error that
// a user would see.
func Ask(t testing.TB, v view.View, query string) (map[string]engine.Reading, error) {
	t.Helper()
	values, err := v.Setting(query)
	if err != nil {
		return nil, err
	}
	list, err := v.Values(worktest.Session(t.Context(), 64<<20), values)
	if err != nil {
		return nil, err
	}
	if err := v.Consistent(list); err != nil {
		t.Errorf("%s?%s: %v", v.Name, query, err)
	}
	found := map[string]engine.Reading{}
	for _, a := range list {
		found[a.Key.String()] = a
	}
	return found, nil
}

// Readings is Ask for queries without an error.
func Readings(t testing.TB, v view.View, query string) map[string]engine.Reading {
	t.Helper()
	found, err := Ask(t, v, query)
	if err != nil {
		t.Fatalf("%s?%s: %v", v.Name, query, err)
	}
	return found
}

// Some computes answers by their names, and no others.
func Some(t testing.TB, v view.View, query string, names ...string) map[string]known.Value {
	t.Helper()
	ctx, values := worktest.Session(t.Context(), 64<<20), setting(t, v, query)
	found := map[string]known.Value{}
	for _, name := range names {
		value, err := v.Value(ctx, values, engine.Key{Name: name})
		if err != nil {
			t.Fatalf("%s?%s: %s: %v", v.Name, query, name, err)
		}
		found[name] = value
	}
	return found
}

// Answer computes one answer, and no others.
func Answer(t testing.TB, v view.View, query, name string) known.Value {
	t.Helper()
	value, err := v.Value(t.Context(), setting(t, v, query), engine.Key{Name: name})
	if err != nil {
		t.Fatalf("%s?%s: %v", v.Name, query, err)
	}
	return value
}

// Sheet draws the page of a query, without its partial pages.
func Sheet(t testing.TB, v view.View, query string) engine.Sheet {
	t.Helper()
	return sheet(worktest.Session(t.Context(), 64<<20), t, v, query)
}

func sheet(ctx context.Context, t testing.TB, v view.View, query string) engine.Sheet {
	t.Helper()
	sheet, err := v.Sheet(ctx, setting(t, v, query), func(engine.Sheet) {})
	if err != nil {
		t.Fatalf("%s?%s: %v", v.Name, query, err)
	}
	return sheet
}

func setting(t testing.TB, v view.View, query string) param.Values {
	t.Helper()
	values, err := v.Setting(query)
	if err != nil {
		t.Fatalf("%s?%s: %v", v.Name, query, err)
	}
	return values
}

// Drawn returns the whole page of a setting.
func Drawn(ctx context.Context, v view.View, values param.Values) (engine.Sheet, error) {
	return v.Sheet(ctx, values, func(engine.Sheet) {})
}
