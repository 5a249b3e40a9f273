package risk

import (
	"maps"
	"math"
	"slices"
	"testing"

	"dpscope/engine/param"
	"dpscope/views/viewtest"
)

// shaped is noise of a shape in sensitivities: its cost, and its finite tests at every move that matters.
type shaped struct {
	cost  float64
	tests []sets
}

// sets holds probabilities of the same sets of answers under two laws, in any order.
type sets struct{ p, q []float64 }

// ordered returns the tests at the sets.
func (s sets) ordered() finite { return finiteOf(s.p, s.q, 0) }

// stepped returns the staircase of least cost for a parameter, by its steps: only moves between its edges matter.
func stepped(epsilon float64, square bool) shaped {
	fall := math.Exp(-epsilon)
	cost := func(gamma float64) float64 {
		sum, all := 0.0, 0.0
		part := func(low, high, height float64) {
			all += height * (high - low)
			if square {
				sum += height * (high*high*high - low*low*low) / 3
			} else {
				sum += height * (high*high - low*low) / 2
			}
		}
		for k, height := 0.0, 1.0; height > 1e-17; k, height = k+1, height*fall {
			part(k, k+gamma, height)
			part(k+gamma, k+1, height*fall)
		}
		return sum / all
	}
	low, high := 0.0, 1.0
	for range 80 {
		a, b := low+(high-low)/3, high-(high-low)/3
		if cost(a) < cost(b) {
			high = b
		} else {
			low = a
		}
	}
	gamma := (low + high) / 2
	level := func(x float64) float64 {
		x = math.Abs(x)
		if x < gamma {
			return 1
		}
		return math.Exp(-epsilon * (math.Floor(x-gamma) + 1))
	}
	end := math.Ceil(36/epsilon) + 2
	all := 0.0
	for k := 0.0; k < end; k++ {
		all += 2 * math.Exp(-epsilon*k) * (gamma + fall*(1-gamma))
	}
	s := shaped{cost: cost(gamma)}
	for _, shift := range []float64{1, 2 * gamma, math.Abs(1 - 2*gamma)} {
		if shift <= 0 || shift > 1 {
			continue
		}
		var cuts []float64
		for k := 0.0; k < end; k++ {
			cuts = append(cuts, gamma+k, -gamma-k, gamma+k+shift, -gamma-k+shift)
		}
		slices.Sort(cuts)
		var p, q []float64
		for i := range len(cuts) - 1 {
			if width := cuts[i+1] - cuts[i]; width > 1e-12 {
				middle := (cuts[i] + cuts[i+1]) / 2
				p, q = append(p, width*level(middle)/all), append(q, width*level(middle-shift)/all)
			}
		}
		s.tests = append(s.tests, sets{p, q})
	}
	return s
}

// noiseOf returns Laplace and normal noise, and a staircase, for a parameter.
func noiseOf(shape string, parameter float64, square bool) (s shaped, found bool) {
	switch shape {
	case "laplace":
		p, q := moved(laplaceTail, parameter, 60)
		s = shaped{cost: 1 / parameter, tests: []sets{{p, q}}}
		if square {
			s.cost = 2 / (parameter * parameter)
		}
	case "gaussian":
		p, q := moved(normalTail, parameter, 12)
		s = shaped{cost: math.Sqrt(2/math.Pi) / parameter, tests: []sets{{p, q}}}
		if square {
			s.cost = 1 / (parameter * parameter)
		}
	case "staircase":
		s = stepped(parameter, square)
	default:
		return s, false
	}
	return s, true
}

// cutNoise returns Laplace noise cut off where δ pays for it.
func cutNoise(epsilon, delta float64, square bool) shaped {
	end := math.Log1p(math.Expm1(epsilon)/(2*delta)) / epsilon
	all := -math.Expm1(-epsilon * end)
	mean := (1 - math.Exp(-epsilon*end)*(1+epsilon*end)) / epsilon
	if square {
		mean = (2 - math.Exp(-epsilon*end)*(2+2*epsilon*end+epsilon*end*epsilon*end)) / (epsilon * epsilon)
	}
	const count = 600
	p, q := make([]float64, count), make([]float64, count)
	more := func(x float64) float64 {
		switch {
		case x >= end:
			return 0
		case x <= -end:
			return 1
		case x < 0:
			return 1 - (math.Exp(epsilon*x)-math.Exp(-epsilon*end))/(2*all)
		}
		return (math.Exp(-epsilon*x) - math.Exp(-epsilon*end)) / (2 * all)
	}
	here, there := more(-end), more(-end-1)
	for i := range count {
		edge := -end + (2*end+1)*float64(i+1)/count
		nextHere, nextThere := more(edge), more(edge-1)
		p[i], q[i] = here-nextHere, there-nextThere
		here, there = nextHere, nextThere
	}
	return shaped{cost: mean / all, tests: []sets{{p, q}}}
}

