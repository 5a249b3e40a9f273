package linear

import (
	"context"
	"math"
	"math/rand/v2"

	"dpscope/learners"
	"dpscope/learners/private"
	"dpscope/learners/table"
)

// Heeds implements learners.Private: the terms set the penalty.
func (Logistic) Heeds() []string { return nil }

// Perturbs implements learners.Private.
func (Logistic) Perturbs() bool { return true }

// FitPrivately implements learners.Private. Perturbation cuts records to the norm of the cube [−1, 1]^d,
// which cuts no scaled record; steps cut gradients.
func (Logistic) FitPrivately(ctx context.Context, d table.Data, t learners.Terms, rng *rand.Rand) (learners.Classifier, error) {
	x, positive := learners.Centred(d)
	dims := d.Dims()
	rows, each, one := private.Rows{Dims: dims + 1, Positive: positive}, 1.0, 1.0 // factors of a feature and of the offset
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
	for j, b := range beta[:dims] { // for 2x − 1
		l.Weights[j] = 2 * b * each
		l.Bias -= b * each
	}
	return l, nil
}
