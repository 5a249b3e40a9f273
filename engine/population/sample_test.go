package population

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/work/worktest"
	"dpscope/learners/linear"
	"dpscope/learners/model"
	"dpscope/learners/table"
)

// A sample is drawn by its seed from the whole table, without replacement, and a
// larger one holds a smaller one.
func TestSamplesAreDrawnFromTheWholeTable(t *testing.T) {
	whole := &Table{Rows: make([][]float64, 1000), Lines: make([]int, 1000), Total: 1000}
	few, more, other := whole.Sample(50, 1), whole.Sample(200, 1), whole.Sample(50, 2)
	if !slices.IsSorted(few.At) || len(slices.Compact(slices.Clone(few.At))) != 50 {
		t.Errorf("drawn are %v", few.At)
	}
	for _, at := range few.At {
		if !slices.Contains(more.At, at) {
			t.Errorf("%d is among 50 and not among 200", at)
		}
	}
	if slices.Equal(few.At, other.At) {
		t.Error("two seeds draw the same records")
	}
	if last := more.At[len(more.At)-1]; last < 900 {
		t.Errorf("of 1,000 records the last of 200 drawn is %d", last)
	}
	if !whole.Sample(1000, 1).Whole() || few.Whole() || few.Of() != 1000 {
		t.Error("a sample does not know what it is a part of")
	}
	madeUp := (&Table{Rows: make([][]float64, 10), Total: 10}).Sample(4, 7)
	if !slices.Equal(madeUp.At, []int{0, 1, 2, 3}) || madeUp.Whole() || madeUp.Of() != 0 {
		t.Errorf("of those made up %v are taken", madeUp.At)
	}
}

// Every share and every percentile of a small population lies in the exact
// intervals of all its samples as often as is promised: all samples are counted.
func TestIntervalsOfSmallPopulations(t *testing.T) {
	const size, n, alpha = 12, 5, 0.2
	samples := subsets(size, n)
	for hits := 0; hits <= size; hits++ {
		missed := 0
		for _, s := range samples {
			k := 0
			for _, i := range s {
				if i < hits {
					k++
				}
			}
			low, high := urn{size, n}.share(k, alpha)
			if share := float64(hits) / size; share < low-1e-12 || share > high+1e-12 {
				missed++
			}
		}
		if miss := float64(missed) / float64(len(samples)); miss > alpha {
			t.Errorf("a share of %d/12 is missed by %.3f of samples", hits, miss)
		}
	}
	for _, p := range []float64{0.05, 0.3, 0.5} {
		missed, truth := 0, float64(rank(size, p)-1)/size
		for _, s := range samples {
			var values []float64
			for _, i := range s {
				values = append(values, float64(i)/size)
			}
			if low, high := (urn{size, n}).quantile(values, p, alpha); truth < low || truth > high {
				missed++
			}
		}
		if miss := float64(missed) / float64(len(samples)); miss > alpha {
			t.Errorf("the quantile of order %g is missed by %.3f of samples", p, miss)
		}
	}
}

// subsets lists the subsets of n of 0 ... size−1, each increasing.
func subsets(size, n int) [][]int {
	if n == 0 {
		return [][]int{nil}
	}
	var all [][]int
	for last := n - 1; last < size; last++ {
		for _, s := range subsets(last, n-1) {
			all = append(all, append(slices.Clone(s), last))
		}
	}
	return all
}

// The law of the urn sums to one, and for a very large population it equals that of draws with replacement.
func TestUrn(t *testing.T) {
	if got := (urn{50, 10}).between(0, 10, 20, 0); math.Abs(got-1) > 1e-12 {
		t.Errorf("all counts together have %g", got)
	}
	// C(20,4)·C(30,6)/C(50,10) = 4845·593775/10272278170
	if got, want := (urn{50, 10}).between(4, 4, 20, 0), 4845*593775/10272278170.0; math.Abs(got-want) > 1e-12 {
		t.Errorf("4 of 20 have %g, want %g", got, want)
	}
	ends, endless := urn{1e9, 100}.between(0, 5, 5e7, 0), urn{0, 100}.between(0, 5, 0, 0.05)
	if math.Abs(ends-endless) > 1e-5 {
		t.Errorf("of 10⁹ records %g, of an endless population %g", ends, endless)
	}
}

