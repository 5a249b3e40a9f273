package polling

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"dpscope/engine/known"
	"dpscope/engine/oracle"
	"dpscope/mechanisms/frequency"
)

func protocol(t testing.TB, name string, epsilon, k float64) frequency.Protocol {
	t.Helper()
	p, err := frequency.At(name, epsilon, k)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// number reads a cell of the reference; NaN where it is empty.
func number(t testing.TB, cell string) float64 {
	t.Helper()
	if cell == "" {
		return math.NaN()
	}
	v, err := strconv.ParseFloat(cell, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// Margins, deviations and worths equal those of the reference, which sums laws with sixty digits or enumerates them.
func TestPollReference(t *testing.T) {
	seen := map[string]int{}
	for _, table := range []string{"survey.csv", "survey-edges.csv"} {
		for _, row := range oracle.Table(t, "reference", table) {
			if row["answer"] == "number" || row["population"] == "" || strings.HasPrefix(row["quantity"], "least-") {
				continue
			}
			p := Poll{number(t, row["n"]), number(t, row["share"]), row["population"] == "everyone"}
			epsilon, k, confidence := number(t, row["epsilon"]), number(t, row["options"]), number(t, row["confidence"])
			var e Estimate
			right := 0.0
			if row["trust"] == "office" {
				s := Survey{Asks: Choice, Office: true, Everyone: p.Everyone, People: p.People, Epsilon: epsilon, Options: k, Share: p.Share}
				r, err := s.Result()
				if err != nil {
					t.Fatal(err)
				}
				e = r.(Estimate)
				if right, err = s.Right(); err != nil {
					t.Fatal(err)
				}
			} else {
				by := protocol(t, row["protocol"], epsilon, k)
				e, right = p.Answers(by), by.Right()
			}
			accuracy := 1e-12
			var got known.Value
			switch row["quantity"] {
			case "margin":
				got, accuracy = e.Margin(confidence), 1e-9
			case "standard-deviation":
				got = e.Deviation()
			case "worth":
				got = p.Worth(e)
			case "attacker-right":
				got = known.Exactly(right)
			default:
				t.Fatalf("%s has a quantity %q", table, row["quantity"])
			}
			seen[row["quantity"]]++
			want := number(t, row["value"])
			if !(math.Abs(got.Value-want) <= accuracy*math.Abs(want)+1e-300) {
				t.Errorf("%s %s %s: n %s, ε %s, k %s, π %s, %s, c %s: %s is %.15g for %.15g", row["trust"], row["protocol"], row["answer"],
					row["n"], row["epsilon"], row["options"], row["share"], row["population"], row["confidence"], row["quantity"], got.Value, want)
			}
		}
	}
	if seen["margin"] < 600 || seen["worth"] < 60 || seen["standard-deviation"] < 100 || seen["attacker-right"] < 100 {
		t.Errorf("rows of the reference: %v", seen)
	}
}

// The least ε and the least n equal those of the reference, and no greater number of three digits misses the target.
func TestLeastReference(t *testing.T) {
	seen := 0
	for _, row := range oracle.Table(t, "reference", "survey-edges.csv") {
		s := Survey{Asks: YesNo, People: number(t, row["n"]), Epsilon: number(t, row["epsilon"]), Options: 2, Share: number(t, row["share"]),
			Confidence: number(t, row["confidence"]), Protocol: "response"}
		var got known.Value
		switch row["quantity"] {
		case "least-epsilon":
			got = s.LeastEpsilon(t.Context(), number(t, row["target"]))
		case "least-n":
			var err error
			if got, err = s.LeastPeople(t.Context(), number(t, row["target"])); err != nil {
				t.Fatal(err)
			}
		default:
			continue
		}
		seen++
		if row["value"] == "none" {
			if !got.Missing() {
				t.Errorf("%v: %g for none", row, got.Value)
			}
		} else if want := number(t, row["value"]); math.Abs(got.Value-want) > 1e-9*want {
			t.Errorf("%v: %g for %g", row, got.Value, want)
		}
	}
	if seen != 9 {
		t.Errorf("%d rows of the reference", seen)
	}
}

// Standard deviations and margins of numbers equal those of the reference.
func TestAverageReference(t *testing.T) {
	seen := 0
	for _, table := range []string{"survey.csv", "survey-edges.csv"} {
		for _, row := range oracle.Table(t, "reference", table) {
			name, spread, found := strings.Cut(row["protocol"], "/")
			if row["answer"] != "number" || !found {
				continue
			}
			if name == "pm-unbiased" {
				name = "piecewise"
			}
			share := number(t, row["share"])
			s := Survey{Asks: Number, People: number(t, row["n"]), Epsilon: number(t, row["epsilon"]), Confidence: number(t, row["confidence"]),
				Everyone: row["population"] == "everyone", Protocol: name, Spread: map[string]Spread{"even": Even, "alike": Alike(share), "ends": Ends(share)}[spread]}
			r, err := s.Result()
			if err != nil {
				t.Fatal(err)
			}
			got, accuracy := r.Deviation(), 1e-12
			if row["quantity"] == "margin" {
				got, accuracy = r.Margin(s.Confidence), 1e-9
			}
			seen++
			if want := number(t, row["value"]); !(math.Abs(got.Value-want) <= accuracy*want) {
				t.Errorf("%v: %.15g for %.15g", row, got.Value, want)
			}
		}
	}
	if seen < 250 {
		t.Errorf("%d rows of the reference", seen)
	}
}

// A walk visits the numbers of three digits as they are written.
func TestNumbersOfThreeDigits(t *testing.T) {
	x := 40.0
	for range 3000 {
		if want, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 3, 64), 64); err != nil || x != want {
			t.Fatalf("%.17g is no number of three digits", x)
		}
		next := below(x, false)
		if step := x - next; !(step > 0) || step > x/99 {
			t.Fatalf("%g follows %g", next, x)
		}
		x = next
	}
}
