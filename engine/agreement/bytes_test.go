package agreement

import (
	"context"
	"math/rand/v2"
	"runtime"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/work"
	"dpscope/learners"
	"dpscope/learners/proof"
)

// A region of a forest reports the bytes that the heap grows by, up to a few kilobytes.
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
	regions := make([]*Region, effort.Scale(100, 300, 300))
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
		t.Errorf("a region takes %d bytes; at most 10,000 would work", each)
	}
	runtime.KeepAlive(regions)
}

// shards is a classifier with a given number of polygons over any window.
type shards struct {
	learners.Classifier
	count, times int
}

func (s *shards) Pieces(_ context.Context, _ []float64, _ []int, window [2]proof.Side) ([]proof.Piece, error) {
	s.times++
	u, v := window[0], window[1]
	all := make([]proof.Piece, s.count)
	for i := range all {
		at := func(k int) float64 { return u.Low + (u.High-u.Low)*float64(k)/float64(s.count) }
		all[i] = proof.Piece{Class: i % 2, Corners: []proof.Corner{{U: at(i), V: v.Low}, {U: at(i + 1), V: v.Low}, {U: at(i + 1), V: v.High}, {U: at(i), V: v.High}}}
	}
	return all, nil
}

// Polygons of windows that were asked for are let go before they are more than the region counts;
// those that alone are more the session keeps, and counts itself.
func TestPolygonsAreCounted(t *testing.T) {
	const windows = 12
	for _, c := range []struct {
		count       int
		key         any
		known, kept int // windows with polygons kept by the region, and by the session
	}{{10, "a", 6, 0}, {150, "b", 3, 0}, {20_000, "c", 0, windows}, {20_000, nil, 1, 0}} {
		store := work.NewStore(1 << 30)
		ctx := work.With(t.Context(), &work.Session{Store: store})
		asked := &shards{count: c.count}
		r := &Region{Question: Question{Key: c.key}}
		r.can.Piecewise, r.pieces.turn = asked, newCtxMutex()
		for i := range windows {
			for range 2 {
				own, others, err := r.piecesOver(ctx, []int{0, 1}, [2]proof.Side{{High: 1 + float64(i)}, {High: 1}})
				if err != nil || len(own)+len(others) != c.count {
					t.Fatalf("%d polygons, %v", len(own)+len(others), err)
				}
			}
		}
		bytes := int64(0)
		for _, k := range r.pieces.known {
			bytes += k.bytes()
		}
		kept := store.Bytes()
		if len(r.pieces.known) != c.known || c.key != nil && bytes > piecesRemembered || asked.times != windows || (kept > 0) != (c.kept > 0) || kept < int64(c.kept*c.count)*16 {
			t.Errorf("of %d polygons: the region keeps %d windows, %d bytes, and the session %d; asked for %d times, want %+v", c.count, len(r.pieces.known), bytes, kept, asked.times, c)
		}
	}
}

// heapBytes returns the bytes that live on the heap.
func heapBytes() int64 {
	var s runtime.MemStats
	runtime.GC()
	runtime.GC() // empties pools
	runtime.ReadMemStats(&s)
	return int64(s.HeapAlloc)
}
