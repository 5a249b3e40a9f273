package learners

import (
	"context"
	"math/rand/v2"

	"dpscope/engine/param"
	"dpscope/learners/table"
)

// Learner fits a classifier to data. The same data and the same state of rng
// give the same classifier, on any number of cores.
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

// Progress says how far a Fit is.
type Progress struct {
	Done, Total int
	What        string  // "trees"
	Loss        float64 // of the last step; 0 when there is none
}

// Report is called by a Fit now and then, never twice at once. It must not
// block.
type Report func(Progress)

type reportKey struct{}

// WithReport returns a context under which a Fit reports its progress.
func WithReport(ctx context.Context, report Report) context.Context {
	return context.WithValue(ctx, reportKey{}, report)
}

// reporter returns the Report of ctx, or one that does nothing.
func reporter(ctx context.Context) Report {
	if r, ok := ctx.Value(reportKey{}).(Report); ok {
		return r
	}
	return func(Progress) {}
}
