package population

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/known"
	"dpscope/engine/work/worktest"
	"dpscope/learners/model"
	"dpscope/learners/table"
)

// townsfolk returns a table of 60 people whose agreement grows with age; line 7 has no bmi. It has a word, a flag, ids and a
// true class.
func townsfolk(t *testing.T) (*model.Model, *Table) {
	t.Helper()
	m, err := model.Load("stroke-logistic")
	if err != nil {
		t.Fatal(err)
	}
	text := "person_id,age,hypertension,heart_disease,ever_married,avg_glucose_level,bmi,town,flag,class,ill\n"
	for i := range 60 {
		bmi, town := "0.5", []string{"Ely", "Bath", ""}[min(i/25, 2)]
		if i == 5 {
			bmi = ""
		}
		text += fmt.Sprintf("p%d,%g,0,0,1,0.5,%s,%s,%d,%d,%d\n", i, float64(i)/60, bmi, town, i%2, i, i/58)
	}
	file := filepath.Join(t.TempDir(), "people.csv")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	private, err := m.FeatureIndices([]string{"age"})
	if err != nil {
		t.Fatal(err)
	}
	table, err := OpenTable(worktest.Session(t.Context(), 0), m, private, TableKey{Data: file, ID: "person_id"})
	if err != nil {
		t.Fatal(err)
	}
	return m, table
}

// People are grouped by words, numbers and ranges of numbers in people's units, and by classes; each person is in one group, of
// known size.
func TestGroups(t *testing.T) {
	m, whole := townsfolk(t)
	for _, c := range []struct {
		by, truth string
		names     []string
		sizes     []int
	}{
		{"town", "", []string{"Bath", "Ely", "not given"}, []int{25, 24, 10}},
		{"flag", "", []string{"0", "1"}, []int{30, 29}},
		{"age", "", []string{"0 to 23.33 years", "25 to 48.33 years", "50 to 73.33 years", "75 to 98.33 years"}, []int{14, 15, 15, 15}},
		{"column:class", "", []string{"0 to 14", "15 to 29", "30 to 44", "45 to 59"}, []int{14, 15, 15, 15}},
		{"truth", "ill", []string{"0", "1"}, []int{57, 2}},
		{"truth", "flag", []string{"0", "1"}, []int{30, 29}},
	} {
		s := whole.Sample(1000, 1)
		g, err := s.OpenGroups(worktest.Session(t.Context(), 0), m, c.by, c.truth)
		if err != nil {
			t.Errorf("%s: %v", c.by, err)
			continue
		}
		if !slices.Equal(g.Names, c.names) || !slices.Equal(g.Sizes, c.sizes) || len(g.Of) != s.Len() {
			t.Errorf("by %s: %q of %v", c.by, g.Names, g.Sizes)
		}
		for k := range g.Names {
			if g.Count(k) != c.sizes[k] || !g.Whole(k) {
				t.Errorf("by %s: %d of %s are looked at", c.by, g.Count(k), g.Names[k])
			}
		}
	}
}

// A part of a table has the same groups, with the sizes of the table.
func TestGroupsOfAPart(t *testing.T) {
	m, whole := townsfolk(t)
	s := whole.Sample(20, 3)
	g, err := s.OpenGroups(worktest.Session(t.Context(), 0), m, "town", "")
	if err != nil || !slices.Equal(g.Sizes, []int{25, 24, 10}) || len(g.Of) != 20 || g.Whole(0) {
		t.Fatalf("%+v, %v", g, err)
	}
	for i, at := range s.At {
		place := (whole.Lines[at] - 2) / 25
		if want := []string{"Ely", "Bath", "not given"}[place]; g.Names[g.Of[i]] != want {
			t.Errorf("line %d is of %s, want %s", whole.Lines[at], g.Names[g.Of[i]], want)
		}
	}
}

