package mechanisms

import (
	"encoding/csv"
	"maps"
	"os"
	"slices"
	"testing"

	"dpscope/engine/param"
)

// oracleQuantities computes from a mechanism the quantities in testdata/oracle.csv; the column "to" of a delta row is its ε′.
var oracleQuantities = map[string]func(m Mechanism, r referenceRow) float64{
	"sigma":    func(m Mechanism, r referenceRow) float64 { return m.(GaussianScaled).Sigma() },
	"cut":      func(m Mechanism, r referenceRow) float64 { return m.(BoundedLaplace).noise.cut },
	"loss":     func(m Mechanism, r referenceRow) float64 { return m.Loss() },
	"delta":    func(m Mechanism, r referenceRow) float64 { return m.DeltaAt(r.to) },
	"mean":     func(m Mechanism, r referenceRow) float64 { return m.At(r.x).Mean() },
	"variance": func(m Mechanism, r referenceRow) float64 { return m.At(r.x).Variance() },
	"mass":     func(m Mechanism, r referenceRow) float64 { return m.At(r.x).Mass(r.from, r.to) },
	"outside":  func(m Mechanism, r referenceRow) float64 { return m.At(r.x).Outside(r.from, r.to) },
}

// TestOracle compares with testdata/oracle.csv, which covers what reference/ldp.csv does not: mpmath 1.3 at 50 to 1500 digits,
// by enumeration of the bins, by quadrature of clamped and conditioned densities, by bisection for σ, and from distribution
// functions at the worst pair of inputs for delta.
func TestOracle(t *testing.T) {
	file, err := os.Open("testdata/oracle.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	checked, worst := map[string]int{}, map[string]float64{}
	for i, row := range rows[1:] {
		quantity, name := row[0], row[1]
		r := referenceRow{number(t, row[2]), number(t, row[3]), number(t, row[5]), number(t, row[6]), number(t, row[7])}
		v := param.Values{}.With(Epsilon, r.epsilon)
		if r.delta > 0 {
			v = v.With(Delta, r.delta)
		}
		if bins := number(t, row[4]); bins > 0 {
			v = v.With(Bins, bins)
		}
		kind, err := All.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		m, err := kind.New(v)
		if err != nil {
			t.Fatal(err)
		}
		got, want := oracleQuantities[quantity](m, r), number(t, row[8])
		tolerance := 1e-11
		if quantity == "outside" {
			tolerance = 1e-9
		}
		miss := relativeError(got, want)
		checked[quantity]++
		worst[quantity] = max(worst[quantity], miss)
		if !(miss <= tolerance) {
			t.Errorf("line %d: %v = %.17g (off by %.1e)", i+2, row, got, miss)
		}
	}
	for _, q := range slices.Sorted(maps.Keys(checked)) {
		t.Logf("%-8s %4d rows, largest relative error %.1e", q, checked[q], worst[q])
	}
}
