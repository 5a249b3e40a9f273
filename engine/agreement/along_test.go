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
	"dpscope/learners"
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
	}[:effort.Of(1, 4, 4)] {
		for _, mechanism := range c.mechanisms {
			maker, table := makerOf(t, mechanism), newBudgetTable()
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
					now := len(table.known)
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

// Splits are the same, and found once.
func TestTablesKeepSplits(t *testing.T) {
	t.Parallel()
	forest := loaded(t, "stroke-forest")
	private, err := forest.FeatureIndices([]string{"age", "bmi"})
	if err != nil {
		t.Fatal(err)
	}
	r := prepare(t, forest.Classifier, forest.Records[0].X, private...)
	maker, table := makerOf(t, "pm"), newBudgetTable()
	for _, total := range []float64{3, 8, 3} {
		exact, err := r.SplitForExact(t.Context(), maker, total)
		if err != nil {
			t.Fatal(err)
		}
		box, err := r.SplitForBox(t.Context(), maker, total, UnitInterval)
		if err != nil {
			t.Fatal(err)
		}
		if s, err := r.Along(maker, table).SplitForExact(t.Context(), total); err != nil || !reflect.DeepEqual(s, exact) {
			t.Errorf("%g: %+v with a table, %+v without (%v)", total, s, exact, err)
		}
		if s, err := r.Along(maker, table).SplitForBox(t.Context(), total, UnitInterval); err != nil || !reflect.DeepEqual(s, box) || reflect.DeepEqual(s, exact) {
			t.Errorf("%g, by boxes: %+v with a table, %+v without (%v)", total, s, box, err)
		}
	}
	if kept := len(table.known); kept != 4 {
		t.Errorf("%d splits are kept of 2 totals, judged by two", kept)
	}
}

// However much is entered, a table stays within its bytes, and still answers.
func TestTablesAreBounded(t *testing.T) {
	t.Parallel()
	table := newBudgetTable()
	sized := func(v int) int64 { return int64(v) % 1000 }
	for i := range 20_000 {
		for range 2 {
			if v, err := remember(table, exactAt{float64(i)}, sized, func() (int, error) { return i, nil }); err != nil || v != i {
				t.Fatalf("%v, %v", v, err)
			}
		}
		held := int64(0)
		for _, v := range table.known {
			held += entryBytes + sized(v.(int))
		}
		if held > table.Bytes() || len(table.known) == 0 {
			t.Fatalf("%d bytes are held; at most %d may be", held, table.Bytes())
		}
	}
	remember(table, "large", func(int) int64 { return tableBytes }, func() (int, error) { return 1, nil })
	if table.known["large"] != nil {
		t.Error("what is larger than a table was kept")
	}
}

// What a table says of an entry is what the heap knows of it, or more.
func TestTableBytesAreThoseOfTheHeap(t *testing.T) {
	tables := make([]*BudgetTable, 20)
	before := heapBytes()
	for i := range tables {
		tables[i] = newBudgetTable()
		for k := range 1000 {
			key := safeAt{float64(k), UnitInterval}
			remember(tables[i], key, nothing, func() (Certified, error) { return Certified{Mass: float64(k)}, nil })
		}
	}
	if grown, most := heapBytes()-before, int64(len(tables)*1000*entryBytes); grown > most {
		t.Errorf("the heap grew by %d bytes; %d are allowed for", grown, most)
	}
	runtime.KeepAlive(tables)
}

// A session keeps one table a key; without a session each is new.
func TestKeptBudgets(t *testing.T) {
	t.Parallel()
	ctx := work.With(context.Background(), &work.Session{Store: work.NewStore(1 << 20)})
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
		last, done := 0, 0.0
		whole, err := Rank(t.Context(), candidates(t, names...), func(ctx context.Context, c Candidate) (Need, error) {
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
