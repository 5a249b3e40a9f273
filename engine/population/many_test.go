package population

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/num/binomial"
	"dpscope/engine/param"
	"dpscope/engine/work"
	"dpscope/mechanisms"
)

var fivePrivate = []string{"age", "hypertension", "heart_disease", "avg_glucose_level", "bmi"}

// With five private features of a linear classifier a budget that is said to be enough reaches the target, and it is near
// the least: draws say that it reaches the target, and that 3 % less misses it. Each of their intervals misses with a chance
// of 1e-6.
func TestManyPrivateFeaturesAgainstDraws(t *testing.T) {
	const alpha = 1e-6
	draws := effort.Scale(10_000, 100_000, 1_000_000)
	_, s, a := askedOf(t, "stroke-logistic", 10, 3, fivePrivate...)
	g := Goal{For: MeanRecord, Target: 0.9}
	rng := rand.New(rand.NewPCG(4, 9))
	for _, name := range []string{"pm", "sw", "krr", "laplace", "laplace-clamped", "gaussian", "exponential-sharp"} {
		kind, err := mechanisms.All.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		make := mechanisms.FamilyOf(kind, param.Values{})
		need, err := a.Least(t.Context(), g, Walked{Make: make})
		if err != nil {
			t.Fatal(err)
		}
		level := func(epsilon float64) (low, high float64) {
			m, err := make(epsilon)
			if err != nil {
				t.Fatal(err)
			}
			kept := 0
			for _, r := range a.regions {
				x, laws := slices.Clone(r.Record), r.Laws(m)
				for range draws {
					for k, i := range a.p.Private {
						x[i] = laws[k].Sample(rng)
					}
					if r.Classifier.Predict(x) == r.Class {
						kept++
					}
				}
			}
			// A sum of draws with different chances is no more spread than a binomial (Hoeffding 1956).
			return binomial.Interval(float64(kept), float64(draws*s.Len()), alpha)
		}
		if _, high := level(need.Epsilon); high < g.Target || need.Value < g.Target {
			t.Errorf("%s: ε = %g keeps at most %g of the draws, and is said to keep %g", name, need.Epsilon, high, need.Value)
		}
		if low, _ := level(0.97 * need.Epsilon); low >= g.Target {
			t.Errorf("%s: 3 %% less than ε = %g keeps at least %g", name, need.Epsilon, low)
		}
	}
}

// A total that is shared out over five features is smaller than equal shares, and its level is certain.
func TestManyPrivateFeaturesShareOut(t *testing.T) {
	_, _, a := askedOf(t, "stroke-logistic", 10, 3, fivePrivate...)
	g := Goal{For: MeanRecord, Target: 0.9}
	kind, err := mechanisms.All.Find("pm")
	if err != nil {
		t.Fatal(err)
	}
	walked := Walked{Make: mechanisms.FamilyOf(kind, param.Values{})}
	need, err := a.Least(t.Context(), g, walked)
	if err != nil {
		t.Fatal(err)
	}
	shares, err := a.Share(t.Context(), g, walked, need.Epsilon)
	if err != nil {
		t.Fatal(err)
	}
	values, err := a.Look(t.Context(), walked, shares.Epsilons)
	if err != nil {
		t.Fatal(err)
	}
	if level := g.level(values); level < g.Target || math.IsNaN(level) || shares.Total >= 5*need.Epsilon {
		t.Errorf("a total of %g instead of %g keeps %g", shares.Total, 5*need.Epsilon, level)
	}
}

// 200 records, 5 private features, all mechanisms and the best one's split on the stroke logistic regression: 10 s of a
// processor are allowed.
func BenchmarkRecommendLinear(b *testing.B) {
	_, _, a := askedOf(b, "stroke-logistic", 200, 1, fivePrivate...)
	g := Goal{For: MeanRecord, Target: 0.9}
	for b.Loop() {
		for _, kind := range mechanisms.All.Kinds {
			walked := Walked{Make: mechanisms.FamilyOf(kind, param.Values{})}
			need, err := a.Least(b.Context(), g, walked)
			if err != nil {
				b.Fatal(err)
			}
			if kind.Name != "pm" {
				continue
			}
			if _, err := a.Share(b.Context(), g, walked, need.Epsilon); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// 200 records, 5 private features, all mechanisms by draws and down the ladder on a forest of 100 trees: 60 s of a processor
// are allowed.
func BenchmarkRecommendForest(b *testing.B) {
	p := Population{Classifier: forest(rand.New(rand.NewPCG(2, 2)), 100, 8, 5), Records: cube(200, 5, 1), Private: []int{0, 1, 2, 3, 4}, Draws: 100}
	a, err := p.Ask(b.Context(), func(work.Progress) {})
	if err != nil {
		b.Fatal(err)
	}
	g := Goal{For: MeanRecord, Target: 0.9}
	for b.Loop() {
		for _, kind := range mechanisms.All.Kinds {
			walked := Walked{Make: mechanisms.FamilyOf(kind, param.Values{})}
			need, err := a.Least(b.Context(), g, walked)
			if err != nil {
				b.Fatal(err)
			}
			if !need.Reached() {
				continue
			}
			if _, _, err := a.descend(b.Context(), g, walked, From{Whole: true, Draws: p.Draws}, 0.99, 1); err != nil {
				b.Fatal(err)
			}
		}
	}
}
