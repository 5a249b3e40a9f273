package network

import (
	"math"
	"slices"
	"strings"
	"testing"

	"dpscope/engine"
	"dpscope/engine/param"
	"dpscope/views/imbalance"
	"dpscope/views/viewtest"
)

// The contract of read: the names, and that the accountant's price of the noise in use is within the budget and near it.
func TestNetworkContract(t *testing.T) {
	got := viewtest.Readings(t, View, "seeds=2&steps=50&epsilon=1&delta=1e-6&q=0.05&imbalance=9")
	for _, name := range []string{"auc", "g-mean", "g-mean-threshold", "epsilon-spent", "clipped-share", "sigma", "attacker-right"} {
		if a, found := got[name]; !found || a.Known.Missing() {
			t.Errorf("%s is %+v (%t)", name, a.Known, found)
		}
	}
	if v := got["epsilon-spent"].Known.Value; !(v <= 1 && v > 0.99) {
		t.Errorf("ε spent is %g of 1", v)
	}
}

// A linear score with a public threshold is the model beside.
func TestLinearNetworkIsTheOneBeside(t *testing.T) {
	got := viewtest.Readings(t, View, "learner=linear&balance=threshold&seeds=2&epsilon=2")
	if got["verdict"].Known.Word != "same" || got["g-mean"].Known.Value != got["g-mean-threshold"].Known.Value || got["difference"].Known.Value != 0 {
		t.Errorf("%+v: %+v beside %+v", got["verdict"].Known, got["g-mean"].Known, got["g-mean-threshold"].Known)
	}
}

func TestNetworkOracles(t *testing.T) {
	// No (ε, δ) reveals more than randomised response that besides tells the truth with probability δ.
	most := func(s viewtest.Setting) float64 {
		e := math.Exp(s.Number("epsilon"))
		return (e + s.Number("delta")) / (1 + e)
	}
	viewtest.Agree(t, View, viewtest.Suite{
		Easy: func(v param.Values) param.Values {
			return v.With(imbalance.Fits, 1).With(netSteps, min(v.Get(netSteps), 10)).With(netUnits, min(v.Get(netUnits), 8))
		},
		Oracles: map[string]viewtest.Oracle{
			"attacker-right-allowed": viewtest.StatedAllows,
			"attacker-right":         func(s viewtest.Setting) viewtest.Truth { return viewtest.Between(0.5, most(s)*(1+1e-9)) },
			"wrong-once-in":          func(s viewtest.Setting) viewtest.Truth { return viewtest.Between(2*(1-1e-9), 1/(1-most(s))*(1+1e-9)) },
			"epsilon-spent":          func(s viewtest.Setting) viewtest.Truth { return viewtest.Between(0, s.Number("epsilon")*(1+1e-9)) },
			"verdict":                func(viewtest.Setting) viewtest.Truth { return viewtest.Word("undecided") }, // of one split
		}})
}

// Where the interval of the G-mean reaches down to guessing the network has not been seen to find the rare class: noise alone
// gives no yes, for either model.
func TestNetworkThatMayBeGuessingIsNoYes(t *testing.T) {
	seen := 0
	for _, setting := range []string{"epsilon=0.02&seeds=3", "epsilon=0.05&seeds=4", "epsilon=0.05&seeds=3&seed=5", "epsilon=0.02&seeds=3&seed=9",
		"epsilon=0.02&seeds=4&learner=linear&balance=threshold"} {
		got := viewtest.Readings(t, View, setting+"&steps=30&q=0.05&imbalance=9")
		low, _, _ := got["g-mean"].Known.Interval()
		verdict, mean := got["verdict"].Known.Word, got["g-mean"].Known.Value
		if want := map[bool]string{true: "no", false: "unclear"}[mean < 0.5]; low <= 0.5 && verdict != want {
			t.Errorf("%s: G-mean %g, from %g: verdict %s, want %s", setting, mean, low, verdict, want)
		}
		if low <= 0.5 && mean >= 0.5 {
			seen++
		}
	}
	if seen == 0 {
		t.Error("no setting is unclear")
	}
}

// The level at which the linear model ends is written as an estimate, and its steps are in the table, in the panel of the
// G-mean.
func TestLinearModelBesideTheNetwork(t *testing.T) {
	s := viewtest.Sheet(t, View, "seeds=2&steps=50")
	if !slices.ContainsFunc(s.Shown().Shows, func(shown engine.Shown) bool {
		return shown.Mark == "g-mean-linear" && strings.HasPrefix(shown.Text, "≈ ")
	}) {
		t.Errorf("the level is no estimate: %+v", s.Shown().Shows)
	}
	if !slices.Contains(s.Figure.Members, "g-mean-linear") {
		t.Errorf("it is not among %q", s.Figure.Members)
	}
	rows := map[string]int{}
	for _, row := range s.Table().Rows {
		rows[row[0].Word]++
	}
	if rows["g-mean"] < 10 || rows["g-mean-linear"] != rows["g-mean"] {
		t.Errorf("rows of the lines: %v", rows)
	}
}
