package population

import (
	"math/rand/v2"
	"testing"

	"dpscope/engine/work"
)

// A session's kept bootstrap changes none of its digits, and none of the later draws; a second move of the slider draws
// nothing.
func TestKeptPlacesChangeNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	ctx := work.With(t.Context(), &work.Session{Store: work.NewStore(8 << 20)})
	for _, n := range []int{1, 2, 7, 64, 100} {
		for _, samples := range []int{200, 201} {
			for move := range 3 {
				values := make([]float64, n)
				for i := range values {
					values[i] = rng.Float64()
				}
				kept, plain := rand.NewPCG(8, uint64(n)), rand.NewPCG(8, uint64(n))
				means, deviations, err := resampled(ctx, values, samples, kept)
				if err != nil {
					t.Fatal(err)
				}
				picked := make([]float64, n)
				for b := range samples {
					resample(picked, values, plain)
					if mean, deviation := spread(picked, values[0]); mean != means[b] || deviation != deviations[b] {
						t.Fatalf("move %d of %d values, sample %d: %v ± %v, drawn anew %v ± %v", move, n, b, means[b], deviations[b], mean, deviation)
					}
				}
				if kept.Uint64() != plain.Uint64() {
					t.Errorf("after %d samples of %d the source is elsewhere", samples, n)
				}
			}
		}
	}
}
