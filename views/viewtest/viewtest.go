// Package viewtest asks views for the tests of their packages: an address in, its
// answers or its page out. Only tests import it.
package viewtest

import (
	"testing"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/param"
	"dpscope/engine/work"
	"dpscope/views/view"
)

// Ask returns all answers to a query, by their keys, which must not contradict one
// another; or the error that a user would meet.
func Ask(t testing.TB, v view.View, query string) (map[string]engine.Answer, error) {
	t.Helper()
	values, err := v.Setting(query)
	if err != nil {
		return nil, err
	}
	list, err := v.Values(work.With(t.Context(), work.NewStore(64<<20)), values)
	if err != nil {
		return nil, err
	}
	if err := v.Consistent(list); err != nil {
		t.Errorf("%s?%s: %v", v.Name, query, err)
	}
	found := map[string]engine.Answer{}
	for _, a := range list {
		found[a.Key.String()] = a
	}
	return found, nil
}

// Answers is Ask where there is no error to meet.
func Answers(t testing.TB, v view.View, query string) map[string]engine.Answer {
	t.Helper()
	found, err := Ask(t, v, query)
	if err != nil {
		t.Fatalf("%s?%s: %v", v.Name, query, err)
	}
	return found
}

// Some computes answers by their names, and no other.
func Some(t testing.TB, v view.View, query string, names ...string) map[string]known.Value {
	t.Helper()
	ctx, values := work.With(t.Context(), work.NewStore(64<<20)), setting(t, v, query)
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

// Answer computes one answer, and no other.
func Answer(t testing.TB, v view.View, query, name string) known.Value {
	t.Helper()
	value, err := v.Value(t.Context(), setting(t, v, query), engine.Key{Name: name})
	if err != nil {
		t.Fatalf("%s?%s: %v", v.Name, query, err)
	}
	return value
}

// Sheet draws the page of a query; what it shows on its way is lost.
func Sheet(t testing.TB, v view.View, query string) engine.Sheet {
	t.Helper()
	sheet, err := v.Sheet(work.With(t.Context(), work.NewStore(64<<20)), setting(t, v, query), func(engine.Sheet) {})
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
