package optimal

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/oracle"
	"dpscope/mechanisms/central"
)

var (
	absolute = central.Slopes{Below: 1, Above: 1}
	doubled  = central.Slopes{Below: 1, Above: 2} // too much costs twice as much
)

// embedded holds some rows of the reference, for use without it.
var embedded = []map[string]string{
	{"case": "grid", "eps": "1", "delta": "0.2", "sensitivity": "1", "beta": "0.05", "support": "-2:2", "loss": "l1", "bound_kind": "ub", "value": "0.558819034"},
	{"case": "grid", "eps": "1", "delta": "0.2", "sensitivity": "1", "beta": "0.05", "support": "-2:2", "loss": "l1", "bound_kind": "lb", "value": "0.533443716"},
	{"case": "grid", "eps": "1", "delta": "0.2", "sensitivity": "1", "beta": "0.05", "support": "-2:2", "loss": "asym", "bound_kind": "ub", "value": "0.778416087"},
	{"case": "grid", "eps": "1", "delta": "0.4", "sensitivity": "10", "beta": "0.5", "support": "-20:20", "loss": "l2", "bound_kind": "ub", "value": "28.175584087"},
	{"case": "grid", "eps": "0.6", "delta": "0.1", "sensitivity": "10", "beta": "0.5", "support": "-30:30", "loss": "l1", "constraint": "monotone", "bound_kind": "ub", "value": "9.799340483"},
	{"case": "grid", "eps": "0.6", "delta": "0.2", "sensitivity": "10", "beta": "0.5", "support": "-20:20", "loss": "l1", "constraint": "monotone", "bound_kind": "lb", "value": "7.032592039"},
	{"case": "count", "eps": "1", "delta": "0.1", "sensitivity": "1", "beta": "1", "support": "-40:40", "loss": "l2", "bound_kind": "ub", "value": "0.797632201"},
	{"case": "atom_at_zero", "eps": "3", "delta": "0.3", "sensitivity": "1", "beta": "0.04", "support": "-2:2", "loss": "l1", "bound_kind": "ub", "value": "0.163852001"},
}

