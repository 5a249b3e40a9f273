package fits

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/known"
	"dpscope/engine/oracle"
	"dpscope/engine/trial"
	"dpscope/engine/work/worktest"
)

// Naive Bayes on breast-cancer errs as the paper prints, in sample within three standard errors of the mean over splits, and out of
// sample where empty cells stay empty: claims of the paper, row 16.
func TestPrintedErrors(t *testing.T) {
	effort.ForNumbers(t)
	ctx := worktest.Session(t.Context(), 1<<26)
	source := Source{File: oracle.Path(t, "data", "uci", "breast-cancer-wisconsin.csv"), Words: "all", Drop: "id"}
	r, err := source.Open(ctx)
	if err != nil || r.Len() != 683 || AsksOf(r) != (Asks{Whole: 20}) {
		t.Fatalf("%d records, %+v, %v", r.Len(), AsksOf(r), err)
	}
	for noise, printed := range map[string][2]float64{Classic: {2.45, 3.82}, Gaussian: {2.23, 3.57}, Truncated: {2.20, 3.54}, Optimal: {2.17, 3.51}, Ranges: {2.14, 3.48}, None: {2.12, 3.46}} {
		runs, err := trial.Repeat[Runs](ctx, Bayes{Source: source, Terms: Terms{noise, Query, 1, 0.1, AsksOf(r)}, Keep: true, Repeats: 5, Seed: 1}, 100)
		if err != nil {
			t.Fatal(err)
		}
		for i, s := range []known.Summary{runs.In(), runs.Out()} {
			if off := math.Abs(100*s.Mean-printed[i]) / (100 * s.Deviation / math.Sqrt(float64(s.Seeds))); off > 3 {
				t.Errorf("%s, %d: %.3f, printed %.2f, which is %.1f standard errors off", noise, i, 100*s.Mean, printed[i], off)
			}
		}
	}
	// With noise in all cells and a floor the order is another for a whole run: specification, findings.
	mean := func(noise string) float64 {
		runs, err := trial.Repeat[Runs](ctx, Bayes{Source: source, Terms: Terms{noise, Whole, 1, 0.1, AsksOf(r)}, Repeats: 5, Seed: 1}, 60)
		if err != nil {
			t.Fatal(err)
		}
		return runs.Out().Mean
	}
	if normal, laplace := mean(Gaussian), mean(Laplace); !(normal < laplace) || math.Abs(100*normal-3.74) > 0.6 || math.Abs(100*laplace-4.00) > 0.6 {
		t.Errorf("a whole run errs on %.2f and %.2f per cent", 100*normal, 100*laplace)
	}
}

// Sizes of noise and budgets spent: specification of data-dependent noise, findings.
func TestSizes(t *testing.T) {
	ctx := worktest.Session(t.Context(), 1<<24)
	for _, c := range []struct {
		terms    Terms
		size, is float64
	}{
		{Terms{Truncated, Query, 1, 0.1, Asks{}}, 0.737, 1e-3}, {Terms{Gaussian, Query, 1, 0.1, Asks{}}, 0.866, 1e-3}, {Terms{Laplace, Query, 1, 0.1, Asks{}}, 1, 1e-12},
		{Terms{Gaussian, Whole, 1, 0.1, Asks{Whole: 20}}, 3.8747, 1e-4}, {Terms{Laplace, Whole, 1, 0.1, Asks{Whole: 20}}, 4.69, 0.02},
		{Terms{Laplace, Whole, 1, 0, Asks{Whole: 20}}, 20, 1e-9}, {Terms{Laplace, Whole, 1, 0, OfBayes(1, 2)}, 10, 1e-9},
		{Terms{Classic, Whole, 1, 0.1, Asks{Whole: 20}}, 3.8747, 1e-4},
	} {
		s, err := c.terms.Sized(ctx)
		if err != nil || math.Abs(s.Size-c.size) > c.is {
			t.Errorf("%+v: %v, want %v; %v", c.terms, s.Size, c.size, err)
		}
	}
	for _, c := range []struct {
		noise           string
		right, outright float64
	}{{Gaussian, 0.980, 0}, {Truncated, 0.996, 0.878}} {
		spent, err := Terms{c.noise, Query, 1, 0.1, Asks{}}.Spent(ctx, Asks{Whole: 20})
		if err != nil || math.Abs(spent.Right.High-c.right) > 1e-3 || math.Abs(spent.Outright.High-c.outright) > 1e-3 {
			t.Errorf("%s for each of twenty: %+v, %v", c.noise, spent, err)
		}
		if c.noise == Gaussian && math.Abs(spent.Epsilon.Value-12.9) > 0.05 {
			t.Errorf("ε is %v", spent.Epsilon)
		}
		if c.noise == Truncated && !spent.Epsilon.Missing() {
			t.Errorf("an ε of %v at a δ that is less than what is shown outright", spent.Epsilon)
		}
	}
}

