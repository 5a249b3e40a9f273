package matching

import (
	"fmt"
	"math"

	"dpscope/engine/num/grid"
	"dpscope/engine/numeral"
	"dpscope/mechanisms"
	"dpscope/mechanisms/central"
	"dpscope/mechanisms/optimal"
	"dpscope/mechanisms/privacy"
)

// Shape is one of the laws that are compared.
type Shape struct {
	Name, Title string
	Words       string // within a sentence
	Fixed       bool   // it has a closed form
	Help        string
	Source      string
}

// The words of shapes.
const (
	laplace   = "laplace"
	staircase = "staircase"
	truncated = "truncated"
	gaussian  = "gaussian"
	best      = "optimal"
)

// Shapes are all.
var Shapes = []Shape{
	{laplace, "Laplace", "Laplace", true, "Two-sided exponential noise.", "Dwork, McSherry, Nissim & Smith 2006"},
	{staircase, "Staircase", "staircase", true, "The staircase of least loss at its ε.", "Geng & Viswanath 2014"},
	{truncated, "Truncated Laplace", "truncated Laplace", true, "Laplace noise, cut off; of two parameters those of least loss at this risk.",
		"Geng, Ding, Guo & Kumar 2020"},
	{gaussian, "Gaussian", "Gaussian", true, "Normal noise.", "Balle & Wang 2018"},
	{best, "Optimised", "optimised", false, "The noise of least loss that a linear program finds at this risk.",
		"Selvi, Liu & Wiesemann, Differential Privacy via Distributionally Robust Optimization"},
}

// Find is the shape called name.
func Find(name string) (s Shape, found bool) {
	for _, s := range Shapes {
		if s.Name == name {
			return s, true
		}
	}
	return s, false
}

// sized is a law of some parameters.
type sized struct {
	law      mechanisms.Law
	expected func(central.Loss) float64
	attack   privacy.Attack
	words    string
	certain  float64 // δ at every ε: the mass that is out of reach of the law moved by a sensitivity
}

func (s sized) match(l central.Loss) Match {
	return Match{Law: s.law, Expects: s.expected(l), Attack: s.attack, Words: s.words, Certain: s.certain}
}

// Between which ε a family is looked for.
const (
	leastEpsilon, mostEpsilon = 0.01, 30
)

// along is the member of a family of one parameter, an ε or what stands for it, of the size that is asked for: the least
// noise whose risk is no greater, as risk grows with the parameter.
func (t Terms) along(least float64, of func(epsilon float64) (sized, error)) Match {
	if t.By == Budget {
		return t.made(of(t.Epsilon))
	}
	at, found := t.greatest(least, mostEpsilon, func(epsilon float64) float64 {
		s, err := of(epsilon)
		if err != nil {
			return math.Inf(1)
		}
		return t.risk(s)
	})
	if !found {
		return Match{None: fmt.Sprintf("its ε would be outside [%g, %d]", least, mostEpsilon)}
	}
	return t.made(of(at))
}

// made is a law of a size, or why there is none.
func (t Terms) made(s sized, err error) Match {
	if err != nil {
		return Match{None: err.Error()}
	}
	m := s.match(t.Loss)
	if math.IsNaN(m.Expects) {
		return Match{None: "its loss is beyond what numbers hold"}
	}
	return m
}

