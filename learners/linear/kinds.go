// Package linear holds classifiers by a hyperplane.
package linear

import (
	"dpscope/engine/param"
	"dpscope/learners"
)

// Kinds lists the kinds of this package.
var Kinds = []learners.Kind{linearKind}

// Learners lists what trains them.
var Learners = []param.Kind[learners.Learner]{logisticLearner}
