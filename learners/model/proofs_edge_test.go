package model

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"dpscope/engine/effort"
	"dpscope/learners"
	"dpscope/learners/discriminant"
	"dpscope/learners/network"
	"dpscope/learners/proof"
	"dpscope/learners/tree"
)

// stump returns a tree of one split.
func stump(threshold float64, left, right []float64) *tree.Tree {
	classes := len(left)
	return &tree.Tree{
		NumFeatures: 1, NumClasses: classes, Feature: []int32{0, tree.Leaf, tree.Leaf}, Threshold: []float64{threshold, 0, 0},
		Left: []int32{1, 0, 0}, Right: []int32{2, 0, 0}, Probability: append(append(make([]float64, classes), left...), right...),
	}
}

// constant asks a verifier about a box.
func constant(t *testing.T, c learners.Classifier, box proof.Box, class int) proof.Verdict {
	t.Helper()
	v, _ := verifierOf(t, c, len(box))
	verdict, err := v.Constant(t.Context(), box, class)
	if err != nil {
		t.Fatal(err)
	}
	return verdict
}

// A tree compares inputs that are rounded to float32. Boxes that end at a
// threshold, at the last input that goes left there, or next to either, are
// proven exactly when Predict gives both ends the class.
func TestProofsEndWhereATreeDecides(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 7))
	for trial := range 2000 {
		threshold := rng.Float64()
		if trial%2 == 0 {
			threshold = float64(rng.IntN(100)) / 100
		}
		one := stump(threshold, []float64{1, 0}, []float64{0, 1})
		for _, at := range []float64{threshold, tree.Cut(threshold), float64(float32(threshold))} {
			for _, end := range []float64{math.Nextafter(at, -1), at, math.Nextafter(at, 2)} {
				for _, box := range []proof.Box{{{Low: -1, High: end}}, {{Low: end, High: 2}}, {proof.Only(end)}} {
					ends := box.Closed()
					class := one.Predict(ends.Low)
					want := one.Predict(ends.High) == class
					if v := constant(t, one, box, class); v.Proven != want {
						t.Fatalf("threshold %.17g, box %v, class %d: %+v, want proven = %v", threshold, box, class, v, want)
					}
				}
			}
		}
	}
}

// Means of leaves that are not pure may tie but for rounding: at every point the
// class of Predict is proven, and no other one.
func TestTiesOfMixedLeaves(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 7))
	cases, ties := effort.Scale(5_000, 20_000, 20_000), 0
	for range cases {
		f := &tree.Forest{}
		trees, left := 3+rng.IntN(4), 0
		for i := range trees {
			tenths := rng.IntN(11)
			if i == trees-1 { // so that the sums come out alike
				tenths = 5*trees - left
			}
			if tenths < 0 || tenths > 10 {
				break
			}
			left += tenths
			p := float64(tenths) / 10
			f.Trees = append(f.Trees, stump(0.5, []float64{p, 1 - p}, []float64{1 - p, p}))
		}
		if len(f.Trees) < trees {
			continue
		}
		for _, x := range []float64{0.25, 0.75} {
			ties++
			point := []float64{x}
			class := f.Predict(point)
			if v := constant(t, f, proof.Point(point), class); !v.Proven {
				t.Fatalf("the class %d at %v is not proven: %+v", class, x, v)
			}
			if v := constant(t, f, proof.Point(point), 1-class); v.Proven {
				t.Fatalf("the class %d is proven at %v, where Predict gives %d", 1-class, x, class)
			}
		}
	}
	if ties < cases/4 {
		t.Errorf("only %d ties", ties)
	}
}

