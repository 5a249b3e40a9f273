package agreement

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"dpscope/engine/effort"
	"dpscope/learners"
	"dpscope/learners/proof"
	"dpscope/learners/tree"
)

// Thresholds as real numbers and as float32 rounds inputs: agreement and radius
// differ by no more than a law's density times half a unit in the last place.
func TestReadingsOfThresholdsAreClose(t *testing.T) {
	rng := rand.New(rand.NewPCG(42, 5))
	const halfUnit = 0x1p-25 // of float32 below 1
	for range 30 {
		forest := smallForest(rng, 5, 4, 2)
		r := prepare(t, forest, []float64{rng.Float64(), rng.Float64()}, 0, 1)
		laws := r.Laws(mechanism(t, "laplace-truncated", 3))
		exact, err := r.Exact(t.Context(), laws)
		if err != nil {
			t.Fatal(err)
		}
		edges := r.grid.decision.Edges[0].Len() + r.grid.decision.Edges[1].Len()
		if limit := float64(edges)*4*halfUnit + 2*rounding; exact.High-exact.Low > limit {
			t.Errorf("agreement in [%.12f, %.12f]", exact.Low, exact.High)
		}
		if written := r.grid.under(laws).total(asWritten); exact.Value != written {
			t.Errorf("agreement %.17g, by the thresholds as they are written %.17g", exact.Value, written)
		}
		u, v := r.grid.nearest(asWritten, UnitInterval), r.grid.nearest(asComputed, UnitInterval)
		if u.Value != v.Value && math.Abs(u.Value-v.Value) > 2*halfUnit {
			t.Errorf("radius %.12f and %.12f", u.Value, v.Value)
		}
	}
}

// A tree whose threshold lies above the last float32 below it: inputs between the two fall on different sides as computed and
// as written.
func TestRecordBetweenReadings(t *testing.T) {
	const threshold = 0.30000001 // float32 has 0.29999998 and 0.30000001192
	stump := &tree.Tree{
		NumFeatures: 1, NumClasses: 2, Feature: []int32{0, tree.Leaf, tree.Leaf}, Threshold: []float64{threshold, 0, 0},
		Left: []int32{1, 0, 0}, Right: []int32{2, 0, 0}, Probability: []float64{0, 0, 1, 0, 0, 1},
	}
	for _, x := range []float64{0.299999996, 0.3, math.Nextafter(threshold, 0), threshold} {
		r := prepare(t, stump, []float64{x}, 0)
		laws := r.Laws(mechanism(t, "sw", 20))
		exact, err := r.Exact(t.Context(), laws)
		if err != nil {
			t.Fatal(err)
		}
		const draws = 200_000
		drawn := share(r, laws, draws, rand.New(rand.NewPCG(1, 1)))
		if math.Abs(exact.Value-drawn) > 5*0.5/math.Sqrt(draws) {
			t.Errorf("at %.9f: exact %.4f, drawn %.4f", x, exact.Value, drawn)
		}
		box, err := r.LargestBox(t.Context(), laws, UnitInterval)
		if err != nil {
			t.Fatal(err)
		}
		if box.Safe > exact.Value || !r.box(box.Sides).Contains(r.Record) {
			t.Errorf("at %.9f: box %v of mass %.4f, exact %.4f", x, box.Sides, box.Safe, exact.Value)
		}
	}
}

// stumps returns a forest with thresholds where rounding decides: multiples of 0.01, their neighbours among float64, and
// float32 numbers.
func stumps(rng *rand.Rand, trees, depth, d int) *tree.Forest {
	f := smallForest(rng, trees, depth, d)
	for _, t := range f.Trees {
		for i := range t.Threshold {
			if t.Feature[i] == tree.Leaf {
				continue
			}
			switch v := float64(rng.IntN(101)) / 100; rng.IntN(5) {
			case 0:
				t.Threshold[i] = v
			case 1:
				t.Threshold[i] = math.Nextafter(v, float64(rng.IntN(2)))
			case 2:
				t.Threshold[i] = float64(float32(v))
			case 3:
				t.Threshold[i] = v + (rng.Float64()-0.5)*1e-7
			}
		}
	}
	return f
}

// close returns a value of [0, 1] at a threshold of the feature, at the last
// input that goes left there, or next to either.
func closeTo(rng *rand.Rand, f *tree.Forest, feature int) float64 {
	t := f.Trees[rng.IntN(len(f.Trees))]
	n := rng.IntN(len(t.Feature))
	if int(t.Feature[n]) != feature {
		return float64(rng.IntN(101)) / 100
	}
	at := t.Threshold[n]
	if rng.IntN(2) == 0 {
		at = tree.Cut(at)
	}
	switch rng.IntN(4) {
	case 0:
		at = math.Nextafter(at, 2)
	case 1:
		at = math.Nextafter(at, -1)
	case 2:
		at += (rng.Float64() - 0.5) * 1e-7
	}
	return min(max(at, 0), 1)
}

