package population

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/known"
	"dpscope/engine/work/worktest"
	"dpscope/learners/model"
)

// clinics returns a table of 400 people, one in a clinic of its own and eleven in a small one, with a value of each that
// depends on the clinic.
func clinics(t *testing.T) (*model.Model, *Table, []float64) {
	t.Helper()
	m, err := model.Load("stroke-logistic")
	if err != nil {
		t.Fatal(err)
	}
	text, values := "age,hypertension,heart_disease,ever_married,avg_glucose_level,bmi,clinic\n", make([]float64, 400)
	for i := range values {
		clinic, value := "large", 0.9-0.4*float64(i%7)/7
		switch {
		case i == 333:
			clinic, value = "solo", 0.05
		case i%37 == 5:
			clinic, value = "small", 0.3+0.1*float64(i%3)
		}
		values[i] = value
		text += fmt.Sprintf("%g,0,0,1,0.5,0.5,%s\n", float64(i%100)/100, clinic)
	}
	file := filepath.Join(t.TempDir(), "clinics.csv")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	table, err := OpenTable(worktest.Session(t.Context(), 0), m, []int{0}, TableKey{Data: file})
	if err != nil {
		t.Fatal(err)
	}
	return m, table, values
}

// valuesOf returns the values of the sampled records.
func valuesOf(s Sample, all []float64) (values []float64) {
	for _, at := range s.At {
		values = append(values, all[at])
	}
	return values
}

// Some of every group are looked at, and all of a small one; those drawn from all people stay, and no estimate is made for a
// group that is looked at whole.
func TestEveryGroupIsCovered(t *testing.T) {
	m, table, all := clinics(t)
	for _, n := range []int{1, 6, 40, 150, 399} {
		drawn, err := OpenSample(worktest.Session(t.Context(), 0), m.Classifier, table, n, 3)
		if err != nil {
			t.Fatal(err)
		}
		s, g, err := drawn.Covering(worktest.Session(t.Context(), 0), m, "clinic", "")
		if err != nil {
			t.Fatal(err)
		}
		if !slices.IsSorted(s.At) || len(slices.Compact(slices.Clone(s.At))) != s.Len() || s.Len()-s.Added() != n && !s.Whole() || len(s.Classes) != s.Len() {
			t.Errorf("of %d: %v, %d of them added", n, s.At, s.Added())
		}
		for _, at := range drawn.At {
			if !slices.Contains(s.At, at) {
				t.Errorf("of %d: record %d was drawn and is not looked at", n, at)
			}
		}
		least := map[string]int{"large": min(max(n/3, 1), small), "small": min(max(n/3, 1), 11), "solo": 1}
		for k, name := range g.Names {
			if g.Count(k) < least[name] {
				t.Errorf("of %d: %d of %s are looked at, want %d", n, g.Count(k), name, least[name])
			}
		}
		d, err := g.Summarise(worktest.Session(t.Context(), 0), valuesOf(s, all), 0, 0.95, rand.NewPCG(1, 1))
		if err != nil {
			t.Fatal(err)
		}
		if solo := g.Find("solo"); !d.Settled(solo) || d.Each[solo].Mean.Value != 0.05 || d.Least() != solo {
			t.Errorf("of %d: the clinic of one is %+v", n, d.Each[solo])
		}
		goal := Goal{For: WorstGroup, Target: 0.5, Groups: g}
		if low, high, err := goal.Ends(worktest.Session(t.Context(), 0), valuesOf(s, all), s.From(0), 0.95, rand.NewPCG(1, 1)); err != nil || low > 0.05 || high > 0.05 {
			t.Errorf("of %d: the worst group's mean lies between %g and %g, %v", n, low, high, err)
		}
	}
}

