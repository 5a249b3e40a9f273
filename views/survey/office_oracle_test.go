package survey

import (
	"math"

	"dpscope/views/viewtest"
)

// density is noise with a density, in units of one person's effect on a count.
type density struct {
	tail     func(z float64) float64 // Pr[Z > z] for z ≥ 0; nil: geometric noise
	variance float64
	twice    bool // it is added to two counts that one person moves
	split    bool // and each of the two has half of the budget
}

// densityOf returns the noise of a setting, or the usual one by default.
func densityOf(s viewtest.Setting, epsilon float64, usual string, twice bool) density {
	name, delta := usual, 0.0
	if s.Option("trust") == "office" {
		name = s.Option("noise")
	}
	if name == "truncated-laplace" || name == "analytic-gaussian" {
		delta = s.Number("delta")
	}
	d := density{twice: twice, split: twice && name != "analytic-gaussian"}
	if d.split {
		epsilon, delta = epsilon/2, delta/2
	}
	switch u := math.Exp(-epsilon); name {
	case "laplace":
		d.tail, d.variance = func(z float64) float64 { return math.Exp(-epsilon*z) / 2 }, 2/(epsilon*epsilon)
	case "staircase":
		g := 1 / (1 + math.Exp(epsilon/2))
		height := (1 - u) / (2 * (g + (1-g)*u))
		d.tail = func(z float64) float64 {
			k := math.Floor(z)
			f := z - k
			return math.Exp(-k*epsilon) * (height*(max(g-f, 0)+u*(1-max(f, g))) + u/2)
		}
		for k := 0.0; k < 60/epsilon; k++ {
			cube := func(from, to float64) float64 { return (to*to*to - from*from*from) / 3 }
			d.variance += 2 * height * math.Exp(-k*epsilon) * (cube(k, k+g) + u*cube(k+g, k+1))
		}
	case "truncated-laplace":
		reach := math.Log1p(math.Expm1(epsilon)/(2*delta)) / epsilon
		q := math.Exp(-epsilon * reach)
		d.tail = func(z float64) float64 { return max(math.Exp(-epsilon*z)-q, 0) / (2 * (1 - q)) }
		const cells = 4000 // Simpson's rule
		for i := range cells + 1 {
			z := float64(i) * reach / cells
			weight := float64(2 + 2*(i%2))
			if i == 0 || i == cells {
				weight = 1
			}
			d.variance += weight / 3 * 4 * z * d.tail(z) * reach / cells
		}
	case "analytic-gaussian":
		upper := func(z float64) float64 { return math.Erfc(z/math.Sqrt2) / 2 }
		low, high := 1e-3, 1e9
		for range 200 { // of deviations, by the profile of normal noise
			sigma := math.Sqrt(low * high)
			if upper(epsilon*sigma-1/(2*sigma))-math.Exp(epsilon)*upper(epsilon*sigma+1/(2*sigma)) > delta {
				low = sigma
			} else {
				high = sigma
			}
		}
		if twice {
			high *= math.Sqrt2
		}
		d.tail, d.variance = func(z float64) float64 { return upper(z / high) }, high*high
	}
	return d
}

// right returns how often an attacker is right: for one count from half the mass within a half, and for two from the lesser of
// both densities, summed over cells.
func (d density) right() float64 {
	switch {
	case d.twice && !d.split: // both counts move the same normal law by a distance of √2
		return 1 - d.tail(math.Sqrt2/2)
	case !d.twice:
		return 1 - d.tail(0.5)
	}
	reach := math.Ceil(9*math.Sqrt(d.variance)) + 1
	fine := max(math.Floor(250/reach), 2) // cells of one person's effect
	most := int(reach * fine)
	above := func(z float64) float64 {
		if z < 0 {
			return 1 - d.tail(-z)
		}
		return d.tail(z)
	}
	var ratios, masses []float64
	for i := -most; i < most; i++ {
		from := float64(i) / fine
		still, moved := above(from)-above(from+1/fine), above(from-1)-above(from-1+1/fine)
		ratios, masses = append(ratios, moved), append(masses, still)
	}
	beats := 0.0
	for i := range masses {
		for j := range masses {
			beats += max(masses[i]*masses[j]-ratios[i]*ratios[j], 0)
		}
	}
	return 0.5 + beats/2
}

// near returns the truth of a value, with a tolerance for the cells of two counts.
func (c counted) near(v float64) viewtest.Truth {
	if c.atOffice && c.noise.split && c.noise.tail != nil {
		return viewtest.Within(v, 5e-3*v)
	}
	return viewtest.Number(v)
}

// blurred returns the margin of an office's result with such noise: of all counts, or of a normal law, summed.
func (c counted) blurred() (margin, deviation float64) {
	n := float64(c.n)
	honest, mean := c.honest()
	from := func(i int) float64 { return float64(honest.from+i) - mean }
	own := n * c.pi * (1 - c.pi)
	switch {
	case c.numbers.word == "alike":
		honest, from, own = law{p: []float64{1}}, func(int) float64 { return 0 }, 0
	case c.numbers.word == "even":
		const cells, reach = 1600, 8
		own = n / 12
		honest = law{p: make([]float64, cells)}
		z := func(i int) float64 { return (float64(i)+0.5)*2*reach/cells - reach }
		for i := range honest.p {
			honest.p[i] = math.Exp(-z(i)*z(i)/2) / math.Sqrt(2*math.Pi) * 2 * reach / cells
		}
		from = func(i int) float64 { return z(i) * math.Sqrt(own) }
	}
	if c.everyone {
		honest, from, own = law{p: []float64{1}}, func(int) float64 { return 0 }, 0
	}
	above := func(z float64) float64 {
		if z < 0 {
			return 1 - c.noise.tail(-z)
		}
		return c.noise.tail(z)
	}
	low, high := 0.0, 60*math.Sqrt(own+c.noise.variance)+1
	for range 45 {
		at, outside := (low+high)/2, 0.0
		for i, p := range honest.p {
			outside += p * (above(at-from(i)) + above(at+from(i)))
		}
		if outside > 1-c.c {
			low = at
		} else {
			high = at
		}
	}
	return high / n, math.Sqrt(own+c.noise.variance) / n
}
