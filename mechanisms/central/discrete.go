package central

import (
	"errors"
	"math"
	"math/rand/v2"

	"dpscope/mechanisms"
	"dpscope/mechanisms/privacy"
)

var discreteLaplace = Kind{
	Name: "discrete-laplace", Title: "Discrete Laplace", Words: "discrete Laplace", Brief: "discrete Laplace",
	Help:   "Whole noise, each whole number further from 0 less likely by a factor e^ε, or by the root of it that the sensitivity is of: for counts only.",
	Source: "Ghosh, Roughgarden & Sundararajan 2012, Def. 2.1 (geometric mechanism)",
	Whole:  true,
	New: func(s Setting) (Noise, error) {
		if s.Steps < 1 {
			return nil, errors.New("counts only")
		}
		return DiscreteLaplace{s.Epsilon, s.Steps}, nil
	},
}

// DiscreteLaplace is noise on the multiples of 1/Steps, which are whole numbers when the sensitivity is
// Steps: k/Steps has a probability proportional to exp(−ε|k|/Steps).
type DiscreteLaplace struct {
	Epsilon float64
	Steps   int
}

// rate returns ε per whole number.
func (n DiscreteLaplace) rate() float64 { return n.Epsilon / float64(n.Steps) }

// Guarantee has the profile of the greatest shift. Its worst event is a half-line, because the ratio is
// monotone: the whole numbers up to t, the last at which the loss, ε − 2tε/Steps between 0 and Steps, exceeds
// ε′.
func (n DiscreteLaplace) Guarantee() privacy.Guarantee {
	return guarantee{claim(n.Epsilon, 0), func(epsilon float64) float64 {
		if epsilon >= n.Epsilon {
			return 0
		}
		last := math.Ceil((n.Epsilon-epsilon)/(2*n.rate())) - 1
		return max(0, n.atMost(last)-math.Exp(epsilon)*n.atMost(last-float64(n.Steps)))
	}}
}

func (n DiscreteLaplace) Law() mechanisms.Law { return latticeLaw{n} }

// Expected uses 2a/(1 − a²) whole numbers for |k| and 2a/(1 − a)² for k², a = e^(−rate).
func (n DiscreteLaplace) Expected(l Loss) float64 {
	a, unit := math.Exp(-n.rate()), 1/float64(n.Steps)
	absolute := -2 * a / math.Expm1(-2*n.rate())
	rest := -math.Expm1(-n.rate())
	return l.Symmetric(Moments{absolute * unit, 2 * a / (rest * rest) * unit * unit, func(b float64) float64 {
		// Σ (k − c)·p·aᵏ over the whole numbers k above c = b/unit, with p the mass of 0.
		c := b / unit
		first := math.Floor(c) + 1
		return math.Tanh(n.rate()/2) * math.Pow(a, first) * ((first-c)/rest + a/(rest*rest)) * unit
	}})
}

func (n DiscreteLaplace) steps() int { return n.Steps }

// atMost returns Pr[k ≤ last] for a whole number last.
func (n DiscreteLaplace) atMost(last float64) float64 {
	if last < 0 {
		return math.Exp(n.rate()*last) / (1 + math.Exp(-n.rate()))
	}
	return 1 - n.atMost(-last-1)
}

func (n DiscreteLaplace) mass(k float64) float64 {
	return math.Tanh(n.rate()/2) * math.Exp(-n.rate()*math.Abs(k))
}

// draw returns the difference of two geometric numbers.
func (n DiscreteLaplace) draw(rng *rand.Rand) float64 {
	return math.Floor(rng.ExpFloat64()/n.rate()) - math.Floor(rng.ExpFloat64()/n.rate())
}
