package central

import (
	"math"
	"math/rand/v2"

	"dpscope/mechanisms"
)

// whole is noise of whole numbers k, symmetric about 0, with a sensitivity of steps.
type whole interface {
	Noise
	steps() int
	atMost(last float64) float64 // Pr[k ≤ last] for a whole number last
	mass(k float64) float64
	draw(*rand.Rand) float64
}

// latticeLaw is the law of such noise in sensitivities.
type latticeLaw struct{ of whole }

// numbers returns the first and the last whole number of a window.
func (l latticeLaw) numbers(from, to float64) (first, last float64) {
	n := float64(l.of.steps())
	const hair = 1e-9 // of a whole number: k/n is not k/n·n
	return math.Ceil(from*n - hair), math.Floor(to*n + hair)
}

func (l latticeLaw) Outside(from, to float64) float64 {
	first, last := l.numbers(from, to)
	if !(first <= last) {
		return 1
	}
	return min(l.of.atMost(first-1)+l.of.atMost(-last-1), 1)
}

func (l latticeLaw) Mass(from, to float64) float64 {
	first, last := l.numbers(from, to)
	switch {
	case !(first <= last):
		return 0
	case first > 0:
		return l.of.atMost(-first) - l.of.atMost(-last-1)
	case last < 0:
		return l.of.atMost(last) - l.of.atMost(first-1)
	}
	return 1 - l.Outside(from, to)
}

func (l latticeLaw) Density(float64) float64 { return 0 }

// Atoms lists those beyond which no more than 10⁻¹⁸ is left, up to 10⁴ on either side.
func (l latticeLaw) Atoms() []mechanisms.Atom {
	far := 1.0
	for ; far < 1e4 && l.of.atMost(-far) > 1e-18; far++ {
	}
	var atoms []mechanisms.Atom
	for k := -far; k <= far; k++ {
		atoms = append(atoms, mechanisms.Atom{At: k / float64(l.of.steps()), Mass: l.of.mass(k)})
	}
	return atoms
}

func (l latticeLaw) Support() (low, high float64) { return math.Inf(-1), math.Inf(1) }
func (l latticeLaw) Mean() float64                { return 0 }
func (l latticeLaw) Variance() float64            { return l.of.Expected(Square{}) }

func (l latticeLaw) Sample(rng *rand.Rand) float64 {
	return l.of.draw(rng) / float64(l.of.steps())
}
