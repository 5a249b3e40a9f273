package accounting

import (
	"math"

	"dpscope/engine/num/optimize1d"
)

// Divergence returns the Rényi divergence of one step at an order above 1, the larger of both directions
// (Mironov, Talwar & Zhang 2019, Theorem 5: P from Q).
func (s Step) Divergence(order float64) float64 {
	if s.Rate == 0 {
		return 0
	}
	return s.cumulant(removed, order-1) / (order - 1)
}

// LogAffinity returns ln ∫ √(PQ) over all steps: half of the affinity bounds how often the two laws are
// mistaken for each other at even odds (Bhattacharyya 1943).
func (r Run) LogAffinity() float64 {
	if r.Rate == 0 {
		return 0
	}
	return min(0, r.Steps*r.cumulant(removed, -0.5))
}

// wholeDivergence returns the divergence at a whole order from 2 on, as a finite sum
//
//	ln Σ C(α, k)·(1−q)^(α−k)·q^k·e^((k²−k)/(2σ²)) / (α − 1)
//
// (Mironov, Talwar & Zhang 2019, section 3.3). Without its last factor the sum is 1; the differences of the
// terms are positive from k = 2 on, so that a small divergence keeps its digits.
func (s Step) wholeDivergence(order int) float64 {
	if s.Rate == 0 {
		return 0
	}
	a := float64(order)
	if s.Rate == 1 {
		return a / (2 * s.Deviation * s.Deviation)
	}
	yes, no := math.Log(s.Rate), math.Log1p(-s.Rate)
	choose := math.Log(a) // ln C(α, k), from k = 1
	sum := newLogSum()
	for k := 2.0; k <= a; k++ {
		choose += math.Log((a - k + 1) / k)
		sum.add(choose + (a-k)*no + k*yes + logExpm1((k*k-k)/(2*s.Deviation*s.Deviation)))
	}
	return logOnePlus(sum.log()) / (a - 1)
}

// logExpm1 returns ln(e^y − 1).
func logExpm1(y float64) float64 {
	if y > 40 {
		return y
	}
	return math.Log(math.Expm1(y))
}

// logOnePlus returns ln(1 + e^y).
func logOnePlus(y float64) float64 {
	if y > 40 {
		return y
	}
	return math.Log1p(math.Exp(y))
}

// Order is one order's budget.
type Order struct {
	Order   float64
	Epsilon float64 // at the slack that was asked for, not below 0
}

// convert makes a budget of the divergence of all steps at an order:
//
//	ε = ρ + ln((α−1)/α) − (ln δ + ln α)/(α−1)
//
// (Canonne, Kamath & Steinke 2020, Proposition 12; Balle and others 2020, Theorem 21).
func convert(rho, order, delta float64) float64 {
	return rho + math.Log1p(-1/order) - (math.Log(delta)+math.Log(order))/(order-1)
}

// convertClassic converts as Mironov 2017, Proposition 3.
func convertClassic(rho, order, delta float64) float64 { return rho - math.Log(delta)/(order-1) }

// The orders that are searched. (α−1) times the budget is convex in α, so that the
// budget has one valley only.
const leastOrder, mostOrder = 1 + 1e-8, 1e6

// Renyi returns the budget of the run by the best order.
func (r Run) Renyi(delta float64) Order {
	return r.best(removed, delta)
}

// best returns the best order for one side's losses.
func (r Run) best(from side, delta float64) Order {
	return r.between(from, delta, math.Log(leastOrder-1), math.Log(mostOrder-1), 1e-9)
}

// between returns the best order between two, given as ln(α−1), to a part of the distance between them.
func (r Run) between(from side, delta, least, most, part float64) Order {
	cost := func(logTheta float64) float64 {
		theta := math.Exp(logTheta)
		return -convert(r.Steps*r.cumulant(from, theta)/theta, theta+1, delta)
	}
	at, value := optimize1d.Near(cost, least, most, part)
	return Order{Order: math.Exp(at) + 1, Epsilon: max(-value, 0)}
}

// Along returns the budgets of runs of ever more steps, each by a nearly best order. A step's cumulants are
// the same for all runs, and locate the best order between two exponents.
func (s Step) Along(steps []float64, delta float64) (epsilons []float64) {
	const apart, near = 0.6, 1e-3 // in ln θ, and of twice that
	least, most := math.Log(leastOrder-1), math.Log(mostOrder-1)
	cumulants := make([]float64, int((most-least)/apart)+1) // computed on demand; all are above 0
	best := 0                                               // of one valley, which moves to smaller orders with more steps
	for _, count := range steps {
		run := Run{s, count}
		at := func(place int) float64 {
			theta := math.Exp(least + apart*float64(place))
			if cumulants[place] == 0 {
				cumulants[place] = s.cumulant(removed, theta)
			}
			return convert(count*cumulants[place]/theta, theta+1, delta)
		}
		for best > 0 && at(best-1) < at(best) {
			best--
		}
		for best < len(cumulants)-1 && at(best+1) < at(best) {
			best++
		}
		from, to := least+apart*float64(best-1), least+apart*float64(best+1)
		epsilons = append(epsilons, run.between(removed, delta, max(from, least), min(to, most), near).Epsilon)
	}
	return epsilons
}

// At returns the budget that one order promises.
func (r Run) At(order, delta float64) Order {
	return Order{order, max(convert(r.Steps*r.Divergence(order), order, delta), 0)}
}

// wholeOrders lists the orders that libraries use: 2 to 64, then a few up to 1024.
func wholeOrders() []int {
	var list []int
	for order := 2; order <= 64; order++ {
		list = append(list, order)
	}
	return append(list, 80, 96, 128, 160, 192, 256, 384, 512, 768, 1024)
}

// Whole holds the divergences of one step at the whole orders.
type Whole []struct{ order, divergence float64 }

// Whole computes them.
func (s Step) Whole() (list Whole) {
	for _, order := range wholeOrders() {
		list = append(list, struct{ order, divergence float64 }{float64(order), s.wholeDivergence(order)})
	}
	return list
}

// Renyi returns the budget of that many steps by the best order, and by the classic conversion, which has its
// own best order.
func (w Whole) Renyi(steps, delta float64) (improved, classic Order) {
	improved.Epsilon, classic.Epsilon = math.Inf(1), math.Inf(1)
	for _, o := range w {
		rho := steps * o.divergence
		if epsilon := convert(rho, o.order, delta); epsilon < improved.Epsilon {
			improved = Order{o.order, max(epsilon, 0)}
		}
		if epsilon := convertClassic(rho, o.order, delta); epsilon < classic.Epsilon {
			classic = Order{o.order, max(epsilon, 0)}
		}
	}
	return improved, classic
}
