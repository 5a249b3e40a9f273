package optimal

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// factored is the matrix of a step in the weights alone, with what is eliminated.
type factored struct {
	chol  mat.Cholesky
	rows  []blas64.Vector // of each shift and peak, how its multiplier answers to the weights
	den   []float64
	ones  *mat.VecDense // the solution for Σw
	total float64
}

// factor eliminates t and s, then the rows; nil when rounding leaves no positive
// matrix.
func (p *interior) factor() *factored {
	n, shifts, cells := len(p.w), len(p.ks), p.cells
	rows := shifts + len(p.peaks)
	square, h := make([]float64, cells*cells), make([]float64, shifts*cells)
	f := &factored{den: make([]float64, rows)}
	p.each(func(j, row, i, from int) {
		one, two := p.z1[j]/p.t[j], p.z2[j]/p.s[j]
		f.den[row] += 1 / (one + two)
		p.put(h[row*cells:(row+1)*cells], two/(one+two), i, from)
		e := one * two / (one + two)
		p.put(square[i*cells:(i+1)*cells], e, i, from)
		if from >= 0 {
			p.put(square[from*cells:(from+1)*cells], -e*p.ratio, i, from)
		}
	})
	m := p.congruent(square)
	for j, w := range p.w {
		m.SetSym(j, j, m.At(j, j)+p.zw[j]/w)
	}
	scaled := make([]float64, rows*n)
	for row := range rows {
		var list []float64
		if row < shifts {
			list = p.gather(h[row*cells:(row+1)*cells], 1)
		} else {
			list = p.peaks[row-shifts]
		}
		f.rows = append(f.rows, blas64.Vector{N: n, Data: list, Inc: 1})
		f.den[row] += p.slack[row] / p.lam[row]
		floats.ScaleTo(scaled[row*n:(row+1)*n], 1/math.Sqrt(f.den[row]), list)
	}
	blas64.Syrk(blas.Trans, 1, blas64.General{Rows: rows, Cols: n, Stride: n, Data: scaled}, 1, m.RawSymmetric())
	if !f.chol.Factorize(m) {
		return nil
	}
	f.ones = mat.NewVecDense(n, nil)
	f.solve(f.ones, filled(n, 1))
	f.total = mat.Sum(f.ones)
	return f
}

// congruent turns a symmetric matrix by cell into that by weight.
func (p *interior) congruent(square []float64) *mat.SymDense {
	n, cells := len(p.w), p.cells
	half := make([]float64, n*cells) // by weight, then by cell
	for i := range cells {
		for j, v := range p.gather(square[i*cells:(i+1)*cells], 0) {
			half[j*cells+i] = v
		}
	}
	m := mat.NewSymDense(n, nil)
	for j := range n {
		for k, v := range p.gather(half[j*cells:(j+1)*cells], 0)[j:] {
			m.SetSym(j, j+k, v)
		}
	}
	return m
}

// solve divides by the matrix. The nearer to a vertex the worse its condition must
// be, of which the library warns by an error; steps that rounding spoils are short.
func (f *factored) solve(into *mat.VecDense, of []float64) {
	_ = f.chol.SolveVecTo(into, mat.NewVecDense(len(of), of))
}

// direction is Newton's step to products of size mu, corrected for what the
// products of a former step are.
func (p *interior) direction(f *factored, mu float64, former step) step {
	n, shifts := len(p.w), len(p.ks)
	rhs, atom := make([]float64, n), 0.0
	if p.mixture.atom {
		atom = p.w[n-1]
	}
	for j := range rhs {
		rhs[j] = p.nu + p.zw[j] - p.cost[j] + (mu-p.w[j]*p.zw[j]-former.w[j]*former.zw[j])/p.w[j]
	}
	q, r2, byCell := make([]float64, len(p.t)), make([]float64, len(p.t)), make([]float64, p.cells)
	left := make([]float64, len(p.lam)) // e of each row: what its multiplier is without the weights
	for row := range left {
		left[row] = (mu-p.slack[row]*p.lam[row]-former.slack[row]*former.lam[row])/p.lam[row] + p.slack[row]
		if row >= shifts {
			peak := p.peaks[row-shifts]
			left[row] += floats.Dot(peak, p.w)
			floats.AddScaled(rhs, -p.lam[row], peak)
			continue
		}
		left[row] += atom - p.most
		if p.mixture.atom {
			rhs[n-1] -= p.lam[row]
		}
	}
	p.each(func(j, row, i, from int) {
		one, two := p.z1[j]/p.t[j], p.z2[j]/p.s[j]
		missed := p.t[j] - p.gain(p.held, i, from) - p.s[j]
		r2[j] = (mu-p.s[j]*p.z2[j]-former.s[j]*former.z2[j])/p.s[j] - two*missed
		q[j] = (mu-p.t[j]*p.z1[j]-former.t[j]*former.z1[j])/p.t[j] + r2[j] - (p.lam[row] - p.z1[j] - p.z2[j])
		left[row] += q[j]/(one+two) + p.t[j]
		p.put(byCell, -p.z2[j]-r2[j]+two/(one+two)*q[j], i, from)
	})
	floats.Add(rhs, p.gather(byCell, 0))
	for row, h := range f.rows {
		floats.AddScaled(rhs, -left[row]/f.den[row], h.Data)
	}
	x := mat.NewVecDense(n, nil)
	f.solve(x, rhs)
	d := p.still()
	d.w = x.RawVector().Data
	d.nu = (1 - floats.Sum(p.w) - mat.Sum(x)) / f.total
	floats.AddScaled(d.w, d.nu, f.ones.RawVector().Data)
	p.substitute(f, mu, former, &d, left, q, r2)
	return d
}

// substitute finds what was eliminated.
func (p *interior) substitute(f *factored, mu float64, former step, d *step, left, q, r2 []float64) {
	for j := range d.zw {
		d.zw[j] = (mu - p.w[j]*p.zw[j] - former.w[j]*former.zw[j] - p.zw[j]*d.w[j]) / p.w[j]
	}
	x := blas64.Vector{N: len(d.w), Data: d.w, Inc: 1}
	for row, h := range f.rows {
		d.lam[row] = (blas64.Dot(h, x) + left[row]) / f.den[row]
		d.slack[row] = (mu - p.slack[row]*p.lam[row] - former.slack[row]*former.lam[row] - p.slack[row]*d.lam[row]) / p.lam[row]
	}
	moved := make([]float64, p.cells)
	p.spread(d.w, moved)
	p.each(func(j, row, i, from int) {
		one, two := p.z1[j]/p.t[j], p.z2[j]/p.s[j]
		gain := p.gain(moved, i, from)
		d.t[j] = (q[j] + two*gain - d.lam[row]) / (one + two)
		d.s[j] = d.t[j] - gain + p.t[j] - p.gain(p.held, i, from) - p.s[j]
		d.z2[j] = r2[j] - two*(d.t[j]-gain)
		d.z1[j] = d.lam[row] - d.z2[j] + p.lam[row] - p.z1[j] - p.z2[j]
	})
}
