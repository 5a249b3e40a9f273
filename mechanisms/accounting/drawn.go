package accounting

import (
	"math"

	"dpscope/engine/num/binomial"
	"dpscope/engine/num/normal"
	"dpscope/mechanisms/pairs"
	"dpscope/mechanisms/privacy"
)

// cells part the sum, where all others add −1 and the record +1 each time that it is drawn: a mixture of N(2k) against one
// of N(k), or against N(0).
func (e Drawn) cells(r pairs.Rounding) []pairs.Cell {
	times := e.times(r.Lost)
	near := e.Deviation * normal.UpperQuantile(min(r.Lost, 0.1))
	top := 2 * times[len(times)-1].count
	return cut(-near, top+near, finely*r.Atoms, e.sum(times, 2), e.sum(times, other(e.Neighbours)))
}

// sum returns the law of the sum where each draw of the record adds a mean.
func (e Drawn) sum(times []block, mean float64) tails {
	return func(c float64) (below, above float64) {
		for _, t := range times {
			z := (c - mean*t.count) / e.Deviation
			below += t.mass * normal.UpperTail(-z)
			above += t.mass * normal.UpperTail(z)
		}
		return min(below, 1), min(above, 1)
	}
}

// times returns how often the record is drawn in one batch, but for counts of a probability lost at either end, which
// count as the nearest.
func (e Drawn) times(lost float64) (list []block) {
	law := binomial.New(e.Draws, e.Chance)
	last := exceeds(law, lost)
	first := e.Draws - exceeds(law.Failures(), lost)
	for k := min(first, last); k <= last; k++ {
		list = append(list, block{k, law.Prob(k)})
	}
	list[0].mass += law.Tails(list[0].count - 1).Below
	list[len(list)-1].mass += law.Tails(last).Above
	return list
}

// Told returns a budget that suffices against an attacker who knows how often each of that many steps drew
// the record: K draws move a sum by K, and the attacker sees normal noise of ΣK² steps (Run.told).
func (e Drawn) Told(steps, delta float64) float64 {
	return privacy.LeastEpsilon(e.told(steps, delta), delta)
}

// told returns the profile of the steps to that attacker, for slacks down to a least.
func (e Drawn) told(steps, least float64) func(epsilon float64) float64 {
	const left = 1e-6 // of the least slack
	return e.squares(left*least/steps).power(steps, left*least/64).profile(moved(e.Deviation, e.Neighbours))
}

// ToldCurve bounds the whole profile of the steps by that of the same attacker.
func (a Losses) ToldCurve(e Drawn, steps, least float64) Curve {
	t := pairs.Rounding{Side: pairs.Above, Atoms: a.atoms(), Least: 1e-3 * least, Lost: 1e-7 * least}
	return Curve{above: orders{in: t.Dominating(e.told(steps, least)), alike: true}}
}

// profile returns the profile of one step to the same attacker.
func (e Drawn) profile(lost float64) func(epsilon float64) float64 {
	return e.squares(lost).profile(moved(e.Deviation, e.Neighbours))
}

// squares is the law of a sum of squares of counts, each rounded up to a multiple of a step. Rounding may
// change its masses by margin, and beyond is the mass of sums without a known bound.
type squares struct {
	step, first float64 // a power of 2; of the first mass, in steps
	masses      []float64
	beyond      float64
}

// mostMasses limits the number of masses.
const mostMasses = 4096

// squares returns the law of one step, except for a lost probability.
func (e Drawn) squares(lost float64) squares {
	law := binomial.New(e.Draws, e.Chance)
	last := exceeds(law, lost)
	first := min(max(e.Draws-exceeds(law.Failures(), lost), 0), last)
	s := squares{step: 1, beyond: law.Tails(last).Above}
	for (last-first)*(last+first)/s.step > mostMasses-2 {
		s.step *= 2
	}
	at := func(k float64) float64 { return math.Ceil(k * k / s.step * (1 - 1e-15)) }
	s.first = at(first)
	s.masses = make([]float64, int(at(last)-s.first)+1)
	from := 0.0
	for i := range s.masses {
		to := math.Floor(math.Sqrt((s.first + float64(i)) * s.step * (1 + 4e-16)))
		if to >= from {
			s.masses[i] = law.Between(from, min(to, last))
			from = to + 1
		}
	}
	return s
}

// power returns the law of that many independent sums.
func (s squares) power(times, lost float64) squares {
	all := squares{step: 1, masses: []float64{1}}
	for left := times; ; left = math.Floor(left / 2) {
		if math.Mod(left, 2) == 1 {
			all = all.plus(s, lost)
		}
		if left < 2 {
			return all
		}
		s = s.plus(s, lost/left)
	}
}

// plus returns the law of two independent sums.
func (s squares) plus(t squares, lost float64) squares {
	s, t = s.trimmed(lost), t.trimmed(lost)
	for s.step < t.step {
		s = s.coarser()
	}
	for t.step < s.step {
		t = t.coarser()
	}
	for len(s.masses)+len(t.masses) > mostMasses {
		s, t = s.coarser(), t.coarser()
	}
	sum := squares{step: s.step, first: s.first + t.first, masses: make([]float64, len(s.masses)+len(t.masses)-1),
		beyond: s.beyond + t.beyond}
	for i, x := range s.masses {
		if x == 0 {
			continue
		}
		into := sum.masses[i:]
		for j, y := range t.masses {
			into[j] += x * y
		}
	}
	return sum
}

// trimmed cuts at most lost beyond either end: small sums count as the least one kept.
func (s squares) trimmed(lost float64) squares {
	from, to, below := 0, len(s.masses), 0.0
	for from < to-1 && below+s.masses[from] <= lost {
		below += s.masses[from]
		from++
	}
	above := 0.0
	for to > from+1 && above+s.masses[to-1] <= lost {
		to--
		above += s.masses[to]
	}
	kept := squares{step: s.step, first: s.first + float64(from), masses: append([]float64(nil), s.masses[from:to]...), beyond: s.beyond + above}
	kept.masses[0] += below
	return kept
}

// coarser doubles the steps; sums are rounded up.
func (s squares) coarser() squares {
	first := math.Ceil(s.first / 2)
	c := squares{step: 2 * s.step, first: first, masses: make([]float64, len(s.masses)/2+1), beyond: s.beyond}
	for i, mass := range s.masses {
		c.masses[int(math.Ceil((s.first+float64(i))/2)-first)] += mass
	}
	return c
}

// profile returns E[δ_N(ε; σ/√S)], rounded up.
func (s squares) profile(deviation float64) func(epsilon float64) float64 {
	const margin = 1e-8 // of masses
	return func(epsilon float64) float64 {
		sum := s.beyond
		for i, mass := range s.masses {
			if count := (s.first + float64(i)) * s.step; mass > 0 && count > 0 {
				sum += mass * (1 + margin) * privacy.GaussianProfile(epsilon, deviation/math.Sqrt(count))
			}
		}
		return min(sum, 1)
	}
}