// atSetting holds what oracles have found at a setting: most need the same noise.
type atSetting struct {
	address string
	matched map[string]matchedShape
	cut     []shaped // truncated Laplace noise of the risk at some of its parameters
	sought  bool     // cut is known
}

type matchedShape struct {
	noise  shaped
	within float64
	found  bool
}

// at starts over at another setting.
func (k *atSetting) at(s viewtest.Setting) {
	if address := s.Address(); address != k.address {
		*k = atSetting{address: address, matched: map[string]matchedShape{}}
	}
}

// matchedNoise is the function matchedNoise, computed once.
func (k *atSetting) matchedNoise(s viewtest.Setting) (noise shaped, within float64, found bool) {
	k.at(s)
	m, known := k.matched[s.Member]
	if !known {
		m.noise, m.within, m.found = matchedNoise(s)
		k.matched[s.Member] = m
	}
	return m.noise, m.within, m.found
}

// cutNoises returns truncated Laplace noise of the risk, or of the pair, by a search on a grid.
func (k *atSetting) cutNoises(s viewtest.Setting) []shaped {
	if k.at(s); !k.sought {
		k.cut, k.sought = cutNoises(s), true
	}
	return k.cut
}

// levelOf returns the value of the equal risk; for right guesses the advantage.
func levelOf(s viewtest.Setting) float64 {
	if s.Option("equal") == "right" {
		return 2*s.Number("right") - 1
	}
	return s.Number("value")
}

func cutNoises(s viewtest.Setting) (list []shaped) {
	square := s.Option("loss") == "l2"
	if s.Option("equal") == "budget" {
		return []shaped{cutNoise(s.Number("epsilon"), s.Number("delta"), square)}
	}
	value := levelOf(s)
	risk := func(n shaped) float64 { return n.hockey(0) }
	if s.Option("equal") == "loss" {
		value, risk = -value, func(n shaped) float64 { return -n.cost }
	}
	try := func(at func(float64) shaped, low, high float64) {
		if risk(at(low)) > value || risk(at(high)) < value {
			return
		}
		for range 18 { // to a ten-thousandth; costs are compared to a hundredth
			if middle := math.Sqrt(low * high); risk(at(middle)) < value {
				low = middle
			} else {
				high = middle
			}
		}
		list = append(list, at(low))
	}
	for epsilon := 1e-3; epsilon < 12; epsilon *= 1.5 {
		try(func(delta float64) shaped { return cutNoise(epsilon, delta, square) }, 1e-9, 50) // beyond a half the support is shorter than the sensitivity
	}
	deltas := []float64{0.3, 0.35, 0.4, 0.44, 0.47, 0.49, 0.4999, 0.6, 0.8, 1, 1.5, 2.5}
	for delta := 1e-6; delta < 0.3; delta *= 2 {
		deltas = append(deltas, delta)
	}
	for _, delta := range deltas {
		try(func(epsilon float64) shaped { return cutNoise(epsilon, delta, square) }, 1e-3, 15)
	}
	return list
}

// firstOf returns the fixed shapes that are the best, up to a relative difference, by costs from a search on a grid, or, where
// those are equal, by advantages.
func (k *atSetting) firstOf(s viewtest.Setting, rank func(shaped) float64, within float64) (first map[string]shaped) {
	all := map[string]shaped{}
	for _, name := range []string{"laplace", "staircase", "gaussian"} {
		s.Member = name
		if n, _, found := k.matchedNoise(s); found {
			all[name] = n
		}
	}
	for _, n := range k.cutNoises(s) {
		if other, known := all["truncated"]; !known || rank(n) < rank(other) {
			all["truncated"] = n
		}
	}
	least := math.Inf(1)
	for _, n := range all {
		least = math.Min(least, rank(n))
	}
	maps.DeleteFunc(all, func(_ string, n shaped) bool { return rank(n) > least*(1+within) })
	return all
}

