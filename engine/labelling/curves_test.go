package labelling

import (
	"context"
	"math"
	"slices"
	"testing"

	"dpscope/engine/known"
	"dpscope/engine/num/ticks"
)

// A method declares the basis that its answers have.
func TestMethodsKnowTheirBasis(t *testing.T) {
	for _, m := range Methods {
		for _, p := range []Promise{{100, 0.2, 0.999}, {1e6, 0.5, 0.95}} {
			if got := m.Of(p); got.Missing() || got.Basis != m.Basis || got.Low != got.Value || got.High != got.Value {
				t.Errorf("%s of %+v: %+v, want the basis %s", m.Name, p, got, m.Basis)
			}
		}
	}
}

// The promises of a sweep differ in one number, and each paper's budget stands
// over the promise that it was printed for.
func TestSweeps(t *testing.T) {
	p := Promise{1e5, 0.25, 0.95}
	for name, c := range map[string]struct {
		sweep   Sweep
		at      func(Promise) float64
		with    func(float64) Promise
		printed int
	}{
		"records": {p.OverRecords(), func(q Promise) float64 { return q.Records }, func(x float64) Promise { return Promise{x, 0.25, 0.95} }, 5},
		"shares":  {p.OverShares(), func(q Promise) float64 { return q.Flip }, func(x float64) Promise { return Promise{1e5, x, 0.95} }, 10},
	} {
		if len(c.sweep.At) != len(c.sweep.Promises) || !slices.IsSorted(c.sweep.At) || len(slices.Compact(slices.Clone(c.sweep.At))) != len(c.sweep.At) {
			t.Fatalf("%s: %v", name, c.sweep.At)
		}
		for i, x := range c.sweep.At {
			if c.sweep.Promises[i] != c.with(x) || c.at(c.sweep.Promises[i]) != x {
				t.Errorf("%s: at %g stands %+v", name, x, c.sweep.Promises[i])
			}
		}
		if len(c.sweep.Printed) != c.printed {
			t.Errorf("%s: %d printed budgets, want %d", name, len(c.sweep.Printed), c.printed)
		}
		for i, x := range c.sweep.PrintedAt {
			if table, want, ok := Printed(c.with(x)); !ok || table != "II" || want.Value != c.sweep.Printed[i] {
				t.Errorf("%s: %g is printed at %g, want %+v of table %s", name, c.sweep.Printed[i], x, want, table)
			}
		}
	}
	if s := (Promise{100, 0.2, 0.998}).OverRecords(); len(s.Printed) != 0 || s.At[0] != 1 || s.At[len(s.At)-1] != 1e7 {
		t.Errorf("a confidence of no table has %v; n runs from %g to %g", s.Printed, s.At[0], s.At[len(s.At)-1])
	}
	if s := (Promise{2e7, 0.2, 0.9}).OverRecords(); s.At[len(s.At)-1] != 1e12 {
		t.Errorf("n runs to %g", s.At[len(s.At)-1])
	}
}

func TestBudgetsOfASweep(t *testing.T) {
	s := Promise{1000, 0.6, 0.999}.OverShares()
	for _, m := range Methods {
		epsilons, err := s.Budgets(context.Background(), m)
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range s.Promises {
			want := m.Of(p)
			if drawn := !math.IsNaN(epsilons[i]); drawn != (want.Value > 0) || drawn && epsilons[i] != want.Value {
				t.Errorf("%s of %+v: %g is drawn of %+v", m.Name, p, epsilons[i], want)
			}
		}
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := s.Budgets(cancelled, Methods[0]); err == nil {
		t.Error("nobody waits, and it was computed")
	}
}

func TestEpsilonReach(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		curves    [][]float64
		low, high float64
	}{
		{[][]float64{{0.3, nan, 7}, {4}}, 0.2, 10},
		{[][]float64{{0.2, 10}}, 0.2, 10},
		{[][]float64{{0.2 * (1 - 1e-12), 10 * (1 + 1e-12)}}, 0.2, 10},
		{[][]float64{{1e-9, 1400}}, 1e-6, 100},
		{[][]float64{{nan}}, 1, 1},
		{[][]float64{{1e-5, 1.3, 1.4, 1.6, 2, 2, 2, 2, 2, 3, 4}}, 1, 5}, // one near nothing does not flatten the rest
		{nil, 1, 1},
	} {
		low, high := EpsilonReach(c.curves...)
		if math.Abs(low-c.low) > 1e-18 || high != c.high || low != ticks.AtMost(low) {
			t.Errorf("%v is seen in [%g, %g], want [%g, %g]", c.curves, low, high, c.low, c.high)
		}
	}
}

func TestSaving(t *testing.T) {
	none := known.Nothing("gives no ε")
	for _, c := range []struct {
		name             string
		exact, hoeffding known.Value
		saving           float64
		none             string
		class            SavingClass
	}{
		{"the paper's start", Promise{100, 0.2, 0.999}.Exact(), Promise{100, 0.2, 0.999}.Hoeffding(), 0.48658558870143165, "", Over25Percent},
		{"a fifth", known.Exactly(4), known.OrLess(5), 0.2, "", From10To25Percent},
		{"little", known.Exactly(0.95), known.OrLess(1), 0.05, "", Under10Percent},
		{"coins suffice", known.Exactly(0), known.OrLess(1), 1, "", Over25Percent},
		{"coins, says the bound", known.Exactly(0), known.OrLess(0), 0, "none needed", Under10Percent},
		{"no bound", known.Exactly(3), none, 0, "no bound", ExactOnly},
	} {
		got := Saving(c.exact, c.hoeffding)
		if got.None != c.none || c.none == "" && math.Abs(got.Value-c.saving) > 1e-12 {
			t.Errorf("%s: saves %+v, want %g %q", c.name, got, c.saving, c.none)
		}
		if class := savingClass(c.hoeffding, got); class != c.class {
			t.Errorf("%s: class %d, want %d", c.name, class, c.class)
		}
	}
}

// A confidence without a table of its own has the rows and columns, and no
// printed number.
func TestTableAt(t *testing.T) {
	for _, want := range tables {
		if got := TableAt(want.Confidence); got.Name != want.Name {
			t.Errorf("%g is table %q, want %s", want.Confidence, got.Name, want.Name)
		}
	}
	cells := TableAt(0.5).Cells()
	if len(cells) != 50 {
		t.Fatalf("%d cells", len(cells))
	}
	for _, c := range cells {
		if c.Promise.Confidence != 0.5 || !c.Printed.Missing() || c.Printed.None == "" || c.Exact.Missing() {
			t.Errorf("%+v", c)
		}
	}
}
