package agreement

import (
	"context"
	"math"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"dpscope/engine/work"
	"dpscope/learners"
	"dpscope/learners/proof"
)

// sameNeed compares to the last digit.
func sameNeed(a, b Need) bool {
	same := func(v, w float64) bool { return math.Float64bits(v) == math.Float64bits(w) }
	return same(a.Epsilon, b.Epsilon) && same(a.Value, b.Value) && same(a.Missed, b.Missed) && a.Any == b.Any
}

// A table changes no digit of a need, in whatever order targets are asked, and
// what was looked at is not looked at again.
func TestTablesChangeNothing(t *testing.T) {
	t.Parallel()
	forest, circle := loaded(t, "stroke-forest"), loaded(t, "circle-qda")
	private, err := forest.FeatureIndices([]string{"age", "bmi"})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name       string
		region     *Region
		mechanisms []string
		targets    []float64
	}{
		{"forest", prepare(t, forest.Classifier, forest.Records[0].X, private...), []string{"pm", "laplace", "gaussian"}, []float64{0.9, 0.6, 0.99}},
		{"linear", prepare(t, &learners.Linear{Weights: []float64{1, -0.5}, Bias: -0.2}, []float64{0.6, 0.3}, 0, 1), []string{"pm", "krr"}, []float64{0.9, 0.6, 0.99}},
		{"linear, three", prepare(t, &learners.Linear{Weights: []float64{1, -0.5, 0.3}, Bias: -0.2}, []float64{0.6, 0.3, 0.1}, 0, 1, 2), []string{"pm"}, []float64{0.9, 0.6}},
		{"circle", prepare(t, circle.Classifier, []float64{0.5, 0.4}, 0, 1), []string{"pm"}, []float64{0.6}},
	} {
		for _, mechanism := range c.mechanisms {
			maker, table := makerOf(t, mechanism), NewBudgetTable()
			along := c.region.Along(maker, table)
			for _, target := range c.targets {
				var exact Need
				if !c.region.OnLattice() { // there it takes seconds
					if exact, err = c.region.NeedForExact(t.Context(), maker, target); err != nil {
						t.Fatal(err)
					}
				}
				box, err := c.region.NeedForBox(t.Context(), maker, target, UnitInterval)
				if err != nil {
					t.Fatal(err)
				}
				kept := -1
				for range 2 {
					if !c.region.OnLattice() {
						if warm, err := along.NeedForExact(t.Context(), target); err != nil || !sameNeed(exact, warm) {
							t.Errorf("%s, %s, %g: %+v with a table, %+v without (%v)", c.name, mechanism, target, warm, exact, err)
						}
					}
					if warm, err := along.NeedForBox(t.Context(), target, UnitInterval); err != nil || !sameNeed(box, warm) {
						t.Errorf("%s, %s, %g, by boxes: %+v with a table, %+v without (%v)", c.name, mechanism, target, warm, box, err)
					}
					now := len(table.numbers) + len(table.boxes)
					if kept >= 0 && now != kept || now == 0 {
						t.Errorf("%s, %s, %g: the table went from %d entries to %d", c.name, mechanism, target, kept, now)
					}
					kept = now
				}
			}
		}
	}
}

func loaded(t *testing.T, name string) *learners.Model {
	t.Helper()
	m, err := learners.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// However much is entered, a table stays within its bytes, and still answers.
func TestTablesAreBounded(t *testing.T) {
	t.Parallel()
	table := NewBudgetTable()
	for i := range 100_000 {
		key := budgetKey{epsilon: float64(i)}
		for range 2 {
			v, err := table.remember(key, func() ([2]float64, error) { return [2]float64{float64(i)}, nil })
			if err != nil || v[0] != float64(i) {
				t.Fatalf("%v, %v", v, err)
			}
		}
		table.keep(key, Certified{Sides: make([]proof.Side, 49)})
		if held := int64(len(table.numbers))*numberBytes + int64(len(table.boxes))*(boxBytes+49*sideBytes); held > table.Bytes() {
			t.Fatalf("%d bytes are held; at most %d may be", held, table.Bytes())
		}
	}
	table.keep(budgetKey{epsilon: -1}, Certified{Sides: make([]proof.Side, tableBytes)})
	if _, found := table.box(budgetKey{epsilon: -1}); found {
		t.Error("what is larger than a table was kept")
	}
}

// A session keeps one table a key; without a session each is new.
func TestKeptBudgets(t *testing.T) {
	t.Parallel()
	ctx := work.With(context.Background(), work.NewStore(1<<20))
	a, _ := KeptBudgets(ctx, "a")
	again, _ := KeptBudgets(ctx, "a")
	b, _ := KeptBudgets(ctx, "b")
	if a != again || a == b {
		t.Error("tables do not go by their keys")
	}
	if c, err := KeptBudgets(context.Background(), "a"); err != nil || c == nil || c == a {
		t.Errorf("without a session: %v, %v", c, err)
	}
}

// What is shown on the way is ranked too, and grows.
func TestRankShowsItsWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := prepare(t, &learners.Linear{Weights: []float64{1, -0.5}, Bias: -0.2}, []float64{0.6, 0.3}, 0, 1)
		names := []string{"pm", "laplace", "krr", "gaussian", "sw", "exponential"}
		last := 0
		whole, err := Rank(t.Context(), candidates(t, names...), func(ctx context.Context, c Candidate) (Need, error) {
			time.Sleep(time.Duration(1+slices.Index(names, c.Name)) * time.Second) // of a clock that need not be waited for
			return r.NeedForExact(ctx, c.Make, 0.8)
		}, func(some []Ranked, p work.Progress) {
			if len(some) <= last || p.Done != float64(len(some)) || p.Of != float64(len(names)) {
				t.Errorf("%d of %v after %d", len(some), p, last)
			}
			for i := range len(some) - 1 {
				if orInfinity(some[i].Epsilon) > orInfinity(some[i+1].Epsilon) {
					t.Errorf("%s before %s", some[i].Name, some[i+1].Name)
				}
			}
			last = len(some)
		})
		if err != nil || len(whole) != len(names) || last < 3 {
			t.Errorf("%d ranked after %d were shown (%v)", len(whole), last, err)
		}
	})
}
