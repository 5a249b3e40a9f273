package learning

import (
	"math"
	"strconv"
	"testing"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/views/view"
)

// answer asks one answer of a query.
func answer(t *testing.T, v view.View, query, name string) known.Value {
	t.Helper()
	values, err := v.Parse(query)
	if err != nil {
		t.Fatalf("%s?%s: %v", v.Name, query, err)
	}
	got, err := v.Value(t.Context(), values, engine.Key{Name: name})
	if err != nil {
		t.Fatalf("%s?%s: %v", v.Name, query, err)
	}
	return got
}

// sheet draws a query.
func sheet(t *testing.T, v view.View, query string) engine.Sheet {
	t.Helper()
	values, err := v.Parse(query)
	if err != nil {
		t.Fatalf("%s?%s: %v", v.Name, query, err)
	}
	s, err := v.Sheet(t.Context(), values, func(engine.Sheet) {})
	if err != nil {
		t.Fatalf("%s?%s: %v", v.Name, query, err)
	}
	return s
}

// The names that addresses are answered by; closed forms.
func TestLossesContract(t *testing.T) {
	for _, c := range []struct {
		query, name string
		want        float64
		word        string
	}{
		{"loss=barrier&b=200&r=50&z=3", "value", 47, ""},
		{"loss=barrier&b=200&r=50&z=3", "derivative", -1, ""},
		{"loss=barrier&b=200&r=50&z=3", "symmetric-sum", 100, ""},
		{"loss=barrier&b=200&r=50&z=-52", "derivative", -200, ""},
		{"loss=barrier&b=200&r=50&z=3", "flat-to", 50, ""},
		{"loss=barrier&b=200&r=50&z=3", "left-wall", -50.251256281407035, ""},
		{"loss=sigmoid&z=0", "value", 0.5, ""},
		{"loss=sigmoid&z=0", "flat-to", 0, "everywhere"},
		{"loss=sigmoid&z=0", "convex", 0, "no"},
		{"loss=unhinged&z=1e6", "bounded", 0, "no"},
		{"loss=logistic&z=-1000000", "value", 1e6, ""},
		{"loss=squared&z=1", "flat-to", 0, "nowhere"},
	} {
		if got := answer(t, Losses, c.query, c.name); math.Abs(got.Value-c.want) > 1e-12 || got.Word != c.word {
			t.Errorf("losses?%s: %s is %v %q, want %v %q", c.query, c.name, got.Value, got.Word, c.want, c.word)
		}
	}
}

// The stretch that is marked as flat is where the drawn sum is.
func TestFlatIsMarked(t *testing.T) {
	for _, query := range []string{"loss=barrier&z=3", "loss=barrier&b=1.1&r=0.1&z=0", "loss=barrier&b=4&r=1&z=1000", "loss=hinge&z=0", "loss=sigmoid&z=0", "loss=squared&z=0"} {
		var flat engine.Span
		for _, m := range sheet(t, Losses, query).Figure.Marks {
			switch m := m.(type) {
			case engine.Span:
				flat = m
			case engine.Curve:
				if m.Name != "sum" {
					continue
				}
				for i, z := range m.X {
					marked, constant := flat.From <= z && z <= flat.To && flat.To > 0, m.Y[i] == m.Y[len(m.Y)/2]
					if marked != constant && math.Abs(math.Abs(z)-flat.To) > 1e-9 && z != 0 {
						t.Errorf("losses?%s: at z = %g marked is %v, and the sum is %g", query, z, marked, m.Y[i])
					}
				}
			}
		}
	}
}

// A symmetric loss keeps the order in the mean over flips, another does not;
// what one draw leaves undefined is said.
func TestRiskAnswers(t *testing.T) {
	for _, c := range []struct {
		query, name string
		low, high   float64
	}{
		{"loss=barrier&epsilon=1", "order-kept", 1, 1},
		{"loss=barrier&epsilon=1", "slope-expected", math.Tanh(0.25), math.Tanh(0.25)},
		{"loss=barrier&epsilon=1", "slope", math.Tanh(0.25) - 1e-9, math.Tanh(0.25) + 1e-9},
		{"loss=sigmoid&epsilon=0.01&risk=ber", "spread", 0, 0},
		{"loss=logistic&epsilon=0.5", "order-kept", 0.5, 0.9},
		{"loss=logistic&epsilon=1500", "order-kept", 1, 1},
		{"loss=squared&epsilon=0", "slope-expected", 0, 0},
	} {
		if got := answer(t, Risk, c.query, c.name); !(c.low-1e-15 <= got.Value && got.Value <= c.high+1e-15) {
			t.Errorf("risk?%s: %s = %.17g, want %g to %g", c.query, c.name, got.Value, c.low, c.high)
		}
	}
	for seed := range 20 { // two labels of one class, half of the time
		query := "loss=hinge&flips=drawn&epsilon=0&n=2&seed=" + strconv.Itoa(seed)
		page, kept := sheet(t, Risk, query), answer(t, Risk, query, "order-kept")
		if kept.Missing() != page.Notes[0].Warning || kept.Missing() && kept.None != "one class only" {
			t.Errorf("risk?%s: %+v beside the note %q", query, kept, page.Notes[0].Text)
		}
	}
}
