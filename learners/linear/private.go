package linear

import (
	"context"
	"math"
	"math/rand/v2"

	"dpscope/learners"
	"dpscope/learners/private"
	"dpscope/learners/table"
)

// Heeds is that of a learners.Private: the penalty is of the terms.
func (Logistic) Heeds() []string { return nil }

// Perturbs is that of a learners.Private.
func (Logistic) Perturbs() bool { return true }

// FitPrivately is that of a learners.Private. By perturbation records are cut to the norm of the cube [−1, 1]^d, so that none that is
// scaled is cut; by steps gradients are.
func (Logistic) FitPrivately(ctx context.Context, d table.Data, t learners.Terms, rng *rand.Rand) (learners.Classifier, error) {
	x, positive := learners.Centred(d)
	dims := d.Dims()
	rows, each, one := private.Rows{Dims: dims + 1, Positive: positive}, 1.0, 1.0 // what a feature and the offset are multiplied by
	var beta []float64
	var err error
	if t.Perturbation != nil {
		clip := math.Sqrt(float64(dims))
		each, one = 1/(clip*math.Sqrt2), 1/math.Sqrt2
		rows = private.Unit(x, dims, positive, clip)
		beta, err = t.Perturbation.Beta(ctx, rows, private.NewDraw(rows.Dims, rng), nil)
	} else {
		for i := range positive {
			rows.X = append(append(rows.X, x[i*dims:][:dims]...), 1)
		}
		beta, err = t.Steps.Beta(ctx, rows, rng)
	}
	if err != nil {
		return nil, err
	}
	l := &Linear{Weights: make([]float64, dims), Bias: beta[dims]*one - t.LogOdds}
	for j, b := range beta[:dims] { // of 2x − 1
		l.Weights[j] = 2 * b * each
		l.Bias -= b * each
	}
	return l, nil
}
