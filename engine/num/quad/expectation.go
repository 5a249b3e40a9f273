package quad

import (
	"math"
	"slices"
)

// The Kronrod extension of the seven-point Gauss rule (Piessens et al. 1983,
// QUADPACK, table of qk15): nodes in [0, 1), their weights, and the weights of
// the Gauss rule, which uses every second node.
var (
	kronrodNodes = [8]float64{0, 0.207784955007898467600689403773245, 0.405845151377397166906606412076961, 0.586087235467691130294144691693013,
		0.741531185599394439863864773280788, 0.864864423359769072789712788640926, 0.949107912342758524526189684047851,
		0.991455371120812639206854697526329}
	kronrodWeights = [8]float64{0.209482141084727828012999174891714, 0.204432940075298892414161999234649, 0.190350578064785409913256402421014,
		0.169004726639267902826583426598550,
		0.140653259715525918745189590510238, 0.104790010322250183839876322541518, 0.063092092629978553290700663189204,
		0.022935322010529224963732008058970}
	gaussWeights = [4]float64{0.417959183673469387755102040816327, 0.381830050505118944950369775488975, 0.279705391489276667901467771423780,
		0.129484966168869693270611432679082}
)

// Law is a law with a density and exactly known masses.
type Law interface {
	Mass(low, high float64) float64
	Density(u float64) float64
}

// Breaks holds the places between which f and the density are smooth.
type Breaks struct {
	Kinks []float64
	Turns []float64 // where f also grows like a root, as the width of a disc does at its edge
}

// Expectation integrates f under the law over [from, to]: it returns
// ∫ f(u) dM(u). f must be smooth between neighbouring breaks, and so must the
// density.
//
// The mass of every panel is known exactly. A panel is halved until the rule reproduces that mass and two
// orders agree about the integral, so that even a very narrow peak of the density is not missed: near ε = 80
// a plateau is narrower than the spacing of float64, and its mass then lies at a single place.
func Expectation(m Law, from, to float64, breaks Breaks, f func(float64) float64) float64 {
	points := slices.Concat([]float64{from, to}, breaks.Kinks, breaks.Turns)
	slices.Sort(points)
	total := 0.0
	for i := 1; i < len(points); i++ {
		a, b := max(points[i-1], from), min(points[i], to)
		switch {
		case !(a < b):
		case slices.Contains(breaks.Turns, a) || slices.Contains(breaks.Turns, b):
			l := slowed{m, a, b}
			total += panel(l, -1, 1, func(t float64) float64 { return f(l.at(t)) }, 0)
		default:
			total += panel(m, a, b, f, 0)
		}
	}
	return total
}

// slowed is a law on [from, to] as a function of t in [−1, 1], where u = from + (to − from)·(1 + t)²(2 −
// t)/4: it departs and arrives quadratically, so that a root of the distance to an end in u is smooth in t.
type slowed struct {
	law      Law
	from, to float64
}

// at returns u, keeping the digits of its distance to the nearer end.
func (s slowed) at(t float64) float64 {
	if t < 0 {
		return s.from + (s.to-s.from)*(1+t)*(1+t)*(2-t)/4
	}
	return s.to - (s.to-s.from)*(1-t)*(1-t)*(2+t)/4
}

func (s slowed) Mass(low, high float64) float64 { return s.law.Mass(s.at(low), s.at(high)) }

func (s slowed) Density(t float64) float64 {
	return s.law.Density(s.at(t)) * (s.to - s.from) * (1 - t) * (1 + t) * 3 / 4
}

func panel(m Law, a, b float64, f func(float64) float64, depth int) float64 {
	const (
		negligible = 1e-17
		tolerance  = 1e-14
		deepest    = 200
	)
	mass := m.Mass(a, b)
	mid := a + (b-a)/2
	if mass <= negligible {
		return mass * f(mid)
	}
	if mid <= a || mid >= b || depth == deepest {
		return mass * (f(a) + f(b)) / 2
	}
	half := (b - a) / 2
	var density [2 * len(kronrodNodes)]float64 // at the middle, and left and right of it by the node
	density[0] = m.Density(mid)
	weight := kronrodWeights[0] * density[0]
	for i := 1; i < len(kronrodNodes); i++ {
		d := half * kronrodNodes[i]
		left, right := m.Density(mid-d), m.Density(mid+d)
		density[2*i], density[2*i+1] = left, right
		weight += kronrodWeights[i] * (left + right)
	}
	weight *= half
	if math.Abs(weight-mass) <= 1e-12*mass+tolerance/10 { // f, which costs more, is evaluated once the density fits
		middle := f(mid)
		gauss, kronrod := gaussWeights[0]*density[0]*middle, kronrodWeights[0]*density[0]*middle
		for i := 1; i < len(kronrodNodes); i++ {
			d := half * kronrodNodes[i]
			sum := density[2*i]*f(mid-d) + density[2*i+1]*f(mid+d)
			kronrod += kronrodWeights[i] * sum
			if i%2 == 0 {
				gauss += gaussWeights[i/2] * sum
			}
		}
		if gauss, kronrod = half*gauss, half*kronrod; math.Abs(kronrod-gauss) <= 1e-11*mass+tolerance {
			return kronrod * (mass / weight)
		}
	}
	return panel(m, a, mid, f, depth+1) + panel(m, mid, b, f, depth+1)
}