// number reads a cell of a row.
func number(t testing.TB, text string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// problemOf returns the problem of a row, and its sensitivity.
func problemOf(t testing.TB, row map[string]string) (p Problem, sensitivity float64) {
	sensitivity = number(t, row["sensitivity"])
	width := number(t, row["beta"])
	_, far, _ := strings.Cut(row["support"], ":")
	p = Problem{Epsilon: number(t, row["eps"]), Delta: number(t, row["delta"]),
		Loss:  map[string]central.Loss{"l1": absolute, "l2": central.Square{}, "asym": doubled}[row["loss"]],
		Steps: int(math.Round(sensitivity / width)), Reach: int(math.Round(number(t, far) / width)),
		Atom: row["case"] == "atom_at_zero"}
	if row["constraint"] == "monotone" {
		p.Shape = Monotone
	}
	if strings.HasPrefix(row["case"], "count") {
		p.Query = Count
	}
	return p, sensitivity
}

// Upper and lower bounds agree with a solver of another make on the extended
// program, to 10⁻⁷; rows of its interior-point method to 10⁻⁶. The ordinary run
// takes some of those that need a few milliseconds, the full one every row that is a
// problem of this package: competitors are compared in mechanisms/central.
func TestReference(t *testing.T) {
	rows, tried := embedded, 0
	if oracle.Present() {
		rows = append(rows, oracle.Table(t, "reference", "dro.csv")...)
	}
	for i, row := range rows {
		if row["support"] == "" || strings.HasPrefix(row["case"], "data_dependent") { // noise of a fixed shape, and several laws at once
			continue
		}
		p, sensitivity := problemOf(t, row)
		if i >= len(embedded) && (p.Cells() > effort.Scale(110, 110, maxCells) || !effort.Sample(i, 3, 3)) {
			continue
		}
		tried++
		name := fmt.Sprintf("%s ε=%g δ=%g %s %s %s N=%d", row["case"], p.Epsilon, p.Delta, row["loss"], row["constraint"], row["bound_kind"], p.Cells())
		t.Run(name, func(t *testing.T) {
			if row["bound_kind"] == "lb" {
				floor, err := Floor(t.Context(), p)
				compare(t, row, floor*math.Pow(sensitivity, p.Loss.Degree()), err)
				return
			}
			s, err := Solve(t.Context(), p, nil)
			compare(t, row, s.Loss*math.Pow(sensitivity, p.Loss.Degree()), err)
			if err == nil {
				wellFounded(t, name, p, s)
			}
		})
	}
	if tried < len(embedded) {
		t.Errorf("%d rows were tried", tried)
	}
}

func compare(t *testing.T, row map[string]string, got float64, err error) {
	t.Helper()
	if row["value"] == "infeasible" {
		if infeasible := (*InfeasibleError)(nil); !errors.As(err, &infeasible) {
			t.Errorf("%v, %v, and there is no such law", got, err)
		}
		return
	}
	within := 1e-7
	if strings.Contains(row["source"], "ipm") {
		within = 1e-6
	}
	if want := number(t, row["value"]); err != nil || math.Abs(got-want) > within*want {
		t.Errorf("%.9f, %v, want %.9f", got, err, want)
	}
}

// wellFounded checks a solution against its own claims.
func wellFounded(t *testing.T, name string, p Problem, s Solution) {
	t.Helper()
	c := s.Law.Certify(p.Moves(), p.Epsilon)
	if c != s.Certificate || c.Delta > p.Delta {
		t.Errorf("%s: certified at δ = %v, which is %v", name, s.Certificate.Delta, c.Delta)
	}
	if s.Least > s.Loss || s.Least < s.Loss*(1-1e-6) {
		t.Errorf("%s: no law has less than %v, and this one has %v", name, s.Least, s.Loss)
	}
}

// The stored densities have the same loss, and are private; the law itself need
// not be the only one.
func TestReferenceDensities(t *testing.T) {
	for file, p := range map[string]Problem{
		"l1_eps1_d0.2_b0.05":          {Epsilon: 1, Delta: 0.2, Loss: absolute, Steps: 20, Reach: 40},
		"asym_eps1_d0.2_b0.05":        {Epsilon: 1, Delta: 0.2, Loss: doubled, Steps: 20, Reach: 40},
		"l1_sens10_eps1_d0.4_b0.5":    {Epsilon: 1, Delta: 0.4, Loss: absolute, Steps: 20, Reach: 40},
		"l2_sens10_eps1_d0.4_b0.5":    {Epsilon: 1, Delta: 0.4, Loss: central.Square{}, Steps: 20, Reach: 40},
		"monotone_eps3_d0.3_b0.02":    {Epsilon: 3, Delta: 0.3, Loss: absolute, Shape: Monotone, Steps: 50, Reach: 150},
		"nonmonotone_eps3_d0.3_b0.02": {Epsilon: 3, Delta: 0.3, Loss: absolute, Steps: 50, Reach: 100},
	} {
		if p.Cells() > effort.Scale(100, 100, 1000) {
			continue
		}
		sensitivity, edges, masses := 1.0, []float64{}, []float64{}
		if strings.Contains(file, "sens10") {
			sensitivity = 10
		}
		for _, row := range oracle.Table(t, "reference", "dro_density_"+file+".csv") {
			edges = append(edges, number(t, row["lo"])/sensitivity)
			masses = append(masses, max(0, number(t, row["mass"])))
			if len(masses) == 2*p.Reach {
				edges = append(edges, number(t, row["hi"])/sensitivity)
			}
		}
		law, err := NewLaw(edges, masses, nil)
		if err != nil {
			t.Fatal(file, err)
		}
		if c := law.Certify(p.Moves(), p.Epsilon); c.Delta > p.Delta+1e-6 {
			t.Errorf("%s: the stored law is private at δ = %v", file, c.Delta)
		}
		s, err := Solve(t.Context(), p, nil)
		if loss := law.expect(p.mean); err != nil || math.Abs(s.Loss-loss) > 2e-6*loss {
			t.Errorf("%s: loss %v, %v, of the stored law %v", file, s.Loss, err, loss)
		}
	}
}
