package agreement

import (
	"math/rand/v2"
	"runtime"
	"testing"

	"dpscope/engine/effort"
)

// What a region of a forest says it takes is what the heap grows by, and a few
// kilobytes.
func TestBytesAreThoseOfTheHeap(t *testing.T) {
	forest := loaded(t, "stroke-forest")
	rng := rand.New(rand.NewPCG(3, 1))
	private, err := forest.FeatureIndices([]string{"age", "bmi"})
	if err != nil {
		t.Fatal(err)
	}
	prepared := func() *Region {
		x := make([]float64, len(forest.Features))
		for i := range x {
			x[i] = rng.Float64()
		}
		return prepare(t, forest.Classifier, x, private...)
	}
	prepared() // what the classifier itself makes once
	before := heapBytes()
	regions := make([]*Region, effort.Of(100, 300, 300))
	for i := range regions {
		regions[i] = prepared()
	}
	grown, told := heapBytes()-before, int64(0)
	for _, r := range regions {
		told += r.Bytes() + 8*int64(cap(r.Record))
	}
	each := told / int64(len(regions))
	t.Logf("%d bytes each; the heap grew by %d", each, grown/int64(len(regions)))
	if float64(grown) > 1.25*float64(told) || float64(grown) < 0.75*float64(told) {
		t.Errorf("the heap grew by %d bytes, and %d are told", grown, told)
	}
	if each > 10_000 {
		t.Errorf("a region takes %d bytes; at most 10,000 would do", each)
	}
	runtime.KeepAlive(regions)
}

// heapBytes is what lives on the heap.
func heapBytes() int64 {
	var s runtime.MemStats
	runtime.GC()
	runtime.GC() // empties pools
	runtime.ReadMemStats(&s)
	return int64(s.HeapAlloc)
}
