package accounting

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"

	"dpscope/engine/num/normal"
)

// nodes counts the places of a panel.
const nodes = 32

// rule holds the places and shares of Gauss and Legendre on [−1, 1].
var rule = func() (r struct{ place, share [nodes]float64 }) {
	quad.Legendre{}.FixedLocations(r.place[:], r.share[:], -1, 1)
	return r
}()

// panel is a stretch of answers.
type panel struct{ middle, half float64 }

// integrand is Q(x)·(P/Q)(x)^order·e^(iu·ln(P/Q)(x) − log) as a function of the answer x, for
// all |u| up to most.
type integrand struct {
	Step
	order, most, log float64
}

// modulus bounds ln of the integrand in the rectangle that extends wide from x on both sides, and height
// above and below, with height up to πσ²/2.
//
// On the line the derivative of its ln is at most (order·p − x)/σ², where p, the probability of the record
// given the answer, rises with x. At an angle height/σ² |Q| is e^(height²/2σ²) times as large, |P/Q|² is 1 −
// 4p(1−p)·sin²(angle/2) times as large, and P/Q has the argument of 1 − p + p·e^(i·angle).
func (f integrand) modulus(x, wide, height float64) float64 {
	variance := f.Deviation * f.Deviation
	from, to := f.posterior(x-wide), f.posterior(x+wide)
	least, most := min(f.order*from, f.order*to), max(f.order*from, f.order*to)
	log := f.at(x) + wide*max(math.Abs(most-x+wide), math.Abs(least-x-wide))/variance
	if height == 0 {
		return log
	}
	angle := height / variance
	sin, cos := math.Sincos(angle)
	log += height*angle/2 + f.most*math.Atan2(to*sin, 1-to+to*cos)
	if f.order < 0 {
		mixed := 4 * max(from*(1-from), to*(1-to))
		if from <= 0.5 && to >= 0.5 {
			mixed = 1
		}
		log += f.order / 2 * math.Log1p(-mixed*(1-cos)/2)
	}
	return log
}

// at returns ln of the integrand's modulus on the line.
func (f integrand) at(x float64) float64 {
	return math.Log(normal.InvSqrtTwoPi/f.Deviation) - x*x/(2*f.Deviation*f.Deviation) + f.order*f.loss(x) - f.log
}

// posterior returns the probability that the record takes part, given the answer.
func (s Step) posterior(x float64) float64 {
	return s.Rate / (s.Rate + (1-s.Rate)*math.Exp((0.5-x)/(s.Deviation*s.Deviation)))
}

// holds bounds ln of a panel's integral.
func (f integrand) holds(p panel) float64 {
	return f.modulus(p.middle, p.half, 0) + math.Log(2*p.half)
}

// wrong bounds ln of the rule's error in a panel: with the modulus M in an ellipse about it of radius ρ,
// half·64/15·M·ρ^(−2·nodes)/(1 − ρ^−2) (Trefethen 2008, Theorem 4.5).
func (f integrand) wrong(p panel, enough float64) float64 {
	least := math.Inf(1)
	for _, radius := range []float64{2.2, 3, 1.8, 4.5, 8} {
		wide, height := p.half*(radius+1/radius)/2, p.half*(radius-1/radius)/2
		if height > math.Pi/2*f.Deviation*f.Deviation {
			continue
		}
		log := math.Log(p.half*64/15) + f.modulus(p.middle, wide, height) - 2*nodes*math.Log(radius) - math.Log1p(-1/(radius*radius))
		if least = min(least, log); least < enough {
			break
		}
	}
	return least
}

// asked is an integrand with ln of the error allowed in each panel: absolute, or relative to the panel's
// integral if that is more.
type asked struct {
	integrand
	enough, part float64
}

// tell returns ln of a panel's error under the request, whether the rule is needed for it, and whether it
// suffices.
func (a asked) tell(p panel) (log float64, needed, enough bool) {
	if log = a.holds(p); log < a.enough-3 {
		return log, false, true
	}
	most := max(a.enough, log+a.part)
	log = a.wrong(p, most)
	return log, true, log <= most
}

// cover lays panels from low to high in which the rule tells all that is asked well enough,
// and leaves out those in which all of it is next to nothing; wrong are the errors in all.
// found is false where that takes more than most of them.
func cover(low, high float64, all []asked, most float64) (list []panel, wrong []float64, found bool) {
	wrong = make([]float64, len(all))
	logs := make([]float64, len(all))
	half := (high - low) / 2
	for x := low; high-x > (high-low)*1e-12; x += 2 * half {
		half = min(2*half, (high-x)/2)
		for {
			if half < (high-low)*1e-7 {
				return nil, nil, false
			}
			needed, enough := false, true
			for i := 0; i < len(all) && enough; i++ {
				var here bool
				logs[i], here, enough = all[i].tell(panel{x + half, half})
				needed = needed || here
			}
			if enough {
				if needed {
					list = append(list, panel{x + half, half})
				}
				break
			}
			half *= 0.75
		}
		for i, log := range logs {
			wrong[i] += math.Exp(log)
		}
		if float64(len(list)) > most {
			return nil, nil, false
		}
	}
	return list, wrong, true
}
