package polling

import (
	"math"

	"dpscope/engine/num/normal"
)

// reach returns the least distance from the mean within which Y lies with a probability of at least the confidence.
// Only the distances of whole numbers come into question.
func reach(y count, confidence float64) float64 {
	s := spansOf(y)
	if y.deviation() == 0 {
		return s.distance(0)
	}
	return s.distance(s.least(1 - confidence))
}

// beyond returns how likely Y is to lie farther from the mean than the last whole number whose distance is near.
func beyond(y count, most float64, near func(distance float64) bool) float64 {
	s := spansOf(y)
	k := math.Floor(2*most) + 1
	for k >= 0 && !near(s.distance(k)) {
		k--
	}
	if k < 0 {
		return 1
	}
	return y.outside()(s.ends(k))
}

// spans counts whole numbers by their distance from the mean: the nearest first, then by turns from either side.
type spans struct {
	count
	nearest, side float64 // the number nearest to the mean, and the direction of the second nearest
}

func spansOf(y count) spans {
	s := spans{y, y.middle(), 1}
	for s.gap(s.nearest) < -0.5 {
		s.nearest++
	}
	if s.gap(s.nearest) > 0 {
		s.side = -1
	}
	return s
}

// distance returns the k-th distance, from 0 on.
func (s spans) distance(k float64) float64 {
	steps := math.Ceil(k / 2)
	if math.Mod(k, 2) == 0 {
		steps = -steps
	}
	return math.Abs(s.gap(s.nearest + s.side*steps))
}

// ends returns the numbers farthest below and above the mean that lie no farther than the k-th.
func (s spans) ends(k float64) (from, to float64) {
	const hair = 4e-15 // a number equally far on the other side, up to rounding of the mean, is within
	d := s.distance(k)
	if s.distance(k+1)-d <= hair*(1+d+math.Abs(s.nearest)) {
		k++
	}
	steps := math.Floor(k / 2)
	from, to = s.nearest-steps, s.nearest+steps
	if math.Mod(k, 2) == 1 && s.side > 0 {
		to++
	} else if math.Mod(k, 2) == 1 {
		from--
	}
	return from, to
}

// least returns the first k that leaves no more outside than a risk. It starts from the normal law's, goes on by that law's slope
// until the border lies between two numbers and then by theirs; where that is slow, it halves.
func (s spans) least(risk float64) float64 {
	outside := s.outside()
	quantile := math.Sqrt2 * math.Erfinv(1-risk)
	slope := normal.Density(quantile) / s.deviation()
	short, far := -1.0, math.Inf(1)
	var over, under float64 // how far from the risk they are
	at := max(math.Ceil(2*quantile*s.deviation()-1), 0)
	for turn := 1; ; turn++ {
		if excess := outside(s.ends(at)) - risk; excess > 0 {
			short, over = at, excess
			at += over / slope
		} else {
			far, under = at, -excess
			at -= under / slope
		}
		slope /= 2
		switch between := short >= 0 && !math.IsInf(far, 1); {
		case far-short <= 1:
			return far
		case between && turn%4 == 0:
			at = (short + far) / 2
		case between:
			at = short + over/(over+under)*(far-short)
		}
		at = min(max(math.Ceil(at), short+1), far-1)
	}
}