// greatest is the greatest parameter, on a logarithmic scale, at which a risk is no more than the goal; found is false where
// there is none, or the risk is less at all of them.
func (t Terms) greatest(low, high float64, risk func(float64) float64) (at float64, found bool) {
	goal, rounding := t.goal(), 1e-13
	switch {
	case t.By == Gaussian && t.Coarse: // whose number takes a while
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

func laplaceOf(epsilon float64) (sized, error) {
	return sizedAs(central.Laplace{Epsilon: epsilon}, "ε = "+numeral.Short(epsilon)), nil
}

// sizedAs is noise with the words that say its size.
func sizedAs(n central.Noise, words string) sized {
	return sized{law: n.Law(), expected: n.Expected, attack: central.Attack(n), words: words}
}

// keeping is the noise of a kind that keeps a pair.
func keeping(name string, epsilon, delta float64) (central.Noise, error) {
	kind, err := central.Find(name)
	if err != nil {
		return nil, err
	}
	return kind.New(central.Setting{Epsilon: epsilon, Delta: delta})
}

// gaussianAt is normal noise that keeps a pair.
func gaussianAt(epsilon, delta float64) (sized, error) {
	n, err := keeping("analytic-gaussian", epsilon, delta)
	if err != nil {
		return sized{}, err
	}
	s := sizedAs(n, "")
	if tests, is := s.attack.In.(privacy.NormalTests); is {
		s.words = "σ = " + numeral.Short(1/tests.Shift)
	}
	return s, nil
}

// gaussianOf is normal noise of which a sensitivity is so many deviations: told by one point of its profile.
func gaussianOf(mu float64) (sized, error) {
	const least = 0.01
	epsilon := max(mu*mu/2, least)
	return gaussianAt(epsilon, privacy.GaussianProfile(epsilon, 1/mu))
}

// staircaseOf is the staircase of least loss at ε. At a shift of a whole sensitivity some answers are as likely as before, so that
// it tells less than its ε allows.
func (t Terms) staircaseOf(epsilon float64) (sized, error) {
	return sizedAs(central.NewStaircase(epsilon, t.Loss), "ε = "+numeral.Short(epsilon)), nil
}

// truncatedOf is truncated Laplace noise.
func truncatedOf(epsilon, delta float64) (sized, error) {
	n, err := central.NewTruncatedLaplace(epsilon, delta)
	if err != nil {
		return sized{}, err
	}
	s := sizedAs(n, fmt.Sprintf("ε = %s, δ = %s", numeral.Short(epsilon), numeral.Short(delta)))
	s.certain = delta // its cut is where that is so
	return s, nil
}

// truncated is truncated Laplace noise: of all ε and δ of equal risk those that rank first.
func (t Terms) truncated() Match {
	if t.By == Budget {
		return t.made(truncatedOf(t.Epsilon, t.Delta))
	}
	const (
		mostDelta         = 1 - 1e-9
		flat, least, most = 1e-4, 0.05, 15 // ε; flat: nearly uniform noise
	)
	leastDelta := optimal.MinDelta
	if t.By == Gaussian { // what lies beyond the cut is nothing to a number above a greater floor
		leastDelta = min(leastDelta, t.Floor/1e3)
	}
	count := 21
	switch {
	case t.By == Gaussian:
		count = 5
	case t.Coarse:
		count = 13
	}
	none := Match{None: "no ε and δ that were tried give it this risk"}
	of := func(epsilon, delta float64, found bool) Match {
		if s, err := truncatedOf(epsilon, delta); found && err == nil {
			return s.match(t.Loss)
		}
		return none
	}
	risk := func(epsilon, delta float64) float64 {
		s, err := truncatedOf(epsilon, delta)
		if err != nil {
			return math.Inf(1)
		}
		return t.risk(s)
	}
	m := t.first(append([]float64{flat}, grid.Log(least, most, count)...), func(epsilon float64) Match {
		delta, found := t.greatest(leastDelta, mostDelta, func(delta float64) float64 { return risk(epsilon, delta) })
		return of(epsilon, delta, found)
	})
	// where a risk is great only few ε have a δ for it
	other := t.first(grid.Log(leastDelta, mostDelta, count), func(delta float64) Match {
		epsilon, found := t.greatest(flat, most, func(epsilon float64) float64 { return risk(epsilon, delta) })
		return of(epsilon, delta, found)
	})
	if t.Rank(other) < t.Rank(m) {
		return other
	}
	return m
}

// first is the law that ranks first: of some places, and of those between the neighbours of the best by golden sections.
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
