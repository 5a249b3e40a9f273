package mechanisms

import (
	"math"
	"math/rand/v2"
)

// noise is the law of a perturbation Z, symmetric about 0.
type noise interface {
	above(z float64) float64                  // Pr[Z > z], to relative rounding also far out
	between(low, high, width float64) float64 // Pr[low ≤ Z ≤ high]; width is high − low to full precision
	density(z float64) float64
	peak() float64  // density(0), the greatest
	reach() float64 // least a with Pr[|Z| ≤ a] = 1
	variance() float64
	sample(rng *rand.Rand) float64
}

// clampable is noise with known clamped moments.
type clampable interface {
	noise
	tailArea(c float64) float64   // ∫₀ᶜ Pr[Z > t] dt, for c ≥ 0
	tailMoment(c float64) float64 // 2∫₀ᶜ t·Pr[Z > t] dt
}

// shifted is the law of x + Z.
type shifted[N noise] struct {
	noise N
	x     float64
}

func (l shifted[N]) Mass(from, to float64) float64 {
	if !(from <= to) {
		return 0
	}
	if !narrow(from, to, l.noise.peak()) {
		if outside := l.Outside(from, to); outside <= 0.5 {
			return 1 - outside
		}
	}
	return l.noise.between(from-l.x, to-l.x, to-from)
}

func (l shifted[N]) Outside(from, to float64) float64 {
	if !(from <= to) {
		return 1
	}
	return min(l.noise.above(to-l.x)+l.noise.above(l.x-from), 1)
}

func (l shifted[N]) Density(y float64) float64 { return l.noise.density(y - l.x) }
func (l shifted[N]) Atoms() []Atom             { return nil }

func (l shifted[N]) Support() (low, high float64) {
	a := l.noise.reach()
	return l.x - a, l.x + a
}

// Peaked holds of all three: noise of Laplace, normal noise, and noise of Laplace that is cut.
func (l shifted[N]) Peaked() {}

func (l shifted[N]) Shift() float64 { return l.x }

func (l shifted[N]) Mean() float64                 { return l.x }
func (l shifted[N]) Variance() float64             { return l.noise.variance() }
func (l shifted[N]) Sample(rng *rand.Rand) float64 { return l.x + l.noise.sample(rng) }

// clamped is the law of x + Z moved to the nearest point of [0, 1], with atoms
// at both ends.
type clamped[N clampable] struct {
	noise N
	x     float64
}

// window translates a window on M(x) into one on x + Z: an end at or beyond an
// atom takes in everything that was moved there. Ends are taken at their word:
// if two decimals add up to 1, so do the float64 nearest to them.
func (l clamped[N]) window(from, to float64) (_, _ float64, some bool) {
	if !(from <= to) || to < 0 || from > 1 {
		return 0, 0, false
	}
	if from <= 0 {
		from = math.Inf(-1)
	}
	if to >= 1 {
		to = math.Inf(1)
	}
	return from, to, true
}

func (l clamped[N]) Mass(from, to float64) float64 {
	from, to, some := l.window(from, to)
	if !some {
		return 0
	}
	return shifted[N](l).Mass(from, to)
}

func (l clamped[N]) Outside(from, to float64) float64 {
	from, to, some := l.window(from, to)
	if !some {
		return 1
	}
	return shifted[N](l).Outside(from, to)
}

func (l clamped[N]) Density(y float64) float64 {
	if y <= 0 || y >= 1 {
		return 0
	}
	return l.noise.density(y - l.x)
}

func (l clamped[N]) Atoms() []Atom {
	return []Atom{{0, l.noise.above(l.x)}, {1, l.noise.above(1 - l.x)}}
}

func (l clamped[N]) Support() (low, high float64) { return 0, 1 }

// Mean is x, raised by what clamping at 0 cuts off and lowered by what clamping at 1 does: the tails beyond
// cancel, which leaves finite areas.
func (l clamped[N]) Mean() float64 {
	return l.x - l.noise.tailArea(l.x) + l.noise.tailArea(1-l.x)
}

func (l clamped[N]) Variance() float64 {
	bias := l.noise.tailArea(1-l.x) - l.noise.tailArea(l.x)
	return l.noise.tailMoment(l.x) + l.noise.tailMoment(1-l.x) - bias*bias
}

func (l clamped[N]) Sample(rng *rand.Rand) float64 {
	return min(max(l.x+l.noise.sample(rng), 0), 1)
}
