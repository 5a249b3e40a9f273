// Package model holds classifiers with all that a person needs to use them: names,
// scales and examples. It reads and writes their files.
package model

import (
	"slices"

	"dpscope/engine/param"
	"dpscope/learners"
	"dpscope/learners/discriminant"
	"dpscope/learners/linear"
	"dpscope/learners/network"
	"dpscope/learners/source"
	"dpscope/learners/tree"
)

// Kinds lists the kinds of classifiers, package by package.
var Kinds = slices.Concat(linear.Kinds, tree.Kinds, network.Kinds, discriminant.Kinds)

// Learners is the menu of trainable classifiers.
var Learners = param.Menu[learners.Learner]{
	Name:  "model",
	Label: "classifier",
	Help:  "The kind of classifier that is trained.",
	Kinds: slices.Concat(linear.Learners, tree.Learners, network.Learners),
}

// findKind finds a kind by a name of a file.
func findKind(name string) (learners.Kind, error) {
	var known []string
	for _, k := range Kinds {
		if k.Name == name || slices.Contains(k.Also, name) {
			return k, nil
		}
		known = append(append(known, k.Name), k.Also...)
	}
	return learners.Kind{}, &param.UnknownError{What: "kind", Name: source.Name(name), Known: known}
}
