// Package network holds classifiers made of layers: fully connected ones, and those of images.
package network

import (
	"dpscope/engine/param"
	"dpscope/learners"
)

// Kinds lists the kinds of this package.
var Kinds = []learners.Kind{networkKind, convNetKind}

// Learners lists the learners of this package.
var Learners = []param.Kind[learners.Learner]{mlpLearner}
