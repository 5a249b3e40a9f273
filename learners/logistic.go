package learners

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize"

	"dpscope/engine/param"
	"dpscope/learners/table"
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

var logisticLearner = param.Kind[Learner]{
	Name:   "logistic",
	Title:  "Logistic regression",
	Help:   "A weighted sum of the features against a threshold; its decision boundary is a plane.",
	Source: "Cox 1958; the objective of scikit-learn's LogisticRegression, minimised by L-BFGS (Liu & Nocedal 1989)",
	Params: []param.Param{logisticC},
	New:    func(v param.Values) (Learner, error) { return Logistic{C: v.Get(logisticC)}, nil },
}

func (l Logistic) String() string { return fmt.Sprintf("logistic regression, C = %g", l.C) }

// Fit minimises the objective by L-BFGS. It draws nothing from rng.
func (l Logistic) Fit(ctx context.Context, d table.Data, _ *rand.Rand) (Classifier, error) {
	if err := d.Check(); err != nil {
		return nil, err
	}
	if !(l.C > 0) || math.IsInf(l.C, 0) {
		return nil, fmt.Errorf("c = %g is not positive; 1 would do", l.C)
	}
	n := d.Dims() + 1 // numbers per row of coefficients, the intercept last
	rows := d.Classes()
	curvature := l.C * (1 - 1/float64(rows)) / float64(rows) // of a record's loss at w = 0: C p (1−p)
	loss := l.multinomial
	if rows == 2 {
		rows, loss = 1, l.binary
	}
	shape, err := newConditioner(d, curvature)
	if err != nil {
		return nil, err
	}
	scale := math.Sqrt(max(1, l.C*float64(d.Len())))
	best, err := minimize(ctx, rows*n, scale, shape, func(w, gradient []float64) float64 { return loss(d, w, gradient) })
	if err != nil {
		return nil, err
	}
	if rows == 1 {
		return &Linear{Weights: best[: n-1 : n-1], Bias: best[n-1]}, nil
	}
	layer := Dense{In: n - 1, Out: rows}
	for k := range rows {
		layer.Weights = append(layer.Weights, best[k*n:(k+1)*n-1]...)
		layer.Bias = append(layer.Bias, best[(k+1)*n-1])
	}
	return &Network{Layers: []Dense{layer}}, nil
}

// minimize returns the point where the gradient of a convex function is 0, as
// closely as the function's rounding shows. It looks for it in coordinates in
// which the function is about round; scale is how far the minimum lies in them.
func minimize(ctx context.Context, dims int, scale float64, shape conditioner, f func(x, gradient []float64) float64) ([]float64, error) {
	const most = 1000 // iterations
	at, x, gradient := make([]float64, dims), make([]float64, dims), make([]float64, dims)
	value := 0.0
	evaluate := func(v []float64) { // gonum asks for value and gradient apart
		if value != 0 && slices.Equal(v, at) {
			return
		}
		copy(at, v)
		copy(x, v)
		shape.point(x)
		value = f(x, gradient)
		shape.gradient(gradient)
	}
	report, steps := reporter(ctx), 0
	problem := optimize.Problem{
		Func:   func(v []float64) float64 { evaluate(v); return value },
		Grad:   func(g, v []float64) { evaluate(v); copy(g, gradient) },
		Status: func() (optimize.Status, error) { return optimize.NotTerminated, ctx.Err() },
	}
	tolerance := 1e-8 * scale // the square root of the rounding of the function's value
	result, err := optimize.Minimize(problem, make([]float64, dims), &optimize.Settings{
		GradientThreshold: tolerance,
		Converger:         optimize.NeverTerminate{},
		MajorIterations:   most,
		Recorder: recorder(func(loss float64) {
			steps++
			report(Progress{Done: steps, Total: most, What: "iterations", Loss: loss})
		}),
	}, &optimize.LBFGS{})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if result == nil {
		return nil, err
	}
	// The line search gives up where rounding hides every descent: that is the end too.
	evaluate(result.X)
	if size := floats.Norm(gradient, math.Inf(1)); !(size <= 100*tolerance) {
		return nil, fmt.Errorf("the fit has not converged in %d iterations (gradient %.2g); a smaller c or scaled features would do", steps, size)
	}
	return x, nil
}

