package accounting

import (
	"math"

	"dpscope/engine/num/normal"
	"dpscope/engine/num/optimize1d"
)

// law approximates the law of one step's loss as one side sees it, without far answers of probability lost.
// Masses on some losses suffice to find where to look.
type law struct {
	Step
	from           side
	low, high      float64 // answers
	losses, masses []float64
}

// law leaves out answers of total probability lost.
func (s Step) law(from side, lost float64) law {
	l := law{Step: s, from: from}
	lost *= 0.99 // the rest covers the rounding of the ends
	l.low, l.high = -s.Deviation*normal.UpperQuantile(lost/2), s.Deviation*normal.UpperQuantile(lost/4)
	if from == removed && 4*s.Rate > lost {
		l.high = max(l.high, 1+s.Deviation*normal.UpperQuantile(min(lost/(4*s.Rate), 0.5)))
	}
	f := integrand{Step: s}
	if from == removed {
		f.order = 1
	}
	const part = 40 // every panel is right to e^−40 of its integral
	list, _, _ := cover(l.low, l.high, []asked{{f, math.Log(lost) - 6, -part}}, math.Inf(1))
	for _, p := range list {
		for j, place := range rule.place {
			x := p.middle + place*p.half
			l.losses = append(l.losses, l.seen(x))
			l.masses = append(l.masses, p.half*rule.share[j]*math.Exp(f.at(x)))
		}
	}
	return l
}

// seen returns the loss at an answer, as the side sees it.
func (l law) seen(x float64) float64 {
	if l.from == added {
		return -l.loss(x)
	}
	return l.loss(x)
}

// order returns the order of P/Q in the integrand at an exponent.
func (l law) order(exponent float64) float64 {
	if l.from == added {
		return -exponent
	}
	return exponent + 1
}

// cumulant returns ln E[e^(vL)], approximately.
func (l law) cumulant(v float64) float64 {
	most, sum := max(v*l.losses[0], v*l.losses[len(l.losses)-1]), 0.0
	for i, loss := range l.losses {
		sum += l.masses[i] * math.Exp(v*loss-most)
	}
	return most + math.Log(sum)
}

// near returns the best exponent for that many steps at a slack, and its budget.
func (l law) near(steps, delta float64) (exponent, budget float64) {
	cost := func(log float64) float64 {
		theta := math.Exp(log)
		return -convert(steps*l.cumulant(theta)/theta, theta+1, delta)
	}
	at, value := optimize1d.Brent(cost, math.Log(1e-8), math.Log(1e8))
	return math.Exp(at), max(-value, 0)
}
