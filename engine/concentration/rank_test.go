package concentration

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"dpscope/engine/param"
	"dpscope/mechanisms"
)

func contest() Contest {
	return NewContest(mechanisms.All, param.Values{}.With(mechanisms.Delta, 0.1))
}

func index(t *testing.T, name string) int {
	t.Helper()
	i := slices.IndexFunc(mechanisms.All.Kinds, func(k param.Kind[mechanisms.Mechanism]) bool { return k.Name == name })
	if i < 0 {
		t.Fatalf("no mechanism %s", name)
	}
	return i
}

// Who wins at x = 0.5, as computed independently in the specification's check
// of Example 2: SW up to theta 0.1 at ε = 2, PM from 0.2; randomised response at
// ε = 10 everywhere.
func TestWinner(t *testing.T) {
	for _, test := range []struct {
		epsilon, theta float64
		want           string
	}{
		{2, 0.05, "sw"}, {2, 0.1, "sw"}, {2, 0.2, "pm"}, {2, 0.3, "pm"}, {10, 0.05, "krr"}, {10, 0.3, "krr"},
	} {
		c := NewContest(mechanisms.All, param.Values{})
		scores := Scores(nil, c.Laws(test.epsilon, 0.5), Around(0.5, test.theta))
		first, second, margin := Winner(scores)
		if first != index(t, test.want) {
			t.Errorf("ε=%g theta=%g: %s wins, want %s", test.epsilon, test.theta, mechanisms.All.Kinds[first].Name, test.want)
		}
		order := Ranking(scores)
		if order[0] != first || order[1] != second || !(margin >= 0) {
			t.Errorf("ε=%g theta=%g: ranking %v, winner %d before %d by %g", test.epsilon, test.theta, order, first, second, margin)
		}
	}
}

// The classical Gaussian is absent above ε = 1; where masses round to 1, the mass outside still ranks mechanisms.
func TestRanking(t *testing.T) {
	c := contest()
	classic := index(t, "gaussian-classic")
	if at1, above := c.Laws(1, 0.5), c.Laws(1.01, 0.5); at1[classic] == nil || above[classic] != nil {
		t.Errorf("the classical Gaussian: %v at ε = 1, %v above", at1[classic], above[classic])
	}
	scores := Scores(nil, c.Laws(90, 0.5), Around(0.5, 0.45))
	order := Ranking(scores)
	if slices.Contains(order, classic) || len(order) != len(scores)-1 {
		t.Errorf("ranking %v", order)
	}
	pm, krr := index(t, "pm"), index(t, "krr")
	if scores[pm].Mass != 1 || scores[krr].Mass != 1 || !(scores[krr].Margin(scores[pm]) > 0) {
		t.Errorf("scores %v and %v, margin %g", scores[pm], scores[krr], scores[krr].Margin(scores[pm]))
	}
	for i := 1; i < len(order); i++ {
		if scores[order[i-1]].Mass < scores[order[i]].Mass {
			t.Errorf("%d stands before %d: %v", order[i-1], order[i], scores)
		}
	}
	if first, second, margin := Winner([]Score{{math.NaN(), math.NaN()}}); first != -1 || second != -1 || margin != 0 {
		t.Errorf("an empty contest has a winner: %d %d %g", first, second, margin)
	}
}

// The families agree with single masses.
func TestFamilies(t *testing.T) {
	c := contest()
	epsilons, thetas, xs := []float64{0.1, 1, 1.5, 40}, []float64{0, 0.1, 0.3, 1}, []float64{0, 0.29, 1}
	overEpsilon := c.OverEpsilon(epsilons, 0.3, Window{0.1, 0.7})
	overTheta := c.OverTheta(thetas, 1.5, 0.3)
	overX := c.OverX(xs, 1.5, 0.2)
	winners, margins, err := c.Winners(context.Background(), epsilons, thetas, 0.3)
	if err != nil {
		t.Fatal(err)
	}
	same := func(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }
	for k := range mechanisms.All.Kinds {
		single := func(epsilon, x float64, w Window) float64 {
			law := c.Laws(epsilon, x)[k]
			if law == nil {
				return math.NaN()
			}
			return law.Mass(w.From, w.To)
		}
		for i, epsilon := range epsilons {
			if want := single(epsilon, 0.3, Window{0.1, 0.7}); !same(overEpsilon[k][i], want) {
				t.Errorf("%d at ε=%g: %g, want %g", k, epsilon, overEpsilon[k][i], want)
			}
			for j, theta := range thetas {
				first, _, margin := Winner(Scores(nil, c.Laws(epsilon, 0.3), Around(0.3, theta)))
				if cell := j*len(epsilons) + i; winners[cell] != first || margins[cell] != margin {
					t.Errorf("cell %d: %d by %g, want %d by %g", cell, winners[cell], margins[cell], first, margin)
				}
			}
		}
		for i, theta := range thetas {
			if want := single(1.5, 0.3, Around(0.3, theta)); !same(overTheta[k][i], want) {
				t.Errorf("%d at theta=%g: %g, want %g", k, theta, overTheta[k][i], want)
			}
		}
		for i, x := range xs {
			if want := single(1.5, x, Around(x, 0.2)); !same(overX[k][i], want) {
				t.Errorf("%d at x=%g: %g, want %g", k, x, overX[k][i], want)
			}
		}
	}
	got := c.RequiredOf(index(t, "laplace"), 0.5, Window{0.2, 0.8}, 0.8)
	if want := math.Log(5) / 0.3; !got.Reached() || math.Abs(got.Epsilon-want) > 1e-12 {
		t.Errorf("Laplace needs %+v, want %g", got, want)
	}
	if got := c.RequiredOf(index(t, "gaussian-classic"), 0.5, Window{0.2, 0.8}, 0.8); got.Reached() {
		t.Errorf("the classical Gaussian reaches 0.8: %+v", got)
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := c.Winners(cancelled, epsilons, thetas, 0.3); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func abscissae(low, high float64) []float64 {
	list := make([]float64, 400)
	for i := range list {
		list[i] = low + (high-low)*float64(i)/399
	}
	return list
}

// Fifteen curves of 400 points: at most 5 ms on one core.
func BenchmarkCompare(b *testing.B) {
	c := contest()
	epsilons, unit := abscissae(0.01, 20), abscissae(0, 1)
	b.Run("over epsilon", func(b *testing.B) {
		for b.Loop() {
			c.OverEpsilon(epsilons, 0.3, Window{0.1, 0.5})
		}
	})
	b.Run("over theta", func(b *testing.B) {
		for b.Loop() {
			c.OverTheta(unit, 2, 0.3)
		}
	})
	b.Run("over x", func(b *testing.B) {
		for b.Loop() {
			c.OverX(unit, 2, 0.2)
		}
	})
	b.Run("required", func(b *testing.B) {
		for b.Loop() {
			for i := range c.makers {
				c.RequiredOf(i, 0.3, Window{0.1, 0.5}, 0.9)
			}
		}
	})
	b.Run("winners 120x60", func(b *testing.B) {
		thetas := abscissae(0.01, 0.5)[:60]
		for b.Loop() {
			if _, _, err := c.Winners(context.Background(), epsilons[:120], thetas, 0.3); err != nil {
				b.Fatal(err)
			}
		}
	})
}
