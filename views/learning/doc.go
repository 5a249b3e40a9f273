// Package learning holds the screens about learning from noisy labels: what a
// loss makes of a flipped label, and what is learnt all the same.
package learning

import "dpscope/engine/param"

const paper = "Bi & Suppakitpaisarn, arXiv:2210.04132"

// option is a kind of a menu that stands for a value without controls.
func option[T any](name, title, help, source string, value T) param.Kind[T] {
	return param.Kind[T]{Name: name, Title: title, Help: help, Source: source,
		New: func(param.Values) (T, error) { return value, nil }}
}
