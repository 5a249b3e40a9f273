package matching

import (
	"fmt"
	"math"
	"slices"

	"dpscope/engine/num/grid"
	"dpscope/engine/numeral"
	"dpscope/mechanisms/central"
	"dpscope/mechanisms/optimal"
	"dpscope/mechanisms/privacy"
)

// words has this question's own words of kinds.
var words = map[string]central.Kind{
	"laplace":   {Help: "Two-sided exponential noise.", Source: "Dwork, McSherry, Nissim & Smith 2006"},
	"staircase": {Help: "The staircase of least loss at its ε.", Source: "Geng & Viswanath 2014"},
	"truncated-laplace": {Name: "truncated", Help: "Laplace noise, cut off; of two parameters those of least loss at this risk.",
		Source: "Geng, Ding, Guo & Kumar 2020"},
	"analytic-gaussian": {Name: "gaussian", Title: "Gaussian", Help: "Normal noise.", Source: "Balle & Wang 2018"},
	"optimal":           {Help: "The noise of least loss that a linear program finds at this risk."},
}

// Shapes lists the kinds that are compared: noise of real numbers, the same wherever the true answer lies.
var Shapes = func() (list []central.Kind) {
	for _, k := range append(slices.Clip(central.Kinds), optimal.Optimised) {
		if !k.Whole {
			list = append(list, k.Told(words[k.Name]))
		}
	}
	return list
}()

// Find returns the shape called name.
func Find(name string) (s central.Kind, found bool) {
	for _, s := range Shapes {
		if s.Name == name {
			return s, true
		}
	}
	return s, false
}

// Between which ε a family is looked for.
const (
	leastEpsilon, mostEpsilon = 0.01, 30
)

// along returns the member of a family of one parameter that has the size asked for: the least noise with no more risk, as
// risk grows with the parameter.
func (t Terms) along(k central.Kind, at func(parameter float64) central.Setting) Match {
	parameter, found := t.greatest(leastEpsilon, mostEpsilon, func(parameter float64) float64 { return t.riskAt(k, at(parameter)) })
	if !found {
		return Match{None: fmt.Sprintf("its ε would be outside [%g, %d]", leastEpsilon, mostEpsilon)}
	}
	return t.made(k, at(parameter))
}

// riskAt returns the risk of a kind at a setting; without such noise it is infinite.
func (t Terms) riskAt(k central.Kind, at central.Setting) float64 {
	n, err := t.noiseOf(k, at)
	if err != nil {
		return math.Inf(1)
	}
	return t.risk(n)
}

// noiseOf returns the noise of a kind at a setting.
func (t Terms) noiseOf(k central.Kind, at central.Setting) (central.Noise, error) {
	at.Loss = t.Loss
	if k.Wide != nil {
		return k.Wide(at)
	}
	return k.New(at)
}

// made returns the match at a setting, or says why there is none.
func (t Terms) made(k central.Kind, at central.Setting) Match {
	n, err := t.noiseOf(k, at)
	if err != nil {
		return Match{None: err.Error()}
	}
	m := Match{Law: n.Law(), Expects: n.Expected(t.Loss), Attack: central.Attack(n), Words: "ε = " + numeral.Short(at.Epsilon)}
	tests, normal := m.Attack.In.(privacy.NormalTests)
	switch {
	case normal:
		m.Words = "σ = " + numeral.Short(1/tests.Shift)
	case k.NeedsDelta:
		m.Words += ", δ = " + numeral.Short(at.Delta)
	}
	if cut, is := n.(interface{ Certain() float64 }); is {
		m.Certain = cut.Certain()
	}
	if math.IsNaN(m.Expects) {
		return Match{None: "its loss is beyond what numbers hold"}
	}
	return m
}

// greatest returns the greatest parameter, on a logarithmic scale, with a risk of at most the goal; found is
// false if there is none, or if the risk is less at all of them.
func (t Terms) greatest(low, high float64, risk func(float64) float64) (at float64, found bool) {
	goal, rounding := t.goal(), 1e-13
	switch {
	case t.By == Gaussian && t.Coarse: // slow to compute
		rounding = 1e-3
	case t.By == Gaussian || t.Coarse:
		rounding = 1e-6
	}
	if risk(low) > goal || risk(high) <= goal {
		return 0, false
	}
	for high/low-1 > rounding {
		middle := math.Sqrt(low * high)
		if middle <= low || middle >= high {
			break
		}
		if risk(middle) <= goal {
			low = middle
		} else {
			high = middle
		}
	}
	return low, true
}

// searched returns the noise of a kind of two parameters that ranks first among all ε and δ of equal risk.
func (t Terms) searched(k central.Kind) Match {
	const (
		mostDelta         = 1 - 1e-9
		flat, least, most = 1e-4, 0.05, 15 // ε; flat: nearly uniform noise
	)
	leastDelta := optimal.MinDelta
	if t.By == Gaussian { // mass beyond the cut does not affect a number above a greater floor
		leastDelta = min(leastDelta, t.Floor/1e3)
	}
	count := 21
	switch {
	case t.By == Gaussian:
		count = 5
	case t.Coarse:
		count = 13
	}
	of := func(epsilon, delta float64, found bool) Match {
		if m := t.made(k, central.Setting{Epsilon: epsilon, Delta: delta}); found && m.Law != nil {
			return m
		}
		return Match{None: "no ε and δ that were tried give it this risk"}
	}
	risk := func(epsilon, delta float64) float64 {
		return t.riskAt(k, central.Setting{Epsilon: epsilon, Delta: delta})
	}
	m := t.first(append([]float64{flat}, grid.Log(least, most, count)...), func(epsilon float64) Match {
		delta, found := t.greatest(leastDelta, mostDelta, func(delta float64) float64 { return risk(epsilon, delta) })
		return of(epsilon, delta, found)
	})
	// at a great risk only few ε have a δ for it
	other := t.first(grid.Log(leastDelta, mostDelta, count), func(delta float64) Match {
		epsilon, found := t.greatest(flat, most, func(epsilon float64) float64 { return risk(epsilon, delta) })
		return of(epsilon, delta, found)
	})
	if t.Rank(other) < t.Rank(m) {
		return other
	}
	return m
}

// first returns the law that ranks first: of some places, and of golden sections between the neighbours of
// the best.
func (t Terms) first(places []float64, of func(float64) Match) Match {
	m, at := of(places[0]), 0
	for i, place := range places[1:] {
		if other := of(place); t.Rank(other) < t.Rank(m) {
			m, at = other, i+1
		}
	}
	low, high := places[max(0, at-1)], places[min(len(places)-1, at+1)]
	const golden, narrow = 0.6180339887498949, 1e-3
	for t.By != Gaussian && high/low-1 > narrow {
		a, b := high*math.Pow(low/high, golden), low*math.Pow(high/low, golden)
		left, right := of(a), of(b)
		if t.Rank(left) < t.Rank(right) {
			high = b
		} else {
			low = a
		}
		for _, other := range []Match{left, right} {
			if t.Rank(other) < t.Rank(m) {
				m = other
			}
		}
	}
	return m
}
