package fits

import (
	"math"
	"testing"

	"dpscope/mechanisms/optimal"
)

// Tests compare the accountant with an independent convolution: noise is cut into cells, losses are rounded down to a lattice,
// and the result is never more than the truth.

const (
	cell    = 1.0 / 32 // of a sensitivity
	lattice = 1.0 / 512
)

// density returns the density of noise, in sensitivities, from a second definition.
func density(t *testing.T, s Sized) (of func(x float64) float64, reach float64) {
	t.Helper()
	switch s.Kind {
	case Laplace:
		return func(x float64) float64 { return s.Epsilon / 2 * math.Exp(-s.Epsilon*math.Abs(x)) }, 25 / s.Epsilon
	case Truncated:
		end := math.Log1p(math.Expm1(s.Epsilon)/(2*s.Delta)) / s.Epsilon
		height := s.Epsilon / (2 * -math.Expm1(-s.Epsilon*end))
		return func(x float64) float64 {
			if math.Abs(x) > end {
				return 0
			}
			return height * math.Exp(-s.Epsilon*math.Abs(x))
		}, end
	case Gaussian, Classic:
		return func(x float64) float64 {
			return math.Exp(-x*x/(2*s.Deviation*s.Deviation)) / (s.Deviation * math.Sqrt(2*math.Pi))
		}, 8 * s.Deviation
	case Optimal:
		law := s.Draw.For(0).(optimal.Law)
		return law.Density, law.Edges[len(law.Edges)-1]
	}
	t.Fatalf("no density of %s", s.Kind)
	return nil, 0
}

// masses returns the masses of the noise in cells, from −reach on.
func masses(t *testing.T, s Sized) []float64 {
	of, reach := density(t, s)
	count := 2 * (int(reach/cell) + 2)
	list, sum := make([]float64, count), 0.0
	for i := range list {
		const fine = 8
		for k := range fine {
			x := (float64(i-count/2) + (float64(k)+0.5)/fine) * cell
			list[i] += of(x) * cell / fine
		}
		sum += list[i]
	}
	if math.Abs(sum-1) > 2e-3 {
		t.Fatalf("%s has a mass of %v", s.Kind, sum)
	}
	return list
}

// losses describes one answer: the probability of each multiple of the lattice, and that of answers possible with one table
// alone.
type losses struct {
	first   int
	p       []float64
	showing float64
}

// moved returns the losses of an answer that moves by a number of cells.
func moved(noise []float64, cells int) losses {
	at := func(i int) float64 {
		if i < 0 || i >= len(noise) {
			return 0
		}
		return noise[i]
	}
	by := map[int]float64{}
	least, most := math.MaxInt, math.MinInt
	out := losses{}
	for i, p := range noise {
		q := at(i - cells)
		switch {
		case p == 0:
		case q == 0:
			out.showing += p
		default:
			k := int(math.Floor(math.Log(p/q) / lattice))
			by[k] += p
			least, most = min(least, k), max(most, k)
		}
	}
	if len(by) == 0 {
		return out
	}
	out.first, out.p = least, make([]float64, most-least+1)
	for k, p := range by {
		out.p[k-least] = p
	}
	return out
}

// and composes two answers.
func (l losses) and(m losses) losses {
	sum := losses{first: l.first + m.first, p: make([]float64, len(l.p)+len(m.p)-1), showing: 1 - (1-l.showing)*(1-m.showing)}
	for i, p := range l.p {
		if p < 1e-14 {
			continue
		}
		for k, q := range m.p {
			sum.p[i+k] += p * q
		}
	}
	return sum
}

// delta returns the part of the probability that exceeds e^ε times the other one.
func (l losses) delta(epsilon float64) float64 {
	sum := l.showing
	for i, p := range l.p {
		if loss := float64(l.first+i) * lattice; loss > epsilon {
			sum += p * -math.Expm1(epsilon-loss)
		}
	}
	return sum
}

// deltaOf returns δ for answers that move by these numbers of sensitivities.
func deltaOf(noise []float64, moves []float64, epsilon float64) float64 {
	all := losses{p: []float64{1}}
	for _, m := range moves {
		if m != 0 {
			all = all.and(moved(noise, int(math.Round(m/cell))))
		}
	}
	return all.delta(epsilon)
}
