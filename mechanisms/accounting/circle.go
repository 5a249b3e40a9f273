package accounting

import "math"

// beyond bounds the trapezoid rule's excess on one side of ε by means of one exponent v ≥ 0: δ(ε) ≤ e^(log −
// vε), log = ln E[e^(vS)].
type beyond struct{ exponent, log float64 }

// at returns ln of the excess at ε, on a contour at θ and a circle.
func (b beyond) at(epsilon, theta, circle float64) float64 {
	apart := math.Abs(b.exponent-theta) * circle
	return b.log - b.exponent*epsilon - apart - math.Log(-math.Expm1(-apart))
}

// circle is the place of a contour and the length of the circle around which its trapezoid rule sums.
type circle struct {
	theta, length float64
	beyond        [2]beyond // for exponents below θ and above
}

// circle returns the shortest circle with an excess of at most e^logPart at ε. With A(v) = ln E[e^(vS)] − vε
// − logPart that holds if A(v) ≤ |v − θ|·length for one v on each side of θ, and θ lies where the two
// exponents give equal bounds. The exponents lie around the most promising one. If δ is near 1 that is next
// to 0, and greater exponents make the circle as short as the losses are wide; they are taken as long as
// rounding stays below the part.
func (s *search) circle(epsilon, logPart float64) (best circle) {
	const ratio, places, further, most = 1.2, 12, 1.6, 60
	list := []beyond{{0, 0}}
	best.length = math.Inf(1)
	shorter := func(v, rounding float64) (found bool) {
		high := beyond{v, s.Steps * s.law.cumulant(v)}
		for _, low := range list {
			left, right := low.log-low.exponent*epsilon-logPart, high.log-high.exponent*epsilon-logPart
			length := (left + right) / (high.exponent - low.exponent)
			if !(left > 0 && right > 0 && length < best.length) {
				continue
			}
			theta := low.exponent + left/length
			size := left + (right-left)*(theta-low.exponent)/(high.exponent-low.exponent) // ln of the unit, in parts, at most
			if size+rounding < 0 {
				best, found = circle{theta, length, [2]beyond{low, high}}, true
			}
		}
		list = append(list, high)
		return found
	}
	for k := -places; k <= places; k++ {
		shorter(s.near*math.Pow(ratio, float64(k)), math.Inf(-1))
	}
	rounding, v := math.Log(100*unit*s.Steps), list[len(list)-1].exponent*further
	for try := 0; try < most && shorter(v, rounding); try++ {
		v *= further
	}
	return best
}
