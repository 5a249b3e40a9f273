// Package discriminant holds classifiers by the nearest centre or the greatest density.
package discriminant

import (
	"dpscope/learners"
)

// Kinds lists the kinds of this package.
var Kinds = []learners.Kind{qdaKind, naiveBayesKind, centroidKind}
