package learners

import (
	"context"
	"math/rand/v2"

	"dpscope/learners/table"
)

// Weighing is a learner in which records of one class can count more than others.
type Weighing interface {
	Learner
	// FitWeighted fits as Fit does, with a weight for the records of each class.
	FitWeighted(ctx context.Context, d table.Data, classes []float64, rng *rand.Rand) (Classifier, error)
}

// Balanced is a learner in which all classes together count alike: a record of a class counts the number of all
// records, divided by that of its class and by the number of classes.
type Balanced struct{ Weighing }

func (b Balanced) String() string { return b.Weighing.String() + ", classes weighted alike" }

// Fit implements Learner.
func (b Balanced) Fit(ctx context.Context, d table.Data, rng *rand.Rand) (Classifier, error) {
	if err := d.Check(); err != nil {
		return nil, err
	}
	weights := make([]float64, d.Classes())
	for _, y := range d.Y {
		weights[y]++
	}
	for k, count := range weights {
		if count > 0 {
			weights[k] = float64(d.Len()) / float64(d.Classes()) / count
		}
	}
	return b.FitWeighted(ctx, d, weights, rng)
}

// Even weighs all classes by 1.
func Even(classes int) []float64 {
	weights := make([]float64, classes)
	for k := range weights {
		weights[k] = 1
	}
	return weights
}