// The interval of a mean holds the mean of the whole table in about 95 % of the
// samples drawn from it, also where most of the table is in the sample, and those
// of a share and a percentile in at least that.
func TestSampleIntervalsCoverTheTable(t *testing.T) {
	effort.ForNumbers(t)
	const size, target = 300, 0.9
	values := make([]float64, size)
	sum, reach := 0.0, 0.0
	source := rand.NewPCG(8, 2)
	rng := rand.New(source)
	for i := range values {
		u := rng.Float64()
		values[i] = 1 - u*u*u
		sum += values[i]
		if values[i] >= target {
			reach++
		}
	}
	sorted := slices.Sorted(slices.Values(values))
	whole, samples := &Table{Rows: make([][]float64, size), Lines: make([]int, size)}, effort.Scale(20, 50, 1000)
	for _, n := range []int{60, 200} {
		covered := map[string]int{}
		for seed := range samples {
			var drawn []float64
			for _, at := range whole.Sample(n, uint64(seed)).At {
				drawn = append(drawn, values[at])
			}
			s, err := Summarise(t.Context(), drawn, From{Of: size}, 0.95, source)
			if err != nil {
				t.Fatal(err)
			}
			r := s.Reach(target)
			for what, held := range map[string]bool{
				"mean":  s.Mean.Low <= sum/size && sum/size <= s.Mean.High,
				"fifth": s.Fifth.Low <= sorted[rank(size, 0.05)-1] && sorted[rank(size, 0.05)-1] <= s.Fifth.High,
				"reach": r.Low <= reach/size && reach/size <= r.High,
			} {
				if held {
					covered[what]++
				}
			}
		}
		t.Logf("n = %d of %d: %v of %d", n, size, covered, samples)
		off := 4 * math.Sqrt(0.95*0.05/float64(samples))
		for _, what := range []string{"mean", "fifth", "reach"} {
			if share := float64(covered[what]) / float64(samples); share < 0.945-off {
				t.Errorf("%d of %d: the %s is covered in %.3f of samples", n, size, what, share)
			}
		}
	}
}

// Equal records say nothing of those that were not drawn: the interval reaches as far as these could move the mean.
func TestRecordsAllAlikeLeaveAnInterval(t *testing.T) {
	for _, c := range []struct {
		n, of         int
		least, atMost float64 // between which the low end lies
	}{
		{100, 10000, 0.96, 0.9988}, // 12 are 0: a sample of 100 mostly meets none
		{100, 0, 0.963, 0.9639},    // 0.025^(1/100)
		{80, 100, 0.9799, 0.9801},  // two that were not drawn
		{2, 0, 0.158, 0.1582},      // 0.025^(1/2)
	} {
		s, err := Summarise(t.Context(), slices.Repeat([]float64{1}, c.n), From{Of: c.of}, 0.95, rand.NewPCG(1, 1))
		if err != nil {
			t.Fatal(err)
		}
		if low := s.Mean.Low; low < c.least || low > c.atMost || s.Mean.High != 1 || s.Mean.Value != 1 {
			t.Errorf("%d of %d: the mean is %+v", c.n, c.of, s.Mean)
		}
	}
}

// Left-out records are counted by reason, and used ones keep their line.
func TestTablesSayWhatTheyLeaveOut(t *testing.T) {
	m, err := model.Load("stroke-logistic")
	if err != nil {
		t.Fatal(err)
	}
	const text = "id,bmi,age,hypertension,heart_disease,ever_married,avg_glucose_level\n" +
		"a,N/A,40,0,0,1,90\n" + // line 2: no bmi
		"b,30,50,0,0,1,90\n" +
		"c,70,60,0,0,1,90\n" + // line 4: 70/50 is beyond 1
		"d,25,70,0,0,1,\n" + // line 5: no glucose
		"e,20,20,0,0,0,90\n"
	file := filepath.Join(t.TempDir(), "people.csv")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	private, _ := m.FeatureIndices([]string{"age", "bmi"})
	open := func(raw, clamp bool) (*Table, error) {
		return OpenTable(worktest.Session(t.Context(), 0), m, private, TableKey{Data: file, Raw: raw, Clamp: clamp})
	}
	all, err := open(true, false)
	if err != nil {
		t.Fatal(err)
	}
	s := all.Sample(100, 1)
	if want := "2 of 5 records, 3 unusable: 2 bmi or avg_glucose_level missing, 1 bmi outside 0 to 50 kg/m²"; s.String() != want {
		t.Errorf("it says %q, want %q", s, want)
	}
	if s.NameOf(0) != "line 3" || s.NameOf(1) != "line 6" || !s.Whole() || s.Total != 5 || s.LeftOut() != 3 {
		t.Errorf("used are %s and %s of %d", s.NameOf(0), s.NameOf(1), s.Total)
	}
	const alone = "bmi,age,hypertension,heart_disease,ever_married,avg_glucose_level\n30,50,0,0,1,90\n"
	if err := os.WriteFile(file+".csv", []byte(alone), 0o600); err != nil {
		t.Fatal(err)
	}
	if one, err := OpenTable(worktest.Session(t.Context(), 0), m, private, TableKey{Data: file + ".csv", Raw: true}); err != nil || one.Sample(100, 1).String() != "1 of 1 record" {
		t.Errorf("of one record it says %q, %v", one.Sample(100, 1), err)
	}
	clamped, err := open(true, true)
	if err != nil {
		t.Fatal(err)
	}
	if drawn := clamped.Sample(1, 4).String(); drawn != "1 of 5 records, drawn with seed 4, 2 unusable: bmi or avg_glucose_level missing; 1 bmi moved into 0 to 50 kg/m²" {
		t.Errorf("it says %q", drawn)
	}
	// the values already lie outside without a scale, so the error gives no such advice
	if _, err := open(false, false); err == nil || !strings.HasSuffix(err.Error(), "which scale is the table in? No record has its private values in [0, 1], where the mechanisms work; values=raw scales raw values as the classifier's file says") {
		t.Errorf("raw values taken as scaled: %v", err)
	}
}

