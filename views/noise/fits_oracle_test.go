package noise

import (
	"math"
	"testing"

	"dpscope/engine/num/normal"
	"dpscope/engine/num/rootfind"
	"dpscope/engine/param"
	"dpscope/views/view"
	"dpscope/views/viewtest"
)

// The checks below compute from the controls alone: the made-up sets have nine columns of words, and three with four of
// numbers.

// moves returns how many answers one record moves, by their sensitivity and by half of it, as the specification counts them.
type moves func(viewtest.Setting) (whole, half float64)

// ofBayes counts the answers of naive Bayes.
func ofBayes(s viewtest.Setting) (whole, half float64) {
	if s.Text("data") == "measures" {
		return 2 + 2*3 + 2*4, 2 * 4
	}
	return 2 + 2*9, 0
}

// ofDescent counts gradients. Grades have a constant, and for each of nine columns one feature for each of ten grades except
// the first.
func ofDescent(s viewtest.Setting) (whole, half float64) {
	dims := 1.0 + 9*9
	if s.Text("data") == "measures" {
		dims = 1 + 3 + 4
	}
	return s.Number("rounds") * math.Ceil(dims/4), 0
}

// bellDelta returns δ at ε for normal noise where a record moves an answer by mu deviations.
func bellDelta(mu, epsilon float64) float64 {
	return normal.UpperTail(epsilon/mu-mu/2) - math.Exp(epsilon)*normal.UpperTail(epsilon/mu+mu/2)
}

// bellOf returns the mu at which normal noise has a δ at ε.
func bellOf(epsilon, delta float64) float64 {
	_, mu := rootfind.Border(func(mu float64) bool { return bellDelta(mu, epsilon) <= delta }, 1e-6, 60, rootfind.Halving{Middle: rootfind.Mean})
	return mu
}

// bellMu returns by how many deviations a record moves all answers of a fit together, with normal noise.
func (m moves) bellMu(s viewtest.Setting) float64 {
	whole, half := m(s)
	epsilon, delta := s.Number("epsilon"), s.Number("delta")
	mu := bellOf(epsilon, delta)
	if s.Option("budget") == "run" {
		return mu
	}
	if s.Option("noise") == "classic-gaussian" {
		mu = epsilon / math.Sqrt(2*math.Log(1.25/delta))
	}
	return mu * math.Sqrt(whole+half/4)
}

// isBell reports whether noise is normal.
func isBell(s viewtest.Setting) bool {
	return s.Option("noise") == "analytic-gaussian" || s.Option("noise") == "classic-gaussian"
}

// isNone reports whether the setting has no noise.
func isNone(s viewtest.Setting) bool { return s.Option("noise") == "none" }

// told is the oracle of a number that is exact for normal noise, and a lower bound where nothing is guaranteed; with other
// noise it lies between low and high.
func (m moves) told(of func(mu float64, s viewtest.Setting) float64, none, low, high float64) viewtest.Oracle {
	return func(s viewtest.Setting) viewtest.Truth {
		switch {
		case isNone(s):
			if math.IsNaN(none) {
				return viewtest.None()
			}
			return viewtest.Number(none)
		case isBell(s):
			v := of(m.bellMu(s), s)
			return viewtest.Within(v, 1e-6*math.Abs(v)+1e-12)
		case s.Number("delta") == 0 && math.IsNaN(low):
			whole, half := m(s)
			if s.Option("budget") == "run" {
				return viewtest.Within(s.Number("epsilon"), 1e-9*s.Number("epsilon"))
			}
			v := s.Number("epsilon") * (whole + half/2)
			return viewtest.Within(v, 1e-9*v)
		}
		return viewtest.Between(math.Max(low, 0), high).OrNone()
	}
}

// sizeOfNoise returns the mean size of an answer's noise in closed form.
func (m moves) sizeOfNoise(s viewtest.Setting) viewtest.Truth {
	whole, half := m(s)
	epsilon, delta, run := s.Number("epsilon"), s.Number("delta"), s.Option("budget") == "run"
	switch {
	case isNone(s):
		return viewtest.Number(0)
	case isBell(s):
		mu := m.bellMu(s)
		if !run {
			mu /= math.Sqrt(whole + half/4)
			return viewtest.Within(math.Sqrt(2/math.Pi)/mu, 1e-6/mu)
		}
		v := math.Sqrt(2/math.Pi) * math.Sqrt(whole+half/4) / mu
		return viewtest.Within(v, 1e-6*v)
	case s.Option("noise") == "laplace" && !run:
		return viewtest.Number(1 / epsilon)
	case s.Option("noise") == "laplace" && delta == 0:
		return viewtest.Number((whole + half/2) / epsilon)
	case s.Option("noise") == "truncated-laplace" && !run:
		r := math.Expm1(epsilon) / (2 * delta)
		return viewtest.Within((1-math.Log1p(r)/r)/epsilon, 1e-9/epsilon)
	}
	return viewtest.Between(0, math.Inf(1)).OrNone()
}

// pairOracle is the oracle of δ for two tables with a number of answers moved by a part of their sensitivity; NaN: coins
// decide.
func (m moves) pairOracle(of func(viewtest.Setting) (answers, part float64)) viewtest.Oracle {
	return func(s viewtest.Setting) viewtest.Truth {
		answers, part := of(s)
		whole, half := m(s)
		switch {
		case isNone(s):
			return viewtest.Number(1)
		case !isBell(s) || math.IsNaN(answers):
			return viewtest.Between(0, 1).OrNone()
		}
		v := bellDelta(m.bellMu(s)/math.Sqrt(whole+half/4)*part*math.Sqrt(answers), s.Number("epsilon"))
		return viewtest.Within(v, 1e-6*v+1e-12)
	}
}

