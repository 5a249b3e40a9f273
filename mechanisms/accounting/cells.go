package accounting

import "math"

// cells is the law of a privacy loss L, told for every stretch between two
// neighbouring multiples of a width by two numbers: its probability, and how much
// of that would stand at the right end if the stretch were told by its two ends
// alone, with the same probability and the same mean of e^−L.
//
// Any δ is the mean of a convex falling function of e^−L, of one loss as of the
// sum of many. Spreading every stretch to its ends so can but increase δ, and only
// by the square of the width ("connect the dots", Doroshenko, Ghazi, Kamath, Kumar &
// Manurangsi 2022). Gathering at a multiple what lies on both sides of it, so that
// the mean of e^−L is the multiple's own, can but decrease δ.
//
// Probabilities are weighed as a tilt says, each at the left end of its stretch.
type cells struct {
	width       float64
	theta       float64
	first       int       // stretch 0 is from first·width to (first+1)·width
	mass, right []float64 // of every stretch
	below       float64   // below all stretches, weighed as if at the first multiple
	above       float64   // above all of them, not weighed
	doubt       float64   // by how much a right share may be wrong, as a part of its stretch
}

// newCells are empty stretches over all losses from low to high.
func newCells(low, high, width float64, t tilt) cells {
	c := cells{width: width, theta: t.theta, first: int(math.Floor(low / width))}
	count := max(int(math.Ceil(high/width))-c.first, 1)
	c.mass, c.right = make([]float64, count), make([]float64, count)
	farthest := max(math.Abs(c.loss(0)), math.Abs(c.loss(count)))
	c.doubt = min((32+4*farthest)*unit/width, 1)
	return c
}

// unit is the largest relative error of one rounding.
const unit = 0x1p-53

// loss is that of a multiple, counted from the first.
func (c cells) loss(i int) float64 { return float64(c.first+i) * c.width }

// spread moves every stretch to its ends, and to the right one whatever is in
// doubt: losses are only ever taken for larger ones.
func (c cells) spread() (points []float64) {
	points = make([]float64, len(c.mass)+1)
	points[0] = c.below
	step := math.Exp(c.theta * c.width)
	for i, mass := range c.mass {
		right := min(c.right[i]+c.doubt*mass, mass)
		points[i] += mass - right
		points[i+1] += right * step
	}
	return points
}

// gather moves to every multiple a share of the stretch on its right and what
// that balances of the stretch on its left. What is balanced by nothing goes to the
// multiple below it, and what lies outside all stretches is left out: losses are
// only ever taken for smaller ones.
func (c cells) gather() (points []float64) {
	count, shares := len(c.mass), c.shares()
	points = make([]float64, count+1)
	step := math.Exp(c.theta * c.width)
	for i, mass := range c.mass {
		balanced := 0.0
		if i+1 < count {
			balanced = min(1-shares[i], shares[i+1]*c.balance(i))
		}
		points[i] += (1 - balanced) * mass
		points[i+1] += balanced * mass * step
	}
	return points
}

// balance is how much of a stretch all of the next one balances.
func (c cells) balance(i int) float64 {
	surplus := max(c.right[i+1]-c.doubt*c.mass[i+1], 0)
	if surplus == 0 {
		return 0
	}
	lack := c.mass[i] - c.right[i] + c.doubt*c.mass[i]
	return surplus / lack * math.Exp(-(c.theta+1)*c.width)
}

// shares are the parts of the stretches that their left ends get. Each follows from
// its neighbour's on the thin side, beginning where there is nothing: towards the
// thick middle an error in one shrinks.
func (c cells) shares() (shares []float64) {
	count, middle := len(c.mass), 0
	for i, mass := range c.mass {
		if mass > c.mass[middle] {
			middle = i
		}
	}
	shares = make([]float64, count)
	for i := 1; i <= middle; i++ {
		shares[i] = 1
		if of := c.balance(i - 1); of > 0 {
			shares[i] = min((1-shares[i-1])/of, 1)
		}
	}
	for i := count - 1; i > middle; i-- {
		shares[i] = 1
		if i+1 < count {
			shares[i] = max(1-shares[i+1]*c.balance(i), 0)
		}
	}
	return shares
}