// Guarantees about a tree hold for Predict, which rounds: the safe mass of the largest box is at most the agreement as
// computed, the box holds the record and no flipped point, and the ball of the safe radius is proven. Records stand on
// thresholds and next to them, and laws may be narrower than the gap between the readings.
func TestSafeAnswersHoldAsComputed(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(43, 5))
	cases := effort.Scale(800, 3000, 3000)
	if testing.Short() {
		cases = 800
	}
	different, between := 0, 0
	for range cases {
		d := 1 + rng.IntN(3)
		var c learners.Classifier
		forest := stumps(rng, 1+rng.IntN(4), 1+rng.IntN(4), d)
		if c = forest; len(forest.Trees) == 1 {
			c = forest.Trees[0]
		}
		x := make([]float64, d)
		for i := range x {
			x[i] = closeTo(rng, forest, i)
		}
		private := []int{rng.IntN(d)}
		if d > 1 && rng.IntN(2) == 0 {
			private = []int{0, d - 1}
		}
		r := prepare(t, c, x, private...)
		law := []string{"pm", "sw", "laplace", "laplace-clamped", "krr", "gaussian"}[rng.IntN(6)]
		laws := r.Laws(mechanism(t, law, []float64{0.5, 4, 12, 20, 28}[rng.IntN(5)]))
		exact, err := r.Exact(t.Context(), laws)
		if err != nil {
			t.Fatal(err)
		}
		computed := r.grid.under(laws).total(asComputed)
		if !(exact.Low <= computed && computed <= exact.High) || math.Abs(exact.Value-computed) > tellsApart {
			t.Errorf("%s at %v: exact %v, as computed %.12f", law, x, exact, computed)
		}
		for _, limits := range []proof.Side{UnitInterval, Everywhere} {
			box, err := r.LargestBox(t.Context(), laws, limits)
			if err != nil {
				t.Fatal(err)
			}
			if !(box.Safe <= computed) || box.Safe > box.Mass || math.Abs(box.Safe-box.Mass) > tellsApart {
				t.Errorf("%s at %v: safe mass %.17g of %.17g, as computed the agreement is %.17g", law, x, box.Safe, box.Mass, computed)
			}
			v, err := r.Proven(t.Context(), box.Sides)
			if err != nil {
				t.Fatal(err)
			}
			if !v.Proven || !r.box(box.Sides).Contains(x) {
				t.Errorf("%s at %v: box %v: %+v", law, x, box.Sides, v)
			}
			noFlip(t, rng, r, r.box(box.Sides))
			radius, err := r.Radius(t.Context(), limits)
			if err != nil {
				t.Fatal(err)
			}
			ball := proof.Ball(x, private, radius.Safe, limits)
			v, err = r.verifier.Constant(t.Context(), ball, r.Class)
			if err != nil {
				t.Fatal(err)
			}
			if !v.Proven || radius.Safe > radius.Value || !math.IsInf(radius.Value, 1) && radius.Value-radius.Safe > tellsApart {
				t.Errorf("at %v within %v: safe radius %.17g of %.17g: %+v", x, limits, radius.Safe, radius.Value, v)
			}
			noFlip(t, rng, r, ball)
			if radius.Safe < radius.Value {
				different++
			}
		}
		if r.grid.home[asWritten] != r.grid.home[asComputed] {
			between++
		}
	}
	t.Logf("%d safe radii below the radius, %d records between readings", different, between)
	if different < cases/20 || between < cases/50 {
		t.Error("too few hard cases to notice anything")
	}
}

// noFlip probes corners and points of a box.
func noFlip(t *testing.T, rng *rand.Rand, r *Region, box proof.Box) {
	t.Helper()
	for range 30 {
		y := slices.Clone(r.Record)
		for _, i := range r.Private {
			low, high := box[i].Ends()
			y[i] = []float64{low, high, min(max(low+rng.Float64()*(high-low), low), high)}[rng.IntN(3)]
			if math.IsInf(low, 0) || math.IsInf(high, 0) {
				y[i] = min(max(r.Record[i]+rng.NormFloat64(), low), high)
			}
		}
		if r.Classifier.Predict(y) != r.Class {
			t.Fatalf("%v of the box %v is of another class", y, box)
		}
	}
}

// The radius of a record just beyond a threshold is x − threshold, although the ball of x as computed is smaller.
func TestSafeRadiusAtAThreshold(t *testing.T) {
	stump := &tree.Tree{
		NumFeatures: 1, NumClasses: 2, Feature: []int32{0, tree.Leaf, tree.Leaf}, Threshold: []float64{0.64, 0, 0},
		Left: []int32{1, 0, 0}, Right: []int32{2, 0, 0}, Probability: []float64{0, 0, 1, 0, 0, 1},
	}
	r := prepare(t, stump, []float64{0.79}, 0)
	radius, err := r.Radius(t.Context(), UnitInterval)
	if err != nil {
		t.Fatal(err)
	}
	cut := tree.Cut(0.64)
	if math.Abs(radius.Value-0.15) > 1e-15 || 0.79-radius.Safe <= cut || radius.Value-radius.Safe > 1e-7 {
		t.Errorf("%+v", radius)
	}
}
