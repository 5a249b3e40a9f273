package mechanism

import (
	"math"
	"slices"
	"sort"

	"dpscope/views/viewtest"
)

// law is what the oracles integrate: a density, up to a factor, between its kinks, and atoms, from the definition of a
// mechanism alone.
type law struct {
	lnDensity func(y float64) float64 // -Inf where there is none
	kinks     []float64               // ends of the support and where the density turns or jumps, ascending
	scale     float64                 // over which the density falls to a part of itself
	atoms     map[float64]float64
}

// nodes and weights of Gauss and Legendre on [0, 1], found by Newton's steps.
var nodes, weights = func() (x, w []float64) {
	const n = 16
	for i := range n {
		z := math.Cos(math.Pi * (float64(i) + 0.75) / (n + 0.5))
		slope := 0.0
		for range 100 {
			a, b := 1.0, 0.0
			for k := 1.0; k <= n; k++ {
				a, b = ((2*k-1)*z*a-(k-1)*b)/k, a
			}
			slope = n * (z*a - b) / (z*z - 1)
			z -= a / slope
		}
		x = append(x, (1-z)/2)
		w = append(w, 1/((1-z*z)*slope*slope))
	}
	return x, w
}()

// panels cuts [from, to] at the kinks, and near each of them finely: the n-th panel beside one is as wide as all before it,
// from a part of the scale.
func panels(from, to float64, kinks []float64, scale float64) []float64 {
	cuts := []float64{from, to}
	for _, k := range kinks {
		cuts = append(cuts, k)
		for width := scale; width < to-from; width *= 2 {
			cuts = append(cuts, k-width, k+width)
		}
	}
	cuts = slices.DeleteFunc(cuts, func(c float64) bool { return !(from <= c && c <= to) })
	sort.Float64s(cuts)
	return slices.Compact(cuts)
}

// integral returns the integral of f over a range, without atoms.
func (l law) integral(f func(float64) float64, from, to float64, more ...float64) float64 {
	if !(from < to) || len(l.kinks) == 0 {
		return 0
	}
	from, to = max(from, l.kinks[0]), min(to, l.kinks[len(l.kinks)-1])
	cuts := panels(from, to, append(slices.Clone(l.kinks), more...), l.scale)
	sum := 0.0
	for i := 1; i < len(cuts); i++ {
		width := cuts[i] - cuts[i-1]
		for j, x := range nodes {
			sum += width * weights[j] * f(cuts[i-1]+width*x)
		}
	}
	return sum
}

func (l law) density(y float64) float64 { return math.Exp(l.lnDensity(y)) }

// mass returns Pr[from ≤ y ≤ to].
func (l law) mass(from, to float64) float64 {
	sum := l.integral(l.density, from, to)
	for y, p := range l.atoms {
		if from <= y && y <= to {
			sum += p
		}
	}
	return sum
}

// outside returns Pr[y < from or y > to].
func (l law) outside(from, to float64) float64 {
	sum := l.integral(l.density, math.Inf(-1), from) + l.integral(l.density, to, math.Inf(1))
	for y, p := range l.atoms {
		if !(from <= y && y <= to) {
			sum += p
		}
	}
	return sum
}

// about returns E (y - centre)^power.
func (l law) about(centre float64, power int) float64 {
	f := func(y float64) float64 { return math.Pow(y-centre, float64(power)) }
	sum := l.integral(func(y float64) float64 { return f(y) * l.density(y) }, math.Inf(-1), math.Inf(1))
	for y, p := range l.atoms {
		sum += p * f(y)
	}
	return sum
}

// normalised scales a law to a mass of 1.
func normalised(l law) law {
	most := math.Inf(-1)
	for _, k := range l.kinks {
		for _, y := range []float64{math.Nextafter(k, math.Inf(-1)), k, math.Nextafter(k, math.Inf(1))} {
			most = max(most, l.lnDensity(y))
		}
	}
	raw := l.lnDensity
	total := most + math.Log(l.integral(func(y float64) float64 { return math.Exp(raw(y) - most) }, math.Inf(-1), math.Inf(1)))
	l.lnDensity = func(y float64) float64 { return raw(y) - total }
	return l
}

// clampedTo moves the mass outside [0, 1] to the nearer end.
func clampedTo(l law) law {
	below, above := l.integral(l.density, math.Inf(-1), 0), l.integral(l.density, 1, math.Inf(1))
	raw := l.lnDensity
	kinks := []float64{0, 1}
	for _, k := range l.kinks {
		if 0 < k && k < 1 {
			kinks = append(kinks, k)
		}
	}
	sort.Float64s(kinks)
	return law{raw, kinks, l.scale, map[float64]float64{0: below, 1: above}}
}

