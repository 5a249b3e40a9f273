package mechanisms

import (
	"fmt"
	"math"
	"testing"

	"dpscope/engine/oracle"
	"dpscope/engine/param"
)

// everyMechanism calls test with each mechanism of the menu at several budgets.
func everyMechanism(t *testing.T, budgets []float64, test func(name string, m Mechanism)) {
	t.Helper()
	for _, kind := range All.Kinds {
		for _, epsilon := range budgets {
			m, err := kind.New(param.Values{}.With(Epsilon, epsilon))
			if err == nil {
				test(fmt.Sprintf("%s at ε = %g", kind.Name, epsilon), m)
			}
		}
	}
}

// wrong returns WrongGuess; an error fails the test.
func wrong(t *testing.T, all ...Repeated) float64 {
	t.Helper()
	p, _, err := WrongGuess(t.Context(), all)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// One answer is told apart as DeltaAt says.
func TestWrongGuessOfOneAnswer(t *testing.T) {
	everyMechanism(t, []float64{1e-6, 0.01, 0.5, 1, 4, 20}, func(name string, m Mechanism) {
		if got, want := wrong(t, Repeated{m, 1}), (1-m.DeltaAt(0))/2; math.Abs(got-want) > 1e-10*want+1e-15 {
			t.Errorf("%s: %.15g, want %.15g", name, got, want)
		}
	})
}

// WrongGuess is a probability of at most a half, and falls with more answers, at any budget.
func TestWrongGuessAnywhere(t *testing.T) {
	everyMechanism(t, []float64{1e-6, 0.3, 7, 60, 300, 750, 1500}, func(name string, m Mechanism) {
		last := 0.5
		for _, times := range []int{1, 2, 3, 8} {
			p := wrong(t, Repeated{m, times})
			if !(p >= 0 && p <= last*(1+1e-12)) {
				t.Errorf("%s, %d answers: %g after %g", name, times, p, last)
			}
			last = p
			allowed, _, err := AllowedWrongGuess(t.Context(), []Repeated{{m, times}})
			if err != nil || allowed > p*(1+1e-9) {
				t.Errorf("%s, %d answers: %g is below what the guarantee allows, %g: %v", name, times, p, allowed, err)
			}
		}
	})
}

// Two answers are told apart no less well than any cells of both, and hardly better than small ones.
func TestWrongGuessOfTwoAnswers(t *testing.T) {
	everyMechanism(t, []float64{0.3, 1, 4, 9}, func(name string, m Mechanism) {
		cells := Cells(m.At(0), m.At(1), 1500)
		common := 0.0
		for _, a := range cells {
			for _, b := range cells {
				common += min(a.P*b.P, a.Q*b.Q)
			}
		}
		if got, high := wrong(t, Repeated{m, 2}), common/2; got > high+1e-9 || got < high*(1-0.01) {
			t.Errorf("%s: %.8g, cells say %.8g", name, got, high)
		}
	})
}

// Of coins the number of lies is binomial; budgets may differ.
func TestWrongGuessOfCoins(t *testing.T) {
	coin := func(epsilon float64) Mechanism { return RandomisedResponse{Epsilon: epsilon, Bins: 2} }
	for _, epsilon := range []float64{0.1, 1, 4, 30} {
		lie := 1 / (1 + math.Exp(epsilon))
		if got, want := wrong(t, Repeated{coin(epsilon), 3}), 3*lie*lie*(1-lie)+lie*lie*lie; math.Abs(got-want) > 1e-9*want {
			t.Errorf("three coins at ε = %g: %g, want %g", epsilon, got, want)
		}
		if got := wrong(t, Repeated{coin(epsilon), 2}); math.Abs(got-lie) > 1e-9*lie { // of two that differ one tosses
			t.Errorf("two coins at ε = %g: %g, want %g", epsilon, got, lie)
		}
		if got := wrong(t, Repeated{coin(epsilon), 1}, Repeated{coin(epsilon / 3), 1}); math.Abs(got-lie) > 1e-9*lie {
			t.Errorf("a coin at ε = %g and a lesser one: %g, want %g", epsilon, got, lie)
		}
	}
}

// Closed forms of one answer by code of others.
func TestWrongGuessReference(t *testing.T) {
	held := 0
	for _, row := range oracle.Table(t, "reference", "attack.csv") {
		if row["quantity"] != "advantage" {
			continue
		}
		number := oracle.Params("a=" + row["a"] + ";value=" + row["value"])
		a, advantage := number["a"], number["value"]
		var m Mechanism
		switch row["what"] {
		case "laplace":
			m = Laplace{a}
		case "response":
			m = RandomisedResponse{Epsilon: a, Bins: 2}
		case "normal":
			m = Gaussian{sigma: 1 / a}
		default:
			continue
		}
		held++
		if got := 1 - 2*wrong(t, Repeated{m, 1}); math.Abs(got-advantage) > 1e-11 {
			t.Errorf("%s %g: an advantage of %g, want %g", row["what"], a, got, advantage)
		}
	}
	if oracle.Present() && held < 8 {
		t.Errorf("%d rows are held, want at least 8", held)
	}
}
