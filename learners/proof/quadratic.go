package proof

import "math"

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

// Rescaled returns the function times a power of two, which changes neither its
// sign nor its digits: that which by gives for the size of its largest
// coefficient.
func (q Quadratic) Rescaled(by func(size float64) int) Quadratic {
	all := [...]*float64{&q.Value, &q.Gradient[0], &q.Gradient[1], &q.UU, &q.UV, &q.VV}
	size := 0.0
	for _, c := range all {
		size = max(size, math.Abs(*c))
	}
	if power := by(size); power != 0 {
		for _, c := range all {
			*c = math.Ldexp(*c, power)
		}
	}
	return q
}

// Minus returns the difference.
func (q Quadratic) Minus(p Quadratic) Quadratic {
	return Quadratic{
		Value:    q.Value - p.Value,
		Gradient: [2]float64{q.Gradient[0] - p.Gradient[0], q.Gradient[1] - p.Gradient[1]},
		UU:       q.UU - p.UU, UV: q.UV - p.UV, VV: q.VV - p.VV,
	}
}
