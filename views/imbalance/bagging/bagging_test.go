package bagging

import (
	"math"
	"testing"

	"dpscope/engine/known"
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
		got := viewtest.Readings(t, View, query)
		for name, value := range want {
			if v := got[name].Known.Value; !(math.Abs(v-value) <= 1e-10*value) {
				t.Errorf("%s: %s is %.15g, want %.15g", query, name, v, value)
			}
		}
	}
}

// Every variant of the lead is used where it is true, and the vote of private learners reveals less than the sum of their ε
// allows.
func TestBaggingLead(t *testing.T) {
	for query, want := range map[string][2]string{
		"": {"No: each record is picked with chance 8.55 %, and then not protected at all: δ is 8.55 %, where it should be far below 1/n = 0.00894 %.",
			"About 957 of 11,183 people may be exposed; as most are not, an attacker is right at most 54.3 % of the time (a coin toss: 50 %)."},
		"preset=usual": {"No: each record is picked with chance 99.996 %, and then not protected at all: δ is 99.996 %, where it should be far below 1/n = 0.298 %.",
			"Nearly all people may be picked and exposed; overall, an attacker is wrong about once in 44,700 guesses."},
		"models=1&rows=1": {"No: each record is picked with chance 1 in 11,183, and then not protected at all: δ is 1 in 11,183, where it should be far below 1 in 11,183.",
			"About 1 of 11,183 people may be exposed; as most are not, an attacker is right at most 50.0 % of the time (a coin toss: 50 %)."},
		"n=2&rows=1000": {"No: each record is all but certain to be picked, and then not protected at all; δ should be far below 1 in 2.",
			"All people may be picked and exposed; overall, an attacker is practically never wrong."},
		"n=1e12&rows=1e10": {"No: each record is picked with chance 9.52 %, and then not protected at all: δ is 9.52 %, where it should be far below 1/n = 10^-10 %.",
			"Each may be exposed with probability 9.52 %; overall, an attacker is right at most 54.8 % of the time (a coin toss: 50 %)."},
		"drawn=vote": {"Yes, if each learner is private: 10 learners at ε = 1.00, each on 0.89 % of the records, add up to ε ≤ 0.152.",
			"An attacker is right about whether you took part at most 51.0 % of the time (a coin toss: 50 %)."},
		"drawn=vote&models=1": {"Yes, if each learner is private: one learner at ε = 1.00 on 0.89 % of the records costs ε ≤ 0.0153.",
			"An attacker is right about whether you took part at most 50.4 % of the time (a coin toss: 50 %)."},
		"preset=many": {"Hardly: 1,000 learners at ε = 0.100 add up to ε ≤ 19.4, above your limit of 2.00.",
			"An attacker is right about whether you took part at most 94.3 % of the time (a coin toss: 50 %)."},
		"preset=each": {"With private learners: each of 10 may spend up to ε = 0.719 on its 10.00 % of the records, and all stay within your limit of 1.00.",
			"An attacker is right about whether you took part at most 56.2 % of the time (a coin toss: 50 %)."},
	} {
		lead := viewtest.Sheet(t, View, query).Lead
		if lead.Answer.String() != want[0] || lead.Price.String() != want[1] {
			t.Errorf("%s says %q, at %q", query, lead.Answer, lead.Price)
		}
	}
}

// What each learner may spend is told as a limit, without the sign of a bound.
func TestWhatEachMaySpendIsALimit(t *testing.T) {
	for _, a := range viewtest.Sheet(t, View, "preset=each").Readings {
		if a.Name == "epsilon-allowed" && (a.Written() != "0.719" || a.Heading() != "per learner, up to" || a.Known.Side() != known.Exact) {
			t.Errorf("%s is written %s %q", a.Heading(), a.Known.Side(), a.Written())
		}
	}
}
