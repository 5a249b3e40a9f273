package central

import (
	"math"
	"math/rand/v2"
	"sort"

	"dpscope/mechanisms"
	"dpscope/mechanisms/privacy"
)

// DiscreteStaircase is noise on the whole numbers k with a sensitivity of Steps: the probability is mass(0)
// below Width, e^(−ε) times as much from there to Steps, e^(−ε) times all this on the next Steps, and so on,
// mirrored at 0. With one step it is the geometric law.
type DiscreteStaircase struct {
	Epsilon      float64
	Steps, Width int // Width is in [1, Steps]
}

// NewDiscreteStaircase returns the one of least loss; for even losses no ε-private noise of whole numbers has
// less (Geng & Viswanath 2014, section V).
//
// As a function of the width the loss is a convex function over a linear one, because a loss rises away from
// 0. So it falls, and then rises: the first width that the next does not improve is best.
func NewDiscreteStaircase(epsilon float64, steps int, l Loss) DiscreteStaircase {
	of := func(width int) float64 { return DiscreteStaircase{epsilon, steps, width}.Expected(l) }
	width := 1 + sort.Search(steps-1, func(i int) bool { return of(i+1) <= of(i+2) })
	return DiscreteStaircase{epsilon, steps, width}
}

// Guarantee has the exact profile. Going out from 0 the probability falls once in any Steps numbers, by
// e^(−ε), and of two numbers up to Steps apart one is farther from 0 by at most Steps: their probabilities
// are equal or e^ε apart, so that the argument of Staircase holds.
func (n DiscreteStaircase) Guarantee() privacy.Guarantee {
	return guarantee{claim(n.Epsilon, 0), stepped(n.Epsilon, n.told())}
}

// told returns the mass of the Steps numbers up to half of Steps: at these the noise is likelier than itself
// moved by Steps.
func (n DiscreteStaircase) told() float64 {
	half := n.Steps / 2
	right, _, _ := n.sums(float64(half + 1)) // from 0 on
	left, _, _ := n.sums(float64(n.Steps - half))
	return n.top() * (right + left - 1)
}

func (n DiscreteStaircase) Law() mechanisms.Law { return latticeLaw{n} }

func (n DiscreteStaircase) steps() int { return n.Steps }

// fall returns e^(−ε), and rest 1 less that.
func (n DiscreteStaircase) fall() (fall, rest float64) {
	return math.Exp(-n.Epsilon), -math.Expm1(-n.Epsilon)
}

// sums returns the sums of 1, m and m² over the first m numbers of a period; those from Width on count
// e^(−ε).
func (n DiscreteStaircase) sums(m float64) (ones, places, squares float64) {
	fall, rest := n.fall()
	u := min(m, float64(n.Width))
	places = m*(m-1)/2*fall + u*(u-1)/2*rest
	squares = m*(m-1)*(2*m-1)/6*fall + u*(u-1)*(2*u-1)/6*rest
	return m*fall + u*rest, places, squares
}

// top returns the probability of 0.
func (n DiscreteStaircase) top() float64 {
	ones, _, _ := n.sums(float64(n.Steps))
	_, rest := n.fall()
	return rest / (2*ones - rest)
}

// period returns the period of a whole number k ≥ 0, and its place in it.
func (n DiscreteStaircase) period(k float64) (i, m float64) {
	i = math.Floor(k / float64(n.Steps))
	return i, k - i*float64(n.Steps)
}

func (n DiscreteStaircase) mass(k float64) float64 {
	i, m := n.period(math.Abs(k))
	if m >= float64(n.Width) {
		i++
	}
	return n.top() * math.Exp(-i*n.Epsilon)
}

func (n DiscreteStaircase) atMost(last float64) float64 {
	if last >= 0 {
		return 1 - n.atMost(-last-1)
	}
	i, m := n.period(-last)
	fall, rest := n.fall()
	all, _, _ := n.sums(float64(n.Steps))
	before, _, _ := n.sums(m)
	return n.top() * math.Exp(-i*n.Epsilon) * (all - before + all*fall/rest)
}

// Expected sums the moments of the periods; those of period i weigh e^(−iε).
func (n DiscreteStaircase) Expected(l Loss) float64 {
	fall, rest := n.fall()
	steps, top := float64(n.Steps), n.top()
	ones, places, squares := n.sums(steps)
	first, second := fall/(rest*rest), fall*(1+fall)/(rest*rest*rest) // Σ i·e^(−iε), Σ i²·e^(−iε)
	absolute := 2 * top * (first*steps*ones + places/rest)
	square := 2 * top * (second*steps*steps*ones + 2*first*steps*places + squares/rest)
	return l.Symmetric(Moments{absolute / steps, square / (steps * steps), func(b float64) float64 {
		return top * n.beyond(b*steps) / steps
	}})
}

// beyond returns the sum of k − c over the whole numbers k above c ≥ 0, weighted by their probabilities
// relative to that of 0: the rest of a period, and all whole ones after it.
func (n DiscreteStaircase) beyond(c float64) float64 {
	fall, rest := n.fall()
	steps := float64(n.Steps)
	i, m := n.period(math.Floor(c) + 1)
	ones, places, _ := n.sums(steps)
	onesBefore, placesBefore, _ := n.sums(m)
	own := (i*steps-c)*(ones-onesBefore) + places - placesBefore
	after := ((i+1)*steps-c)*ones/rest + steps*ones*fall/(rest*rest) + places/rest
	return math.Exp(-i*n.Epsilon) * (own + fall*after)
}

// draw draws a step of a period and a sign, and draws again if 0 comes as −0, which would count twice.
func (n DiscreteStaircase) draw(rng *rand.Rand) float64 {
	all, _, _ := n.sums(float64(n.Steps))
	for {
		k := math.Floor(rng.ExpFloat64()/n.Epsilon) * float64(n.Steps)
		if rng.Float64()*all < float64(n.Width) {
			k += float64(rng.IntN(n.Width))
		} else {
			k += float64(n.Width + rng.IntN(n.Steps-n.Width))
		}
		switch negative := rng.Uint64()&1 == 0; {
		case !negative:
			return k
		case k > 0:
			return -k
		}
	}
}
