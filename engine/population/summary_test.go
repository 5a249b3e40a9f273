package population

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"dpscope/engine/effort"
)

func summarised(t *testing.T, values []float64, source *rand.PCG) Summary {
	t.Helper()
	s, err := Summarise(t.Context(), values, From{}, 0.95, source)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A summary of a long table stops when it is asked to.
func TestSummaryStopsWhenAsked(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Summarise(ctx, make([]float64, 1000), From{}, 0.95, rand.NewPCG(1, 2)); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled summary gives %v", err)
	}
}

// Without intervals a summary says the same, and nothing of the population.
func TestDescribeIsASummaryWithoutIntervals(t *testing.T) {
	source := rand.NewPCG(4, 2)
	values := []float64{0.3, math.NaN(), 0.1, 0.9, 0.5}
	a, b := Describe(values), summarised(t, values, source)
	if a.Mean.Value != b.Mean.Value || a.Fifth.Value != b.Fifth.Value || a.Worst != b.Worst || a.WorstAt != b.WorstAt || a.Count != b.Count || len(a.Sorted) != len(b.Sorted) {
		t.Errorf("%+v and %+v", a, b)
	}
	if a.Mean.Low != a.Mean.High || a.Fifth.Low != a.Fifth.High || !math.IsNaN(a.BelowWorst) {
		t.Errorf("intervals of nothing drawn: %+v", a)
	}
}

func TestSummaryOfKnownValues(t *testing.T) {
	source := rand.NewPCG(1, 2)
	var values []float64
	for i := range 100 {
		values = append(values, float64((i*37)%100)/100) // 0, 0.01 ... 0.99 in some order
	}
	values = append(values, math.NaN())
	s := summarised(t, values, source)
	if s.Count != 100 || math.Abs(s.Mean.Value-0.495) > 1e-12 || s.Worst != 0 || values[s.WorstAt] != 0 || s.Fifth.Value != 0.04 {
		t.Errorf("%+v", s)
	}
	// the standard error of the mean is .0289; order statistics 1 and 10 hold the 5th percentile with 95 %
	if math.Abs((s.Mean.High-s.Mean.Low)/2-1.96*0.0289) > 0.006 || !(s.Mean.Low < s.Mean.Value && s.Mean.Value < s.Mean.High) {
		t.Errorf("mean in [%g, %g]", s.Mean.Low, s.Mean.High)
	}
	if s.Fifth.Low != 0 || s.Fifth.High != 0.1 {
		t.Errorf("5th percentile in [%g, %g]", s.Fifth.Low, s.Fifth.High)
	}
	if want := 1 - math.Pow(0.05, 0.01); math.Abs(s.BelowWorst-want) > 1e-12 {
		t.Errorf("below the worst: %g, want %g", s.BelowWorst, want)
	}
	none := summarised(t, []float64{math.NaN()}, source)
	if none.Count != 0 || !math.IsNaN(none.Mean.Value) || none.WorstAt != -1 {
		t.Errorf("of nothing: %+v", none)
	}
	one := summarised(t, []float64{0.25}, source)
	if one.Mean.Value != 0.25 || one.Fifth.Value != 0.25 || one.Fifth.Low != 0 || one.Fifth.High != 1 {
		t.Errorf("of one value: %+v", one)
	}
}

// Order-statistic intervals hold the true percentile in at least 95 % of
// samples, the bootstrap in about that, of a skewed law. The limits are 4
// standard errors off, those of the bootstrap a little more.
func TestSummaryIntervalsCover(t *testing.T) {
	t.Parallel()
	effort.ForNumbers(t)
	const n = 120
	samples := effort.Scale(80, 250, 2000)
	source := rand.NewPCG(5, 2)
	rng := rand.New(source)
	fifth, mean := 0, 0
	for range samples {
		values := make([]float64, n)
		for i := range values {
			u := rng.Float64()
			values[i] = 1 - u*u // distribution function 1 − √(1−v): mean 2/3, 5th percentile 1 − .95²
		}
		s := summarised(t, values, source)
		if q := 1 - 0.95*0.95; s.Fifth.Low <= q && q <= s.Fifth.High {
			fifth++
		}
		if s.Mean.Low <= 2.0/3 && 2.0/3 <= s.Mean.High {
			mean++
		}
	}
	off := 4 * math.Sqrt(0.95*0.05/float64(samples))
	ofFifth, ofMean := float64(fifth)/float64(samples), float64(mean)/float64(samples)
	t.Logf("coverage: 5th percentile %.3f, mean %.3f", ofFifth, ofMean)
	if ofFifth < 0.95-off {
		t.Errorf("the 5th percentile is covered in %.3f of samples", ofFifth)
	}
	if math.Abs(ofMean-0.945) > off+0.005 {
		t.Errorf("the mean is covered in %.3f of samples", ofMean)
	}
}
