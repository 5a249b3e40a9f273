package learners

import (
	"context"
	"math/rand/v2"

	"dpscope/engine/param"
	"dpscope/learners/table"
)

// Learner fits a classifier to data. The same data and the same state of rng
// give the same classifier, on any number of cores. A Fit that takes long reports
// how far it is (see work.Reporting).
type Learner interface {
	Fit(ctx context.Context, d table.Data, rng *rand.Rand) (Classifier, error)
	String() string // the settings, in words
}

// Learners is the menu of what can be trained.
var Learners = param.Menu[Learner]{
	Name:  "model",
	Label: "classifier",
	Help:  "The kind of classifier that is trained.",
	Kinds: []param.Kind[Learner]{logisticLearner, cartLearner, forestLearner, mlpLearner},
}
