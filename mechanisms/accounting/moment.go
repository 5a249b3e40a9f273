package accounting

import "math"

// Side is one of the two ways in which neighbours can be told apart.
type side int

const (
	removed side = iota // the record is there, and one wonders whether it is not: P against Q
	added               // Q against P
)

// cumulant returns ln E[e^(θL)] of the privacy loss L of one step, which determines all sums of losses; it is
// θ times the Rényi divergence of order θ + 1.
//
// With u = P/Q − 1, of mean 0 under Q, the moment less 1 is the mean under Q of an expression that is
// positive wherever θ is:
//
//	removed: (1+u)·(e^y − 1 − y) + θ·((1+u)·ln(1+u) − u),  y = θ·ln(1+u)
//	added:   (e^y − 1 − y) + θ·(u − ln(1+u)),              y = −θ·ln(1+u)
//
// so that nothing cancels, however small q is. The trapezoid sum's error falls exponentially with the number
// of points: the integrand is analytic up to πσ² from the real line, where 1 + u is 0.
func (s Step) cumulant(from side, theta float64) float64 {
	if s.Rate == 1 {
		return theta * (theta + 1) / (2 * s.Deviation * s.Deviation)
	}
	sum := 0.0
	small := func() bool { return sum < 1e300 } // it may be no number either
	s.points(from, theta, func(p point) { sum += p.excess(from, theta) }, func() float64 {
		if !small() {
			return math.Inf(1)
		}
		return math.Log(math.Abs(sum))
	})
	if small() && sum > -0.5 {
		return math.Log1p(sum)
	}
	return s.logMoment(from, theta)
}

// logMoment returns cumulant where the moment itself overflows, or is small, as for θ in (−1, 0).
func (s Step) logMoment(from side, theta float64) float64 {
	sum := newLogSum()
	s.points(from, theta, func(p point) {
		log := p.logWeight + theta*p.log
		if from == removed {
			log += p.log
		} else {
			log = p.logWeight - theta*p.log
		}
		sum.add(log)
	}, func() float64 { return sum.most })
	return sum.log()
}

// logSum sums numbers given by logarithms, in units of the greatest.
type logSum struct{ most, sum float64 }

func newLogSum() logSum { return logSum{most: math.Inf(-1)} }

func (s *logSum) add(log float64) {
	if log > s.most {
		s.sum, s.most = s.sum*math.Exp(s.most-log), log
	}
	s.sum += math.Exp(log - s.most)
}

func (s logSum) log() float64 { return s.most + math.Log(s.sum) }

// point is a place of the trapezoid sum.
type point struct {
	logWeight float64 // of Q
	u, log    float64 // P/Q − 1 and ln(P/Q)
}

// excess returns the point's part of the moment less 1.
func (p point) excess(from side, theta float64) float64 {
	q, u := math.Exp(p.logWeight), p.u
	if from == added {
		if math.Abs(u) < 1e-3 {
			return q * (beyondLine(-theta*p.log) + theta*(u*p.log-entropy(u)))
		}
		with := math.Exp(p.logWeight + p.log) // of P: u may overflow, this cannot
		return q*(beyondLine(-theta*p.log)-theta*p.log) + theta*(with-q)
	}
	if math.Abs(u) < 1e-3 {
		return q * ((1+u)*beyondLine(theta*p.log) + theta*entropy(u))
	}
	with := math.Exp(p.logWeight + p.log)
	return with*(beyondLine(theta*p.log)+theta*p.log) - theta*(with-q)
}

// beyondLine returns e^y − 1 − y.
func beyondLine(y float64) float64 {
	if math.Abs(y) < 0.01 {
		return y * y / 2 * (1 + y/3*(1+y/4*(1+y/5*(1+y/6))))
	}
	return math.Expm1(y) - y
}

// entropy returns (1+u)·ln(1+u) − u for small u.
func entropy(u float64) float64 {
	return u * u / 2 * (1 - u/3*(1-u/2*(1-u*3/5*(1-u*2/3*(1-u*5/7)))))
}

// points calls visit with the places of the trapezoid sum, but skips those that total less than e^−80 of it;
// reached returns the logarithm of a lower bound on the sum so far.
//
// No part exceeds the greatest of Q, P and Q·(P/Q)^order, up to factors linear in the loss; and from an
// answer x on none of these rises faster than (order − x)/σ² a unit, or (1 − x)/σ² if that is more, because
// the record's posterior probability is at most 1.
func (s Step) points(from side, theta float64, visit func(point), reached func() float64) {
	const (
		reach      = 12 // standard deviations: e^−72 is left out
		negligible = 80
		between    = 32 // places between two looks, unless the last one was worthwhile
	)
	sigma, variance := s.Deviation, s.Deviation*s.Deviation
	if from == added {
		theta = -1 - theta // P against Q has the same moments
	}
	order := theta + 1
	step := s.step(order)
	low, high := -s.left(-min(order, 0))-reach*sigma, max(order, 1)+reach*sigma
	weight := math.Log(step * 0.398942280401432678 / sigma)
	steepest := (high-low)/variance - math.Log1p(-s.Rate) // loss
	lines := math.Log(4 * (1 + math.Abs(theta)) * (1 + steepest))
	least := math.Inf(-1)
	if y := theta * s.loss(order); order > 1 && y > 50 { // the far peak contributes to the sum
		x := math.Round(order/step) * step
		least = weight - x*x/(2*variance) + order*s.loss(x) - 1
	}
	look := between
	for i := math.Floor(low / step); i*step <= high; i++ {
		x := i * step
		loss := s.loss(x)
		logWeight := weight - x*x/(2*variance)
		visit(point{logWeight, s.Rate * math.Expm1((x-0.5)/variance), loss})
		if look--; look > 0 {
			continue
		}
		look = between
		least = max(least, reached())
		missing := least - negligible - lines - (logWeight + max(0, loss, order*loss))
		if missing <= 0 {
			continue
		}
		rise := (max(order, 1) - x) / variance
		if rise <= 0 {
			return
		}
		if places := math.Floor(missing / rise / step); places >= 1 {
			i, look = i+places, 1
		}
	}
}

// step returns the distance of places at which the trapezoid sum of an order is right to rounding: two fifths
// of σ for the normal law, and of σ² if 1 + u is 0 within the law's reach.
func (s Step) step(order float64) float64 {
	variance := s.Deviation * s.Deviation
	zero := 0.5 + variance*math.Log((1-s.Rate)/s.Rate) // ± iπσ²
	if s.Deviation >= 1 || zero > 0 && zero*zero/(2*variance) > 80+10*math.Abs(order) {
		return 0.4 * s.Deviation
	}
	return 0.4 * variance
}

// left bounds how far the peak of Q·(P/Q)^−order lies to the left of 0: at x = −order·w(x), where w, the
// probability of the record given x, is at most q and falls like e^(x/σ²).
func (s Step) left(order float64) float64 {
	variance := s.Deviation * s.Deviation
	return min(order*s.Rate, variance*math.Log(math.E+order*s.Rate/(1-s.Rate)/variance))
}

// loss returns ln(P/Q) at an answer.
func (s Step) loss(x float64) float64 {
	t := (x - 0.5) / (s.Deviation * s.Deviation)
	if t > 30 {
		return t + math.Log(s.Rate) + math.Log1p((1-s.Rate)/s.Rate*math.Exp(-t))
	}
	return math.Log1p(s.Rate * math.Expm1(t))
}
