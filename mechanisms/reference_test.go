package mechanisms

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"testing"

	"dpscope/engine/oracle"
	"dpscope/engine/param"
)

// referenceNames maps the mechanisms of ldp.csv to those of the menu. Sigma
// rows have no suffix there, for clamping does not change σ.
var referenceNames = map[string]string{
	"laplace_raw": "laplace", "laplace_clamp": "laplace-clamped", "laplace_trunc": "laplace-truncated",
	"gauss_analytic_raw": "gaussian", "gauss_analytic": "gaussian",
	"gauss_ext_raw": "gaussian-pac", "gauss_ext": "gaussian-pac", "gauss_ext_clamp": "gaussian-pac-clamped",
	"gauss_pac_tight": "gaussian-pac-tight",
	"gauss_dwork_raw": "gaussian-classic", "gauss_dwork": "gaussian-classic",
	"pm": "pm", "sw": "sw", "exp101": "exponential", "exp101_nohalf": "exponential-sharp", "krr101": "krr",
}

// referenceQuantities maps the quantities of ldp.csv that a mechanism or a law
// has to how they are read off; eps_required is checked in package engine.
var referenceQuantities = map[string]func(m Mechanism, r referenceRow) float64{
	"mass":             func(m Mechanism, r referenceRow) float64 { return m.At(r.x).Mass(r.from, r.to) },
	"outside_mass":     func(m Mechanism, r referenceRow) float64 { return m.At(r.x).Outside(r.from, r.to) },
	"mean":             func(m Mechanism, r referenceRow) float64 { return m.At(r.x).Mean() },
	"variance":         func(m Mechanism, r referenceRow) float64 { return m.At(r.x).Variance() },
	"plateau_p":        func(m Mechanism, r referenceRow) float64 { return m.At(r.x).(Plateaued).Plateau().Density },
	"plateau_C":        func(m Mechanism, r referenceRow) float64 { return m.At(r.x).(Plateaued).Plateau().HalfWidth },
	"plateau_l":        func(m Mechanism, r referenceRow) float64 { return m.At(r.x).(Plateaued).Plateau().Low },
	"plateau_r":        func(m Mechanism, r referenceRow) float64 { return m.At(r.x).(Plateaued).Plateau().High },
	"sigma":            func(m Mechanism, r referenceRow) float64 { return m.(GaussianScaled).Sigma() },
	"delta_exact":      func(m Mechanism, r referenceRow) float64 { return m.DeltaAt(r.epsilon) },
	"pac_delta_exact":  func(m Mechanism, r referenceRow) float64 { return m.(LossTail).LossTail(r.epsilon) },
	"privacy_loss_max": func(m Mechanism, r referenceRow) float64 { return m.Loss() },
}

type referenceRow struct{ epsilon, delta, x, from, to float64 }

// Every row of ldp.csv agrees: outside_mass to a relative 1e-9, all else to
// 1e-11.
func TestReference(t *testing.T) {
	checked, worst, corrected := map[string]int{}, map[string]float64{}, 0
	for i, row := range oracle.Table(t, "reference/ldp.csv") {
		name, known := referenceNames[row["mechanism"]]
		read, asked := referenceQuantities[row["quantity"]]
		if !known || !asked {
			continue
		}
		r := referenceRow{number(t, row["eps"]), number(t, row["delta"]), number(t, row["x"]), number(t, row["a"]), number(t, row["b"])}
		v := param.Values{}.With(Epsilon, r.epsilon)
		if row["delta"] != "" {
			v = v.With(Delta, r.delta)
		}
		kind, err := All.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		m, err := kind.New(v)
		if err != nil {
			t.Errorf("line %d: %v", i+2, err)
			continue
		}
		got, want := read(m, r), number(t, row["value"])
		tolerance := 1e-11
		if row["quantity"] == "outside_mass" {
			tolerance = 1e-9
			if (name == "pm" || name == "sw") && r.from <= 0 && r.to >= 1 && want < 1e-30 {
				want = 0 // nothing lies outside [0, 1]: the row holds the rounding error of its 50 digits
				corrected++
			}
		}
		miss := relativeError(got, want)
		checked[row["quantity"]]++
		worst[row["quantity"]] = max(worst[row["quantity"]], miss)
		if !(miss <= tolerance) {
			t.Errorf("line %d: %s of %s at ε=%s δ=%s x=%s [%s, %s] = %.17g, want %s (off by %.1e)", i+2,
				row["quantity"], name, row["eps"], row["delta"], row["x"], row["a"], row["b"], got, row["value"], miss)
		}
	}
	for _, q := range slices.Sorted(maps.Keys(checked)) {
		t.Logf("%-17s %5d rows, largest relative error %.1e", q, checked[q], worst[q])
	}
	t.Logf("%d rows of outside_mass were read as 0", corrected)
}

// relativeError compares relatively, but absolutely below 1e-300, and takes
// +Inf for numbers beyond float64.
func relativeError(got, want float64) float64 {
	switch {
	case got == want:
		return 0
	case math.Abs(want) < 1e-300:
		return math.Abs(got - want)
	}
	return math.Abs(got-want) / math.Abs(want)
}

// number reads a decimal; an empty one is 0, one too large +Inf.
func number(t *testing.T, text string) float64 {
	if text == "" {
		return 0
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil && !math.IsInf(v, 0) {
		t.Fatal(err)
	}
	return v
}
