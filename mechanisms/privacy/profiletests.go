package privacy

import (
	"math"
	"slices"

	"dpscope/engine/num/normal"
	"dpscope/engine/num/optimize1d"
)

// ProfileTests derives tests from exact profiles in both orders, at ε ≥ 0.
type ProfileTests struct {
	Here, Back Guarantee // of P against Q, and of Q against P
}

// SameInBoth returns an attack from one exact profile of laws that are alike in both orders.
func SameInBoth(profile func(epsilon float64) float64) Attack {
	of := Profile{Of: profile}
	return Alike(ProfileTests{of, of})
}

// Turned returns the tests of Q against P.
func (t ProfileTests) Turned() ProfileTests { return ProfileTests{t.Back, t.Here} }

// mostLoss is the greatest ε that is looked at.
const mostLoss = 700

// TPR returns the least over ε ≥ 0 of δ(ε) + e^ε·α and 1 − e^−ε·(1 − δ'(ε) − α), searched to rounding; every
// ε on the way gives a bound.
func (t ProfileTests) TPR(fpr float64) (low, high float64) {
	if fpr >= 1 {
		return 1, 1
	}
	if fpr <= 0 {
		high = min(1, t.Here.Delta(math.Inf(1)))
	} else {
		high = min(t.least(fpr), 1)
	}
	high = max(high, fpr)
	return high, high
}

// least returns the lesser of both. The whole has one valley, at an ε above 0 or below.
func (t ProfileTests) least(fpr float64) float64 {
	const beside = 1e-6
	if t.Here.Delta(beside)+math.Exp(beside)*fpr < t.Here.Delta(0)+fpr {
		return t.ahead(fpr)
	}
	return t.behind(fpr)
}

// ahead returns the least over ε ≥ 0 of δ(ε) + e^ε·α, which is convex in e^ε and at least 1 from ln(1/α) on.
func (t ProfileTests) ahead(fpr float64) float64 {
	return -greatest(func(epsilon float64) float64 { return -t.Here.Delta(epsilon) - math.Exp(epsilon)*fpr }, min(-math.Log(fpr), mostLoss))
}

// behind returns the least over ε ≥ 0 of 1 − e^−ε·(1 − δ'(ε) − α), convex in e^−ε.
func (t ProfileTests) behind(fpr float64) float64 {
	missed := func(epsilon float64) float64 { return math.Exp(-epsilon) * (1 - t.Back.Delta(epsilon) - fpr) }
	top := 1.0
	for missed(2*top) > missed(top) && 2*top < mostLoss {
		top *= 2
	}
	return 1 - greatest(missed, 2*top)
}

// greatest returns the greatest value between 0 and an end of a function with one peak, which may be a kink.
func greatest(of func(float64) float64, end float64) float64 {
	at, value := optimize1d.Brent(of, 0, end)
	const near = 1e-7
	_, kink := optimize1d.Golden(of, max(0, at-near*end), min(end, at+near*end), optimize1d.Stop{Width: 1e-15 * end, Enough: math.Inf(1)})
	return max(value, kink, of(0))
}

// Delta returns the profile itself.
func (t ProfileTests) Delta(epsilon float64) (low, high float64) {
	if epsilon < 0 {
		high = Otherwise(-epsilon, t.Back.Delta(-epsilon))
	} else {
		high = t.Here.Delta(epsilon)
	}
	return high, high
}

// Mu is bounded above by the polygon of lines δ(ε) + e^ε·α, which lies on or above the curve, and below by
// the tests at its corners. It draws more lines around the greatest.
func (t ProfileTests) Mu(floor float64) (low, high float64) {
	low, high = t.half(floor)
	l, h := t.Turned().half(floor)
	low, high = max(low, l), max(high, h)
	return min(low, high), high
}

// line bounds the curve: δ + e^ε·α.
type line struct {
	epsilon, delta float64
	fpr, mu        float64 // where it meets the line before it, and how far apart normal laws are there; -Inf: too rare for the floor
}

// half uses lines with ε ≥ 0.
func (t ProfileTests) half(floor float64) (low, high float64) {
	lines := t.lines(floor)
	at := math.Inf(1)
	for _, l := range lines {
		at = min(at, l.delta+math.Exp(l.epsilon)*floor)
	}
	if 1-at < floor {
		return math.Inf(1), math.Inf(1)
	}
	edge := apart(floor, at)
	low = apart(floor, t.power(floor))
	const most, near, turn = 400, 1e-8, 8
	for i := range most + 1 {
		worst := 0
		high = edge
		for k, l := range lines {
			if l.mu > high {
				high, worst = l.mu, k
			}
		}
		if worst == 0 {
			break
		}
		if i%turn == 0 || i == most {
			low = max(low, apart(lines[worst].fpr, t.power(lines[worst].fpr)))
		}
		from, to := lines[worst-1], lines[worst]
		if high-low <= near*high || to.epsilon-from.epsilon <= near*near*to.epsilon {
			break
		}
		between := t.line((from.epsilon+to.epsilon)/2, from, floor)
		lines[worst] = t.line(to.epsilon, between, floor)
		lines = slices.Insert(lines, worst, between)
	}
	return max(0, min(low, high)), max(0, high)
}

// line returns the line of a loss after another.
func (t ProfileTests) line(epsilon float64, before line, floor float64) line {
	l := line{epsilon: epsilon, delta: t.Here.Delta(epsilon), mu: math.Inf(-1)}
	if epsilon == 0 {
		return l
	}
	l.fpr = (before.delta - l.delta) * math.Exp(-before.epsilon) / math.Expm1(epsilon-before.epsilon)
	tpr := before.delta + math.Exp(before.epsilon)*l.fpr
	if l.fpr >= floor && 1-tpr >= floor {
		l.mu = apart(l.fpr, tpr)
	}
	return l
}

// power returns the TPR of an exact test.
func (t ProfileTests) power(fpr float64) float64 {
	_, tpr := t.TPR(fpr)
	return tpr
}

// lines returns some lines, up to the loss from which the profile adds nothing at a floor.
func (t ProfileTests) lines(floor float64) (list []line) {
	const count = 500
	end := min(-math.Log(floor), mostLoss)
	last := t.Here.Delta(end)
	for end > 1e-9 && t.Here.Delta(end/2) <= last+1e-3*floor {
		end /= 2
	}
	var before line
	for i := range count + 1 {
		before = t.line(end*float64(i)/count, before, floor)
		list = append(list, before)
	}
	return list
}

// apart returns the distance, in deviations, of two normal laws with a test of these rates.
func apart(fpr, tpr float64) float64 {
	if fpr <= 0 {
		return math.Inf(-1)
	}
	return above(fpr) - above(min(max(tpr, fpr), 1))
}

// above returns the deviation that a normal number exceeds with a probability.
func above(probability float64) float64 {
	if probability > 0.5 {
		return -normal.UpperQuantile(1 - probability)
	}
	return normal.UpperQuantile(probability)
}
