package accounting

import "math"

// least is the least budget at which the δ of the sum is at most delta, from above
// or from below as the losses were rounded; lost is what of δ no sum tells.
//
// Going down from the top, the masses above a multiple are kept as they weigh
// there, without and with e^−L: δ is their difference times e^(scale − θ·loss).
// Between multiples it is linear in e^ε.
func (s tilted) least(delta, lost float64, up bool) float64 {
	goal, spare := (delta-lost)/(1+s.wrong), s.spare()
	if !up {
		goal, spare = delta/(1-min(s.wrong, 0.5)), -spare
	}
	if !(goal > 0) {
		return math.Inf(1)
	}
	with, without := math.Exp(-s.theta*s.width), math.Exp(-(s.theta+1)*s.width)
	sum, discounted, before := 0.0, 0.0, 0.0
	for i := len(s.masses) - 1; i >= 0; i-- {
		loss := float64(s.start+i) * s.width
		here := max(sum-discounted+spare, 0) * math.Exp(s.scale-s.theta*loss)
		switch {
		case here >= goal && i == len(s.masses)-1:
			return math.Inf(1)
		case here >= goal:
			share := (here - goal) / (here - before)
			return max(loss+math.Log1p(share*math.Expm1(s.width)), 0)
		case loss < 0:
			return 0
		}
		before = here
		sum, discounted = (sum+s.masses[i])*with, (discounted+s.masses[i])*without
	}
	if up {
		return max(float64(s.start)*s.width, 0)
	}
	return 0
}

// spare bounds what the masses may be wrong by in all, weighed where δ is asked for:
// above it they weigh less and less (Cauchy and Schwarz).
func (s tilted) spare() float64 {
	return s.astray + s.grain*math.Sqrt(min(float64(len(s.masses)), 1/-math.Expm1(-2*s.theta*s.width)))
}
