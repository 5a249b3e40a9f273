package train

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"dpscope/learners/table"
)

// Conditioner changes coordinates so that the objective is about round: with
// the Hessian at 0, H = L·Lᵀ for each row of coefficients, w = L⁻ᵀ·v. L-BFGS
// then needs a third of the steps. Of many features only the diagonal of H is
// used.
type Conditioner struct {
	l        *mat.TriDense // nil if only the diagonal is used
	diagonal []float64     // of L, else
}

// NewConditioner takes H = diag(1, ..., 1, 0) + curvature Σ (x, 1)(x, 1)ᵀ.
func NewConditioner(d table.Data, curvature float64) (Conditioner, error) {
	const most = 300 // features for which H is factorised
	n := d.Dims() + 1
	x := make([]float64, n)
	x[n-1] = 1
	if n > most {
		c := Conditioner{diagonal: make([]float64, n)}
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
		return Conditioner{}, errors.New("the features are too large for a fit; features scaled to [0, 1] would work")
	}
	c := Conditioner{l: mat.NewTriDense(n, mat.Lower, nil)}
	factor.LTo(c.l)
	return c, nil
}

// point turns v into w, row by row.
func (c Conditioner) point(v []float64) { c.solve(blas.Trans, v) }

// gradient turns the gradient by w into that by v, row by row.
func (c Conditioner) gradient(g []float64) { c.solve(blas.NoTrans, g) }

func (c Conditioner) solve(t blas.Transpose, v []float64) {
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
