// Package unbiased holds mechanisms by which people send a number of [0, 1], each from her own device and
// under a budget ε, with unbiased answers, so that their mean estimates the mean of the numbers.
//
// The mechanisms of the package above that stay in [0, 1] are biased: their mean is pulled to the middle.
package unbiased

import (
	"fmt"
	"math"
	"math/rand/v2"

	"dpscope/engine/param"
	"dpscope/mechanisms/privacy"
)

// Mechanism answers about a number x of [0, 1] at a budget ε above 0.
type Mechanism interface {
	// Variance returns the variance of an answer about x, in units of x².
	Variance(x float64) float64
	// Draw draws an answer about x, for learning and not for release.
	Draw(rng *rand.Rand, x float64) float64
	// Delta returns the privacy profile at a loss of 0 or more, between the two numbers told apart best.
	Delta(loss float64) float64
	// Hidden returns 1 less Delta(0), with all its digits where that is little.
	Hidden() float64
	Guarantee() privacy.Guarantee
}

// Advantage returns the total variation between the answers about 0 and about 1: no two numbers are told apart better.
func Advantage(m Mechanism) float64 { return m.Delta(0) }

// All lists the mechanisms.
var All = param.Menu[Mechanism]{
	Name: "protocol", Label: "protocol",
	Help:  "How a person's number is perturbed before it leaves its owner.",
	Kinds: []param.Kind[Mechanism]{laplace, duchi, piecewise, hybrid, squareWave},
}

// Epsilon is the budget of one answer.
var Epsilon = param.Param{Name: "epsilon", Symbol: "ε", Label: "budget",
	Help: "Privacy budget of one person's answer against any other: the smaller, the more private.",
	Min:  1e-6, Max: 1500, Low: 0.01, High: 20, Default: 1, Scale: param.Log, Least: true, Words: privacy.Words}

func kind(name, title, tag, help, source string, of func(epsilon float64) Mechanism) param.Kind[Mechanism] {
	return param.Kind[Mechanism]{Name: name, Title: title, Tag: tag, Help: help, Source: source, Params: []param.Param{Epsilon},
		New: func(v param.Values) (Mechanism, error) {
			epsilon := v.Get(Epsilon)
			if !(epsilon > 0) || math.IsInf(epsilon, 1) {
				return nil, fmt.Errorf("ε is %g, which must be above 0, and finite", epsilon)
			}
			return of(epsilon), nil
		}}
}

// budget is the claim that all make: pure ε, of one answer against any other.
type budget float64

func (b budget) claim() privacy.Claim { return privacy.Claim{Epsilon: float64(b)} }

// guarantee is a claim with its profile.
type guarantee struct {
	budget
	of Mechanism
}

func (g guarantee) Claim() privacy.Claim       { return g.claim() }
func (g guarantee) Delta(loss float64) float64 { return g.of.Delta(max(loss, 0)) }

var laplace = kind("laplace", "Laplace", "", "Adds Laplace noise of scale 1/ε.", "Dwork, McSherry, Nissim & Smith 2006",
	func(epsilon float64) Mechanism { return Laplace{budget(epsilon)} })

// Laplace adds Laplace noise of scale 1/ε.
type Laplace struct{ budget }

func (m Laplace) Guarantee() privacy.Guarantee { return guarantee{m.budget, m} }

func (m Laplace) Variance(float64) float64 { return 2 / float64(m.budget*m.budget) }

// Delta returns 1 − e^((t−ε)/2) up to ε.
func (m Laplace) Delta(loss float64) float64 {
	return max(-math.Expm1((loss-float64(m.budget))/2), 0)
}

func (m Laplace) Hidden() float64 { return math.Exp(-float64(m.budget) / 2) }

func (m Laplace) Draw(rng *rand.Rand, x float64) float64 {
	return x + (rng.ExpFloat64()-rng.ExpFloat64())/float64(m.budget)
}

