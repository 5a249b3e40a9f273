// Package tree holds classifiers that compare features with thresholds: trees, forests, sums
// of trees and an interval.
package tree

import (
	"dpscope/engine/param"
	"dpscope/learners"
)

// Kinds lists the kinds of this package.
var Kinds = []learners.Kind{treeKind, forestKind, additiveKind, intervalKind}

// Learners lists the learners of this package.
var Learners = []param.Kind[learners.Learner]{cartLearner, forestLearner, boostedLearner}
