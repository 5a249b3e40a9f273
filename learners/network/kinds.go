// Package network holds classifiers made of layers: fully connected ones, and those of images.
package network

import (
	"dpscope/engine/param"
	"dpscope/learners"
)

// Kinds lists the kinds of this package.
var Kinds = []learners.Kind{networkKind, convNetKind}

// Learners lists what trains them.
var Learners = []param.Kind[learners.Learner]{mlpLearner}
