package agreement

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// table draws records of the unit cube.
func table(n, d int, seed uint64) [][]float64 {
	rng := rand.New(rand.NewPCG(seed, 3))
	records := make([][]float64, n)
	for i := range records {
		for range d {
			records[i] = append(records[i], rng.Float64())
		}
	}
	return records
}

func population(t testing.TB) Population {
	return Population{
		Classifier: smallForest(rand.New(rand.NewPCG(2, 2)), 20, 6, 4),
		Records:    table(30, 4, 1), Private: []int{0, 2},
		Candidates: candidates(t, "pm", "laplace-clamped", "gaussian-classic", "krr"), Epsilons: []float64{0.5, 4},
		Limits: UnitInterval, Exact: true, Certified: true,
	}
}

// A run gives for each record what asking one by one gives; a budget that a
// mechanism does not have leaves a gap, and says why.
func TestPopulationIsTheSumOfItsRecords(t *testing.T) {
	p := population(t)
	o, err := p.Run(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if o.Done != len(p.Records) || o.Skipped == nil {
		t.Errorf("%d of %d records done, skipped: %v", o.Done, len(p.Records), o.Skipped)
	}
	for c, candidate := range p.Candidates {
		for e, epsilon := range p.Epsilons {
			for i, x := range p.Records {
				m, err := candidate.Make(epsilon)
				if err != nil {
					if !math.IsNaN(o.Exact[c][e][i]) || !math.IsNaN(o.Certified[c][e][i]) {
						t.Errorf("%s at %g has values", candidate.Name, epsilon)
					}
					continue
				}
				r := prepare(t, p.Classifier, x, p.Private...)
				exact, err := r.Exact(t.Context(), r.Laws(m))
				if err != nil {
					t.Fatal(err)
				}
				box, err := r.LargestBox(t.Context(), r.Laws(m), UnitInterval)
				if err != nil {
					t.Fatal(err)
				}
				if o.Exact[c][e][i] != exact.Value || o.Certified[c][e][i] != box.Safe || o.Classes[i] != r.Class {
					t.Errorf("record %d, %s at %g: %v and %v, alone %v and %v", i, candidate.Name, epsilon, o.Exact[c][e][i], o.Certified[c][e][i], exact.Value, box.Safe)
				}
			}
		}
	}
}

// Reports grow, hold no value that is not final, and are not written to later.
func TestPopulationReportsAsItGoes(t *testing.T) {
	p := population(t)
	p.Records = table(400, 4, 2)
	p.Candidates = p.Candidates[:2]
	var partial []Outcome
	told := make(chan struct{}, len(p.Records))
	p.Region = func(ctx context.Context, i int) (*Region, error) {
		if i >= 100 && i%100 == 0 { // wait for a report, so that there are some
			select {
			case <-told:
			case <-ctx.Done():
			}
		}
		return Prepare(ctx, Question{Classifier: p.Classifier, Record: p.Records[i], Private: p.Private})
	}
	final, err := p.Run(t.Context(), func(o Outcome) {
		partial = append(partial, o)
		told <- struct{}{}
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(partial) < 3 {
		t.Errorf("%d reports, of which three were waited for", len(partial))
	}
	last := 0
	for _, o := range partial {
		if o.Done <= last && last > 0 {
			t.Errorf("a report of %d records after one of %d", o.Done, last)
		}
		last = o.Done
		known := 0
		for i, v := range o.Exact[0][0] {
			if math.IsNaN(v) {
				continue
			}
			known++
			if v != final.Exact[0][0][i] {
				t.Fatalf("record %d was reported as %v and ended as %v", i, v, final.Exact[0][0][i])
			}
		}
		if known != o.Done {
			t.Errorf("%d records are done, %d known", o.Done, known)
		}
	}
	t.Logf("%d reports", len(partial))
}

// A run that is cancelled stops with what it has, and says so: of records that
// would take a minute, next to none are done after the word.
func TestPopulationStopsWhenAsked(t *testing.T) {
	p := population(t)
	p.Records = table(200_000, 4, 3)
	ctx, cancel := context.WithCancel(t.Context())
	asked := -1
	o, err := p.Run(ctx, func(o Outcome) {
		if asked < 0 {
			asked = o.Done
		}
		cancel()
	})
	if !errors.Is(err, context.Canceled) || asked < 0 || o.Done > asked+len(p.Records)/10 {
		t.Errorf("%d records done at the word, %d in the end, %v", asked, o.Done, err)
	}
}

// A record that no mechanism can take is left out, and the first reason told.
func TestPopulationLeavesRecordsOut(t *testing.T) {
	p := population(t)
	p.Candidates = p.Candidates[:1]
	p.Records[7] = []float64{0.1, 0.2, 1.56, 0.3}
	o, err := p.Run(t.Context(), nil)
	if err != nil || o.Done != len(p.Records) || o.Classes[7] != -1 || !math.IsNaN(o.Exact[0][0][7]) || math.IsNaN(o.Exact[0][0][8]) {
		t.Errorf("%v, %d done, class %d", err, o.Done, o.Classes[7])
	}
	if o.Skipped == nil || !strings.Contains(o.Skipped.Error(), "1.56") {
		t.Errorf("skipped: %v", o.Skipped)
	}
}

func TestPopulationRefuses(t *testing.T) {
	p := population(t)
	p.Records = [][]float64{{1, 2}}
	if _, err := p.Run(t.Context(), nil); err == nil {
		t.Error("a record of two values was accepted for four features")
	}
	p.Records = nil
	if _, err := p.Run(t.Context(), nil); err == nil {
		t.Error("an empty table was accepted")
	}
}

func summarised(t *testing.T, values []float64, rng *rand.Rand) Summary {
	t.Helper()
	s, err := Summarise(t.Context(), values, 0.95, rng)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A summary of a long table stops when it is asked to.
func TestSummaryStopsWhenAsked(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Summarise(ctx, make([]float64, 1000), 0.95, rand.New(rand.NewPCG(1, 2))); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled summary gives %v", err)
	}
}

// Without intervals a summary says the same, and nothing of the population.
func TestDescribeIsASummaryWithoutIntervals(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 2))
	values := []float64{0.3, math.NaN(), 0.1, 0.9, 0.5}
	a, b := Describe(values), summarised(t, values, rng)
	if a.Mean != b.Mean || a.Fifth != b.Fifth || a.Worst != b.Worst || a.WorstAt != b.WorstAt || a.Count != b.Count || len(a.Sorted) != len(b.Sorted) {
		t.Errorf("%+v and %+v", a, b)
	}
	if !math.IsNaN(a.MeanLow) || !math.IsNaN(a.FifthHigh) || !math.IsNaN(a.BelowWorst) {
		t.Errorf("intervals of nothing drawn: %+v", a)
	}
}

func TestSummaryOfKnownValues(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var values []float64
	for i := range 100 {
		values = append(values, float64((i*37)%100)/100) // 0, 0.01 ... 0.99 in some order
	}
	values = append(values, math.NaN())
	s := summarised(t, values, rng)
	if s.Count != 100 || math.Abs(s.Mean-0.495) > 1e-12 || s.Worst != 0 || values[s.WorstAt] != 0 || s.Fifth != 0.04 {
		t.Errorf("%+v", s)
	}
	// the standard error of the mean is .0289; order statistics 1 and 10 hold the 5th percentile with 95 %
	if math.Abs((s.MeanHigh-s.MeanLow)/2-1.96*0.0289) > 0.006 || !(s.MeanLow < s.Mean && s.Mean < s.MeanHigh) {
		t.Errorf("mean in [%g, %g]", s.MeanLow, s.MeanHigh)
	}
	if s.FifthLow != 0 || s.FifthHigh != 0.1 {
		t.Errorf("5th percentile in [%g, %g]", s.FifthLow, s.FifthHigh)
	}
	if want := 1 - math.Pow(0.05, 0.01); math.Abs(s.BelowWorst-want) > 1e-12 {
		t.Errorf("below the worst: %g, want %g", s.BelowWorst, want)
	}
	none := summarised(t, []float64{math.NaN()}, rng)
	if none.Count != 0 || !math.IsNaN(none.Mean) || none.WorstAt != -1 {
		t.Errorf("of nothing: %+v", none)
	}
	one := summarised(t, []float64{0.25}, rng)
	if one.Mean != 0.25 || one.Fifth != 0.25 || one.FifthLow != 0 || one.FifthHigh != 1 {
		t.Errorf("of one value: %+v", one)
	}
}

// Order-statistic intervals hold the true percentile in at least 95 % of
// samples, the bootstrap in about that; 2,000 samples of a skewed law. The
// limits are 4 standard errors off.
func TestSummaryIntervalsCover(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("numbers of one goroutine, for the full run: the race detector has nothing to find")
	}
	const samples, n = 2000, 120
	rng := rand.New(rand.NewPCG(5, 2))
	fifth, mean := 0, 0
	for range samples {
		values := make([]float64, n)
		for i := range values {
			u := rng.Float64()
			values[i] = 1 - u*u // distribution function 1 − √(1−v): mean 2/3, 5th percentile 1 − .95²
		}
		s := summarised(t, values, rng)
		if q := 1 - 0.95*0.95; s.FifthLow <= q && q <= s.FifthHigh {
			fifth++
		}
		if s.MeanLow <= 2.0/3 && 2.0/3 <= s.MeanHigh {
			mean++
		}
	}
	t.Logf("coverage: 5th percentile %.3f, mean %.3f", float64(fifth)/samples, float64(mean)/samples)
	if share := float64(fifth) / samples; share < 0.95-0.02 {
		t.Errorf("the 5th percentile is covered in %.3f of samples", share)
	}
	if share := float64(mean) / samples; share < 0.92 || share > 0.97 {
		t.Errorf("the mean is covered in %.3f of samples", share)
	}
}
