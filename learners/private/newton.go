package private

import (
	"context"
	"errors"
	"fmt"
	"math"

	"dpscope/engine/work"
)

// objective is
//
//	(Σᵢ wᵢ·ℓ(ηᵢ, yᵢ) + ⟨linear, β⟩)/n + Σⱼ ridgeⱼ·βⱼ²/2,
//
// for ℓ = ln(1 + e^η) - yη, η = ⟨x, β⟩ and n records.
type objective struct {
	rows   Rows
	weight Weights
	linear []float64 // nil: none
	ridge  []float64

	gradient []float64
	bends    []float64 // wᵢ·ℓ″ at every record, where the gradient was evaluated last
	hessian  []float64 // upper triangle, row by row; nil until it is needed
}

func newObjective(rows Rows, weight Weights, linear, ridge []float64) *objective {
	d := rows.Dims
	return &objective{rows: rows, weight: weight, linear: linear, ridge: ridge,
		gradient: make([]float64, d), bends: make([]float64, rows.Len())}
}

// evaluate sets the gradient at beta.
func (o *objective) evaluate(beta []float64) {
	gradient, bends, x, weights := o.gradient, o.bends, o.rows.X, o.weight
	clear(gradient)
	for i, positive := range o.rows.Positive {
		row := x[i*len(beta):][:len(beta)]
		eta := 0.0
		for j, v := range row {
			eta += v * beta[j]
		}
		p := 1 / (1 + math.Exp(-eta))
		slope, weight := p, weights.Negative
		if positive {
			slope, weight = p-1, weights.Positive
		}
		slope *= weight
		bends[i] = weight * p * (1 - p)
		for j, v := range row {
			gradient[j] += slope * v
		}
	}
	n := float64(o.rows.Len())
	for j := range o.gradient {
		if len(o.linear) > 0 {
			o.gradient[j] += o.linear[j]
		}
		o.gradient[j] = o.gradient[j]/n + o.ridge[j]*beta[j]
	}
}

// bend sets the Hessian where the gradient was evaluated last.
func (o *objective) bend() {
	d, all := o.rows.Dims, o.rows.X
	if o.hessian == nil {
		o.hessian = make([]float64, d*(d+1)/2)
	}
	clear(o.hessian)
	for i, bend := range o.bends {
		x, rest := all[i*d:][:d], o.hessian
		for j, v := range x {
			bent, row := bend*v, rest[:d-j]
			for k, u := range x[j:] {
				row[k] += bent * u
			}
			rest = rest[d-j:]
		}
	}
	n, rest := float64(o.rows.Len()), o.hessian
	for j, ridge := range o.ridge {
		for k := range rest[:d-j] {
			rest[k] /= n
		}
		rest[0] += ridge
		rest = rest[d-j:]
	}
}

// enough is the norm of the gradient at which a minimiser is exact for our
// purposes, or that relative to the noise's pull where rounding leaves more.
const enough = 1e-11