// conditioner changes coordinates so that the objective is about round: with
// the Hessian at 0, H = L·Lᵀ for each row of coefficients, w = L⁻ᵀ·v. L-BFGS
// then needs a third of the steps. Of many features only the diagonal of H is
// used.
type conditioner struct {
	l        *mat.TriDense // nil if only the diagonal is used
	diagonal []float64     // of L, else
}

// newConditioner takes H = diag(1, ..., 1, 0) + curvature Σ (x, 1)(x, 1)ᵀ.
func newConditioner(d table.Data, curvature float64) (conditioner, error) {
	const most = 300 // features for which H is factorised
	n := d.Dims() + 1
	x := make([]float64, n)
	x[n-1] = 1
	if n > most {
		c := conditioner{diagonal: make([]float64, n)}
		for i := range d.Len() {
			copy(x, d.Row(i))
			for j, v := range x {
				c.diagonal[j] += curvature * v * v
			}
		}
		for j, h := range c.diagonal {
			if j < n-1 {
				h++
			}
			c.diagonal[j] = math.Sqrt(h)
		}
		return c, nil
	}
	h := blas64.Symmetric{Uplo: blas.Upper, N: n, Stride: n, Data: make([]float64, n*n)}
	for j := range n - 1 {
		h.Data[j*n+j] = 1
	}
	for i := range d.Len() {
		copy(x, d.Row(i))
		blas64.Syr(curvature, blas64.Vector{N: n, Data: x, Inc: 1}, h)
	}
	var factor mat.Cholesky
	if !factor.Factorize(mat.NewSymDense(n, h.Data)) {
		return conditioner{}, errors.New("the features are too large for a fit; features scaled to [0, 1] would do")
	}
	c := conditioner{l: mat.NewTriDense(n, mat.Lower, nil)}
	factor.LTo(c.l)
	return c, nil
}

// point turns v into w, row by row.
func (c conditioner) point(v []float64) { c.solve(blas.Trans, v) }

// gradient turns the gradient by w into that by v, row by row.
func (c conditioner) gradient(g []float64) { c.solve(blas.NoTrans, g) }

func (c conditioner) solve(t blas.Transpose, v []float64) {
	if c.l == nil {
		for i := range v {
			v[i] /= c.diagonal[i%len(c.diagonal)]
		}
		return
	}
	for n, _ := c.l.Dims(); len(v) > 0; v = v[n:] {
		blas64.Trsv(t, c.l.RawTriangular(), blas64.Vector{N: n, Data: v[:n], Inc: 1})
	}
}

// recorder is called with the value after each iteration.
type recorder func(loss float64)

func (r recorder) Init() error { return nil }

func (r recorder) Record(l *optimize.Location, op optimize.Operation, _ *optimize.Stats) error {
	if op == optimize.MajorIteration {
		r(l.F)
	}
	return nil
}

// binary returns the objective at w, the intercept last, and its gradient.
func (l Logistic) binary(d table.Data, w, gradient []float64) float64 {
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
		sum += math.Log1p(e) + max(z, 0)
		slope := l.C / (1 + e)
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

// multinomial is binary for a row of w for each class.
func (l Logistic) multinomial(d table.Data, w, gradient []float64) float64 {
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
		sum += total - scores[y]
		for k := range scores {
			slope := math.Exp(scores[k] - total)
			if k == y {
				slope--
			}
			slope *= l.C
			g := gradient[k*(n+1) : (k+1)*(n+1)]
			for j, v := range x {
				g[j] += slope * v
			}
			g[n] += slope
		}
	}
	return penalty + l.C*sum
}
