package mechanisms

import "math"

// grid is a set of equally spaced bins on [0, 1]: bin i stands at i/steps.
type grid struct{ steps int }

func (g grid) at(i int) float64 { return float64(i) / float64(g.steps) }

// windowSlack is the distance, in either direction, within which the end of a window counts as standing on a
// bin above 0.
//
// People give x, θ and the ends of a window as decimals, and mean them exactly: [0.5 − 0.3, 0.5 + 0.3] holds
// the bins 0.2 and 0.8, for any rounding of the sums. Each of three roundings (of x, of θ, of their sum) is
// at most 2⁻⁵⁴ below 1, so that 2⁻⁵² covers them; and bins are at least 10⁻⁶ apart, so that no other bin is
// included. At 0 there is no error: the difference of equal decimals is 0, and 1e-17 lies to the right of it.
const windowSlack = 0x1p-52

// window returns the first and last bin of the closed window; first > last
// when there is none.
func (g grid) window(from, to float64) (first, last int) {
	if !(from <= to) || from > 1+windowSlack || to < 0 {
		return 0, -1
	}
	n := float64(g.steps)
	if from > 0 {
		nearest := math.Round(from * n)
		first = int(nearest)
		if nearest == 0 || math.FMA(from, n, -nearest) > windowSlack*n {
			first++
		}
	}
	last = g.steps
	if to < 1 {
		nearest := math.Round(to * n)
		last = int(nearest)
		if math.FMA(to, n, -nearest) < -windowSlack*n {
			last--
		}
	}
	return first, last
}

// nearest returns the bin closest to x, the upper one of two. A tie is decided
// as for windows: 0.285 lies halfway between 0.28 and 0.29.
func (g grid) nearest(x float64) int {
	n := float64(g.steps)
	below := math.Floor(x * n)
	if math.FMA(x, n, -below) >= 0.5-windowSlack*n {
		below++
	}
	return int(min(max(below, 0), n))
}
