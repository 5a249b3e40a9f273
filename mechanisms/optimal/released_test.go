package optimal_test

import (
	"context"
	"math"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/param"
	"dpscope/engine/work"
	"dpscope/mechanisms"
	"dpscope/mechanisms/accounting"
	"dpscope/mechanisms/central"
	"dpscope/mechanisms/optimal"
	"dpscope/mechanisms/privacy"
)

var absolute = central.Slopes{Below: 1, Above: 1}

// released returns noise of every family, a law found by the program, and every mechanism.
func released(t *testing.T) (list []accounting.Event) {
	for _, kind := range central.Kinds {
		s := central.Setting{Epsilon: 1, Loss: absolute, Delta: 0.05}
		if kind.Name == "discrete-laplace" {
			s.Steps = 3
		}
		list = append(list, accounting.Noise{Law: central.Released{Kind: kind.Name, Setting: s}, Neighbours: privacy.OneAdded})
	}
	problem := optimal.Problem{Epsilon: 1, Delta: 0.05, Loss: absolute, Steps: 4, Reach: 16}
	list = append(list, accounting.Noise{Law: optimal.Released{Problem: problem}, Neighbours: privacy.OneAdded})
	for _, kind := range mechanisms.All.Kinds {
		v := param.Values{}.With(mechanisms.Epsilon, 1).With(mechanisms.Delta, 0.01).With(mechanisms.Bins, 5)
		m, err := kind.New(v)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, accounting.Local{Law: mechanisms.Released{Name: kind.Title, Of: m}})
	}
	return list
}

// Releases compose: one spends what its profile says, and ten have an enclosure of at most ten times that. The cells of its
// neighbours are all answers, and give nearly the profile wherever one pair of neighbours is the worst at every ε.
func TestReleasedComposes(t *testing.T) {
	ctx := work.With(t.Context(), &work.Session{Store: work.NewStore(1 << 20)})
	by := accounting.Losses{Accuracy: accounting.Coarse}
	for i, e := range released(t) {
		if !effort.Sample(i, 3, 1) {
			continue
		}
		if keys := map[accounting.Event]int{e: 1}; keys[e] != 1 {
			t.Errorf("%v is no key", e)
		}
		var law accounting.Law
		switch e := e.(type) {
		case accounting.Noise:
			law = e.Law
		case accounting.Local:
			law = e.Law
		}
		cells, err := law.Cells(ctx, 400)
		if err != nil {
			t.Fatal(err)
		}
		profile, err := law.Profile(ctx)
		if err != nil {
			t.Fatal(err)
		}
		p, q, told := 0.0, 0.0, 0.0
		for _, c := range cells {
			p, q, told = p+c.P, q+c.Q, told+max(0, c.P-c.Q)
		}
		if math.Abs(p-1) > 1e-9 || math.Abs(q-1) > 1e-9 || told > profile(0)*(1+1e-9) || told < 0.9*profile(0) {
			t.Errorf("%v: cells of %g and %g tell %g, the profile %g", e, p, q, told, profile(0))
		}
		const slack = 0.6
		once := price(t, ctx, by, e, slack/10)
		ten := price(t, ctx, by, accounting.Times{Of: e, Count: 10}, slack)
		if !(ten[0] <= ten[1] && ten[1] <= 10*once[1]*(1+1e-9) && ten[0] >= 0.7*ten[1]) {
			t.Errorf("%v: once %v at a tenth of the slack, ten times %v", e, once, ten)
		}
	}
}

func price(t *testing.T, ctx context.Context, by accounting.Accountant, e accounting.Event, delta float64) [2]float64 {
	t.Helper()
	v, err := by.Price(ctx, e, delta)
	if err != nil || v.Missing() {
		t.Fatalf("%v: %+v, %v", e, v, err)
	}
	return [2]float64{v.Low, v.High}
}

// After twenty releases laws that are equally private at one ε and δ are not: specification of the attacker, on the law that is
// optimal at a point.
func TestAfterTwentyReleases(t *testing.T) {
	by := accounting.Losses{Accuracy: accounting.Fine}
	for _, c := range []struct {
		kind             string
		once, twenty, is float64 // the advantage of one; δ at ε = 20 of twenty, to a part
	}{
		{"truncated-laplace", 0.416, 1 - math.Pow(0.95, 20), 1e-3},
		{"analytic-gaussian", 0.293, 4e-6, 0.2},
	} {
		law := central.Released{Kind: c.kind, Setting: central.Setting{Epsilon: 1, Delta: 0.05, Loss: absolute}}
		e := accounting.Noise{Law: law, Neighbours: privacy.OneAdded}
		one, err := by.Curve(t.Context(), e, 1e-9)
		if err != nil {
			t.Fatal(err)
		}
		all, err := by.Curve(t.Context(), accounting.Times{Of: e, Count: 20}, 1e-9)
		if err != nil {
			t.Fatal(err)
		}
		if v := one.Delta(0); math.Abs(v.High-c.once) > 1e-3 || v.High-v.Low > 1e-3 {
			t.Errorf("%s: an advantage of %v, want %g", c.kind, v, c.once)
		}
		if v := all.Delta(20); math.Abs(v.High/c.twenty-1) > c.is || v.High/v.Low-1 > 0.05 {
			t.Errorf("%s: δ of %v after twenty, want %g", c.kind, v, c.twenty)
		}
	}
}