// Boxes that end within a few float64 of a boundary hold no flipped point near that end, for kinds with scores that are rounded
// sums.
func TestProofsNextToABoundary(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 7))
	kinds := map[string]func() learners.Classifier{
		"qda":              func() learners.Classifier { return randomQDA(rng, 2, 2) },
		"naive Bayes":      func() learners.Classifier { return randomNaiveBayes(rng, 2, 2) },
		"nearest centroid": func() learners.Classifier { return randomCentroids(rng, 2, 2, 2) },
		"network":          func() learners.Classifier { return randomNetwork(rng, 2, 3, 2) },
	}
	for name, anyOf := range kinds {
		proven, refuted := 0, 0
		for range 2000 {
			c := anyOf()
			at, far := anywhere(2)(rng), anywhere(2)(rng)
			far[1] = at[1]
			if c.Predict(at) == c.Predict(far) {
				continue
			}
			class := c.Predict(at)
			inner, outer := at[0], far[0] // narrowed to neighbours
			for {
				mid := inner/2 + outer/2
				if mid == inner || mid == outer {
					break
				}
				if c.Predict([]float64{mid, at[1]}) == class {
					inner = mid
				} else {
					outer = mid
				}
			}
			end := inner
			for range rng.IntN(40) {
				end = math.Nextafter(end, at[0])
			}
			start := end
			for range 60 {
				start = math.Nextafter(start, at[0])
			}
			box := proof.Box{{Low: min(start, end), High: max(start, end)}, proof.Only(at[1])}
			v := constant(t, c, box, class)
			if v.Counterexample != nil {
				refuted++
			}
			if !v.Proven {
				continue
			}
			proven++
			for u := box[0].Low; u <= box[0].High; u = math.Nextafter(u, 2) {
				if got := c.Predict([]float64{u, at[1]}); got != class {
					t.Fatalf("%s: class %d is proven on %v, but Predict gives %d at %.17g", name, class, box, got, u)
				}
			}
		}
		t.Logf("%s: %d boxes proven, %d refuted", name, proven, refuted)
	}
}

// hard returns questions with the answer yes that no verifier can settle within its effort.
func hard() map[string]struct {
	classifier learners.Classifier
	box        proof.Box
} {
	cube := func(d int) proof.Box {
		box := make(proof.Box, d)
		for i := range box {
			box[i] = proof.Side{Low: 0, High: 1}
		}
		return box
	}
	// of two stumps on each feature one cancels the other
	forest := &tree.Forest{}
	const features = 20
	add := func(t *tree.Tree, feature int) {
		t.NumFeatures, t.Feature[0] = features, int32(feature)
		forest.Trees = append(forest.Trees, t)
	}
	for i := range features {
		add(stump(0.37, []float64{1, 0}, []float64{0, 1}), i)
		add(stump(0.37, []float64{0, 1}, []float64{1, 0}), i)
	}
	add(stump(0.5, []float64{1, 0}, []float64{1, 0}), 0)

	// of two equal units on each feature one cancels the other
	network := func(d int) *network.Network {
		hidden, out := network.Dense{In: d, Out: 2 * d, ReLU: true}, network.Dense{In: 2 * d, Out: 2, Bias: []float64{1e-4, 0}}
		hidden.Weights, out.Weights = make([]float64, 2*d*d), make([]float64, 4*d)
		for i := range d {
			for k := range 2 {
				hidden.Weights[(2*i+k)*d+i] = 1
				hidden.Bias = append(hidden.Bias, -0.37)
				out.Weights[2*i+k] = []float64{1, -1}[k]
			}
		}
		return &network.Network{Layers: []network.Dense{hidden, out}}
	}

	// (x₁ − x₂ + x₃ − x₄ + …)² + 1e-9, least on a whole plane
	const d = 6
	qda := &discriminant.QDA{Offsets: []float64{1e-9, 0}}
	qda.Means = [][]float64{make([]float64, d), make([]float64, d)}
	qda.Precisions = [][]float64{make([]float64, d*d), make([]float64, d*d)}
	for i := range d {
		for j := range d {
			qda.Precisions[0][i*d+j] = -2 * float64(1-2*((i+j)%2))
		}
	}

	// a rival all but nearest halfway between two centroids, and ten features
	// that do not matter, but are cut
	centroids := &discriminant.NearestCentroid{Centroids: make([][]float64, 3), Class: []int{0, 0, 1}}
	for i := range centroids.Centroids {
		centroids.Centroids[i] = make([]float64, 12)
	}
	centroids.Centroids[1][0] = 0.74
	centroids.Centroids[2][0], centroids.Centroids[2][1] = 0.37, -0.37-1e-6
	return map[string]struct {
		classifier learners.Classifier
		box        proof.Box
	}{
		"forest":           {forest, cube(features)},
		"network, 8 free":  {network(8), cube(8)},
		"network, 20 free": {network(20), cube(20)},
		"qda":              {qda, cube(d)},
		"nearest centroid": {centroids, cube(12)},
	}
}

