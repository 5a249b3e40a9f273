package accounting

import "math"

// places holds answers of one step, with the losses there and their weights in
//
//	E[e^((θ+iu)L)]/E[e^(θL)] = Σ weight·e^(iu·loss),
//
// which holds within wrong + slope·|u|, for |u| up to a maximum.
type places struct {
	losses, weights []float64
	log             float64 // ln E[e^(θL)], true to wrong
	wrong, slope    float64
}

// unit is the largest relative error of one rounding.
const unit = 0x1p-53

// covered holds panels for the integrand on a contour, and bounds on their errors.
type covered struct {
	integrand
	panels []panel
	wrong  float64    // in units of the integrand's whole
	beside [2]float64 // of ln E[e^(vL)] at the exponents beyond
}

// cover lays at most that many panels for heights up to a highest.
func (s *search) cover(on circle, highest, most float64) (in covered, found bool) {
	const exact = 40 // every panel is right to e^−40
	in.integrand = integrand{s.Step, s.law.order(on.theta), highest, s.law.cumulant(on.theta)}
	all := []asked{{in.integrand, -exact, math.Inf(-1)}}
	for _, b := range on.beyond {
		if b.exponent > 0 { // of the sum of all losses to one in a million
			f := integrand{Step: s.Step, order: s.law.order(b.exponent), log: b.log / s.Steps}
			all = append(all, asked{f, -20 - math.Log(s.Steps), math.Inf(-1)})
		}
	}
	var wrong []float64
	in.panels, wrong, found = cover(s.law.low, s.law.high, all, most)
	if !found || len(in.panels) == 0 {
		return in, false
	}
	in.wrong = wrong[0]
	for i, j := 0, 1; i < len(in.beside); i++ {
		if on.beyond[i].exponent > 0 {
			in.beside[i] = 2*wrong[j] + 1e-12
			j++
		}
	}
	return in, true
}

// places returns the places of panels.
func (l law) places(in covered) (p places) {
	variance := l.Deviation * l.Deviation
	total, roundings, turns := 0.0, 0.0, 0.0
	for _, stretch := range in.panels {
		for j, place := range rule.place {
			x := stretch.middle + place*stretch.half
			loss := l.seen(x)
			weight := rule.share[j] * stretch.half * math.Exp(in.at(x))
			// The loss is wrong by a few units of itself, and of its exponent.
			off := 12*math.Abs(loss) + 4*l.posterior(x)*math.Abs(x-0.5)/variance
			if l.Rate > 0.5 {
				off += 5
			}
			total += weight
			roundings += weight * (16 + 4*x*x/variance + math.Abs(in.order)*off)
			turns += weight * off
			p.losses, p.weights = append(p.losses, loss), append(p.weights, weight)
		}
	}
	for i := range p.weights {
		p.weights[i] /= total
	}
	p.log = in.log + math.Log(total)
	p.wrong = 2*in.wrong/total + unit*(2*roundings/total+float64(2*len(p.losses))+16+4*math.Abs(in.log))
	p.slope = unit * turns / total
	return p
}

// cumulant returns ln E[e^((θ+v)L)]/E[e^(θL)].
func (p places) cumulant(v float64) float64 {
	most, sum := math.Inf(-1), 0.0
	for _, loss := range p.losses {
		most = max(most, v*loss)
	}
	for i, loss := range p.losses {
		sum += p.weights[i] * math.Exp(v*loss-most)
	}
	return most + math.Log(sum)
}

// again is after how many multiplications powers of e are computed anew.
const again = 64

// turned returns Σ weight·e^(iu·loss) for u = 0, step, 2·step, ... up to count of them.
func (p places) turned(step float64, count int) []complex128 {
	sums := make([]complex128, count)
	places := len(p.losses)
	buffer := make([]float64, 4*places)
	re, im, cos, sin := buffer[:places], buffer[places:2*places], buffer[2*places:3*places], buffer[3*places:]
	for j, loss := range p.losses {
		sin[j], cos[j] = math.Sincos(step * loss)
	}
	for n := range sums {
		if n%again == 0 {
			for j, loss := range p.losses {
				s, c := math.Sincos(float64(n) * step * loss)
				re[j], im[j] = p.weights[j]*c, p.weights[j]*s
			}
		}
		sums[n] = turn(re, im, cos, sin)
	}
	return sums
}

// turn adds up points of the plane, and turns each by its angle.
func turn(re, im, cos, sin []float64) complex128 {
	im, cos, sin = im[:len(re)], cos[:len(re)], sin[:len(re)]
	x, y := 0.0, 0.0
	for j, a := range re {
		b, c, s := im[j], cos[j], sin[j]
		x, y = x+a, y+b
		re[j], im[j] = a*c-b*s, a*s+b*c
	}
	return complex(x, y)
}
