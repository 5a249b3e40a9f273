package agreement

import (
	"math"
	"slices"

	"dpscope/engine/num/quad"
	"dpscope/learners/proof"
	"dpscope/mechanisms"
)

// measure answers questions about the law of one private answer that depend on
// which side of a boundary its atoms fall.
type measure struct {
	law   mechanisms.Law
	bins  mechanisms.Binned // nil unless the law is one on bins
	steps float64           // bins − 1
	atoms []mechanisms.Atom // of a law that is not on bins
}

func measured(law mechanisms.Law) measure {
	m := measure{law: law}
	if b, ok := law.(mechanisms.Binned); ok {
		m.bins, m.steps = b, float64(b.Bins()-1)
		return m
	}
	m.atoms = law.Atoms()
	return m
}

func measuredAll(laws []mechanisms.Law) []measure {
	all := make([]measure, len(laws))
	for i, l := range laws {
		all[i] = measured(l)
	}
	return all
}

// side returns the probability that the answer lies in the side.
func (m measure) side(s proof.Side) float64 {
	least, greatest := s.Ends()
	return m.cut(s.Low, s.High, least, greatest)
}

// atMost returns the probability of v or less.
func (m measure) atMost(v float64) float64 {
	if m.bins == nil {
		return m.law.Mass(Everywhere.Low, v)
	}
	last := m.binsUpTo(v) - 1
	if last < 0 {
		return 0
	}
	return m.bins.BinsMass(0, last)
}

// atLeast returns the probability of v or more.
func (m measure) atLeast(v float64) float64 {
	if m.bins == nil {
		return m.law.Mass(v, Everywhere.High)
	}
	first := m.binsUpTo(math.Nextafter(v, Everywhere.Low))
	if first > int(m.steps) {
		return 0
	}
	return m.bins.BinsMass(first, int(m.steps))
}

// cut returns the probability that the answer lies in [low, high], except that
// an atom counts if and only if it lies in [least, greatest].
func (m measure) cut(low, high, least, greatest float64) float64 {
	if m.bins != nil {
		first, last := m.binsUpTo(math.Nextafter(least, math.Inf(-1))), m.binsUpTo(greatest)-1
		if first > last {
			return 0
		}
		return m.bins.BinsMass(first, last)
	}
	mass := m.law.Mass(low, high)
	for _, a := range m.atoms {
		is, counts := low <= a.At && a.At <= high, least <= a.At && a.At <= greatest
		if is && !counts {
			mass -= a.Mass
		} else if counts && !is {
			mass += a.Mass
		}
	}
	return max(mass, 0)
}

// binsUpTo returns how many bins are at most v.
func (m measure) binsUpTo(v float64) int {
	switch {
	case v < 0:
		return 0
	case v >= 1:
		return int(m.steps) + 1
	}
	n := int(v*m.steps) + 1 // right, or one off by rounding
	for n > 0 && float64(n-1)/m.steps > v {
		n--
	}
	for float64(n)/m.steps <= v {
		n++
	}
	return n
}

// binBeyond returns the first bin past v in a direction, −1 or 1, or an
// infinity when there is none.
func (m measure) binBeyond(v, direction float64) float64 {
	n := m.binsUpTo(v)
	if direction < 0 {
		n = m.binsUpTo(math.Nextafter(v, math.Inf(-1))) - 1
	}
	if n < 0 || n > int(m.steps) {
		return math.Inf(int(direction))
	}
	return float64(n) / m.steps
}

// smooth returns the probability of [low, high] without the atoms.
func (m measure) smooth(low, high float64) float64 {
	if m.bins != nil || !(low < high) {
		return 0
	}
	return m.cut(low, high, math.Inf(1), math.Inf(-1))
}

// expectation returns ∫ f(u) dM(u) over the smooth part of the law on
// [from, to], for f that is smooth between neighbouring breaks.
func (m measure) expectation(from, to float64, breaks quad.Breaks, f func(float64) float64) float64 {
	return quad.Expectation(&smoothPart{m}, from, to, breaks, f)
}

// smoothPart is a law without its atoms.
type smoothPart struct{ measure }

func (s *smoothPart) Mass(low, high float64) float64 { return s.smooth(low, high) }
func (s *smoothPart) Density(u float64) float64      { return s.law.Density(u) }

// points lists the atoms of any law.
func (m measure) points() []mechanisms.Atom {
	if m.bins == nil {
		return m.atoms
	}
	points := make([]mechanisms.Atom, m.bins.Bins())
	for i := range points {
		points[i] = mechanisms.Atom{At: float64(i) / m.steps, Mass: m.bins.BinsMass(i, i)}
	}
	return points
}

// kinks lists, in increasing order, the points between which the density is
// smooth, given the value x that was perturbed.
func (m measure) kinks(x float64) []float64 {
	low, high := m.law.Support()
	kinks := []float64{x}
	for _, end := range [2]float64{low, high} {
		if !math.IsInf(end, 0) {
			kinks = append(kinks, end)
		}
	}
	if j, ok := m.law.(mechanisms.Jumping); ok {
		kinks = append(kinks, j.Jumps()...)
	}
	slices.Sort(kinks)
	return kinks
}

// reach returns an interval outside which the answer lies with probability
// less than 1e-18, if at all.
func (m measure) reach(x float64) proof.Side {
	low, high := m.law.Support()
	if low == high { // an interval that has an inside
		return proof.Side{Low: low - 1, High: high + 1}
	}
	if !math.IsInf(low, 0) && !math.IsInf(high, 0) {
		return proof.Side{Low: low, High: high}
	}
	const negligible = 1e-18
	width := 1e-3
	for m.law.Outside(x-width, x+width) > negligible && width < 1e15 {
		width *= 2
	}
	return proof.Side{Low: max(low, x-width), High: min(high, x+width)}
}