// ranked returns the number by which shapes are ranked at a setting.
func ranked(s viewtest.Setting) func(shaped) float64 {
	if s.Option("equal") == "loss" {
		return func(n shaped) float64 { return n.hockey(0) }
	}
	return func(n shaped) float64 { return n.cost }
}

// rightBy encloses how often the best guess is right with the best fixed shape.
func (k *atSetting) rightBy(s viewtest.Setting) (low, high float64, found bool) {
	low = math.Inf(1)
	for _, n := range k.firstOf(s, ranked(s), 0.01) {
		right := (1 + n.hockey(0)) / 2
		low, high, found = math.Min(low, right), math.Max(high, right), true
	}
	const cells = 3e-3
	return low - cells, math.Min(1, high+cells), found
}

// hockey returns δ at ε by the tests of all moves.
func (s shaped) hockey(epsilon float64) float64 {
	most := 0.0
	for _, f := range s.tests {
		sum, ratio := 0.0, math.Exp(epsilon)
		for i := range f.p {
			sum += math.Max(0, f.p[i]-ratio*f.q[i])
		}
		most = math.Max(most, sum)
	}
	return most
}

// power returns the share found at a rate, by lines of the profile of all moves: the minimum of a function that is convex in
// e^ε, on a grid and then by thirds.
func (s shaped) power(rate float64) float64 {
	const step = 0.25
	line := func(epsilon float64) float64 { return s.hockey(epsilon) + math.Exp(epsilon)*rate }
	best, least := 0.0, 1.0
	for epsilon := -6.0; epsilon <= 31; epsilon += step { // a shape's ε is 30 at most
		if v := line(epsilon); v < least {
			best, least = epsilon, v
		}
	}
	low, high := best-step, best+step
	for range 40 {
		if a, b := low+(high-low)/3, high-(high-low)/3; line(a) < line(b) {
			high = b
		} else {
			low = a
		}
	}
	return math.Min(least, line((low+high)/2))
}

// matchedNoise returns the noise of a member at the setting, by bisection on the equal risk; within is the relative error of
// its numbers.
func matchedNoise(s viewtest.Setting) (noise shaped, within float64, found bool) {
	square := s.Option("loss") == "l2"
	value, within := levelOf(s), 1e-3
	low, high := 0.01, 30.0
	risk := func(n shaped) float64 { return n.hockey(0) }
	switch s.Option("equal") {
	case "budget":
		if s.Member != "gaussian" {
			noise, found = noiseOf(s.Member, s.Number("epsilon"), square)
			return noise, within, found
		}
		low, value, risk = 1e-5, s.Number("delta"), func(n shaped) float64 { return n.hockey(s.Number("epsilon")) }
	case "loss":
		value, risk = -value, func(n shaped) float64 { return -n.cost }
	case "advantage", "right":
	default:
		return noise, 0, false // by the whole curve, which the view attack has oracles for
	}
	at := func(parameter float64) float64 {
		n, _ := noiseOf(s.Member, parameter, square)
		return risk(n)
	}
	if _, found := noiseOf(s.Member, 1, square); !found || at(low) > value || at(high) < value {
		return noise, 0, false
	}
	for range 24 { // to a millionth
		if middle := math.Sqrt(low * high); at(middle) < value {
			low = middle
		} else {
			high = middle
		}
	}
	noise, found = noiseOf(s.Member, low, square)
	return noise, within, found
}

// scaled returns the factor from losses in sensitivities to the answer's unit.
func scaled(s viewtest.Setting) float64 {
	if s.Option("loss") == "l2" {
		return s.Number("sensitivity") * s.Number("sensitivity")
	}
	return s.Number("sensitivity")
}

// ofShape makes an oracle for a number of a shape after one release.
func (k *atSetting) ofShape(of func(s viewtest.Setting, n shaped) float64) viewtest.Oracle {
	return func(s viewtest.Setting) viewtest.Truth {
		if s.Number("times") != 1 {
			return viewtest.Cannot("losses are added up")
		}
		n, within, found := k.matchedNoise(s)
		if !found {
			return viewtest.Cannot("two parameters, a program, or the whole curve")
		}
		want := of(s, n)
		return viewtest.Within(want, within*want+1e-3)
	}
}

