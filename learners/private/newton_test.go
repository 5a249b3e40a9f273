package private

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// With many features the minimum is found without H, and is the same: the gradient is 0 there, and the factor's own steps lead
// to the same place. It is also found where the offset has no ridge, and columns have unlike sizes.
func TestManyFeaturesHaveTheSameMinimum(t *testing.T) {
	const n, d = 60, 600
	rng := rand.New(rand.NewPCG(1, 2))
	for name, c := range map[string]struct{ offset, size float64 }{"as usual": {0.01, 1}, "no ridge on the offset": {0, 1}, "unlike sizes": {0.01, 1e4}} {
		rows := Rows{Dims: d, X: make([]float64, n*d), Positive: make([]bool, n)}
		linear, ridge := make([]float64, d), make([]float64, d)
		for j := range d {
			ridge[j], linear[j] = 0.01, rng.NormFloat64()
		}
		ridge[d-1], linear[d-1] = c.offset, 0
		for i := range n {
			rows.Positive[i] = i%5 == 0
			for j := range d - 1 {
				rows.X[i*d+j] = rng.NormFloat64() / math.Sqrt(d)
			}
			rows.X[i*d] *= c.size
			rows.X[i*d+d-1] = 1
		}
		o := newObjective(rows, Weights{Negative: 0.5, Positive: 1}, linear, ridge)
		beta, err := o.minimise(context.Background(), make([]float64, d))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		o.evaluate(beta)
		if g := norm(o.gradient); !(g <= enough*max(1, norm(linear)/n)) {
			t.Errorf("%s: the gradient is %g", name, g)
		}
		if name == "as usual" && o.hessian != nil {
			t.Errorf("%s: H was made", name)
		}
		step := make([]float64, d)
		if err := o.factor(step); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if far := norm(step); far > 1e-7*max(1, norm(beta)) {
			t.Errorf("%s: the factor goes %g further", name, far)
		}
	}
}

// A fit of 400 records of 3,000 features takes the time of some hundred walks over the rows, not of factors of H: a factor
// alone takes longer than the limit.
func TestManyFeaturesTakeNoMinutes(t *testing.T) {
	const n, d, limit = 320, 3001, 5 * time.Second
	rng := rand.New(rand.NewPCG(1, 2))
	rows := Rows{Dims: d, X: make([]float64, n*d), Positive: make([]bool, n)}
	ridge := make([]float64, d)
	for j := range ridge {
		ridge[j] = 1.0 / n
	}
	for i := range rows.X {
		rows.X[i] = rng.NormFloat64() / math.Sqrt(d)
	}
	for i := range n {
		rows.Positive[i] = i%10 == 0
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	if _, err := newObjective(rows, Weights{Negative: 1, Positive: 1}, nil, ridge).minimise(ctx, make([]float64, d)); err != nil {
		t.Errorf("after %v: %v", limit, err)
	}
}
