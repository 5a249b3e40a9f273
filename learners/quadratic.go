package learners

import "fmt"

// Quadratic is a quadratic function of one or two features about a record: at
// the record plus (du, dv) it is
//
//	Value + Gradient·(du, dv) + ½(UU·du² + 2·UV·du·dv + VV·dv²)
type Quadratic struct {
	Value      float64
	Gradient   [2]float64
	UU, UV, VV float64
}

// At returns the value at a distance from the record.
func (q Quadratic) At(du, dv float64) float64 {
	return q.Value + du*(q.Gradient[0]+q.UU*du/2+q.UV*dv) + dv*(q.Gradient[1]+q.VV*dv/2)
}

// LeadsOf returns by how much the score of a class exceeds that of each other
// one, as functions of one or two free features, for quadratic discriminants
// and Gaussian naive Bayes. With one free feature nothing depends on the
// second.
func LeadsOf(c Classifier, x []float64, free []int, class int) ([]Quadratic, error) {
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
	var leads []Quadratic
	own := q.about(x, free, class)
	for k := range q.Means {
		if k != class {
			leads = append(leads, own.minus(q.about(x, free, k)))
		}
	}
	return leads, nil
}

// about expands a discriminant about x.
func (q *QDA) about(x []float64, free []int, k int) Quadratic {
	d := len(x)
	entry := func(i, j int) float64 { return (q.Precisions[k][i*d+j] + q.Precisions[k][j*d+i]) / 2 }
	slope := func(i int) float64 {
		sum := 0.0
		for j := range d {
			sum -= entry(i, j) * (x[j] - q.Means[k][j])
		}
		return sum
	}
	e := Quadratic{Value: q.Score(x, k), UU: -entry(free[0], free[0])}
	e.Gradient[0] = slope(free[0])
	if len(free) == 2 {
		e.Gradient[1] = slope(free[1])
		e.UV, e.VV = -entry(free[0], free[1]), -entry(free[1], free[1])
	}
	return e
}

func (q Quadratic) minus(p Quadratic) Quadratic {
	return Quadratic{
		Value:    q.Value - p.Value,
		Gradient: [2]float64{q.Gradient[0] - p.Gradient[0], q.Gradient[1] - p.Gradient[1]},
		UU:       q.UU - p.UU, UV: q.UV - p.UV, VV: q.VV - p.VV,
	}
}