func TestProfileOracles(t *testing.T) {
	told := func(s viewtest.Setting, n shaped) float64 { return n.hockey(0) }
	var known atSetting
	viewtest.Agree(t, Profile, viewtest.Suite{
		Elsewhere: []string{"gaussian-after"}, // of several releases: engine/matching
		Easy: func(v param.Values) param.Values {
			switch v.Picked(equal).Name { // the curves of the others have tests in the package that matches them
			case "tpr":
				v = v.Picking(equal, "budget")
			case "mu":
				v = v.Picking(equal, "advantage")
			}
			return v.With(releases, 1)
		},
		Oracles: map[string]viewtest.Oracle{
			"loss":      known.ofShape(func(s viewtest.Setting, n shaped) float64 { return scaled(s) * n.cost }),
			"advantage": known.ofShape(told),
			"delta":     known.ofShape(func(s viewtest.Setting, n shaped) float64 { return n.hockey(s.Number("at")) }),
			"least": func(s viewtest.Setting) viewtest.Truth {
				return viewtest.Word(slices.Collect(maps.Keys(known.firstOf(s, ranked(s), 0.01)))...).OrNone()
			},
			"attacker-right": func(s viewtest.Setting) viewtest.Truth {
				low, high, found := known.rightBy(s)
				if !found {
					return viewtest.None()
				}
				return viewtest.Between(low, high)
			},
			"attacker-right-safest": func(s viewtest.Setting) viewtest.Truth { // no more than for any other
				if s.Number("times") != 1 {
					return viewtest.Cannot("losses are added up")
				}
				least := math.Inf(1)
				for _, name := range []string{"laplace", "staircase", "gaussian"} {
					s.Member = name
					if n, within, found := known.matchedNoise(s); found {
						least = math.Min(least, (1+n.hockey(0)*(1+within))/2+1e-3)
					}
				}
				if math.IsInf(least, 1) {
					return viewtest.Cannot("two parameters, a program, or the whole curve")
				}
				return viewtest.Between(0.5, least)
			},
			"certain": func(s viewtest.Setting) viewtest.Truth { // tails reach anywhere, and a cut is where δ pays for it
				if s.Member == "truncated" && s.Option("equal") == "budget" {
					return viewtest.Number(-math.Expm1(s.Number("times") * math.Log1p(-s.Number("delta"))))
				}
				if _, _, found := known.matchedNoise(s); !found || s.Member == "truncated" || s.Member == "optimal" {
					return viewtest.Cannot("two parameters, a program, or the whole curve")
				}
				return viewtest.Number(0)
			},
			"wrong-once-in": func(s viewtest.Setting) viewtest.Truth {
				low, high, found := known.rightBy(s)
				if !found {
					return viewtest.None()
				}
				return viewtest.Between(1/(1-low), 1/math.Max(1-high, 1e-300))
			},
			"hidden": func(s viewtest.Setting) viewtest.Truth { // of the shapes with tails, which exclude nothing
				measure, costs, least := ranked(s), map[string]float64{}, math.Inf(1)
				for _, name := range []string{"laplace", "staircase", "gaussian"} {
					s.Member = name
					if n, _, found := known.matchedNoise(s); found {
						costs[name] = measure(n)
						least = math.Min(least, costs[name])
					}
				}
				var names []string
				for name, cost := range costs {
					if cost <= 1.01*least {
						names = append(names, name)
					}
				}
				return viewtest.Word(names...).OrNone()
			},
			"safest": func(s viewtest.Setting) viewtest.Truth {
				names := maps.Keys(known.firstOf(s, func(n shaped) float64 { return n.hockey(0) }, 0.01))
				return viewtest.Word(append(slices.Collect(names), "optimal")...).OrNone()
			},
			"mu": func(s viewtest.Setting) viewtest.Truth {
				n, _, found := known.matchedNoise(s)
				if !found {
					return viewtest.Cannot("two parameters, a program, or the whole curve")
				}
				most := 0.0
				for _, f := range n.tests {
					most = math.Max(most, f.ordered().deviations(s.Number("floor")))
				}
				if s.Member == "gaussian" { // the same at every rate, and sets are coarse where answers are rare
					often := n.tests[0].ordered().deviations(0.05)
					if math.IsInf(often, 1) {
						return viewtest.Cannot("no test is wrong that often both ways")
					}
					return viewtest.Between(often*(1-1e-2), often*(1+1e-2))
				}
				if math.IsInf(most, 1) {
					return viewtest.None()
				}
				return viewtest.Within(most, 2e-2*most+1e-3).OrNone()
			},
			"tpr": known.ofShape(func(s viewtest.Setting, n shaped) float64 { return n.power(s.Number("fpr")) }),
		}})
}