var duchi = kind("duchi", "Duchi's bit", "", "Answers one of two numbers outside of [0, 1], the greater the likelier the greater one's own is.",
	"Duchi, Jordan & Wainwright 2018 (JASA)", func(epsilon float64) Mechanism { return Duchi{budget(epsilon)} })

// Duchi answers (1 ± B)/2, B = 1/tanh(ε/2).
type Duchi struct{ budget }

func (m Duchi) Guarantee() privacy.Guarantee { return guarantee{m.budget, m} }

// Reach returns B: answers about t = 2x − 1 are ± B.
func (m Duchi) Reach() float64 { return 1 / math.Tanh(float64(m.budget)/2) }

// Upper returns the probability of the greater answer, (1 + t/B)/2, and its complement.
func (m Duchi) Upper(x float64) (yes, no float64) {
	u := math.Exp(-float64(m.budget))
	return (x + (1-x)*u) / (1 + u), (1 - x + x*u) / (1 + u)
}

func (m Duchi) Variance(x float64) float64 {
	yes, no := m.Upper(x)
	return yes * no * m.Reach() * m.Reach()
}

func (m Duchi) Delta(loss float64) float64 {
	return bit(float64(m.budget), loss)
}

// bit returns the profile of one fair bit that is kept with the odds e^ε.
func bit(epsilon, loss float64) float64 {
	return max(-math.Expm1(loss-epsilon), 0) / (1 + math.Exp(-epsilon))
}

func (m Duchi) Hidden() float64 {
	u := math.Exp(-float64(m.budget))
	return 2 * u / (1 + u)
}

func (m Duchi) Draw(rng *rand.Rand, x float64) float64 {
	if yes, _ := m.Upper(x); rng.Float64() < yes {
		return (1 + m.Reach()) / 2
	}
	return (1 - m.Reach()) / 2
}

var piecewise = kind("piecewise", "Piecewise", "", "Answers near one's own number with a fixed chance, else anywhere on a wider interval; on the line, as its paper has it.",
	"Wang et al. 2019 (ICDE), Algorithm 2", func(epsilon float64) Mechanism { return Piecewise{budget(epsilon)} })

// Piecewise answers about t = 2x − 1 from a window of width C − 1 about (C+1)/2·t with probability z/(z+1), else
// from the rest of [−C, C], C = (z+1)/(z−1), z = e^(ε/2).
type Piecewise struct{ budget }

func (m Piecewise) Guarantee() privacy.Guarantee { return guarantee{m.budget, m} }

// root returns 1/z and 1 − 1/z.
func (b budget) root() (inverse, rest float64) {
	return math.Exp(-float64(b) / 2), -math.Expm1(-float64(b) / 2)
}

func (m Piecewise) Variance(x float64) float64 {
	w, rest := m.root()
	t := 2*x - 1
	return (t*t*w/rest + (w+3*w*w)/(3*rest*rest)) / 4
}

// Delta returns (1 − 1/z) at 0: between numbers with disjoint windows, e^ε·Q exceeds P on all but one window.
func (m Piecewise) Delta(loss float64) float64 {
	w, _ := m.root()
	return max(-math.Expm1(loss-float64(m.budget)), 0) / (1 + w)
}

func (m Piecewise) Hidden() float64 {
	w, _ := m.root()
	return w
}

func (m Piecewise) Draw(rng *rand.Rand, x float64) float64 {
	w, rest := m.root()
	c, t := (1+w)/rest, 2*x-1
	left := (c+1)/2*t - (c-1)/2
	wide := c - 1
	answer := left + wide*rng.Float64()
	if rng.Float64() >= 1/(1+w) { // outside of the window, skipping it
		answer = -c + (c+1)*rng.Float64()
		if answer >= left {
			answer += wide
		}
	}
	return (1 + answer) / 2
}

var hybrid = kind("hybrid", "Hybrid", "", "Answers as the piecewise mechanism with a chance 1 − e^(−ε/2) above ε = 0.61, else as Duchi's bit.",
	"Wang et al. 2019 (ICDE), section III-C", func(epsilon float64) Mechanism { return Hybrid{budget(epsilon)} })

