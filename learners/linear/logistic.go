package linear

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"dpscope/engine/param"
	"dpscope/learners"
	"dpscope/learners/network"
	"dpscope/learners/table"
	"dpscope/learners/train"
)

// Logistic fits a logistic regression. With labels y of ±1 it minimises
//
//	½‖w‖² + C Σ ln(1 + exp(−y (w·x + b)))
//
// which is scikit-learn's objective; the intercept b is not penalised. With
// more than two classes it minimises ½‖W‖² + C Σ −ln softmax(W·x + b)[y], the
// multinomial form, and gives a Network of one layer.
type Logistic struct {
	C float64 // weight of the data against the penalty, positive
}

var logisticC = param.Param{Name: "c", Symbol: "C", Label: "data weight",
	Help: "Weight of the data against the penalty on large coefficients: the larger, the closer the fit.",
	Min:  1e-6, Max: 1e6, Low: 0.001, High: 1000, Default: 1, Scale: param.Log}

var logisticLearner = param.Kind[learners.Learner]{
	Name:   "logistic",
	Title:  "Logistic regression",
	Help:   "A weighted sum of the features against a threshold; its decision boundary is a plane.",
	Source: "Cox 1958; the objective of scikit-learn's LogisticRegression, minimised by L-BFGS (Liu & Nocedal 1989)",
	Params: []param.Param{logisticC},
	New:    func(v param.Values) (learners.Learner, error) { return Logistic{C: v.Get(logisticC)}, nil },
}

func (l Logistic) String() string { return fmt.Sprintf("logistic regression, C = %g", l.C) }

// Fit minimises the objective by L-BFGS. It draws nothing from rng.
func (l Logistic) Fit(ctx context.Context, d table.Data, rng *rand.Rand) (learners.Classifier, error) {
	return l.FitWeighted(ctx, d, learners.Even(d.Classes()), rng)
}

// FitWeighted implements learners.Weighing: each record's loss counts the weight of its class.
func (l Logistic) FitWeighted(ctx context.Context, d table.Data, classes []float64, _ *rand.Rand) (learners.Classifier, error) {
	if err := d.Check(); err != nil {
		return nil, err
	}
	if !(l.C > 0) || math.IsInf(l.C, 0) {
		return nil, fmt.Errorf("c = %g is not positive; 1 would work", l.C)
	}
	n := d.Dims() + 1 // numbers per row of coefficients, the intercept last
	rows := d.Classes()
	curvature := l.C * (1 - 1/float64(rows)) / float64(rows) // of a record's loss at w = 0: C p (1−p)
	loss := l.multinomial
	if rows == 2 {
		rows, loss = 1, l.binary
	}
	shape, err := train.NewConditioner(d, curvature)
	if err != nil {
		return nil, err
	}
	best, err := train.Minimize(ctx, train.Objective{
		Dims: rows * n, Shape: shape, Scale: math.Sqrt(max(1, l.C*float64(d.Len()))),
		Value:  func(w, gradient []float64) float64 { return loss(d, classes, w, gradient) },
		Remedy: "a smaller c or scaled features",
	})
	if err != nil {
		return nil, err
	}
	if rows == 1 {
		return &Linear{Weights: best[: n-1 : n-1], Bias: best[n-1]}, nil
	}
	layer := network.Dense{In: n - 1, Out: rows}
	for k := range rows {
		layer.Weights = append(layer.Weights, best[k*n:(k+1)*n-1]...)
		layer.Bias = append(layer.Bias, best[(k+1)*n-1])
	}
	return &network.Network{Layers: []network.Dense{layer}}, nil
}

// binary returns the objective at w, the intercept last, and its gradient.
func (l Logistic) binary(d table.Data, classes, w, gradient []float64) float64 {
	n := d.Dims()
	copy(gradient, w[:n])
	gradient[n] = 0
	sum := 0.0
	for i, y := range d.Y {
		x := d.X[i*n : (i+1)*n]
		z := dot(x, w) + w[n]
		if y == 1 {
			z = -z
		}
		// ln(1 + exp(z)) and its derivative, without overflow for any z
		e := math.Exp(-math.Abs(z))
		sum += classes[y] * (math.Log1p(e) + max(z, 0))
		slope := l.C * classes[y] / (1 + e)
		if z < 0 {
			slope *= e
		}
		if y == 1 {
			slope = -slope
		}
		for j, v := range x {
			gradient[j] += slope * v
		}
		gradient[n] += slope
	}
	return dot(w[:n], w)/2 + l.C*sum
}

// multinomial does as binary with a row of w for each class.
func (l Logistic) multinomial(d table.Data, weights, w, gradient []float64) float64 {
	n, classes := d.Dims(), d.Classes()
	penalty := 0.0
	for k := range classes {
		row := w[k*(n+1) : (k+1)*(n+1)]
		copy(gradient[k*(n+1):], row)
		gradient[(k+1)*(n+1)-1] = 0
		penalty += dot(row[:n], row) / 2
	}
	scores := make([]float64, classes)
	sum := 0.0
	for i, y := range d.Y {
		x := d.X[i*n : (i+1)*n]
		for k := range scores {
			row := w[k*(n+1) : (k+1)*(n+1)]
			scores[k] = dot(x, row) + row[n]
		}
		total := floats.LogSumExp(scores)
		sum += weights[y] * (total - scores[y])
		for k := range scores {
			slope := math.Exp(scores[k] - total)
			if k == y {
				slope--
			}
			slope *= l.C * weights[y]
			g := gradient[k*(n+1) : (k+1)*(n+1)]
			for j, v := range x {
				g[j] += slope * v
			}
			g[n] += slope
		}
	}
	return penalty + l.C*sum
}
