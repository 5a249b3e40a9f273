package accounting

import (
	"math"
	"testing"

	"dpscope/mechanisms/privacy"
)

// profile is the hockey-stick divergence of one step as a side sees it, at any ε.
func (s Step) profile(from side, epsilon float64) float64 {
	if from == added { // sup Q − e^ε·P = 1 − e^ε + e^ε·(sup P − e^−ε·Q)
		return -math.Expm1(epsilon) + math.Exp(epsilon)*s.profile(removed, -epsilon)
	}
	ratio := math.Expm1(epsilon) / s.Rate
	if ratio <= -1 {
		return -math.Expm1(epsilon)
	}
	at := math.Log1p(ratio)
	if at < 0 { // the normal profile, turned round as above
		return s.Rate * (-math.Expm1(at) + math.Exp(at)*privacy.GaussianProfile(-at, s.Deviation))
	}
	return s.Rate * privacy.GaussianProfile(at, s.Deviation)
}

// told is the same of losses on multiples of a width.
func told(points []float64, c cells, above, epsilon float64) float64 {
	sum := above
	for i, mass := range points {
		sum += mass * max(0, -math.Expm1(epsilon-c.loss(i)))
	}
	return sum
}

// One step's losses spread to multiples give at least its profile, and gathered
// there at most, at every ε and both by little; no mass appears.
func TestSpreadAndGather(t *testing.T) {
	for _, s := range []Step{{0.01, 1.1}, {0.3, 0.7}, {0.9, 4}, {1e-4, 2}, {0.05, 0.3}} {
		for _, from := range []side{removed, added} {
			for _, cellsIn := range []float64{20, 300, 5000} {
				low, high := s.reach(from, 1e-12)
				width := (high - low) / cellsIn
				c := s.cut(from, width, 1e-12, math.Inf(-1), math.Inf(1), tilt{})
				spread, gathered := c.spread(), c.gather()
				if total := told(spread, c, c.above, -800); math.Abs(total-1) > 1e-12 {
					t.Errorf("%v, side %d, %g cells: %v in all when spread", s, from, cellsIn, total)
				}
				for _, share := range []float64{-0.2, 0, 0.01, 0.1, 0.33, 0.5, 0.77} {
					epsilon := low + share*(high-low)
					if s.Rate < 1 && from == removed && epsilon < math.Log1p(-s.Rate) {
						continue // all of it is beyond
					}
					want := s.profile(from, epsilon)
					up, down := told(spread, c, c.above, epsilon), told(gathered, c, 0, epsilon)
					if up < want-1e-12 || down > want+1e-12 {
						t.Errorf("%v, side %d, %g cells, ε = %g: %g to %g, and it is %g", s, from, cellsIn, epsilon, down, up, want)
					}
					if cellsIn == 5000 && share > 0.005 && up-down > 2e-4*(want+0.01) {
						t.Errorf("%v, side %d, ε = %g: %g to %g is far apart", s, from, epsilon, down, up)
					}
				}
			}
		}
	}
}
