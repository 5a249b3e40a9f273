package learners

import (
	"context"
	"math/rand/v2"

	"dpscope/learners/private"
	"dpscope/learners/table"
)

// Terms are those on which records are looked at by a learner whose weights may be told: objective perturbation, or noisy steps.
type Terms struct {
	Perturbation *private.Fit    // nil: by steps
	Steps        private.Descent // the weights that count are its own
	LogOdds      float64         // from which on a record is held for the second class, by a public ratio
}

// Private is a learner that can look at records of two classes on terms. It takes features as they are scaled: whatever they are, what one record
// moves is bounded.
type Private interface {
	Learner
	FitPrivately(ctx context.Context, d table.Data, t Terms, rng *rand.Rand) (Classifier, error)

	// Heeds are the names of its parameters that count on terms.
	Heeds() []string

	// Perturbs reports whether it can be fitted by objective perturbation; all can by steps.
	Perturbs() bool
}

// Centred are the features of records from −1 to 1 for scaled ones from 0 to 1, row by row, and who is of the second class.
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
