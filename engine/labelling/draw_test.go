package labelling

import (
	"math"
	"slices"
	"testing"
)

var samplers = map[string]Sampler{"a coin per label": CoinPerLabel, "the number first": NumberFirst}

// Both samplers flip about as many labels as the law says, and the same seed
// draws the same.
func TestDrawsFollowTheLaw(t *testing.T) {
	const n = 20000
	for name, sample := range samplers {
		for _, epsilon := range []float64{0, 0.5, 2, 10} {
			m := labels(t, epsilon)
			draw, law := sample(m, n, 7), m.Flips(n)
			// Six deviations: false alarm below 1e-8.
			if off := math.Abs(draw.Flipped() - law.Mean()); off > 6*law.Deviation() {
				t.Errorf("%s, ε = %g: %g flipped, %g expected", name, epsilon, draw.Flipped(), law.Mean())
			}
			if !slices.Equal(draw, sample(m, n, 7)) || epsilon < 2 && slices.Equal(draw, sample(m, n, 8)) {
				t.Errorf("%s, ε = %g: the seed does not say what is drawn", name, epsilon)
			}
			if draw.Share() != draw.Flipped()/n {
				t.Errorf("%s, ε = %g: share %v of %v", name, epsilon, draw.Share(), draw.Flipped())
			}
		}
	}
}

func TestFlipsAreNested(t *testing.T) {
	for seed := range uint64(20) {
		before := CoinPerLabel(labels(t, 0), 300, seed)
		for _, epsilon := range []float64{0.1, 1, 3, 9} {
			now := CoinPerLabel(labels(t, epsilon), 300, seed)
			for i := range now {
				if now[i] && !before[i] {
					t.Fatalf("seed %d: label %d is flipped at ε = %g and was not before", seed, i, epsilon)
				}
			}
			before = now
		}
	}
}

func TestStripHoldsEveryRecordOnce(t *testing.T) {
	for _, n := range []int{1, 2, 24, 26, 240, 399, 401, 5000, 20000} {
		draw := CoinPerLabel(labels(t, 1), n, 3)
		s := draw.Strip()
		if len(s.Label) != s.Width*s.Height || len(s.Record) != len(s.Label) || s.Width*(s.Height-1) >= n || n <= 400 && s.Width > 24 {
			t.Errorf("n = %d: %d by %d, %d cells", n, s.Width, s.Height, len(s.Label))
		}
		for k := range s.Label {
			label, record := -1, math.NaN()
			if k < n {
				label, record = 0, float64(k+1)
				if draw[k] {
					label = 1
				}
			}
			if same := s.Record[k] == record || math.IsNaN(s.Record[k]) && math.IsNaN(record); s.Label[k] != label || !same {
				t.Fatalf("n = %d: cell %d is %d of record %g, want %d of %g", n, k, s.Label[k], s.Record[k], label, record)
			}
		}
	}
}
