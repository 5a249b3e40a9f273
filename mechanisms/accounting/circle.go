package accounting

import "math"

// beyond bounds what the trapezoid rule adds on one side of ε by means of one exponent
// v ≥ 0: δ(ε) ≤ e^(log − vε), log = ln E[e^(vS)].
type beyond struct{ exponent, log float64 }

// at is ln of what is added where ε is, on a contour at θ and a circle.
func (b beyond) at(epsilon, theta, circle float64) float64 {
	apart := math.Abs(b.exponent-theta) * circle
	return b.log - b.exponent*epsilon - apart - math.Log(-math.Expm1(-apart))
}

// circle is where a contour lies and how long the circle is around which its trapezoid rule
// adds up.
type circle struct {
	theta, length float64
	beyond        [2]beyond // of exponents below θ and above
}

// circle is the shortest on which what is added is e^logPart at most at ε. With A(v) =
// ln E[e^(vS)] − vε − logPart that holds where A(v) ≤ |v − θ|·length for one v on each side
// of θ: of two exponents, θ is where they bound equally much.
func (s *search) circle(epsilon, logPart float64) (best circle) {
	const ratio, places = 1.2, 12
	list := []beyond{{0, 0}}
	for k := -places; k <= places; k++ {
		v := s.near * math.Pow(ratio, float64(k))
		list = append(list, beyond{v, s.Steps * s.law.cumulant(v)})
	}
	best.length = math.Inf(1)
	for i, low := range list {
		for _, high := range list[i+1:] {
			left, right := low.log-low.exponent*epsilon-logPart, high.log-high.exponent*epsilon-logPart
			length := (left + right) / (high.exponent - low.exponent)
			if left > 0 && right > 0 && length < best.length {
				best = circle{low.exponent + left/length, length, [2]beyond{low, high}}
			}
		}
	}
	return best
}
