package accounting

import (
	"math"

	"dpscope/engine/num/optimum"
)

// tilt says how the law of a sum of losses is looked at: every loss l of a step is
// weighed by e^(θl)/E[e^(θL)], so that the budget in question lies where the sum is
// likely. Whatever is wrong about a sum of transforms is then small beside the δ
// there, however small that is (Esscher 1932).
type tilt struct {
	theta    float64
	log      float64 // ln E[e^(θL)] of one step
	up, down float64 // exponents that show how little is above the window, and below it
}

// weight is that of a loss of one step.
func (t tilt) weight(loss float64) float64 { return math.Exp(t.theta*loss - t.log) }

// little is how much of a weighed law may lie outside its window on either side.
const little = 1e-10

// chernoff is what a weighed sum exceeds with a probability of at most little,
// shown by one exponent; cumulant is that of one of its terms there.
func chernoff(cumulant, steps, exponent float64) float64 {
	return (steps*cumulant - math.Log(little)) / exponent
}

// window is the stretch in which the weighed sum of all losses is, but for very
// little of it.
func (r Run) window(from side, theta float64) (w window) {
	w.tilt = tilt{theta: theta, log: r.cumulant(from, theta)}
	w.up, w.high = r.end(from, w.tilt, 1)
	w.down, w.low = r.end(from, w.tilt, -1)
	return w
}

// end is how far the weighed sum reaches in one direction, with the exponent that
// shows it.
func (r Run) end(from side, t tilt, direction float64) (exponent, at float64) {
	nearness := func(logExponent float64) float64 {
		u := math.Exp(logExponent)
		far := chernoff(r.cumulant(from, t.theta+direction*u)-t.log, r.Steps, u)
		if math.IsNaN(far) {
			return math.Inf(-1)
		}
		return -far
	}
	log, near := optimum.Golden(nearness, -30, 30, optimum.Stop{Width: 0.3, Enough: math.Inf(1)})
	return direction * math.Exp(log), direction * -near
}
