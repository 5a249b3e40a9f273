package view

import (
	"context"
	"slices"
	"testing"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/param"
)

// The first case that holds explains, with its source and its numbers; if none holds the error names the answer.
func TestTheFirstCaseExplains(t *testing.T) {
	r := Reading[float64]{Name: "half", Label: "half of it", Cases: []Case[float64]{
		{If: "it is missing", When: func(_ float64, v known.Value) bool { return v.Missing() }, Formula: "There is none."},
		{If: "it is large", When: Whenever(func(q float64) bool { return q > 10 }), Formula: "q/2.", Source: "a book",
			With: Remark(func(q float64, v known.Value) string { return "of " + known.Exactly(q).Written(0, 0) })},
		{If: "it is small", When: Whenever(func(q float64) bool { return q > 0 }), Formula: "q/2, of little.", Assumes: "Little.",
			SourceOf: func(float64) string { return "another book" }},
	}}
	for _, c := range []struct {
		q    float64
		v    known.Value
		want engine.Why
	}{
		{20, known.Nothing("no"), engine.Why{Formula: "There is none."}},
		{20, known.Exactly(10), engine.Why{Formula: "q/2.", Source: "a book", With: "of 20.0"}},
		{2, known.Exactly(1), engine.Why{Formula: "q/2, of little.", Source: "another book", Assumes: "Little."}},
	} {
		if got, err := r.because(t.Context(), c.q, c.v); err != nil || got != c.want {
			t.Errorf("%g: %+v, %v, want %+v", c.q, got, err, c.want)
		}
	}
	if _, err := r.because(t.Context(), -1, known.Exactly(1)); err == nil || err.Error() != "no case explains half" {
		t.Errorf("where none holds: %v", err)
	}
}

// A family lists its cases once where all members have the same, else each member's.
func TestCasesOfFamilies(t *testing.T) {
	f := Family[int]{Name: "of", Of: "member", Each: func(m string) Reading[int] {
		return Reading[int]{Cases: []Case[int]{{Formula: "The same."}}}
	}}
	same := []Explained{{Formula: "The same."}}
	if got := f.Declare().Cases; !slices.Equal(got, same) {
		t.Errorf("of members that nobody knows: %+v", got)
	}
	if f.All = []string{"a", "b"}; !slices.Equal(f.Declare().Cases, same) {
		t.Errorf("of members that are the same: %+v", f.Declare().Cases)
	}
	f.Each = func(m string) Reading[int] { return Reading[int]{Cases: []Case[int]{{Formula: "Of " + m + "."}}} }
	if got, want := f.Declare().Cases, []Explained{{Of: "a", Formula: "Of a."}, {Of: "b", Formula: "Of b."}}; !slices.Equal(got, want) {
		t.Errorf("of others: %+v", got)
	}
}

// A member's own level takes precedence over that of its family.
func TestLevels(t *testing.T) {
	v := Of(Declaration[bool]{Name: "levels", Question: "?",
		Ask: func(context.Context, param.Values) (bool, error) { return true, nil },
		Readings: []Entry[bool]{
			Reading[bool]{Name: "first", Level: Answering},
			Reading[bool]{Name: "asked", LevelOf: func(q bool) Level {
				if q {
					return Shown
				}
				return Folded
			}},
			Reading[bool]{Name: "none", Level: Shown, When: func(q bool) bool { return !q }},
			Family[bool]{Name: "of", Of: "member", Level: Shown,
				Members: func(context.Context, bool) ([]string, error) { return []string{"a", "b"}, nil },
				Each: func(m string) Reading[bool] {
					if m == "a" {
						return Reading[bool]{LevelOf: func(bool) Level { return Folded }}
					}
					return Reading[bool]{}
				}},
		}})
	got, err := v.Levels(t.Context(), param.Values{})
	want := []Leveled{{engine.Key{Name: "first"}, Answering}, {engine.Key{Name: "asked"}, Shown},
		{engine.Key{Name: "of", Member: "a"}, Folded}, {engine.Key{Name: "of", Member: "b"}, Shown}}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("levels are %v, %v, want %v", got, err, want)
	}
}