// Hybrid mixes the piecewise mechanism and Duchi's bit so that all numbers are answered about equally well.
type Hybrid struct{ budget }

func (m Hybrid) Guarantee() privacy.Guarantee { return guarantee{m.budget, m} }

// share returns how often the piecewise mechanism answers.
func (m Hybrid) share() float64 {
	const turn = 0.61
	if float64(m.budget) <= turn {
		return 0
	}
	_, rest := m.root()
	return rest
}

func (m Hybrid) Variance(x float64) float64 {
	s := m.share()
	if s == 0 {
		return Duchi(m).Variance(x)
	}
	return s*Piecewise(m).Variance(x) + (1-s)*Duchi(m).Variance(x)
}

func (m Hybrid) Delta(loss float64) float64 {
	s := m.share()
	return s*Piecewise(m).Delta(loss) + (1-s)*Duchi(m).Delta(loss)
}

func (m Hybrid) Hidden() float64 {
	s := m.share()
	rest := 1.0
	if s > 0 {
		rest, _ = m.root() // 1 − s, with all its digits
	}
	return s*Piecewise(m).Hidden() + rest*Duchi(m).Hidden()
}

func (m Hybrid) Draw(rng *rand.Rand, x float64) float64 {
	if rng.Float64() < m.share() {
		return Piecewise(m).Draw(rng, x)
	}
	return Duchi(m).Draw(rng, x)
}

var squareWave = kind("square-wave", "Square wave", "", "Answers within b of one's own number more often than elsewhere on [−b, 1 + b]; stretched so that it is right on average.",
	"Li et al. 2020 (SIGMOD), section 4", func(epsilon float64) Mechanism { return SquareWave{budget(epsilon)} })

// SquareWave answers y of [−b, 1 + b], within b of x e^ε times as densely as elsewhere, and tells (y − (1−s)/2)/s.
type SquareWave struct{ budget }

func (m SquareWave) Guarantee() privacy.Guarantee { return guarantee{m.budget, m} }

// wave returns b, and s = 2b(e^ε − 1)/(2be^ε + 1), by which the mean is pulled to the middle, and 1 − s.
func (m SquareWave) wave() (b, s, rest float64) {
	e := float64(m.budget)
	u, fall := math.Exp(-e), -math.Expm1(-e)
	// Without their factor e^ε, εe^ε − e^ε + 1 and e^ε − 1 − ε.
	above, below := e-fall, fall-e*u
	if e < 0.5 { // by their series: both begin with ε²/2
		above, below = 0, 0
		term := e * e / 2
		for j := 2.0; j < 20; j++ {
			above += term
			below += term * (j - 1)
			term *= -e / (j + 1)
		}
	}
	wide := above / below // 2be^ε
	return wide * u / 2, wide * fall / (wide + 1), (1 + wide*u) / (wide + 1)
}

func (m SquareWave) Variance(x float64) float64 {
	b, s, rest := m.wave()
	return (rest*(1+2*b)*(1+2*b)/12+s*b*b/3)/(s*s) + rest*(x-0.5)*(x-0.5)/s
}

// Delta returns s at 0: the windows of 0 and 1 are disjoint.
func (m SquareWave) Delta(loss float64) float64 {
	e := float64(m.budget)
	_, s, _ := m.wave()
	if loss >= e {
		return 0
	}
	return s * math.Expm1(loss-e) / math.Expm1(-e)
}

func (m SquareWave) Hidden() float64 {
	_, _, rest := m.wave()
	return rest
}

func (m SquareWave) Draw(rng *rand.Rand, x float64) float64 {
	b, s, rest := m.wave()
	y := x - b + 2*b*rng.Float64() // s of the answers are of the window alone, the rest from anywhere
	if rng.Float64() < rest {
		y = -b + (1+2*b)*rng.Float64()
	}
	return (y - rest/2) / s
}
