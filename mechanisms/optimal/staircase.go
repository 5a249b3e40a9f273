package optimal

import (
	"math"

	"dpscope/engine/num/optimize1d"
	"dpscope/engine/num/rootfind"
	"dpscope/mechanisms"
)

// stairs is a staircase (Geng & Viswanath 2014): a density proportional to 1 up to γ from 0 and to e^(−jε)
// between γ + j − 1 and γ + j, on either side. A shift by a sensitivity crosses one step, so that V is 0. Two
// things spend δ: cutting the staircase off at reach reveals the mass within a sensitivity of its end, and a
// peak of mass at 0 stands out from what lies a shift away. V at the greatest shift is the sum of both.
//
// Steps need no grid: for large e^ε and small γ, or wide cells, they cost less than the cells of a grid can.
type stairs struct {
	epsilon            float64
	gamma, reach, peak float64
	point              bool // the peak is 0 itself; otherwise it is narrow
}

// half returns the integral of the density from 0 to x ≥ 0.
func (s stairs) half(x float64) float64 {
	if x <= s.gamma {
		return x
	}
	whole, part := math.Modf(x - s.gamma)
	fall, rest := math.Exp(-s.epsilon), -math.Expm1(-s.epsilon)
	return s.gamma + fall*-math.Expm1(-whole*s.epsilon)/rest + part*math.Exp(-(whole+1)*s.epsilon)
}

// given returns V at the greatest shift.
func (s stairs) given() float64 {
	inner := s.half(math.Abs(1 - s.reach))
	if s.reach < 1 { // the last sensitivity continues beyond 0
		inner = -inner
	}
	return s.peak + (1-s.peak)*(s.half(s.reach)-inner)/(2*s.half(s.reach))
}

// cells returns the edges of the steps, and their masses, except a point's.
func (s stairs) cells() (edges, masses []float64) {
	right := []float64{min(s.gamma, s.reach)}
	for j := 1.0; right[len(right)-1] < s.reach; j++ {
		right = append(right, min(s.gamma+j, s.reach))
	}
	each := (1 - s.peak) / (2 * s.half(s.reach))
	for j := len(right) - 1; j >= 0; j-- {
		edges = append(edges, -right[j])
	}
	masses = make([]float64, 2*len(right)-1)
	middle := len(right) - 1
	masses[middle] = 2 * right[0] * each
	for j := 1; j < len(right); j++ {
		mass := (right[j] - right[j-1]) * math.Exp(-float64(j)*s.epsilon) * each
		masses[middle-j], masses[middle+j] = mass, mass
	}
	return append(edges, right...), masses
}

// law is uniform on each step, and on a narrow peak, a sixteenth of the middle step.
func (s stairs) law() (Law, error) {
	const narrow = 1.0 / 16
	edges, masses := s.cells()
	middle := len(masses) / 2
	switch {
	case s.peak == 0:
		return NewLaw(edges, masses, nil)
	case s.point:
		return NewLaw(edges, masses, []mechanisms.Atom{{At: 0, Mass: s.peak}})
	}
	mass, end := masses[middle], narrow*edges[middle+1]
	side := mass * (1 - narrow) / 2
	edges = append(edges[:middle+1:middle+1], append([]float64{-end, end}, edges[middle+1:]...)...)
	masses = append(masses[:middle:middle], append([]float64{side, mass*narrow + s.peak, side}, masses[middle+1:]...)...)
	return NewLaw(edges, masses, nil)
}

// Staircase returns the staircase of least loss among those cut off within the problem's reach, with a peak
// as δ allows, certified as any law, if it costs less than below. There is none for whole numbers.
func (p Problem) Staircase(below float64) (law Law, c Certificate, loss float64, found bool) {
	if p.Query == Count || p.best(0).costs(p)*(1-p.Delta) >= below { // no peak saves more
		return law, c, 0, false
	}
	const times = 3
	for held, pass := p, 0; pass < times; pass++ {
		law, err := held.bestPeak().law()
		if err != nil {
			break
		}
		if c = law.Certify(p.Moves(), p.Epsilon); c.Delta <= p.Delta {
			loss = law.expect(p.mean)
			return law, c, loss, loss < below
		}
		held.Delta -= 2 * (c.Delta - p.Delta) // by rounding, or the reach is too short
	}
	return law, c, 0, false
}

// bestPeak returns the best staircase among those with some peaks.
func (p Problem) bestPeak() stairs {
	best := p.best(0)
	const parts = 8
	for part := 1.0; part < parts; part++ {
		if s := p.best(p.Delta * part / parts); s.costs(p) < best.costs(p) {
			best = s
		}
	}
	return best
}

// best returns the staircase with a peak and, nearly, the γ of least loss.
func (p Problem) best(peak float64) stairs {
	const least, tried = 1e-5, 12
	of := func(exponent float64) stairs { return p.cut(math.Exp(exponent), peak) }
	spare := func(exponent float64) float64 { return -of(exponent).costs(p) }
	step := -math.Log(least) / tried
	best, most := 0.0, math.Inf(-1)
	for i := range tried + 1 {
		at := -step * float64(i)
		if v := spare(at); v > most {
			best, most = at, v
		}
	}
	exponent, _ := optimize1d.Brent(spare, best-step, min(best+step, 0))
	return of(exponent)
}

// cut returns a staircase cut off as early as δ allows, or at the end of the reach.
func (p Problem) cut(gamma, peak float64) stairs {
	most := float64(p.Reach) / float64(p.Steps)
	at := func(reach float64) stairs { return stairs{p.Epsilon, gamma, reach, peak, p.Atom} }
	spare := func(reach float64) float64 { return p.Delta*(1-1e-9) - at(reach).given() }
	if most <= 0.5 || spare(most) < 0 {
		return at(most)
	}
	_, reach := rootfind.Bracket(spare, 0.5, most, spare(0.5), spare(most), 1e-12)
	return at(reach)
}

// costs returns the expected loss for comparisons; a peak costs next to nothing.
func (s stairs) costs(p Problem) float64 {
	sum := 0.0
	edges, masses := s.cells()
	for i, m := range masses {
		sum += m * p.Loss.Mean(edges[i], edges[i+1])
	}
	return sum
}
