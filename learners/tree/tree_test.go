package tree

import (
	"math"
	"math/rand/v2"
	"reflect"
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

// A forest reports the bytes that it keeps once it has been asked.
func TestPreparedBytes(t *testing.T) {
	f := &Forest{}
	for range 50 {
		f.Trees = append(f.Trees, &Tree{NumFeatures: 1, NumClasses: 3, Feature: []int32{0, Leaf, 0, Leaf, Leaf},
			Threshold: []float64{0.3, 0, 0.6, 0, 0},
			Left:      []int32{1, 0, 3, 0, 0}, Right: []int32{2, 0, 4, 0, 0}, Probability: make([]float64, 15)})
	}
	size := func(of any, n int) int64 { return int64(n) * int64(reflect.TypeOf(of).Elem().Size()) }
	pack, plan := f.pack(), f.plan()
	kept := size(pack.nodes, len(pack.nodes)) + size(pack.leaves, len(pack.leaves))
	for _, one := range plan.trees {
		kept += size(one.cut, len(one.cut)) + size(one.place, len(one.place))
	}
	for _, edges := range plan.edges {
		kept += size(edges, len(edges))
	}
	if says := f.PreparedBytes(); says < kept || says > kept+50*2*24 { // edges that trees share are counted for each
		t.Errorf("%d bytes are said to be kept, %d are", says, kept)
	}
}
