package weights

import (
	"math"
	"testing"

	"dpscope/engine/num/rootfind"
	"dpscope/engine/param"
	"dpscope/views/imbalance"
	"dpscope/views/viewtest"
)

// learntFrom is the number of the mixture's thousand records that are not held out.
const learntFrom = 800

// together returns the slack of several models with a budget each at a budget for all: that of as many two-sided coins, outcome
// by outcome (Kairouz, Oh & Viswanath 2015).
func together(models int, each, all float64) float64 {
	heads, slack, ways := 1/(1+math.Exp(-each)), 0.0, 1.0
	for k := range models + 1 {
		here := math.Pow(heads, float64(models-k)) * math.Pow(1-heads, float64(k))
		there := math.Pow(heads, float64(k)) * math.Pow(1-heads, float64(models-k))
		slack += ways * math.Max(here-math.Exp(all)*there, 0)
		ways *= float64(models-k) / float64(k+1)
	}
	return slack
}

// mostEach returns the most that a model may spend on its part: the budget of all, divided, with the share that is really
// drawn.
func mostEach(s viewtest.Setting) float64 {
	models, epsilon, slack := int(s.Number("models")), s.Number("epsilon"), s.Number("delta")
	each := epsilon / float64(models)
	if slack > 0 {
		each, _ = rootfind.Border(func(e float64) bool { return together(models, e, epsilon) <= slack }, each, epsilon+1, rootfind.Halving{Middle: rootfind.Mean})
		each = math.Min(math.Max(each, epsilon/float64(models)), epsilon)
	}
	share := math.Floor(s.Number("share")*learntFrom) / learntFrom
	spent := func(e float64) bool { return math.Log(1-share+share*math.Exp(e)) <= each } // for a part of this size
	own, _ := rootfind.Border(spent, 0, 700, rootfind.Halving{Middle: rootfind.Mean})
	return own
}

func TestWeightsOracles(t *testing.T) {
	viewtest.Agree(t, View, viewtest.Suite{
		Easy: func(v param.Values) param.Values {
			return v.With(imbalance.Fits, 1).With(imbalance.DescentSteps, min(v.Get(imbalance.DescentSteps), 10)).With(bagModels, min(v.Get(bagModels), 12))
		},
		Oracles: map[string]viewtest.Oracle{
			"epsilon-noise": func(s viewtest.Setting) viewtest.Truth {
				rule := s.Option("rule")
				if s.Option("method") == "normalised" {
					rule = "normalised"
				}
				epsilon := s.Number("epsilon")
				return viewtest.Within(viewtest.DivideBudget(rule, epsilon, learntFrom, s.Number("lambda-n")/learntFrom, 1).Noise, 1e-11*epsilon)
			},
			// The worst learner with (ε, δ) tells the truth with probability δ, and else by randomised response.
			"attacker-right": func(s viewtest.Setting) viewtest.Truth {
				if s.Option("method") == "descent" {
					return viewtest.Between(0.5, 1)
				}
				return viewtest.Number(1 - wrongUnder(s))
			},
			"wrong-once-in": func(s viewtest.Setting) viewtest.Truth {
				if s.Option("method") == "descent" {
					return viewtest.Between(2, math.Inf(1))
				}
				return viewtest.Number(1 / wrongUnder(s))
			},
			"attacker-right-allowed": viewtest.StatedAllows,
			"verdict":                func(viewtest.Setting) viewtest.Truth { return viewtest.Word("undecided") }, // of one split
			"leader":                 func(viewtest.Setting) viewtest.Truth { return viewtest.None() },
			"ahead-below":            func(viewtest.Setting) viewtest.Truth { return viewtest.None() },
			"ahead-above":            func(viewtest.Setting) viewtest.Truth { return viewtest.None() },
			"epsilon-model": func(s viewtest.Setting) viewtest.Truth {
				want := mostEach(s)
				return viewtest.Within(want, 1e-6*want)
			},
		}})
}

// wrongUnder returns the least error of the best guess under the guarantee of a method, where it has one for replaced records.
func wrongUnder(s viewtest.Setting) float64 {
	delta := 0.0
	if s.Option("method") == "bagging" {
		delta = s.Number("delta")
	}
	return (1 - delta) / (1 + math.Exp(s.Number("epsilon")))
}
