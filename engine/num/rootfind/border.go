package rootfind

// Halving says how an interval is halved, and when that is enough.
type Halving struct {
	Middle func(outside, inside float64) float64 // nil: Mean
	Near   func(inside, outside float64) bool    // nil: until nothing lies between
}

// Border closes in on the border between inside, where a statement holds, and
// outside, where it does not, and returns the last point at which it was seen
// to hold and the first at which it was not. Where the statement changes more
// than once, that is one of its borders.
func Border(holds func(float64) bool, inside, outside float64, by Halving) (last, first float64) {
	const most = 2000 // a mean of two float64 needs as many at worst, from 1e308 to 1e-308
	middle := by.Middle
	if middle == nil {
		middle = Mean
	}
	for range most {
		x := middle(outside, inside)
		if x == inside || x == outside || by.Near != nil && by.Near(inside, outside) {
			break
		}
		if holds(x) {
			inside = x
		} else {
			outside = x
		}
	}
	return inside, outside
}

// Mean returns the midpoint of two numbers, without overflow for equal signs.
func Mean(a, b float64) float64 { return a + (b-a)/2 }