// The certain part of one answer equals the mass outside the reach of the moved noise, even where losses of some times ε reveal
// nothing for certain.
func TestOneAnswerShowsOutright(t *testing.T) {
	ctx := worktest.Session(t.Context(), 1<<24)
	for _, terms := range []Terms{{Noise: Optimal, Budget: Query, Epsilon: 0.01, Delta: 0.01}, {Noise: Optimal, Budget: Query, Epsilon: 0.3, Delta: 0.1}, {Noise: Optimal, Budget: Query, Epsilon: 1, Delta: 0.01}} {
		s, err := terms.Sized(ctx)
		if err != nil || s.Draw == nil {
			t.Fatal(err, s.None)
		}
		law, err := solved(ctx, s.Problem)
		if err != nil {
			t.Fatal(err)
		}
		for _, asks := range []Asks{{Whole: 1}, {Half: 1}} {
			low, high := law.Support()
			by := asks.moves()
			want := max(law.Mass(low, low+by), law.Mass(high-by, high))
			if spent, err := terms.Spent(ctx, asks); err != nil || spent.Outright.Basis != known.Exact || math.Abs(spent.Outright.Value-want) > 1e-12 {
				t.Errorf("%+v, %+v: %+v is shown, %v; want %g", terms, asks, spent.Outright, err, want)
			}
		}
	}
}

// Impossible settings are refused in a line that says what would work.
func TestRefusals(t *testing.T) {
	ctx := worktest.Session(t.Context(), 1<<24)
	three := Records{Name: "three"}
	three.Label, three.Classes = "kind", []string{"a", "b", "c"}
	numbers, err := Source{Made: "measures", Seed: 1}.Open(ctx)
	if err != nil {
		t.Fatal(err)
	}
	_, unknown := Source{Made: "grade"}.Open(ctx)
	slow := Coordinates{Rounds: 1000, Terms: Terms{Noise: None}}
	many := numbers
	many.Class = make([]uint16, 10_000_000)
	for want, err := range map[string]error{
		"noise=laplace needs none":                          Terms{Noise: Gaussian, Epsilon: 1}.Check(),
		"column age has others; noise=laplace":              numbers.CheckNoise(Discrete),
		"or positive=c, which tells that one from the rest": Coordinates{Terms: Terms{Noise: Laplace}}.Check(three),
		"gradients are others; noise=laplace would work":    Coordinates{Terms: Terms{Noise: Discrete}}.Check(numbers),
		"rounds = 50 would work":                            slow.Check(many),
		"grades":                                            unknown,
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// Student's test to one side: with deviation 1, mean −1 and nine differences t is −3, with 0.0085 below.
func TestChance(t *testing.T) {
	if p := Chance(known.Summary{Mean: -1, Deviation: 1, Seeds: 9}); math.Abs(p-0.008536) > 1e-5 {
		t.Errorf("p is %v", p)
	}
	if p := Chance(known.Summary{Mean: 1, Seeds: 1}); !math.IsNaN(p) {
		t.Errorf("p of one split is %v", p)
	}
	if s := Ahead(Runs{{Out: 0.1}, {Out: 0.3}}, Runs{{Out: 0.2}, {Out: 0.2}}); s.Seeds != 2 || math.Abs(s.Mean) > 1e-12 {
		t.Errorf("ahead by %+v", s)
	}
}

// Equal trials end alike, and a fit without noise by either way of coordinates is the better the longer it runs.
func TestCoordinates(t *testing.T) {
	ctx := worktest.Session(t.Context(), 1<<26)
	c := Coordinates{Source: Source{Made: "measures", Seed: 1}, Terms: Terms{Noise: None}, Rounds: 60, Seed: 3}
	one, err := trial.Repeat[Descents](ctx, c, 3)
	if err != nil {
		t.Fatal(err)
	}
	again, err := trial.Repeat[Descents](worktest.Session(t.Context(), 1<<26), c, 3)
	if err != nil || fmt.Sprint(one) != fmt.Sprint(again) {
		t.Errorf("equal trials differ: %v", err)
	}
	if first, last := one.At(1, In).Mean, one.At(60, In).Mean; !(last < first) {
		t.Errorf("from %v to %v", first, last)
	}
	asked := 0
	for _, n := range one[0].Sums.Counts {
		asked += n
	}
	if want := int(OfCoordinates(60, 8).Whole); asked != want || want != 120 {
		t.Errorf("%d gradients, want %d", asked, want)
	}
}

// How many answers one record moves: of nine columns of words, of two with three of numbers, and of a hundred rounds over ten features.
func ExampleAsks() {
	fmt.Println(OfBayes(9, 0).Answers(), OfBayes(2, 3).Answers(), OfCoordinates(100, 10).Answers())
	// Output: 20 18 300
}

// Noise empties a class in some fits where there is much of it, and in none where there is little.
func TestEmptied(t *testing.T) {
	ctx := worktest.Session(t.Context(), 1<<24)
	grades := Source{Made: "grades", Seed: 1}
	records, err := grades.Open(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for epsilon, often := range map[float64]bool{0.02: true, 50: false} {
		b := Bayes{Source: grades, Terms: Terms{Noise: Laplace, Budget: Whole, Epsilon: epsilon, Asks: AsksOf(records)}, Repeats: 200, Seed: 1}
		got, err := b.Run(ctx, nil)
		if err != nil || (got.Emptied > 0.1) != often || got.Emptied > 1 || !often && got.Emptied != 0 {
			t.Errorf("at ε = %g a class is empty in %v of the fits, %v", epsilon, got, err)
		}
	}
}
