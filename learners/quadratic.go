package learners

import (
	"fmt"

	"dpscope/learners/proof"
)

// LeadsOf returns by how much the score of a class exceeds that of each other
// one, as functions of one or two free features, for quadratic discriminants
// and Gaussian naive Bayes. With one free feature nothing depends on the
// second.
func LeadsOf(c Classifier, x []float64, free []int, class int) ([]proof.Quadratic, error) {
	q, ok := c.(*QDA)
	if g, naive := c.(*GaussianNB); naive {
		q, ok = g.asQDA(), true
	}
	if !ok {
		return nil, fmt.Errorf("the boundaries of %T are not quadratic", c)
	}
	if len(free) != 1 && len(free) != 2 {
		return nil, fmt.Errorf("quadratic boundaries over %d features; 1 or 2 would do", len(free))
	}
	var leads []proof.Quadratic
	own := q.about(x, free, class)
	for k := range q.Means {
		if k != class {
			leads = append(leads, own.Minus(q.about(x, free, k)))
		}
	}
	return leads, nil
}

// about expands a discriminant about x.
func (q *QDA) about(x []float64, free []int, k int) proof.Quadratic {
	d := len(x)
	entry := func(i, j int) float64 { return (q.Precisions[k][i*d+j] + q.Precisions[k][j*d+i]) / 2 }
	slope := func(i int) float64 {
		sum := 0.0
		for j := range d {
			sum -= entry(i, j) * (x[j] - q.Means[k][j])
		}
		return sum
	}
	e := proof.Quadratic{Value: q.Score(x, k), UU: -entry(free[0], free[0])}
	e.Gradient[0] = slope(free[0])
	if len(free) == 2 {
		e.Gradient[1] = slope(free[1])
		e.UV, e.VV = -entry(free[0], free[1]), -entry(free[1], free[1])
	}
	return e
}