// A verifier without effort left has proven nothing and refuted nothing, and a stopped one says that it was stopped.
func TestSpentEffortProvesNothing(t *testing.T) {
	effort.ForNumbers(t)
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	tried := 0
	for name, q := range hard() { // others in each run
		if tried++; !effort.Sample(tried, 2, 1) {
			continue
		}
		if v := constant(t, q.classifier, q.box, 0); v.Proven || v.Counterexample != nil {
			t.Errorf("%s: %+v", name, v)
		}
		v, _ := verifierOf(t, q.classifier, len(q.box))
		if name == "network, 20 free" { // one look, too short to be stopped
			continue
		}
		if verdict, err := v.Constant(cancelled, q.box, 0); verdict.Proven || verdict.Counterexample != nil || !errors.Is(err, context.Canceled) {
			t.Errorf("%s, cancelled: %+v, %v", name, verdict, err)
		}
	}
}

// Numbers so small that products lose digits, or are lost, prove nothing wrong.
func TestProofsAmongTheSmallestNumbers(t *testing.T) {
	effort.ForNumbers(t)
	cases := effort.Scale(50, 120, 400)
	for _, scale := range []float64{1, 1e-100, 1e-154, 1e-160, 1e-161, 1e-310, 1e-320} {
		rng := rand.New(rand.NewPCG(14, math.Float64bits(scale)))
		times := func(v []float64) {
			for i := range v {
				v[i] *= scale
			}
		}
		proven := map[string]int{}
		for range cases {
			network := randomNetwork(rng, 2, 3, 2)
			for i := range network.Layers {
				times(network.Layers[i].Weights)
				times(network.Layers[i].Bias)
			}
			qda := randomQDA(rng, 2, 2)
			for k := range qda.Precisions {
				times(qda.Precisions[k])
			}
			times(qda.Offsets)
			centroids := randomCentroids(rng, 2, 3, 2)
			for _, c := range centroids.Centroids {
				times(c)
			}
			for name, c := range map[string]learners.Classifier{"network": network, "qda": qda, "nearest centroid": centroids} {
				size := 1.0
				if name == "nearest centroid" {
					size = scale
				}
				x := anywhere(2)(rng)
				low, high := []float64{size * x[0], size * x[1]}, []float64{size * (x[0] + rng.ExpFloat64()/20), size * (x[1] + rng.ExpFloat64()/20)}
				box := proof.Box{{Low: low[0], High: high[0]}, {Low: low[1], High: high[1]}}
				class := c.Predict(low)
				if !constant(t, c, box, class).Proven {
					continue
				}
				proven[name]++
				for range 200 {
					y := make([]float64, 2)
					for i := range y {
						y[i] = []float64{low[i], high[i], min(max(low[i]+rng.Float64()*(high[i]-low[i]), low[i]), high[i])}[rng.IntN(3)]
					}
					if got := c.Predict(y); got != class {
						t.Fatalf("%s of scale %g: class %d is proven on %v, but %v has class %d", name, scale, class, box, y, got)
					}
				}
			}
		}
		if half := cases / 2; scale >= 1e-100 && (proven["network"] < half || proven["qda"] < half || proven["nearest centroid"] < half) {
			t.Errorf("scale %g: proven %v of %d", scale, proven, cases)
		}
	}
}
