package agreement

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/param"
	"dpscope/mechanisms"
)

// Where every budget is said to be enough, all of a grid are; and it is said for most records whose least budget is enough and
// that keep their class a little more often at all others.
func TestAnyBudgetIsProven(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 23))
	proven, seen := 0, 0
	for _, word := range []string{"interval", "circle-qda", "circle-network", "stroke-forest", "stroke-logistic"} {
		m := loaded(t, word)
		for range effort.Scale(12, 60, 300) {
			private := rng.Perm(m.Classifier.Dims())[:1+rng.IntN(min(2, m.Classifier.Dims()))]
			slices.Sort(private)
			record := make([]float64, m.Classifier.Dims())
			for i := range record {
				record[i] = rng.Float64()
			}
			kind := mechanisms.All.Kinds[rng.IntN(len(mechanisms.All.Kinds))]
			maker := mechanisms.FamilyOf(kind, param.Values{}.With(mechanisms.Delta, math.Pow(10, -8*rng.Float64())/2.1).With(mechanisms.Bins, float64(2+rng.IntN(60))))
			r := prepare(t, m.Classifier, record, private...)
			least, err := maker(mechanisms.Epsilon.Min)
			if err != nil {
				t.Fatal(err)
			}
			level, err := r.Exact(t.Context(), r.Laws(least))
			if err != nil {
				t.Fatal(err)
			}
			target := level.Low * (1 - 0.5*rng.Float64()*rng.Float64())
			if !(target > 1e-6 && target < 1) {
				continue
			}
			lowest := math.Inf(1)
			for epsilon := mechanisms.Epsilon.Min; epsilon < mechanisms.MostBudget(maker); epsilon *= 1.3 {
				at, err := maker(epsilon)
				if err != nil {
					t.Fatal(err)
				}
				exact, err := r.Exact(t.Context(), r.Laws(at))
				if err != nil {
					t.Fatal(err)
				}
				lowest = min(lowest, exact.High)
			}
			enough := func(need RequiredBudget, err error) bool {
				if err != nil {
					t.Fatal(err)
				}
				return need.Any
			}
			switch {
			case lowest > target+0.02:
				if seen++; enough(r.NeedForExact(t.Context(), maker, target)) {
					proven++
				}
			case lowest < target*(1-1e-9):
				if enough(r.NeedForExact(t.Context(), maker, target)) || enough(r.NeedForBox(t.Context(), maker, target, UnitInterval)) {
					t.Errorf("%s, %s at %v over %v, target %v: any budget is said to be enough, and the agreement falls to %v", word, kind.Name, record, private, target, lowest)
				}
			}
		}
	}
	if proven < seen*3/4 {
		t.Errorf("of %d that any budget is enough for %d are proven", seen, proven)
	}
	t.Logf("of %d that any budget is enough for %d are proven", seen, proven)
}
