package mechanisms

import (
	"math"

	"dpscope/mechanisms/privacy"
)

// Attack returns the attacks of someone who sees one answer and decides whether it comes from x or from
// another value. In tests x against the other.
func Attack(m Mechanism, x, other float64) privacy.Attack {
	if x == other {
		return privacy.Alike(privacy.ClaimTests{})
	}
	return privacy.Attack{In: testsOf(m, x, other), Out: testsOf(m, other, x)}
}

// AttackAny returns the attacks on the two most distinguishable values, which are the same at every rate
// (DeltaAt).
func AttackAny(m Mechanism) privacy.Attack {
	if closed, is := m.(interface{ Attack() privacy.Attack }); is {
		return closed.Attack()
	}
	return byProfile(m)
}

// byProfile uses the exact profile over all values.
func byProfile(m Mechanism) privacy.Attack {
	return privacy.Alike(pairTests{privacy.ProfileTests{Here: profileOf(m.DeltaAt), Back: profileOf(m.DeltaAt)}, pair{m, 0, 1}.corners()})
}

// Attack is in closed form: 0 and 1 are one sensitivity apart. Clamping answers changes nothing, because all
// answers that it joins have one ratio.
func (m Laplace) Attack() privacy.Attack {
	return privacy.Alike(privacy.LaplaceTests{Epsilon: m.Epsilon})
}

// Attack is in closed form, unless answers are clamped: 0 and 1 are one sensitivity apart.
func (m Gaussian) Attack() privacy.Attack {
	if m.Clamp {
		return byProfile(m)
	}
	return privacy.Alike(privacy.NormalTests{Shift: 1 / m.sigma})
}

// pairTests tests two values, by their exact profiles.
type pairTests struct {
	privacy.ProfileTests
	list []privacy.Corner
}

func (t pairTests) Corners() []privacy.Corner { return t.list }

func testsOf(m Mechanism, x, other float64) pairTests {
	ahead, back := pair{m, x, other}, pair{m, other, x}
	return pairTests{privacy.ProfileTests{Here: profileOf(ahead.delta), Back: profileOf(back.delta)}, ahead.corners()}
}

func profileOf(delta func(epsilon float64) float64) privacy.Guarantee {
	return privacy.Profile{Of: delta}
}

// pair is a value and another that an answer may be of instead.
type pair struct {
	Mechanism
	x, other float64
}

// test returns the probabilities of the answers with a loss of at least loss > 0.
func (p pair) test(loss float64) (here, there float64) {
	from, to := p.DistinguishingEvent(p.x, p.other, loss)
	if !(from <= to) {
		return 0, 0
	}
	return p.At(p.x).Mass(from, to), p.At(p.other).Mass(from, to)
}

// delta returns the hockey-stick divergence at ε ≥ 0, exactly: the answers with a loss above ε reveal most.
func (p pair) delta(epsilon float64) float64 {
	if epsilon == 0 {
		return p.TotalVariation(p.x, p.other)
	}
	here, there := p.test(min(epsilon, math.MaxFloat64))
	if there == 0 {
		return here
	}
	return max(0, here-math.Exp(epsilon)*there)
}

// corners returns the corners at the greatest loss, if more than a point attains it, and at the least.
func (p pair) corners() (list []privacy.Corner) {
	for _, loss := range []float64{p.greatest(), pair{p.Mechanism, p.other, p.x}.greatest()} {
		if !(loss > 0) {
			return nil
		}
	}
	here, there := p.test(p.greatest())
	back := pair{p.Mechanism, p.other, p.x}
	kept, missed := back.test(back.greatest())
	for _, c := range []privacy.Corner{{FPR: there, TPR: here}, {FPR: 1 - kept, TPR: 1 - missed}} {
		if c.TPR > 0 && c.FPR < 1 {
			list = append(list, c)
		}
	}
	return list
}

// greatest returns the greatest loss of x against the other, from below to rounding.
func (p pair) greatest() float64 {
	low, high := 0.0, 2*min(p.Loss(), 800)
	for range 100 {
		middle := (low + high) / 2
		if from, to := p.DistinguishingEvent(p.x, p.other, middle); from <= to {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}
