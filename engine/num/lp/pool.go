package lp

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// patience is for how many rounds a row may be slack before it leaves the pool.
const patience = 3

// kept is a row in the pool, scaled to length 1.
type kept struct {
	of      []float64 // nil: some are all that there are
	some    vector
	most    float64
	length  float64 // before it was scaled
	number  int
	column  int // of W where it is active, else none
	resting int // rounds since it was last active

	sum, part int // of Sums: the row and, of a tie, its part, else none
}

const none = -1

// excess returns by how much x breaks the row, as a distance.
func (k *kept) excess(x []float64) float64 {
	if k.of == nil {
		return k.some.dot(x) - k.most
	}
	return floats.Dot(k.of, x) - k.most
}

// addTo adds a multiple of the coefficients to others.
func (k *kept) addTo(into []float64, times float64) {
	if k.of == nil {
		k.some.addTo(into, times)
		return
	}
	floats.AddScaled(into, times, k.of)
}

// add adds another row's coefficients to the row's own.
func (k *kept) add(other *kept) {
	if k.of == nil {
		k.some = k.some.plus(other.some)
		return
	}
	floats.Add(k.of, other.of)
}

// negate reverses the signs of the coefficients.
func (k *kept) negate() {
	if k.of == nil {
		k.some = k.some.times(-1)
		return
	}
	floats.Scale(-1, k.of)
}

// add takes rows into the pool, and owns them from then on.
func (v *vertex) add(rows []*kept) {
	for _, k := range rows {
		k.number = v.numbered
		v.numbered++
	}
	v.pool = append(v.pool, rows...)
}

// scaled returns rows in the pool's form.
func scaled(rows []Row) []*kept {
	var list []*kept
	for _, row := range rows {
		length := floats.Norm(row.Of, 2)
		if length == 0 { // 0 ≤ Most holds always or never
			length = 1
		}
		floats.Scale(1/length, row.Of)
		list = append(list, &kept{of: row.Of, most: row.Most / length, length: length, column: none})
	}
	return list
}

// forget drops rows that have been slack for long, if the value has risen: it
// will not come back to where they mattered.
func (v *vertex) forget() {
	value := v.value()
	risen := value > v.before+1e-12*math.Abs(value)
	v.before = max(v.before, value)
	left := v.pool[:0]
	for _, k := range v.pool {
		k.resting++
		if k.column != none {
			k.resting = 0
		}
		if !risen || k.resting < patience {
			left = append(left, k)
		}
	}
	clear(v.pool[len(left):])
	v.pool = left
}

// binding returns the number of rows that hold with equality.
func (v *vertex) binding() int { return len(v.positive) - len(v.blocks) }

// exhausted reports that rounding forbids to keep the broken rows any better: all
// are broken by less than can be told, so that none would enter. W has then been
// inverted afresh.
func (v *vertex) exhausted(broken []*kept) bool {
	for _, k := range broken {
		if k.excess(v.x) > feasible {
			return false
		}
	}
	return true
}
