package agreement

import (
	"context"
	"math"
	"reflect"
	"runtime"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"dpscope/engine/effort"
	"dpscope/engine/work"
	"dpscope/learners/linear"
	"dpscope/learners/model"
)

// sameNeed compares to the last digit.
func sameNeed(a, b RequiredBudget) bool {
	same := func(v, w float64) bool { return math.Float64bits(v) == math.Float64bits(w) }
	return same(a.Epsilon, b.Epsilon) && same(a.Value, b.Value) && same(a.Missed, b.Missed) && a.Any == b.Any
}

// A memory changes no digit of a need, in whatever order targets are asked, and no budget is looked at twice.
func TestWhatIsRememberedChangesNothing(t *testing.T) {
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
		{"linear", prepare(t, &linear.Linear{Weights: []float64{1, -0.5}, Bias: -0.2}, []float64{0.6, 0.3}, 0, 1), []string{"pm", "krr"}, []float64{0.9, 0.6, 0.99}},
		{"linear, three", prepare(t, &linear.Linear{Weights: []float64{1, -0.5, 0.3}, Bias: -0.2}, []float64{0.6, 0.3, 0.1}, 0, 1, 2), []string{"pm"}, []float64{0.9, 0.6}},
		{"circle", prepare(t, circle.Classifier, []float64{0.5, 0.4}, 0, 1), []string{"pm"}, []float64{0.6}},
	}[:effort.Scale(1, 4, 4)] {
		for _, mechanism := range c.mechanisms {
			store := work.NewStore(1 << 20)
			ctx := work.With(t.Context(), &work.Session{Store: store})
			maker := makerOf(t, mechanism)
			along := c.region.BudgetPath(maker, mechanism)
			for _, target := range c.targets {
				var exact RequiredBudget
				if !c.region.OnLattice() { // there it takes seconds
					if exact, err = c.region.NeedForExact(t.Context(), maker, target); err != nil {
						t.Fatal(err)
					}
				}
				box, err := c.region.NeedForBox(t.Context(), maker, target, UnitInterval)
				if err != nil {
					t.Fatal(err)
				}
				kept := int64(-1)
				for range 2 {
					if !c.region.OnLattice() {
						if warm, err := along.RequiredForAgreement(ctx, target); err != nil || !sameNeed(exact, warm) {
							t.Errorf("%s, %s, %g: %+v remembered, %+v anew (%v)", c.name, mechanism, target, warm, exact, err)
						}
					}
					if warm, err := along.NeedForBox(ctx, target, UnitInterval); err != nil || !sameNeed(box, warm) {
						t.Errorf("%s, %s, %g, by boxes: %+v remembered, %+v anew (%v)", c.name, mechanism, target, warm, box, err)
					}
					now := store.Bytes()
					if kept >= 0 && now != kept || now == 0 {
						t.Errorf("%s, %s, %g: the session went from %d bytes to %d", c.name, mechanism, target, kept, now)
					}
					kept = now
				}
			}
		}
	}
}

func loaded(t *testing.T, name string) *model.Model {
	t.Helper()
	m, err := model.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Splits are the same, and computed once.
func TestSplitsAreRemembered(t *testing.T) {
	t.Parallel()
	forest := loaded(t, "stroke-forest")
	private, err := forest.FeatureIndices([]string{"age", "bmi"})
	if err != nil {
		t.Fatal(err)
	}
	r := prepare(t, forest.Classifier, forest.Records[0].X, private...)
	maker, store := makerOf(t, "pm"), work.NewStore(1<<20)
	ctx := work.With(t.Context(), &work.Session{Store: store})
	for _, total := range []float64{3, 8, 3} {
		exact, err := r.SplitForExact(t.Context(), maker, total)
		if err != nil {
			t.Fatal(err)
		}
		box, err := r.SplitForBox(t.Context(), maker, total, UnitInterval)
		if err != nil {
			t.Fatal(err)
		}
		if s, err := r.BudgetPath(maker, "pm").SplitForExact(ctx, total); err != nil || !reflect.DeepEqual(s, exact) {
			t.Errorf("%g: %+v remembered, %+v anew (%v)", total, s, exact, err)
		}
		if s, err := r.BudgetPath(maker, "pm").SplitForBox(ctx, total, UnitInterval); err != nil || !reflect.DeepEqual(s, box) || reflect.DeepEqual(s, exact) {
			t.Errorf("%g, by boxes: %+v remembered, %+v anew (%v)", total, s, box, err)
		}
	}
	if kept := store.Bytes(); kept != 4*(budgetBytes+2*8) {
		t.Errorf("%d bytes are kept of 2 totals, judged by two, over two features", kept)
	}
}

// The reported bytes are those that the heap grows by, or more.
func TestBudgetBytesAreThoseOfTheHeap(t *testing.T) {
	const count = 20_000
	type key struct{ model, record, setting string }
	before := heapBytes()
	store := work.NewStore(1 << 30)
	ctx := work.With(t.Context(), &work.Session{Store: store})
	a := (&Region{}).BudgetPath(nil, key{"stroke-forest", "0.1,0.2,0.3", "clamp=on"})
	for k := range count {
		if _, err := remember(ctx, a, safeAt{float64(k), UnitInterval}, nothing, func() (CertifiedBox, error) { return CertifiedBox{Mass: float64(k)}, nil }); err != nil {
			t.Fatal(err)
		}
	}
	grown, told := heapBytes()-before, store.Bytes()
	t.Logf("the heap grew by %d bytes for each", grown/count)
	if told != count*budgetBytes || grown > told || 2*grown < told {
		t.Errorf("the heap grew by %d bytes; %d are told", grown, told)
	}
	runtime.KeepAlive(store)
}

// Results are kept by key: another region or mechanism finds none, and without a key nothing is kept.
func TestBudgetsGoByTheirKeys(t *testing.T) {
	t.Parallel()
	ctx := work.With(t.Context(), &work.Session{Store: work.NewStore(1 << 20)})
	runs := 0
	ask := func(key any) {
		t.Helper()
		if _, err := remember(ctx, (&Region{}).BudgetPath(nil, key), exactAt{1}, nothing, func() (int, error) { runs++; return runs, nil }); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		key  any
		runs int
	}{{"a", 1}, {"a", 1}, {"b", 2}, {"a", 2}, {nil, 3}, {nil, 4}} {
		if ask(c.key); runs != c.runs {
			t.Errorf("along %v: %d computed; %d would work", c.key, runs, c.runs)
		}
	}
}

// Partial results are ranked too, and grow.
func TestRankShowsItsWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := prepare(t, &linear.Linear{Weights: []float64{1, -0.5}, Bias: -0.2}, []float64{0.6, 0.3}, 0, 1)
		names := []string{"pm", "laplace", "krr", "gaussian", "sw", "exponential"}
		last, done := 0, 0.0
		whole, err := Rank(t.Context(), candidates(t, names...), func(ctx context.Context, c Candidate) (RequiredBudget, error) {
			time.Sleep(time.Duration(1+slices.Index(names, c.Name)) * time.Second) // of a clock that need not be waited for
			return r.NeedForExact(ctx, c.Make, 0.8)
		}, func(some []Ranked, p work.Progress) {
			if len(some) < last || p.Done < done || p.Done < float64(len(some)) || p.Of != float64(len(names)) {
				t.Errorf("%d of %v after %d of %v", len(some), p, last, done)
			}
			done = p.Done
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