// oracles returns the oracles that both pages share.
func (m moves) oracles() map[string]viewtest.Oracle {
	return map[string]viewtest.Oracle{
		"attacker-right": m.told(func(mu float64, _ viewtest.Setting) float64 { return 1 - normal.UpperTail(mu/2) }, 1, 0.5, 1),
		"attacker-right-allowed": func(s viewtest.Setting) viewtest.Truth { // made-up data declare everything
			if s.Option("budget") != "run" || s.Option("noise") == "none" {
				return viewtest.None()
			}
			grown := math.Exp(s.Number("epsilon"))
			return viewtest.Within((grown+s.Number("delta"))/(1+grown), 1e-12)
		},
		"attacker-right-answer": func(s viewtest.Setting) viewtest.Truth {
			if s.Option("budget") == "run" || s.Option("noise") == "none" {
				return viewtest.None()
			}
			grown := math.Exp(s.Number("epsilon"))
			return viewtest.Within((grown+s.Number("delta"))/(1+grown), 1e-12)
		},
		"wrong-once-in": m.told(func(mu float64, _ viewtest.Setting) float64 { return 1 / normal.UpperTail(mu/2) }, 1e300, 2, math.Inf(1)),
		"epsilon-run": m.told(func(mu float64, s viewtest.Setting) float64 {
			_, epsilon := rootfind.Border(func(e float64) bool { return bellDelta(mu, e) > s.Number("delta") }, 0, 1e5, rootfind.Halving{Middle: rootfind.Mean})
			return epsilon
		}, math.NaN(), math.NaN(), math.Inf(1)),
		"delta-run":      m.told(func(mu float64, s viewtest.Setting) float64 { return bellDelta(mu, s.Number("epsilon")) }, 1, 0, 1),
		"shown-outright": m.told(func(float64, viewtest.Setting) float64 { return 0 }, 1, 0, 1),
		"noise-size":     m.sizeOfNoise,
		"error-majority": func(viewtest.Setting) viewtest.Truth { return viewtest.Between(0.25, 0.45) },
	}
}

// smallFit keeps splits and draws few, and ε where the numbers of normal noise are accurate.
func smallFit(v view.View) func(param.Values) param.Values {
	return func(values param.Values) param.Values {
		for p, most := range map[*param.Param]float64{&fitSplits: 3, &fitRepeats: 2, &fitRounds: 6} {
			for _, own := range v.Sliders(values) {
				if own.Name == p.Name {
					values = v.With(values, *p, min(values.Get(*p), most))
				}
			}
		}
		return values
	}
}

// fewFits bounds the settings of a page of fits in the whole check. A setting takes seconds, and minutes where the noise by
// range for the budget of a whole run is sought. All 200 take an hour: DPSCOPE_TESTS=all go test -timeout 0 ./views/noise -run
// 'BayesOracles|CoordinatesOracles'.
// whole run may spend. All 200 take an hour: DPSCOPE_TESTS=all go test -timeout 0 ./views/noise -run 'BayesOracles|CoordinatesOracles'.
const fewFits = 16

var fitWordsMade = map[string][]string{"data": {"grades", "measures"}}

func TestBayesOracles(t *testing.T) {
	oracles := moves(ofBayes).oracles()
	oracles["queries"] = func(s viewtest.Setting) viewtest.Truth {
		whole, half := ofBayes(s)
		return viewtest.Number(whole + half)
	}
	oracles["delta-pair"] = moves(ofBayes).pairOracle(func(s viewtest.Setting) (answers, part float64) {
		if s.Text("data") == "measures" {
			return 2 + 2*3, 1
		}
		return 2 + 2*9, 1
	})
	oracles["best"] = func(viewtest.Setting) viewtest.Truth { // no formula gives the means over splits
		return viewtest.Word("laplace", "truncated-laplace", "classic-gaussian", "analytic-gaussian", "optimal", "ranges", "discrete-laplace")
	}
	oracles["clear"] = func(s viewtest.Setting) viewtest.Truth {
		if s.Number("seeds") < 2 {
			return viewtest.Word("no")
		}
		return viewtest.Word("yes", "tie", "no")
	}
	viewtest.Agree(t, Bayes, viewtest.Suite{Oracles: oracles, Easy: smallFit(Bayes), Words: fitWordsMade, Few: fewFits})
}

func TestCoordinatesOracles(t *testing.T) {
	oracles := moves(ofDescent).oracles()
	oracles["iterations"] = func(s viewtest.Setting) viewtest.Truth {
		whole, _ := ofDescent(s)
		return viewtest.Number(whole)
	}
	oracles["delta-pair"] = moves(ofDescent).pairOracle(func(s viewtest.Setting) (answers, part float64) {
		if s.Text("data") != "measures" { // most words of the other sets are in no record
			return math.NaN(), 0.5
		}
		answers, _ = ofDescent(s)
		return answers, 0.5
	})
	oracles["vacuous"] = func(s viewtest.Setting) viewtest.Truth {
		if s.Number("delta") == 0 {
			return viewtest.None()
		}
		return viewtest.Within(math.Ceil(1/s.Number("delta")), 1)
	}
	viewtest.Agree(t, Coordinates, viewtest.Suite{Oracles: oracles, Easy: smallFit(Coordinates), Words: fitWordsMade, Few: fewFits})
}