// Only private values are moved, and a record counts once, whichever of them was:
// the classifier takes public values wherever they lie.
func TestOnlyPrivateValuesAreMoved(t *testing.T) {
	m, err := model.Load("stroke-logistic")
	if err != nil {
		t.Fatal(err)
	}
	const text = "age,hypertension,heart_disease,ever_married,avg_glucose_level,bmi\n" +
		"0.5,0,0,1,1.5,0.4\n" + // a public value beyond 1
		"1.5,0,0,1,-2,0.4\n" +
		"0.5,0,0,1,0.3,-1\n" +
		"1.2,0,0,1,0.3,1.3\n"
	file := filepath.Join(t.TempDir(), "people.csv")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	private, _ := m.FeatureIndices([]string{"age", "bmi"})
	moved, err := OpenTable(worktest.Session(t.Context(), 0), m, private, TableKey{Data: file, Clamp: true})
	if err != nil {
		t.Fatal(err)
	}
	if want := [][]float64{{0.5, 0, 0, 1, 1.5, 0.4}, {1, 0, 0, 1, -2, 0.4}, {0.5, 0, 0, 1, 0.3, 0}, {1, 0, 0, 1, 0.3, 1}}; !reflect.DeepEqual(moved.Rows, want) {
		t.Errorf("the records are %v, want %v", moved.Rows, want)
	}
	if s := moved.Sample(4, 1).String(); s != "4 of 4 records; 3 age or bmi moved into 0 to 1" || !moved.strange() {
		t.Errorf("it says %q", s)
	}
}

// For a file in raw values, left-out records lie outside raw ends, each in its unit.
func TestLeftOutInRawUnits(t *testing.T) {
	m := &model.Model{Classifier: &linear.Linear{Weights: []float64{1, 1}}, Features: []table.Feature{
		{Name: "age", Unit: "years", Scale: table.Scale{Divisor: 100}}, {Name: "bmi", Scale: table.Scale{Offset: 10, Divisor: 50}}}}
	file := filepath.Join(t.TempDir(), "people.csv")
	if err := os.WriteFile(file, []byte("age,bmi\n50,20\n120,20\n30,70\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		private []int
		want    string
	}{{[]int{0}, "1 unusable: age outside 0 to 100 years"}, {[]int{0, 1}, "2 unusable: age outside 0 to 100 years or bmi outside 10 to 60"}} {
		people, err := OpenTable(worktest.Session(t.Context(), 0), m, c.private, TableKey{Data: file, Raw: true})
		if err != nil || people.whyLeft() != c.want {
			t.Errorf("it says %q, want %q: %v", people.whyLeft(), c.want, err)
		}
	}
}

// Records that are made up are told by their number, and estimated as a draw of
// an endless population.
func TestMadeUpRecords(t *testing.T) {
	m, err := model.Load("stroke-logistic")
	if err != nil {
		t.Fatal(err)
	}
	made, err := OpenTable(t.Context(), m, []int{0}, TableKey{Data: table.Synthetic, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	if s := made.Sample(100, 3); s.String() != "100 of 2,000 records, drawn with seed 3" || s.NameOf(0) != "record 1" || s.LeftOut() != 0 {
		t.Errorf("it says %q", s)
	}
}
