package lp

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// drift limits the error of rules that hold with equality before W is inverted afresh.
const drift = 1e-10

// dense keeps the rows of W of the positive variables, each with all of its n entries.
type dense struct {
	*vertex
	rows  [][]float64 // nil: of a variable held at 0
	spare [][]float64 // rows given up
}

// newDense returns W at the cheapest vertex.
func newDense(v *vertex) inverse {
	d := &dense{vertex: v, rows: make([][]float64, len(v.cost))}
	for _, b := range v.blocks {
		row := d.row(b.sum)
		for j := b.from; j < b.to; j++ {
			row[j] = -1
		}
		row[b.sum] = 1
	}
	return d
}

// row gives variable j an empty row.
func (v *dense) row(j int) []float64 {
	var row []float64
	if last := len(v.spare) - 1; last >= 0 {
		row, v.spare = v.spare[last], v.spare[:last]
	} else {
		row = make([]float64, len(v.cost))
	}
	v.rows[j] = row
	return row
}

func (v *dense) keep(k *kept, of []float64) { k.of = of }

func (v *dense) free(j, q int) {
	row := v.row(j)
	clear(row)
	row[q] = 1
}

func (v *dense) hold(j int) {
	v.spare = append(v.spare, v.rows[j])
	v.rows[j] = nil
}

func (v *dense) direction(b broken) {
	if b.row == nil {
		copy(v.r, v.rows[b.bound])
		return
	}
	clear(v.r)
	for j, a := range b.row.of {
		if at := v.place[j]; at != none {
			v.r[at] -= a
		}
	}
	for _, j := range v.positive {
		if a := b.row.of[j]; a != 0 {
			floats.AddScaled(v.r, -a, v.rows[j])
		}
	}
}

func (v *dense) move(q int, by float64) {
	for _, j := range v.positive {
		v.x[j] += v.rows[j][q] * by
	}
	if j := v.bounds[q]; j != none {
		v.x[j] += by
	}
}

func (v *dense) exchange(q int) {
	rate := v.r[q]
	for _, j := range v.positive {
		row := v.rows[j]
		if share := row[q] / rate; share != 0 {
			floats.AddScaled(row, -share, v.r)
			row[q] = share
		}
	}
}

func (v *dense) turn(q, of int) {
	for _, j := range v.positive {
		w := v.rows[j]
		w[q] = w[of] - w[q]
	}
}

// renew computes x from W and refines it once. It reports whether x was moved by
// more than rounding.
func (v *dense) renew() bool {
	before := slices.Clone(v.x)
	v.replace()
	if v.refine() > drift {
		v.invert()
	}
	return floats.Distance(before, v.x, math.Inf(1)) > feasible/10
}

// refine corrects x by the errors in the rules that hold with equality, and returns the greatest.
func (v *dense) refine() float64 {
	missed := make([]float64, len(v.rules))
	most := 0.0
	for _, b := range v.blocks {
		missed[b.sum] = 1 - floats.Sum(v.x[b.from:b.to])
		most = max(most, math.Abs(missed[b.sum]))
	}
	for q, k := range v.rules {
		if k != nil {
			missed[q] = k.excess(v.x)
			most = max(most, math.Abs(missed[q]))
		}
	}
	for _, j := range v.positive {
		v.x[j] += floats.Dot(v.rows[j], missed)
	}
	return most
}

// invert computes W, y and x afresh from the active rules.
func (v *dense) invert() {
	kernel, wanted := v.system()
	if len(v.cost) > large {
		if !v.eliminate(kernel, wanted) {
			return // as below, or the caller has stopped waiting
		}
		v.settle(wanted)
		return
	}
	var lu mat.LU
	lu.Factorize(kernel)
	var w mat.Dense
	if err := lu.SolveTo(&w, false, wanted); err != nil && math.IsInf(lu.Cond(), 1) {
		return // keep the drifted one
	}
	v.settle(&w)
}

// settle takes the rows of W, and recomputes what depends on them.
func (v *dense) settle(w *mat.Dense) {
	for at, j := range v.positive {
		copy(v.rows[j], w.RawRowView(at))
	}
	v.reprice()
	v.replace()
	v.refine()
}

// eliminate solves kernel·W = wanted in place, by Gauss and Jordan with the greatest pivot of a column,
// skipping the many zeros of a large kernel. It reports whether it found a solution before the caller stopped
// waiting.
func (v *dense) eliminate(kernel, wanted *mat.Dense) bool {
	size, _ := kernel.Dims()
	for i := range size {
		if v.stopped != nil && v.stopped() {
			return false
		}
		pivot := i
		for k := i + 1; k < size; k++ {
			if math.Abs(kernel.At(k, i)) > math.Abs(kernel.At(pivot, i)) {
				pivot = k
			}
		}
		by := kernel.At(pivot, i)
		if by == 0 {
			return false
		}
		row, right := kernel.RawRowView(i), wanted.RawRowView(i)
		if pivot != i {
			swap(row, kernel.RawRowView(pivot))
			swap(right, wanted.RawRowView(pivot))
		}
		floats.Scale(1/by, row[i:])
		floats.Scale(1/by, right)
		for k := range size {
			if factor := kernel.At(k, i); k != i && factor != 0 {
				floats.AddScaled(kernel.RawRowView(k)[i:], -factor, row[i:])
				floats.AddScaled(wanted.RawRowView(k), -factor, right)
			}
		}
	}
	return true
}

func swap(a, b []float64) {
	for i := range a {
		a[i], b[i] = b[i], a[i]
	}
}

// system returns the equations kernel·W = wanted for the rows of W of the positive variables: one for Σx = 1
// and one for each active row of the pool.
func (v *dense) system() (kernel, wanted *mat.Dense) {
	size := len(v.positive)
	kernel, wanted = mat.NewDense(size, size, nil), mat.NewDense(size, len(v.cost), nil)
	i := 0
	for q, k := range v.rules {
		if k == nil && !v.fixed[q] {
			continue
		}
		of := func(j int) float64 {
			switch {
			case k != nil:
				return -k.of[j]
			case v.together(j, q):
				return 1
			}
			return 0
		}
		for at, j := range v.positive {
			kernel.Set(i, at, of(j))
		}
		for j, at := range v.place {
			if at != none {
				wanted.Set(i, at, -of(j))
			}
		}
		wanted.Set(i, q, 1)
		i++
	}
	return kernel, wanted
}

// replace computes x = W·h.
func (v *dense) replace() {
	for _, j := range v.positive {
		v.x[j] = 0
		for _, b := range v.blocks {
			v.x[j] += v.rows[j][b.sum]
		}
		for q, k := range v.rules {
			if k != nil {
				v.x[j] -= v.rows[j][q] * k.most
			}
		}
	}
}

// reprice computes y = c·W.
func (v *dense) reprice() {
	clear(v.y)
	for j, at := range v.place {
		if at != none {
			v.y[at] += v.cost[j]
		}
	}
	for _, j := range v.positive {
		floats.AddScaled(v.y, v.cost[j], v.rows[j])
	}
}
