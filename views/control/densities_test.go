package control

import (
	"math"
	"testing"

	"dpscope/mechanisms"
	"dpscope/mechanisms/central"
)

// The places of a density hold what lies within its reach, each as much as its mirror image, most in the middle; whole numbers
// are counted once.
func TestDensities(t *testing.T) {
	for _, name := range []string{"laplace", "discrete-laplace", "analytic-gaussian"} {
		kind, err := central.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		const sensitivity = 2
		setting := central.Setting{Epsilon: 0.5}
		if kind.NeedsDelta {
			setting.Delta = 1e-6
		}
		if kind.Whole {
			setting.Steps = sensitivity
		}
		n, err := kind.New(setting)
		if err != nil {
			t.Fatal(err)
		}
		d := Densities([]mechanisms.Law{nil, n.Law()}, sensitivity, 20, kind.Whole)
		sum, most := 0.0, 0.0
		for _, w := range d.Weights[1] {
			sum, most = sum+w, max(most, w)
		}
		want := 1 - n.Law().Outside(d.Low/sensitivity, d.High/sensitivity)
		if d.Weights[0] != nil || math.Abs(sum-want) > 1e-12 || most != d.Weights[1][densityPlaces/2] {
			t.Errorf("%s: the places from %g to %g hold %v, %g of %g", name, d.Low, d.High, d.Weights[1], sum, want)
		}
		for k := range densityPlaces / 2 {
			if a, b := d.Weights[1][k], d.Weights[1][densityPlaces-1-k]; !kind.Whole && math.Abs(a-b) > 1e-9 {
				t.Errorf("%s: places %d from either end hold %g and %g", name, k, a, b)
			}
		}
	}
}