// Answers about a group and about all people are not biased by records added to cover a group. Means of 2,000 seeds err by more
// than six deviations in two cases of 10⁹.
func TestCoveringHasNoBias(t *testing.T) {
	m, table, all := clinics(t)
	seeds, ctx := effort.Scale(150, 2000, 2000), worktest.Session(t.Context(), 8<<20)
	missed := 0.0
	var of [2][]float64
	for seed := range seeds {
		drawn, err := OpenSample(ctx, m.Classifier, table, 40, uint64(seed))
		if err != nil {
			t.Fatal(err)
		}
		s, g, err := drawn.Covering(ctx, m, "clinic", "")
		if err != nil {
			t.Fatal(err)
		}
		values := valuesOf(s, all)
		summary, err := Summarise(worktest.Session(t.Context(), 0), values, s.From(0), 0.95, rand.NewPCG(1, uint64(seed)))
		if err != nil {
			t.Fatal(err)
		}
		if summary.Count != 40 || summary.Worst != slices.Min(values) {
			t.Fatalf("seed %d: %d values, the worst %g", seed, summary.Count, summary.Worst)
		}
		if is := mean(all); summary.Mean.Low > is || is > summary.Mean.High {
			missed++
		}
		of[0] = append(of[0], summary.Mean.Value)
		of[1] = append(of[1], g.Describe(values, 0).Each[g.Find("large")].Mean.Value)
	}
	var large []float64
	for i, v := range all {
		if i != 333 && i%37 != 5 {
			large = append(large, v)
		}
	}
	for i, is := range []float64{mean(all), mean(large)} {
		center, deviation := spread(of[i], of[i][0])
		if math.Abs(center-is) > 6*deviation {
			t.Errorf("the mean of %d seeds is %g ± %g, want %g", seeds, center, deviation, is)
		}
	}
	if missed > 0.12*float64(seeds) {
		t.Errorf("%g of %d intervals miss the mean of all", missed, seeds)
	}
}

// A group without any record in the sample may have any value.
func TestUnseenGroupsOpenTheBound(t *testing.T) {
	g := &Groups{By: "class", Names: []string{"a", "b", "c"}, Of: []int{0, 0, 1, 1}}
	values := []float64{0.9, 0.8, 0.7, 0.9}
	d, err := g.Summarise(worktest.Session(t.Context(), 0), values, 0, 0.95, rand.NewPCG(1, 1))
	if err != nil {
		t.Fatal(err)
	}
	if gap := d.Gap(); gap.High != 1 || gap.Basis != known.Estimate || !slices.Equal(d.Unseen(), []int{2}) {
		t.Errorf("the gap is %+v, unseen are %v", gap, d.Unseen())
	}
	goal := Goal{For: WorstGroup, Target: 0.5, Groups: g}
	if low, _, err := goal.Ends(worktest.Session(t.Context(), 0), values, From{}, 0.95, rand.NewPCG(1, 1)); err != nil || low != 0 {
		t.Errorf("the worst group's mean is %g or more, %v", low, err)
	}
}

// Classes that would be costly are told apart among those drawn alone, and a class that
// none of them has stays unseen; those of all are asked where that is quick.
func TestClassesThatNobodyWasSeenOf(t *testing.T) {
	m, table, _ := clinics(t)
	counts := map[int]int{}
	for _, x := range table.Rows {
		counts[m.Classifier.Predict(x)]++
	}
	if len(counts) != 2 {
		t.Fatalf("the classes are %v", counts)
	}
	one := Sample{Table: table, Seed: 1}
	for at, x := range table.Rows {
		if m.Classifier.Predict(x) == 0 && len(one.At) < 10 {
			one.At, one.Classes = append(one.At, at), append(one.Classes, 0)
		}
	}
	s, g, err := one.Covering(worktest.Session(t.Context(), 0), m, ByClass, "")
	if err != nil || !slices.Equal(g.Sizes, []int{counts[0], counts[1]}) || g.Count(1) != 5 || s.Added() != 5 {
		t.Errorf("%+v, %v", g, err)
	}
	if g := one.byAllClasses(m, nil); len(g.Names) != 2 || g.Count(1) != 0 || g.Sizes != nil {
		t.Errorf("where the others were not asked about: %+v", g)
	}
}
