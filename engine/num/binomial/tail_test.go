package binomial

import (
	"encoding/csv"
	"math"
	"os"
	"strconv"
	"testing"
)

// tailCase is one row of testdata/tails.csv: ln Pr(X = j), ln Pr(X ≤ j) and
// ln Pr(X > j) of n trials at the log-odds a against success, by numerical
// integration of the beta density in 60-digit arithmetic (mpmath), 25 digits
// printed.
type tailCase struct{ n, a, j, point, below, above float64 }

func tailCases(t *testing.T) []tailCase {
	t.Helper()
	file, err := os.Open("testdata/tails.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var cases []tailCase
	for _, row := range rows[1:] {
		var v [6]float64
		for i, text := range row {
			if v[i], err = strconv.ParseFloat(text, 64); err != nil {
				t.Fatal(err)
			}
		}
		cases = append(cases, tailCase{v[0], v[1], v[2], v[3], v[4], v[5]})
	}
	return cases
}

// tolerance returns the error that the package promises for a logarithm: the relative error of the probability where it is a
// float64, otherwise the larger of 1e-9 and a relative 1e-12.
func tolerance(n, log float64) float64 {
	allowed := 1e-9
	if n <= 1e6 {
		allowed = 1e-11
	}
	if log < -700 {
		allowed = max(1e-9, 1e-12*math.Abs(log))
	}
	return allowed
}

func TestAgainstHighPrecision(t *testing.T) {
	type worst struct {
		used float64
		at   tailCase
		err  float64
	}
	worsts := map[string]worst{}
	for _, c := range tailCases(t) {
		l := FromLogOdds(c.n, c.a)
		tails := l.Tails(c.j)
		for name, pair := range map[string][2]float64{
			"point": {l.LogProb(c.j), c.point},
			"below": {tails.LogBelow, c.below},
			"above": {tails.LogAbove, c.above},
		} {
			got, want := pair[0], pair[1]
			diff := math.Abs(got - want)
			if want != 0 && want > -1e-3 { // near certainty the logarithm is itself small, and relative
				diff = max(diff, math.Abs(got/want-1)*1e-2)
			}
			used := diff / tolerance(c.n, want)
			if !(used <= 1) {
				t.Errorf("%s: n=%g a=%g j=%g: ln = %.17g, want %.17g (error %.2g)", name, c.n, c.a, c.j, got, want, diff)
			}
			key := name + " up to 1e6"
			if c.n > 1e6 {
				key = name + " above"
			}
			if want < -700 {
				key += ", underflowing"
			}
			if used >= worsts[key].used {
				worsts[key] = worst{used, c, diff}
			}
		}
	}
	for name, w := range worsts {
		t.Logf("%-30s largest error %.2g, %.1g of what is allowed, at %+v", name, w.err, w.used, w.at)
	}
}
