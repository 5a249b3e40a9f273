package composition

import (
	"testing"

	"dpscope/engine/oracle"
)

// Every row of the reference about bagging and the composition of its learners.
func TestBaggingReference(t *testing.T) {
	asked := func(p map[string]float64) Bagging {
		return Bagging{Records: p["n"], Models: p["m"], Rows: p["k"], Epsilon: p["eps"], Slack: p["delta_prime"]}
	}
	vote := func(by Vote) func(map[string]float64) float64 {
		return func(p map[string]float64) float64 {
			b := asked(p)
			b.Records, b.Rows = 2, 2 // every learner sees all records
			return b.Total(by).Value
		}
	}
	oracle.Compare(t, "imbalance.csv", 1e-10, map[string]func(map[string]float64) float64{
		"bagging_delta_at_eps0":     func(p map[string]float64) float64 { return asked(p).Drawn() },
		"bagging_delta_paper":       func(p map[string]float64) float64 { return asked(p).Drawn() },
		"bagging_eps_paper":         func(p map[string]float64) float64 { return asked(p).PrintedEpsilon() },
		"bagging_eps_consistent":    func(p map[string]float64) float64 { return asked(p).Consistent() },
		"bagging_mk_for_delta_n^-c": func(p map[string]float64) float64 { return asked(p).DrawsFor(p["c"]) },
		"bagging_eps_for_delta_n^-c": func(p map[string]float64) float64 {
			b := asked(p)
			b.Models, b.Rows = 1, b.DrawsFor(p["c"])
			return b.PrintedEpsilon()
		},
		"composition_basic":          vote(Basic),
		"composition_advanced":       vote(Advanced),
		"composition_advanced_tight": vote(AdvancedTight),
		"composition_zcdp":           vote(Concentrated),
		"composition_optimal":        vote(Optimal),
		"bagging_per_learner_eps_advanced": func(p map[string]float64) float64 {
			b := asked(p)
			b.Records, b.Rows = 2, 2
			return b.Allowed(p["eps_total"], Advanced).Value
		},
		"subsample_amplified_eps": func(p map[string]float64) float64 {
			b := asked(p)
			b.Records, b.Rows = 1e6, 1e6*p["s"]
			return b.Each()
		},
	})
}

// Each model's allowed budget is used up, under every rule of composition.
func TestAllowed(t *testing.T) {
	for _, b := range []Bagging{{1000, 1, 100, 1, 1e-6}, {1000, 40, 100, 1, 1e-6}, {1000, 1000, 1000, 1, 1e-9}, {1e6, 10, 5, 1, 0.1}} {
		for _, v := range Votes {
			for _, total := range []float64{0.01, 1, 20} {
				b.Epsilon = b.Allowed(total, v).Value
				if got := b.Total(v).Value; got > total*(1+1e-9) || b.Models > 1 && got < total*(1-1e-6) {
					t.Errorf("%+v: %s of %v each is %v in all, and %v was allowed", b, v.Name, b.Epsilon, got, total)
				}
			}
		}
	}
}
