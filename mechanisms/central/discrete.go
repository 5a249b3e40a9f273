package central

import (
	"errors"
	"math"
	"math/rand/v2"

	"dpscope/mechanisms"
	"dpscope/mechanisms/privacy"
)

var discreteLaplace = Kind{
	Name: "discrete-laplace", Title: "Discrete Laplace",
	Help:   "Whole noise, each whole number further from 0 less likely by a factor e^ε, or by the root of it that the sensitivity is of: for counts only.",
	Source: "Ghosh, Roughgarden & Sundararajan 2012, Def. 2.1 (geometric mechanism)",
	New: func(s Setting) (Noise, error) {
		if s.Steps < 1 {
			return nil, errors.New("counts only")
		}
		return DiscreteLaplace{s.Epsilon, s.Steps}, nil
	},
}

// DiscreteLaplace is noise on the multiples of 1/Steps, the whole numbers where
// the sensitivity, Steps, is the unit: k/Steps has a probability proportional to
// exp(−ε|k|/Steps).
type DiscreteLaplace struct {
	Epsilon float64
	Steps   int
}

// rate is ε a whole number.
func (n DiscreteLaplace) rate() float64 { return n.Epsilon / float64(n.Steps) }

// Guarantee has the profile of the greatest shift, whose worst event is a
// half-line, the ratio being monotone: the whole numbers up to t, t the last at
// which the loss, ε − 2tε/Steps between 0 and Steps, exceeds ε′.
func (n DiscreteLaplace) Guarantee() privacy.Guarantee {
	return guarantee{claim(n.Epsilon, 0), func(epsilon float64) float64 {
		if epsilon >= n.Epsilon {
			return 0
		}
		last := math.Ceil((n.Epsilon-epsilon)/(2*n.rate())) - 1
		law := latticeLaw{n}
		return max(0, law.atMost(last)-math.Exp(epsilon)*law.atMost(last-float64(n.Steps)))
	}}
}

func (n DiscreteLaplace) Law() mechanisms.Law { return latticeLaw{n} }

// Expected is 2a/(1 − a²) whole numbers for |k| and 2a/(1 − a)² for k², a = e^(−rate).
func (n DiscreteLaplace) Expected(l Loss) float64 {
	a, unit := math.Exp(-n.rate()), 1/float64(n.Steps)
	absolute := -2 * a / math.Expm1(-2*n.rate())
	rest := -math.Expm1(-n.rate())
	return l.Symmetric(Moments{absolute * unit, 2 * a / (rest * rest) * unit * unit, func(b float64) float64 {
		// Σ (k − c)·p·aᵏ over the whole numbers k above c = b/unit, p being the mass of 0.
		c := b / unit
		first := math.Floor(c) + 1
		return math.Tanh(n.rate()/2) * math.Pow(a, first) * ((first-c)/rest + a/(rest*rest)) * unit
	}})
}

// latticeLaw is the law of the noise.
type latticeLaw struct{ of DiscreteLaplace }

// atMost is Pr[k ≤ last] for a whole number last.
func (l latticeLaw) atMost(last float64) float64 {
	rate := l.of.rate()
	if last < 0 {
		return math.Exp(rate*last) / (1 + math.Exp(-rate))
	}
	return 1 - l.atMost(-last-1)
}

// whole are the first and the last whole number of a window.
func (l latticeLaw) whole(from, to float64) (first, last float64) {
	n := float64(l.of.Steps)
	const hair = 1e-9 // of a whole number: k/n is not k/n·n
	return math.Ceil(from*n - hair), math.Floor(to*n + hair)
}

func (l latticeLaw) Outside(from, to float64) float64 {
	first, last := l.whole(from, to)
	if !(first <= last) {
		return 1
	}
	return min(l.atMost(first-1)+l.atMost(-last-1), 1)
}

func (l latticeLaw) Mass(from, to float64) float64 {
	first, last := l.whole(from, to)
	switch {
	case !(first <= last):
		return 0
	case first > 0:
		return l.atMost(-first) - l.atMost(-last-1)
	case last < 0:
		return l.atMost(last) - l.atMost(first-1)
	}
	return 1 - l.Outside(from, to)
}

func (l latticeLaw) Density(float64) float64 { return 0 }

// Atoms lists those of at least 10⁻¹⁸, up to 10⁴ on either side.
func (l latticeLaw) Atoms() []mechanisms.Atom {
	far := int(min(math.Ceil(18*math.Ln10/l.of.rate()), 1e4))
	var atoms []mechanisms.Atom
	for k := -far; k <= far; k++ {
		at := float64(k) / float64(l.of.Steps)
		atoms = append(atoms, mechanisms.Atom{At: at, Mass: math.Tanh(l.of.rate()/2) * math.Exp(-l.of.rate()*math.Abs(float64(k)))})
	}
	return atoms
}

func (l latticeLaw) Support() (low, high float64) { return math.Inf(-1), math.Inf(1) }
func (l latticeLaw) Mean() float64                { return 0 }
func (l latticeLaw) Variance() float64            { return l.of.Expected(Square{}) }

// Sample is the difference of two geometric numbers.
func (l latticeLaw) Sample(rng *rand.Rand) float64 {
	rate := l.of.rate()
	k := math.Floor(rng.ExpFloat64()/rate) - math.Floor(rng.ExpFloat64()/rate)
	return k / float64(l.of.Steps)
}
