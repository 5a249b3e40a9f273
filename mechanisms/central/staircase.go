package central

import (
	"math"
	"math/rand/v2"

	"dpscope/engine/num/optimize1d"
	"dpscope/mechanisms"
	"dpscope/mechanisms/privacy"
)

var staircase = Kind{
	Name: "staircase", Title: "Staircase", Words: "staircase", Brief: "staircase",
	Help:   "A density that falls by a factor e^ε at every γ + k sensitivities: no ε-private noise has less loss, with γ chosen for it.",
	Source: "Geng & Viswanath 2014, Thms 3 to 5; Geng, Kairouz, Oh & Viswanath 2015",
	New:    func(s Setting) (Noise, error) { return NewStaircase(s.Epsilon, s.Loss), nil },
}

// Staircase is noise of a density that is Height on [0, Gamma), e^(−ε) times as
// much on [Gamma, 1), e^(−ε) times all this on [1, 2), and so on, mirrored at 0.
type Staircase struct{ Epsilon, Gamma float64 }

// NewStaircase returns the staircase of least loss: among all ε-private noise for even losses, among
// symmetric staircases for others. As a function of γ the loss is a convex function over a linear one,
// because a loss rises away from 0, and so has one minimum.
func NewStaircase(epsilon float64, l Loss) Staircase {
	switch l.Degree() {
	case 1:
		const narrow = 1e-305 // its density is still a float64
		return Staircase{epsilon, max(1/(1+math.Exp(epsilon/2)), narrow)}
	case 2:
		b := math.Exp(-epsilon)
		return Staircase{epsilon, (math.Cbrt(b*(1+b)/2) - b) / -math.Expm1(-epsilon)}
	}
	gamma, _ := optimize1d.Brent(func(gamma float64) float64 { return -Staircase{epsilon, gamma}.Expected(l) }, 0, 1)
	return Staircase{epsilon, gamma}
}

// Guarantee has the exact profile. Steps lie at γ + k to either side of 0, one per sensitivity, and over 0
// one goes up and one down: two densities at places up to a sensitivity apart are equal or differ by one
// step, which is e^ε. So V at ε′ is (1 − e^(ε′−ε))/(1 − e^−ε) times the total variation, for every move, and
// that is greatest at a sensitivity, as for all noise here (Told).
func (n Staircase) Guarantee() privacy.Guarantee {
	return guarantee{claim(n.Epsilon, 0), stepped(n.Epsilon, n.told())}
}

// told returns the mass from −1/2 to 1/2, which is the total variation of the noise and itself moved by a
// sensitivity.
func (n Staircase) told() float64 {
	b := math.Exp(-n.Epsilon)
	period := n.Gamma + (1-n.Gamma)*b // over the density at 0
	if period == 0 {
		return 1
	}
	return -math.Expm1(-n.Epsilon) * (min(n.Gamma, 0.5) + b*max(0.5-n.Gamma, 0)) / period
}

// stepped returns the profile of noise with probabilities that are equal or e^ε apart for every move of a
// record, from its total variation.
func stepped(epsilon, told float64) func(float64) float64 {
	return func(at float64) float64 {
		if at >= epsilon {
			return 0
		}
		return told * math.Expm1(at-epsilon) / math.Expm1(-epsilon)
	}
}

func (n Staircase) Law() mechanisms.Law {
	rest := -math.Expm1(-n.Epsilon)
	return staircaseLaw{n, rest / (2 * (n.Gamma + (1-n.Gamma)*(1-rest)))}
}

// Expected sums the moments of the steps; those of period k depend on k and weigh e^(−kε).
func (n Staircase) Expected(l Loss) float64 {
	g, b, rest := n.Gamma, math.Exp(-n.Epsilon), -math.Expm1(-n.Epsilon)
	ones, ks, squares := 1/rest, b/(rest*rest), b*(1+b)/(rest*rest*rest) // Σ bᵏ, Σ k·bᵏ, Σ k²·bᵏ
	absolute := ks*(g+b*(1-g)) + ones*(g*g+b*(1-g*g))/2
	square := squares*(g+b*(1-g)) + ks*(g*g+b*(1-g*g)) + ones*(g*g*g+b*(1-g*g*g))/3
	height := n.Law().Density(0)
	return l.Symmetric(Moments{2 * height * absolute, 2 * height * square, func(from float64) float64 {
		return height * n.beyond(from)
	}})
}

// beyond returns ∫ (x − from)·f(x)/f(0) dx over x above from ≥ 0: the rest of its period, and all whole
// periods after it, with weights e^(−kε).
func (n Staircase) beyond(from float64) float64 {
	g, b, rest := n.Gamma, math.Exp(-n.Epsilon), -math.Expm1(-n.Epsilon)
	square := func(u float64) float64 { return u * u / 2 }
	k, part := math.Floor(from), from-math.Floor(from)
	own := b * (square(1-part) - square(max(g-part, 0)))
	own += square(max(g-part, 0))
	mass, first := g+b*(1-g), square(g)+b*(square(1)-square(g)) // of a whole period, and its moment about its beginning
	after := b / rest * (mass*(1-part+b/rest) + first)
	return math.Exp(-k*n.Epsilon) * (own + after)
}

// staircaseLaw is the law of the noise; height is the density at 0.
type staircaseLaw struct {
	of     Staircase
	height float64
}

func (l staircaseLaw) Density(y float64) float64 {
	k := math.Floor(math.Abs(y))
	if math.Abs(y)-k >= l.of.Gamma {
		k++
	}
	return l.height * math.Exp(-k*l.of.Epsilon)
}

// above returns Pr[X > y], for y ≥ 0: a whole period further out weighs e^(−ε) as much.
func (l staircaseLaw) above(y float64) float64 {
	k := math.Floor(y)
	part := y - k
	g, b := l.of.Gamma, math.Exp(-l.of.Epsilon)
	period := l.height * (max(g-part, 0) + b*(1-max(part, g)))
	return math.Exp(-k*l.of.Epsilon) * (period + b/2)
}

func (l staircaseLaw) Outside(from, to float64) float64 {
	if !(from <= to) {
		return 1
	}
	return min(l.beyond(to)+l.beyond(-from), 1)
}

// beyond returns Pr[X > y].
func (l staircaseLaw) beyond(y float64) float64 {
	if y < 0 {
		return 1 - l.above(-y)
	}
	return l.above(y)
}

func (l staircaseLaw) Mass(from, to float64) float64 {
	switch {
	case !(from <= to):
		return 0
	case from > 0:
		return l.above(from) - l.above(to)
	case to < 0:
		return l.above(-to) - l.above(-from)
	}
	return 1 - l.Outside(from, to)
}

func (l staircaseLaw) Atoms() []mechanisms.Atom     { return nil }
func (l staircaseLaw) Support() (low, high float64) { return math.Inf(-1), math.Inf(1) }
func (l staircaseLaw) Mean() float64                { return 0 }
func (l staircaseLaw) Variance() float64            { return l.of.Expected(Square{}) }

// Sample draws a period, a step of it, a place and a sign (Geng & Viswanath 2014,
// Algorithm 1).
func (l staircaseLaw) Sample(rng *rand.Rand) float64 {
	g, b := l.of.Gamma, math.Exp(-l.of.Epsilon)
	y := math.Floor(rng.ExpFloat64() / l.of.Epsilon)
	if u := rng.Float64() * (g + (1-g)*b); u < g {
		y += g * rng.Float64()
	} else {
		y += g + (1-g)*rng.Float64()
	}
	if rng.Uint64()&1 == 0 {
		return -y
	}
	return y
}
