package view

import (
	"context"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/engine/work"
)

// Shorthands for most readings: formulas that need no time and cannot fail.

// Exactly makes a Value from an exact formula.
func Exactly[Q any](of func(Q) float64) func(context.Context, Q) (known.Value, error) {
	return func(_ context.Context, q Q) (known.Value, error) { return known.Exactly(of(q)), nil }
}

// Known makes a Value from a formula that gives its number's basis.
func Known[Q any](of func(Q) known.Value) func(context.Context, Q) (known.Value, error) {
	return func(_ context.Context, q Q) (known.Value, error) { return of(q), nil }
}

// Got makes a Value from what a question computes once.
func Got[Q, T any](once func(Q) *work.Once[T], of func(T) known.Value) func(context.Context, Q) (known.Value, error) {
	return func(ctx context.Context, q Q) (known.Value, error) {
		got, err := once(q).Get(ctx)
		if err != nil {
			return known.Value{}, err
		}
		return of(got), nil
	}
}

// MembersOf makes Members or a Rank from a list that needs no time.
func MembersOf[Q any](of func(Q) []string) func(context.Context, Q) ([]string, error) {
	return func(_ context.Context, q Q) ([]string, error) { return of(q), nil }
}

// LevelWhere makes a LevelOf: a level where a condition holds, else another one.
func LevelWhere[Q any](holds func(Q) bool, level, otherwise Level) func(Q) Level {
	return func(q Q) Level {
		if holds(q) {
			return level
		}
		return otherwise
	}
}

// Remark makes a Remark, a With or an Opens from a formula.
func Remark[Q any](of func(Q, known.Value) string) func(context.Context, Q, known.Value) (string, error) {
	return func(_ context.Context, q Q, v known.Value) (string, error) { return of(q, v), nil }
}

// Says makes a With, a Remark or an Opens that does not depend on the value.
func Says[Q any](of func(Q) string) func(context.Context, Q, known.Value) (string, error) {
	return func(_ context.Context, q Q, _ known.Value) (string, error) { return of(q), nil }
}

// Stated makes a Provenance from a note.
func Stated[Q any](of func(Q) engine.Note) func(context.Context, Q) (engine.Note, error) {
	return func(_ context.Context, q Q) (engine.Note, error) { return of(q), nil }
}

// Gets makes a Value from what a question computes, which get returns: mostly a method.
func Gets[Q, T any](get func(Q, context.Context) (T, error), of func(Q, T) known.Value) func(context.Context, Q) (known.Value, error) {
	return func(ctx context.Context, q Q) (known.Value, error) {
		got, err := get(q, ctx)
		if err != nil {
			return known.Value{}, err
		}
		return of(q, got), nil
	}
}

// Tells makes a With, a Remark or an Opens from what a question computes.
func Tells[Q, T any](get func(Q, context.Context) (T, error), of func(Q, T) string) func(context.Context, Q, known.Value) (string, error) {
	return func(ctx context.Context, q Q, _ known.Value) (string, error) {
		got, err := get(q, ctx)
		if err != nil {
			return "", err
		}
		return of(q, got), nil
	}
}

// Named makes the Members of a family from a list of a question.
func Named[Q, T any](list func(Q) []T, name func(T) string) func(context.Context, Q) ([]string, error) {
	return func(_ context.Context, q Q) (names []string, _ error) {
		for _, t := range list(q) {
			names = append(names, name(t))
		}
		return names, nil
	}
}
