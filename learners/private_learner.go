package learners

import (
	"context"
	"math/rand/v2"

	"dpscope/learners/private"
	"dpscope/learners/table"
)

// Terms say how a learner with publishable weights looks at records: by objective perturbation, or by noisy
// steps.
type Terms struct {
	Perturbation *private.Fit    // nil: by steps
	Steps        private.Descent // its own weights are the ones used
	LogOdds      float64         // least log-odds for the second class, by a public ratio
}

// Private is a learner that can look at records of two classes on terms. It takes scaled features; for any
// values, one record's effect is bounded.
type Private interface {
	Learner
	FitPrivately(ctx context.Context, d table.Data, t Terms, rng *rand.Rand) (Classifier, error)

	// Heeds returns the names of its parameters that matter under terms.
	Heeds() []string

	// Perturbs reports whether it supports objective perturbation; all support steps.
	Perturbs() bool
}

// Centred returns the features of records scaled from [0, 1] to [−1, 1], row by row, and marks the second
// class.
func Centred(d table.Data) (x []float64, positive []bool) {
	x, positive = make([]float64, len(d.X)), make([]bool, d.Len())
	for i, v := range d.X {
		x[i] = 2*v - 1
	}
	for i, class := range d.Y {
		positive[i] = class == 1
	}
	return x, positive
}
