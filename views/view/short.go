package view

import (
	"context"

	"dpscope/engine"
	"dpscope/engine/known"
)

// What most readings are: formulas that need no time and cannot fail.

// Exactly is the Value of an exact formula.
func Exactly[Q any](of func(Q) float64) func(context.Context, Q) (known.Value, error) {
	return func(_ context.Context, q Q) (known.Value, error) { return known.Exactly(of(q)), nil }
}

// Known is the Value of a formula that says how its number is known.
func Known[Q any](of func(Q) known.Value) func(context.Context, Q) (known.Value, error) {
	return func(_ context.Context, q Q) (known.Value, error) { return of(q), nil }
}

// Remark is a Remark, a With or an Opens of a formula.
func Remark[Q any](of func(Q, known.Value) string) func(context.Context, Q, known.Value) (string, error) {
	return func(_ context.Context, q Q, v known.Value) (string, error) { return of(q, v), nil }
}

// Says is a With, a Remark or an Opens that is the same whatever the value.
func Says[Q any](of func(Q) string) func(context.Context, Q, known.Value) (string, error) {
	return func(_ context.Context, q Q, _ known.Value) (string, error) { return of(q), nil }
}

// Stated is a Provenance.
func Stated[Q any](of func(Q) engine.Note) func(context.Context, Q) (engine.Note, error) {
	return func(_ context.Context, q Q) (engine.Note, error) { return of(q), nil }
}
