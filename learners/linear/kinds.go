// Package linear holds classifiers by a hyperplane.
package linear

import (
	"dpscope/engine/param"
	"dpscope/learners"
)

// Kinds lists the kinds of this package.
var Kinds = []learners.Kind{linearKind}

// Learners lists the learners of this package.
var Learners = []param.Kind[learners.Learner]{logisticLearner}
