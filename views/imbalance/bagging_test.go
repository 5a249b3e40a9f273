package imbalance

import (
	"math"
	"testing"

	"dpscope/views/viewtest"
)

// The contract of read: names, and values of the reference.
func TestBaggingContract(t *testing.T) {
	for query, want := range map[string]map[string]float64{
		"models=10&rows=100&n=11183": {"delta-drawn": 0.0855435570059915, "epsilon-consistent": 0.0894254415977115, "epsilon-as-printed": 1000 * math.Log1p(1./11183)},
		"models=10&rows=336&n=336&epsilon=0.1&delta=1e-6": {"epsilon-each": 0.1, "epsilon-basic": 1, "epsilon-advanced": 1.76742905434476, "epsilon-advanced-tight": 1.71221651122699,
			"epsilon-zcdp": 1.71225813626911, "epsilon-optimal": 0.999370905721759},
		"models=10&rows=336&n=336&delta=1e-5&target=1": {"epsilon-allowed-advanced": 0.0631851184897195, "epsilon-allowed-basic": 0.1},
		"n=10000&power=2":           {"rows-for-delta": 9.99950004166375e-5},
		"n=1000&rows=100&epsilon=1": {"epsilon-each": 0.158565078740429},
	} {
		got := viewtest.Answers(t, Bagging, query)
		for name, value := range want {
			if v := got[name].Known.Value; !(math.Abs(v-value) <= 1e-10*value) {
				t.Errorf("%s: %s is %.15g, want %.15g", query, name, v, value)
			}
		}
	}
}