// binned returns the law of k bins with the given logarithms of weights.
func binned(k int, lnWeight func(i int) float64) law {
	logs := make([]float64, k)
	for i := range logs {
		logs[i] = lnWeight(i)
	}
	most, total := slices.Max(logs), 0.0
	for _, w := range logs {
		total += math.Exp(w - most)
	}
	atoms := map[float64]float64{}
	for i, w := range logs {
		atoms[float64(i)/float64(k-1)] = math.Exp(w-most) / total
	}
	return law{atoms: atoms}
}

// named holds the parameters of a mechanism.
type named struct {
	kind           string
	epsilon, delta float64
	bins           int
}

// laws maps mechanisms to their laws of M(x) by definition; false where the oracle has none. Later mechanisms add their own.
var laws = map[string]func(m named, x float64) (law, bool){
	"laplace":              exact(func(m named, x float64) law { return m.laplace(x, 745/m.epsilon) }),
	"laplace-clamped":      exact(func(m named, x float64) law { return clampedTo(m.laplace(x, 745/m.epsilon)) }),
	"laplace-truncated":    exact(truncatedLaplace),
	"laplace-bounded":      exact(boundedLaplace),
	"gaussian":             normal,
	"gaussian-clamped":     normalClamped,
	"gaussian-pac":         normal,
	"gaussian-pac-clamped": normalClamped,
	"gaussian-pac-tight":   normal,
	"gaussian-classic":     normal,
	"pm":                   plateauLaw,
	"sw":                   plateauLaw,
	"exponential":          exact(func(m named, x float64) law { return m.exponential(x, m.epsilon/2) }),
	"exponential-sharp":    exact(func(m named, x float64) law { return m.exponential(x, m.epsilon) }),
	"krr":                  keptBin,
}

// exact wraps a law that the oracle has at every setting.
func exact(of func(m named, x float64) law) func(m named, x float64) (law, bool) {
	return func(m named, x float64) (law, bool) { return of(m, x), true }
}

// at returns the law of M(x).
func (m named) at(x float64) (law, bool) { return laws[m.kind](m, x) }

func truncatedLaplace(m named, x float64) law {
	e := m.epsilon
	return normalised(law{lnDensity: func(y float64) float64 { return -e * math.Abs(y-x) }, kinks: within01(x), scale: min(1, 1/e)})
}

func boundedLaplace(m named, x float64) law {
	e := m.epsilon
	reach := math.Log1p(math.Expm1(min(e, 700))/(2*m.delta)) / e
	if e > 700 {
		reach = (e - math.Log(2*m.delta)) / e
	}
	return m.laplace(x, reach)
}

func plateauLaw(m named, x float64) (law, bool) {
	if m.epsilon >= 700 {
		return law{}, false
	}
	low, high, p, q := m.plateau(x)
	if (1-q)/(p-q) < 1e-7 { // float64 has no such ends
		return law{}, false
	}
	return law{lnDensity: func(y float64) float64 {
		if low <= y && y <= high {
			return math.Log(p)
		}
		return math.Log(q)
	}, kinks: within01(low, high), scale: 1}, true
}

func (m named) exponential(x, rate float64) law {
	return binned(m.bins, func(i int) float64 { return -rate * math.Abs(float64(i)/float64(m.bins-1)-x) })
}

func keptBin(m named, x float64) (law, bool) {
	nearest := x * float64(m.bins-1)
	if _, half := math.Modf(nearest); math.Abs(half-0.5) < 1e-9 { // rounding decides between two bins
		return law{}, false
	}
	keep := int(math.Floor(nearest + 0.5))
	return binned(m.bins, func(i int) float64 {
		if i == keep {
			return m.epsilon
		}
		return 0
	}), true
}

func normal(m named, x float64) (law, bool) {
	sigma, some := m.sigma()
	if !some {
		return law{}, false
	}
	return normalised(law{lnDensity: func(y float64) float64 { return -(y - x) * (y - x) / (2 * sigma * sigma) },
		kinks: []float64{x - 39*sigma, x, x + 39*sigma}, scale: sigma}), true
}

func normalClamped(m named, x float64) (law, bool) {
	l, some := normal(m, x)
	if !some {
		return law{}, false
	}
	return clampedTo(l), true
}

// laplace has a density that falls as e^(-ε|y-x|), up to a distance.
func (m named) laplace(x, reach float64) law {
	return normalised(law{lnDensity: func(y float64) float64 {
		if math.Abs(y-x) > reach {
			return math.Inf(-1)
		}
		return -m.epsilon * math.Abs(y-x)
	}, kinks: []float64{x - reach, x, x + reach}, scale: 1 / m.epsilon})
}

