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
	rows  []blas64.Vector // of each shift, how its multiplier answers to the weights
	den   []float64
	ones  *mat.VecDense // the solution for Σw
	total float64
}

// factor eliminates t and s, then the rows; nil when rounding leaves no positive
// matrix.
func (p *interior) factor() *factored {
	n, rows := len(p.w), len(p.ks)
	m, h := mat.NewSymDense(n, nil), make([]float64, rows*n)
	f := &factored{den: make([]float64, rows)}
	for j, w := range p.w {
		m.SetSym(j, j, p.zw[j]/w)
	}
	raw := m.RawSymmetric()
	add := func(a, b int, v float64) { raw.Data[min(a, b)*n+max(a, b)] += v }
	p.each(func(j, row, i, from int) {
		one, two := p.z1[j]/p.t[j], p.z2[j]/p.s[j]
		f.den[row] += 1 / (one + two)
		p.put(h[row*n:(row+1)*n], two/(one+two), i, from)
		e, here := one*two/(one+two), p.share[i]
		add(p.at[i], p.at[i], e*here*here)
		if from >= 0 {
			there := -p.ratio * p.share[from]
			add(p.at[from], p.at[from], e*there*there)
			cross := e * here * there
			if p.at[i] == p.at[from] {
				cross *= 2
			}
			add(p.at[i], p.at[from], cross)
		}
	})
	scaled := make([]float64, rows*n)
	for row := range rows {
		list := h[row*n : (row+1)*n]
		if p.mixture.atom {
			list[n-1]++
		}
		f.rows = append(f.rows, blas64.Vector{N: n, Data: list, Inc: 1})
		f.den[row] += p.slack[row] / p.lam[row]
		floats.ScaleTo(scaled[row*n:(row+1)*n], 1/math.Sqrt(f.den[row]), list)
	}
	blas64.Syrk(blas.Trans, 1, blas64.General{Rows: rows, Cols: n, Stride: n, Data: scaled}, 1, raw)
	if !f.chol.Factorize(m) {
		return nil
	}
	f.ones = mat.NewVecDense(n, nil)
	f.solve(f.ones, filled(n, 1))
	f.total = mat.Sum(f.ones)
	return f
}

// solve divides by the matrix. The nearer to a vertex the worse its condition must
// be, of which the library warns by an error; steps that rounding spoils are short.
func (f *factored) solve(into *mat.VecDense, of []float64) {
	_ = f.chol.SolveVecTo(into, mat.NewVecDense(len(of), of))
}

// direction is Newton's step to products of size mu, corrected for what the
// products of a former step are.
func (p *interior) direction(f *factored, mu float64, former step) step {
	n, rows := len(p.w), len(p.ks)
	rhs, atom := make([]float64, n), 0.0
	if p.mixture.atom {
		atom = p.w[n-1]
	}
	for j := range rhs {
		rhs[j] = p.nu + p.zw[j] - p.cost[j] + (mu-p.w[j]*p.zw[j]-former.w[j]*former.zw[j])/p.w[j]
	}
	q, r2 := make([]float64, len(p.t)), make([]float64, len(p.t))
	left := make([]float64, rows) // e of each row: what its multiplier is without the weights
	for row := range left {
		left[row] = (mu-p.slack[row]*p.lam[row]-former.slack[row]*former.lam[row])/p.lam[row] - (p.most - atom - p.slack[row])
		if p.mixture.atom {
			rhs[n-1] -= p.lam[row]
		}
	}
	p.each(func(j, row, i, from int) {
		one, two := p.z1[j]/p.t[j], p.z2[j]/p.s[j]
		missed := p.t[j] - p.gain(p.w, i, from) - p.s[j]
		r2[j] = (mu-p.s[j]*p.z2[j]-former.s[j]*former.z2[j])/p.s[j] - two*missed
		q[j] = (mu-p.t[j]*p.z1[j]-former.t[j]*former.z1[j])/p.t[j] + r2[j] - (p.lam[row] - p.z1[j] - p.z2[j])
		left[row] += q[j]/(one+two) + p.t[j]
		p.put(rhs, -p.z2[j]-r2[j]+two/(one+two)*q[j], i, from)
	})
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
	p.each(func(j, row, i, from int) {
		one, two := p.z1[j]/p.t[j], p.z2[j]/p.s[j]
		gain := p.gain(d.w, i, from)
		d.t[j] = (q[j] + two*gain - d.lam[row]) / (one + two)
		d.s[j] = d.t[j] - gain + p.t[j] - p.gain(p.w, i, from) - p.s[j]
		d.z2[j] = r2[j] - two*(d.t[j]-gain)
		d.z1[j] = d.lam[row] - d.z2[j] + p.lam[row] - p.z1[j] - p.z2[j]
	})
}
