package optimize1d

// Stop says when a search by golden sections ends: the interval is no wider
// than Width, or a value reaches Enough.
type Stop struct{ Width, Enough float64 }

// Golden climbs the one peak of f between low and high by golden sections
// (Kiefer 1953) and returns the better of the last two points. It only asks
// which of two values is greater, so f may have kinks, and −Inf where it has no
// value.
func Golden(f func(float64) float64, low, high float64, stop Stop) (at, value float64) {
	const ratio = 0.618033988749894848204586834366 // (√5 − 1)/2
	a, b := high-ratio*(high-low), low+ratio*(high-low)
	fa, fb := f(a), f(b)
	for high-low > stop.Width && fa < stop.Enough && fb < stop.Enough {
		if fa > fb {
			high, b, fb = b, a, fa
			a = high - ratio*(high-low)
			fa = f(a)
		} else {
			low, a, fa = a, b, fb
			b = low + ratio*(high-low)
			fb = f(b)
		}
	}
	if fa >= fb {
		return a, fa
	}
	return b, fb
}