func within01(inner ...float64) []float64 {
	kinks := []float64{0, 1}
	for _, k := range inner {
		if 0 < k && k < 1 {
			kinks = append(kinks, k)
		}
	}
	sort.Float64s(kinks)
	return slices.Compact(kinks)
}

// plateau returns where a density is p, and q = p·e^-ε on the rest of [0, 1]: the total mass of 1 gives its width, around x as
// far as there is room.
func (m named) plateau(x float64) (low, high, p, q float64) {
	p = math.Exp(m.epsilon / 2)
	if m.kind == "sw" {
		p = math.Expm1(m.epsilon) / m.epsilon
	}
	q = p * math.Exp(-m.epsilon)
	width := (1 - q) / (p - q)
	low = max(0, min(x-width/2, 1-width))
	return low, low + width, p, q
}

// sigma returns the least deviation for which a definition holds, by halving.
func (m named) sigma() (float64, bool) {
	holds := func(sigma float64) bool {
		u := 1 / sigma // the loss is normal of mean u²/2 and deviation u
		switch m.kind {
		case "gaussian-pac", "gaussian-pac-clamped":
			return u*u/2+u*math.Sqrt(2*math.Log(2/m.delta)) <= m.epsilon
		case "gaussian-pac-tight":
			return upper((m.epsilon-u*u/2)/u) <= m.delta
		case "gaussian-classic":
			return sigma*m.epsilon >= math.Sqrt(2*math.Log(1.25/m.delta))
		}
		return m.hockeyStick(sigma) <= m.delta
	}
	low, high := 1e-9, 1e9
	if holds(low) || !holds(high) {
		return 0, false
	}
	for range 60 {
		if middle := math.Sqrt(low * high); holds(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	return high, true
}

// upper returns the chance that a normal number is above z.
func upper(z float64) float64 { return math.Erfc(z/math.Sqrt2) / 2 }

// hockeyStick returns the integral of [density at 0 - e^ε density at 1] of normal noise, where that is positive: to the left of
// where the two are equal.
func (m named) hockeyStick(sigma float64) float64 {
	equal := 0.5 - m.epsilon*sigma*sigma
	end := min(equal, 39*sigma)
	start := -39 * sigma
	if equal < start {
		return 0
	}
	l := law{kinks: []float64{start, end}, scale: sigma}
	return l.integral(func(y float64) float64 {
		return math.Exp(-y*y/(2*sigma*sigma)) * -math.Expm1((y-equal)/(sigma*sigma))
	}, start, end, 0) / (sigma * math.Sqrt(2*math.Pi))
}

// apart returns the total variation of two laws, from the integral of the excess of one over the other.
func apart(one, other law) float64 {
	sum := 0.0
	if one.lnDensity != nil {
		kinks := slices.Concat(one.kinks, other.kinks)
		sort.Float64s(kinks)
		both := law{kinks: []float64{kinks[0], kinks[len(kinks)-1]}, scale: min(one.scale, other.scale)}
		difference := func(y float64) float64 { return one.density(y) - other.density(y) }
		inner := append(slices.Clone(kinks), crossings(difference, panels(kinks[0], kinks[len(kinks)-1], kinks, both.scale))...)
		sum = both.integral(func(y float64) float64 { return math.Abs(difference(y)) }, kinks[0], kinks[len(kinks)-1], inner...)
	}
	places := map[float64]bool{}
	for y := range one.atoms {
		places[y] = true
	}
	for y := range other.atoms {
		places[y] = true
	}
	for y := range places {
		sum += math.Abs(one.atoms[y] - other.atoms[y])
	}
	return sum / 2
}

// crossings returns where a function changes sign between neighbours of a grid.
func crossings(f func(float64) float64, at []float64) (roots []float64) {
	for i := 1; i < len(at); i++ {
		low, high := math.Nextafter(at[i-1], math.Inf(1)), math.Nextafter(at[i], math.Inf(-1))
		if !(f(low)*f(high) < 0) {
			continue
		}
		for range 60 {
			middle := (low + high) / 2
			if f(low)*f(middle) <= 0 {
				high = middle
			} else {
				low = middle
			}
		}
		roots = append(roots, low)
	}
	return roots
}

// asked returns the mechanism of a setting of concentration.
func asked(s viewtest.Setting) named {
	return named{s.Option("mechanism"), s.Number("epsilon"), s.Number("delta"), int(s.Number("bins"))}
}