// A column that tells no people apart, or all of them, is refused in a line that says what would work.
func TestGroupsAreRefused(t *testing.T) {
	m, whole := townsfolk(t)
	again := worktest.Session(t.Context(), 1<<20) // that there is no answer is remembered
	for range 2 {
		var which *table.WhichLabelError
		if _, err := whole.OpenTruth(again, m, ""); !errors.As(err, &which) {
			t.Errorf("one of two columns is the true class: %v", err)
		}
		if err := os.Remove(whole.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
	}
	m, whole = townsfolk(t)
	s := whole.Sample(1000, 1)
	made, err := OpenTable(t.Context(), m, []int{0}, TableKey{Data: "uniform", Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		of               Sample
		by, truth, wants string
	}{
		{s, "person_id", "", `by = "person_id" makes nearly a group per record; a column of numbers or of at most 20 different words, class or truth would work`},
		{s, "towns", "", `by = "towns" is no column; class, truth or one of town, `},
		{s, "truth", "", "by = truth: which of 2 columns holds the true class? truth=flag or truth=ill would work"},
		{s, "truth", "town", `people.csv: line 2, column town: class = "Ely" is not known`},
		{s, "truth", "towns", "is not known; nearest: town"},
		{made.Sample(10, 1), "town", "", `by = "town": simulated records have no further columns`},
		{made.Sample(10, 1), "truth", "", "these simulated records have no true class"},
	} {
		if _, err := c.of.OpenGroups(worktest.Session(t.Context(), 0), m, c.by, c.truth); err == nil || !strings.Contains(err.Error(), c.wants) || strings.Contains(err.Error(), "\n") {
			t.Errorf("by %s of %s: %v, want %s", c.by, c.truth, err, c.wants)
		}
	}
	if _, err := OpenTable(t.Context(), m, []int{0}, TableKey{Data: "uniform", ID: "x"}); err == nil || !strings.Contains(err.Error(), "have no ids") {
		t.Errorf("made-up records with ids: %v", err)
	}
	if made, err = OpenTable(t.Context(), m, []int{0}, TableKey{Data: table.Synthetic, Seed: 3}); err != nil {
		t.Fatal(err)
	}
	if g, err := made.Sample(500, 1).OpenGroups(t.Context(), m, ByTruth, ""); err != nil || g.Sizes != nil || len(g.Names) != 2 {
		t.Errorf("made-up patients by their strokes: %+v, %v", g, err)
	}
}

// Where all people are looked at, the groups' numbers are exact and nothing is estimated; the gap is the one between the least
// and the greatest mean.
func TestGroupsThatAreWhole(t *testing.T) {
	g := &Groups{By: "town", Names: []string{"a", "b", "c"}, Of: []int{0, 1, 1, 0, 2}, Sizes: []int{2, 2, 1}}
	values := []float64{0.9, 0.1, 0.3, 0.7, math.NaN()}
	d, err := g.Summarise(t.Context(), values, 0, 0.95, rand.NewPCG(1, 1))
	if err != nil {
		t.Fatal(err)
	}
	if gap := d.Gap(); d.Least() != 1 || d.Most() != 0 || math.Abs(gap.Value-0.6) > 1e-15 || gap.Confidence != 0 {
		t.Errorf("from %d to %d is %+v", d.Least(), d.Most(), d.Gap())
	}
	if d.Each[1].WorstAt != 1 || d.Each[2].Count != 0 {
		t.Errorf("summaries are %+v", d.Each)
	}
}

// Until a run ends no answer about a group is final, even if all its records are in the sample.
func TestGroupsOfAnUnfinishedRun(t *testing.T) {
	g := &Groups{By: "town", Names: []string{"a", "b"}, Of: []int{0, 1, 1, 0}, Sizes: []int{2, 2}, Unfinished: true}
	d := g.Describe([]float64{0.9, 0.1, math.NaN(), 0.7}, 0)
	if d.Settled(0) || d.AllSettled() || d.Say(0, d.Each[0].Mean).Basis != known.Estimate || d.Gap().Basis != known.Estimate {
		t.Errorf("under way it says %+v and %+v", d.Say(0, d.Each[0].Mean), d.Gap())
	}
	g.Unfinished = false
	if d := g.Describe([]float64{0.9, 0.1, 0.2, 0.7}, 0); !d.AllSettled() || d.Say(0, d.Each[0].Mean).Basis != known.Exact || d.Gap().Basis != known.Exact {
		t.Errorf("at its end it says %+v and %+v", d.Say(0, d.Each[0].Mean), d.Gap())
	}
}

// The intervals of all groups' means hold those of the table together, and that of
// the gap holds the table's gap, in at least 95 % of samples.
func TestGroupIntervalsHoldTogether(t *testing.T) {
	effort.ForNumbers(t)
	const size, n, groups = 400, 150, 4
	source := rand.NewPCG(5, 5)
	rng := rand.New(source)
	whole := &Table{Rows: make([][]float64, size), Lines: make([]int, size)}
	values, of := make([]float64, size), make([]int, size)
	sums, sizes := make([]float64, groups), make([]int, groups)
	for i := range values {
		of[i] = i % groups
		values[i] = 1 - math.Pow(rng.Float64(), float64(1+of[i]))/2
		sums[of[i]], sizes[of[i]] = sums[of[i]]+values[i], sizes[of[i]]+1
	}
	least, most := 1.0, 0.0
	for k := range sums {
		sums[k] /= float64(sizes[k])
		least, most = min(least, sums[k]), max(most, sums[k])
	}
	samples := effort.Scale(20, 60, 1000)
	together, gap := 0, 0
	for seed := range samples {
		s := whole.Sample(n, uint64(seed))
		g := &Groups{Names: []string{"a", "b", "c", "d"}, Sizes: sizes}
		var drawn []float64
		for _, at := range s.At {
			drawn, g.Of = append(drawn, values[at]), append(g.Of, of[at])
		}
		d, err := g.Summarise(t.Context(), drawn, 0, 0.95, source)
		if err != nil {
			t.Fatal(err)
		}
		all := true
		for k, e := range d.Each {
			all = all && e.Mean.Low <= sums[k] && sums[k] <= e.Mean.High
		}
		if all {
			together++
		}
		if v := d.Gap(); v.Low <= most-least && most-least <= v.High {
			gap++
		}
	}
	t.Logf("all means in %d, the gap in %d of %d", together, gap, samples)
	off := 4 * math.Sqrt(0.95*0.05/float64(samples))
	if low := 0.94 - off; float64(together)/float64(samples) < low || float64(gap)/float64(samples) < low {
		t.Errorf("all means are held in %d, the gap in %d of %d", together, gap, samples)
	}
}
