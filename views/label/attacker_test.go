package label

import (
	"fmt"
	"math"
	"testing"

	"dpscope/engine"
	"dpscope/views/view"
	"dpscope/views/viewtest"
)

// An attacker is right about a published label as often as half of 1 + the total
// variation, which is what ε allows.
func TestOddsOfALabel(t *testing.T) {
	for _, v := range []view.View{oneDraw, everyOutcome} {
		for _, epsilon := range []float64{0, 1e-3, 1, 4, 20} {
			values, err := v.Parse(fmt.Sprintf("epsilon=%g", epsilon))
			if err != nil {
				t.Fatal(err)
			}
			right, err := v.Value(t.Context(), values, engine.Key{Name: view.AttackerRight})
			if err != nil {
				t.Fatal(err)
			}
			signal, err := v.Value(t.Context(), values, engine.Key{Name: "contraction"})
			if err != nil {
				t.Fatal(err)
			}
			odds := math.Exp(epsilon)
			if got := right.Value; math.Abs(got-odds/(1+odds)) > 1e-12 || math.Abs(got-(1+signal.Value)/2) > 1e-12 {
				t.Errorf("%s at ε = %g: %.15g", v.Name, epsilon, got)
			}
		}
	}
}

// The normal approximation is called too small where it is, and not where the two agree up to rounding.
func TestNormalBudgetsAreCalledTooSmall(t *testing.T) {
	for query, want := range map[string]string{"": "too small", "n=1e12&flip=0.3": ""} {
		for _, a := range viewtest.Sheet(t, limitOfFlips, query).Readings {
			if a.Key.Name == "epsilon-clt" && a.Remark != want {
				t.Errorf("budget?%s says %q beside the normal approximation, want %q", query, a.Remark, want)
			}
		}
	}
}

// Two more fair coins change nothing at an odd number of records, though one more adds a tie.
func TestFairCoinsDoNotSucceedMoreOften(t *testing.T) {
	const want = "No change: at least half stay correct with probability 50.0 % at n = 41 and at 43; at 42 with 56.1 %."
	if lead := viewtest.Sheet(t, Success, "epsilon=0&n=41&ties=count").Lead.Answer.String(); lead != want {
		t.Errorf("said: %s", lead)
	}
}
