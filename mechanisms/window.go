package mechanisms

// A law on [0, 1] computes the mass between two of its own places; masses of windows follow. The greater of a
// mass and its complement is one less the smaller, so that neither loses digits.

// onInterval is a density on [0, 1]. between is the probability of
// 0 ≤ from ≤ to ≤ 1, and 0 for from ≥ to.
type onInterval interface {
	between(from, to float64) float64
	peak() float64 // the greatest density
}

func intervalMass[L onInterval](l L, from, to float64) float64 {
	if !narrow(from, to, l.peak()) {
		if outside := intervalOutside(l, from, to); outside <= 0.5 {
			return 1 - outside
		}
	}
	return l.between(max(from, 0), min(to, 1))
}

func intervalOutside[L onInterval](l L, from, to float64) float64 {
	if !(from <= to) {
		return 1
	}
	return min(l.between(0, min(from, 1))+l.between(max(to, 0), 1), 1)
}

// narrow reports whether a window can hold no more than two fifths of a law
// with this greatest density: its complement is then the greater, and need not
// be computed to know that.
func narrow(from, to, peak float64) bool { return (to-from)*peak < 0.4 }

// onBins is a law on the bins 0 to Bins() − 1. between is the probability of
// the bins first to last, and 0 for first > last.
type onBins interface {
	Bins() int
	between(first, last int) float64
}

func binsMass[L onBins](l L, first, last int) float64 {
	if outside := binsOutside(l, first, last); outside <= 0.5 {
		return 1 - outside
	}
	return l.between(first, last)
}

func binsOutside[L onBins](l L, first, last int) float64 {
	if first > last {
		return 1
	}
	return min(l.between(0, first-1)+l.between(last+1, l.Bins()-1), 1)
}
