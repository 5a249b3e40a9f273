package imbalance

import (
	"math"
	"testing"

	"dpscope/engine/num/root"
	"dpscope/engine/param"
	"dpscope/views/viewtest"
)

// taken is what a change of variables takes of ε with a ridge, by elimination in the
// matrices themselves: of three dimensions, with a record added along a direction.
func taken(rule string, n, ridge, most float64) float64 {
	if rule == "normalised" {
		return 0.5 / n / ridge // the trace of what one label adds, over the least eigenvalue
	}
	v := [3]float64{0.6, 0.48, 0.64}
	var m [3][3]float64
	for i := range m {
		for j := range m {
			m[i][j] = most / 4 * v[i] * v[j]
		}
		m[i][i] += n * ridge
	}
	log := 0.0
	for i := range m {
		log += math.Log(m[i][i] / (n * ridge))
		for j := i + 1; j < 3; j++ {
			for k := 2; k >= i; k-- {
				m[j][k] -= m[j][i] / m[i][i] * m[i][k]
			}
		}
	}
	if rule == "classic" {
		return 2 * log
	}
	return log
}

// divided is a budget as it is split.
type divided struct{ noise, ridge, most float64 }

func divide(s viewtest.Setting, rule string) divided {
	most := s.Number("weight-max")
	if rule == "normalised" {
		most = 1
	}
	return divideBy(rule, s.Number("epsilon"), math.Floor(s.Number("n")), s.Number("lambda"), most)
}

func divideBy(rule string, epsilon, n, lambda, most float64) divided {
	left := math.Inf(-1)
	if lambda > 0 {
		left = epsilon - taken(rule, n, lambda, most)
	}
	if left > 0 && (rule == "classic" || left >= epsilon/2) {
		return divided{left, 0, most}
	}
	log, _ := root.Border(func(log float64) bool { return taken(rule, n, math.Exp(log), most) > epsilon/2 }, -60, 60, root.Halving{Middle: root.Mean})
	return divided{epsilon / 2, math.Exp(log) - lambda, most}
}

func chosenRule(s viewtest.Setting) string {
	if s.Option("weights") == "normalised" {
		return "normalised"
	}
	return s.Option("rule")
}

// length is the mean norm of noise of density proportional to exp(-‖b‖ε′/(2w)) in space, by
// Simpson's rule.
func (d divided) length() float64 {
	const steps, far = 20_000, 60
	sums := [2]float64{}
	for i := range steps + 1 {
		w := 2.0 + 2*float64(i%2)
		if i == 0 || i == steps {
			w = 1
		}
		r := far * float64(i) / steps
		sums[0] += w * r * r * math.Exp(-r)
		sums[1] += w * r * r * r * math.Exp(-r)
	}
	return sums[1] / sums[0] * 2 * d.most / d.noise
}

func TestAnatomyOracles(t *testing.T) {
	noise := func(rule func(viewtest.Setting) string) viewtest.Oracle {
		return func(s viewtest.Setting) viewtest.Truth {
			return viewtest.Within(divide(s, rule(s)).noise, 1e-11*s.Number("epsilon"))
		}
	}
	ridge := func(rule func(viewtest.Setting) string) viewtest.Oracle {
		return func(s viewtest.Setting) viewtest.Truth {
			d := divide(s, rule(s))
			return viewtest.Within(d.ridge, 1e-9*(d.ridge+s.Number("lambda")))
		}
	}
	rule := func(name string) func(viewtest.Setting) string { return func(viewtest.Setting) string { return name } }
	viewtest.Agree(t, Anatomy, viewtest.Suite{
		Wide: true,
		Easy: func(v param.Values) param.Values {
			if v.Get(weightMost) > 1 { // which is refused
				v = v.With(weightMost, 1)
			}
			if n := v.Get(anatomyRecords); 2000 < n && n <= mostDrawn {
				v = v.With(anatomyRecords, mostDrawn+n)
			}
			return v
		},
		Oracles: map[string]viewtest.Oracle{
			"epsilon-noise": noise(chosenRule), "epsilon-noise-rank1": noise(rule("rank1")), "epsilon-noise-classic": noise(rule("classic")),
			"delta-ridge": ridge(chosenRule), "delta-ridge-rank1": ridge(rule("rank1")), "delta-ridge-classic": ridge(rule("classic")),
			"epsilon-jacobian": func(s viewtest.Setting) viewtest.Truth {
				return viewtest.Within(s.Number("epsilon")-divide(s, chosenRule(s)).noise, 1e-11*s.Number("epsilon"))
			},
			"noise-norm": func(s viewtest.Setting) viewtest.Truth { return viewtest.Number(divide(s, chosenRule(s)).length()) },
			"noise-per-record": func(s viewtest.Setting) viewtest.Truth {
				return viewtest.Number(divide(s, chosenRule(s)).length() / s.Number("n"))
			},
		}})
}

// What is told of a split is of one: together it is ε, by the rule and the weights that
// are chosen, and what is declared public is.
func TestAnatomySpeaksOfWhatIsChosen(t *testing.T) {
	for _, query := range []string{"rule=classic", "rule=rank1", "weights=normalised", "weights=normalised&rule=classic", "weights=inverse&rule=classic"} {
		got := viewtest.Answers(t, Anatomy, query+"&epsilon=1&n=1000")
		left, jacobian := got["epsilon-noise"].Known.Value, got["epsilon-jacobian"].Known.Value
		if math.Abs(left+jacobian-1) > 1e-12 {
			t.Errorf("%s: %v is left and %v taken of 1", query, left, jacobian)
		}
	}
}
