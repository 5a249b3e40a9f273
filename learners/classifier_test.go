package learners

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Cut must agree with the rounding at the very neighbours of the cut.
func TestCutIsTheLastPointThatGoesLeft(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	thresholds := []float64{0, 0.5, 0.5449999868869781, 0.19531667232513428, 1, -1, 1e-45, 1e-50, -1e-50, math.MaxFloat32, -math.MaxFloat32, 16777217}
	for range 20000 {
		thresholds = append(thresholds, rng.NormFloat64(), (float64(rng.Float32())+float64(rng.Float32()))/2, math.Ldexp(rng.Float64(), rng.IntN(240)-120))
	}
	for _, threshold := range thresholds {
		cut := Cut(threshold)
		if !(float64(float32(cut)) <= threshold) {
			t.Fatalf("threshold %g: the cut %g itself goes right", threshold, cut)
		}
		if next := math.Nextafter(cut, math.Inf(1)); float64(float32(next)) <= threshold {
			t.Fatalf("threshold %g: %g beyond the cut %g goes left too", threshold, next, cut)
		}
	}
}