// minimise returns where the gradient is 0, by Newton's method from a beginning.
// A step that goes far beyond the lowest point of its line is shortened to where
// the slope along it would be 0 if it were straight: the function is convex. Every step is
// reported.
func (o *objective) minimise(ctx context.Context, beta []float64) ([]float64, error) {
	const most = 200 // steps; ten are usual
	beta = append([]float64(nil), beta...)
	pull := 1.0
	if len(o.linear) > 0 {
		pull = max(pull, norm(o.linear)/float64(o.rows.Len()))
	}
	next, step := make([]float64, len(beta)), make([]float64, len(beta))
	var left work.RemainingWork
	o.evaluate(beta)
	for range most {
		if norm(o.gradient) <= enough*pull {
			return beta, nil
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		left.Step(ctx, 0.1)
		if err := o.solve(step); err != nil {
			return nil, err
		}
		fall := -dot(o.gradient, step) // of the objective along the step, above 0
		for t := 1.0; ; {
			for j := range next {
				next[j] = beta[j] + t*step[j]
			}
			o.evaluate(next)
			rise := dot(o.gradient, step)
			if rise <= fall/2 || norm(o.gradient) <= enough*pull || t < 1e-9 {
				break
			}
			t *= fall / (fall + rise)
		}
		beta, next = next, beta
	}
	return nil, fmt.Errorf("the fit has not converged (gradient %.2g); a larger lambda would work", norm(o.gradient))
}

// solve sets the Newton step, -H⁻¹g: of many features by conjugate gradients where these settle, else by the factor.
func (o *objective) solve(step []float64) error {
	const many = 512
	if len(step) >= many && o.conjugate(step) {
		return nil
	}
	return o.factor(step)
}

// conjugate approximates the Newton step by conjugate gradients, scaled by H's diagonal: it reduces the
// gradient to a thousandth. It never builds H: each round passes over the rows twice, whereas the factor
// takes time with the square of the features for each row, and with their cube. It reports false if rounds do
// not converge, as when H is nearly flat.
func (o *objective) conjugate(step []float64) bool {
	const rounds, nearly = 100, 1e-3
	d, n := o.rows.Dims, float64(o.rows.Len())
	scale := make([]float64, d) // H's diagonal
	for i, bend := range o.bends {
		for j, v := range o.rows.X[i*d:][:d] {
			scale[j] += bend * v * v
		}
	}
	for j, ridge := range o.ridge {
		if scale[j] = scale[j]/n + ridge; !(scale[j] > 0) {
			return false
		}
	}
	clear(step)
	left, way, bent := make([]float64, d), make([]float64, d), make([]float64, d) // -g - H·step, a direction, and H times it
	for j, g := range o.gradient {
		left[j], way[j] = -g, -g/scale[j]
	}
	settled, size := nearly*norm(left), dot(left, way)
	for range rounds {
		o.times(way, bent)
		curve := dot(way, bent)
		if !(curve > 0) {
			return false
		}
		far := size / curve
		for j := range step {
			step[j] += far * way[j]
			left[j] -= far * bent[j]
		}
		if norm(left) <= settled {
			return true
		}
		before := size
		size = 0
		for j, v := range left {
			size += v * v / scale[j]
		}
		for j, v := range left {
			way[j] = v/scale[j] + size/before*way[j]
		}
	}
	return false
}

// times sets H·v where the gradient was evaluated last.
func (o *objective) times(v, to []float64) {
	clear(to)
	d, n := len(v), float64(o.rows.Len())
	for i, bend := range o.bends {
		row := o.rows.X[i*d:][:d]
		along := bend * dot(row, v)
		for j, x := range row {
			to[j] += along * x
		}
	}
	for j, ridge := range o.ridge {
		to[j] = to[j]/n + ridge*v[j]
	}
}

// factor sets the Newton step by Cholesky's factor RᵀR of H, row by row.
func (o *objective) factor(step []float64) error {
	o.bend()
	d := len(step)
	row := func(j int) []float64 { from := j*d - j*(j-1)/2; return o.hessian[from : from+d-j] }
	for j := range d {
		top := row(j)
		if !(top[0] > 0) {
			return errors.New("the loss is flat to rounding along some direction; a larger lambda would work")
		}
		root := math.Sqrt(top[0])
		for k := range top {
			top[k] /= root
		}
		for k := 1; k < len(top); k++ {
			for m, under := 0, row(j+k); m < len(under); m++ {
				under[m] -= top[k] * top[k+m]
			}
		}
	}
	clear(step)
	for j := range d { // Rᵀz = -g; earlier rows have subtracted their parts already
		step[j] -= o.gradient[j]
		top := row(j)
		step[j] /= top[0]
		for k := 1; k < len(top); k++ {
			step[j+k] -= top[k] * step[j]
		}
	}
	for j := d - 1; j >= 0; j-- {
		top := row(j)
		for k := 1; k < len(top); k++ {
			step[j] -= top[k] * step[j+k]
		}
		step[j] /= top[0]
	}
	return nil
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i, v := range a {
		sum += v * b[i]
	}
	return sum
}
