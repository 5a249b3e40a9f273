package train

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"dpscope/engine/num/exp"
	"dpscope/engine/work"
)

func one(bool) float32 { return 1 }

// few returns count records of dims features.
func few(count, dims int, rng *rand.Rand) (r Records, all []int) {
	r.Dims = dims
	for i := range count {
		for range dims {
			r.X = append(r.X, float32(rng.NormFloat64()))
		}
		r.Positive, all = append(r.Positive, i%3 == 0), append(all, i)
	}
	return r, all
}

// The gradient agrees with differences of the loss, for every kind of weight.
func TestTransformerGradient(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	r, all := few(5, 3, rng)
	f := Transformer{Width: 8, Blocks: 3, Heads: 2}.New(3, rng)
	for i := range f.Weights() { // scales too
		f.Weights()[i] += float32(0.1 * rng.NormFloat64())
	}
	loss := func() (sum float64) {
		odds, err := f.Odds(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range odds {
			if r.Positive[i] {
				v = -v
			}
			sum += math.Log1p(math.Exp(v))
		}
		return sum
	}
	if err := f.Sum(t.Context(), r, all, Charge{Slope: Logistic, Weight: one, Clip: math.Inf(1)}); err != nil {
		t.Fatal(err)
	}
	gradient := append([]float32(nil), f.Gradient()...)
	for j := 0; j < len(gradient); j += 1 + rng.IntN(4) {
		const h = 2e-3
		at := f.Weights()[j]
		f.Weights()[j] = at + h
		up := loss()
		f.Weights()[j] = at - h
		down := loss()
		f.Weights()[j] = at
		if by := (up - down) / (2 * h); math.Abs(by-float64(gradient[j])) > 2e-3+1e-2*math.Abs(by) {
			t.Errorf("weight %d: %v, by differences %v", j, gradient[j], by)
		}
	}
}

// Norms of single records equal those of separate gradients; clipped and weighted they add up to the sum, for any grouping and
// any number of cores.
func TestTransformerClips(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	r, all := few(150, 4, rng)
	f := Transformer{Width: 8, Blocks: 2, Heads: 4}.New(4, rng)
	weight := func(positive bool) float32 {
		if positive {
			return 1
		}
		return 0.25
	}
	want := make([]float64, len(f.Weights()))
	sizes, clip := make([]float64, len(all)), 0.0
	for i := range all {
		if err := f.Sum(t.Context(), r, all[i:i+1], Charge{Slope: Logistic, Weight: one, Clip: math.Inf(1)}); err != nil {
			t.Fatal(err)
		}
		square := 0.0
		for _, v := range f.Gradient() {
			square += float64(v) * float64(v)
		}
		sizes[i] = math.Sqrt(square)
		if i == 0 {
			clip = sizes[0] // some are longer and some are not
		}
		by := float64(weight(r.Positive[i])) * min(1, clip/sizes[i])
		for j, v := range f.Gradient() {
			want[j] += by * float64(v)
		}
	}
	cut := 0
	for _, cores := range []int{1, 3} {
		ctx := work.With(t.Context(), &work.Session{Cores: work.NewCores(cores)})
		norms := make([]float64, len(all))
		if err := f.Sum(ctx, r, all, Charge{Slope: Logistic, Weight: weight, Clip: clip, Norms: norms}); err != nil {
			t.Fatal(err)
		}
		for i, v := range norms {
			if math.Abs(v-sizes[i]) > 1e-4*sizes[i] {
				t.Fatalf("record %d has norm %v, by itself %v", i, v, sizes[i])
			}
			if v > clip {
				cut++
			}
		}
		for j, v := range f.Gradient() {
			if math.Abs(float64(v)-want[j]) > 1e-3*(1+math.Abs(want[j])) {
				t.Fatalf("weight %d: %v, record by record %v", j, v, want[j])
			}
		}
	}
	if cut == 0 || cut == 2*len(all) {
		t.Errorf("%d of %d gradients are cut", cut, 2*len(all))
	}
}

// A tenth is left out, and the same for a seed on any number of cores.
func TestTransformerLeavesOut(t *testing.T) {
	kept := make([]float32, 100_001)
	keep(rand.New(rand.NewPCG(1, 1)), 0.1, kept)
	none, sum := 0, 0.0
	for _, v := range kept {
		if v == 0 {
			none++
		}
		sum += float64(v)
	}
	if none < 9_600 || none > 10_400 || math.Abs(sum/float64(len(kept))-1) > 0.01 { // four deviations
		t.Errorf("%d of %d are left out, mean %v", none, len(kept), sum/float64(len(kept)))
	}
	rng := rand.New(rand.NewPCG(5, 1))
	r, all := few(200, 3, rng)
	f := Transformer{Width: 8, Blocks: 2, Heads: 2, Dropout: 0.1}.New(3, rng)
	sums := [2][]float32{}
	for i, cores := range []int{1, 4} {
		ctx := work.With(t.Context(), &work.Session{Cores: work.NewCores(cores)})
		if err := f.Sum(ctx, r, all, Charge{Slope: Logistic, Weight: one, Clip: 1, Seed: 9}); err != nil {
			t.Fatal(err)
		}
		sums[i] = append(sums[i], f.Gradient()...)
	}
	for j, v := range sums[0] {
		if v != sums[1][j] {
			t.Fatalf("weight %d: %v on one core, %v on more", j, v, sums[1][j])
		}
	}
}

// A fit learns classes that no line separates, and returns the weights of its lowest loss on the records kept apart: it ends
// when that no longer falls.
func TestTransformerFit(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1))
	r, _ := few(400, 2, rng)
	for i := range r.Positive {
		r.Positive[i] = r.Row(i)[0]*r.Row(i)[1] > 0
	}
	half := Records{Dims: 2, X: r.X[:400], Positive: r.Positive[:200]}
	apart := Records{Dims: 2, X: r.X[400:], Positive: r.Positive[200:]}
	fit := TransformerFit{Shape: Transformer{Width: 8, Blocks: 2, Heads: 2}, Rate: 0.01, Decay: 1e-5, Batch: 50, Epochs: 60, Patience: 8, Weight: one}
	f, err := fit.Fit(t.Context(), half, apart, rng)
	if err != nil {
		t.Fatal(err)
	}
	odds, err := f.Odds(t.Context(), apart)
	if err != nil {
		t.Fatal(err)
	}
	wrong := 0
	for i, v := range odds {
		if (v > 0) != apart.Positive[i] {
			wrong++
		}
	}
	if wrong > 30 {
		t.Errorf("%d records of 200 are wrong", wrong)
	}
}

// The quick Φ equals that of float64, up to the limits of float32.
func TestNormalBelow(t *testing.T) {
	for v := -10.0; v < 10; v += 0.00137 {
		x := float32(v)
		if got := normalBelow(x, exp.Of32(bellPower(x))); math.Abs(float64(got)-0.5*math.Erfc(-v/math.Sqrt2)) > 5e-7 {
			t.Fatalf("Φ(%v) = %v", v, got)
		}
	}
}

// BenchmarkTransformer measures an epoch of mammography: 8,946 records of six features in batches of 256, on two cores.
func BenchmarkTransformer(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	r, all := few(8946, 6, rng)
	for name, clip := range map[string]float64{"plain": math.Inf(1), "each record's gradient clipped": 1} {
		b.Run(name, func(b *testing.B) {
			f := PaperTransformer.New(6, rng)
			ctx := work.With(context.Background(), &work.Session{Cores: work.NewCores(2)})
			move := Adam[float32](1e-3)
			for b.Loop() {
				for from := 0; from < len(all); from += 256 {
					if err := f.Sum(ctx, r, all[from:min(from+256, len(all))], Charge{Slope: Logistic, Weight: one, Clip: clip, Seed: uint64(from)}); err != nil {
						b.Fatal(err)
					}
					move(ctx, f.Weights(), f.Gradient())
				}
			}
		})
	}
}

// BenchmarkWideTransformer measures a step of 256 records, where pairs of tokens are most of the work, on one core.
func BenchmarkWideTransformer(b *testing.B) {
	for _, dims := range []int{21, 33} {
		for name, clip := range map[string]float64{"plain": math.Inf(1), "each record's gradient clipped": 1} {
			b.Run(fmt.Sprintf("%d features, %s", dims, name), func(b *testing.B) {
				rng := rand.New(rand.NewPCG(1, 1))
				r, all := few(256, dims, rng)
				f := PaperTransformer.New(dims, rng)
				move := Adam[float32](1e-3)
				for b.Loop() {
					if err := f.Sum(b.Context(), r, all, Charge{Slope: Logistic, Weight: one, Clip: clip, Seed: 1}); err != nil {
						b.Fatal(err)
					}
					move(b.Context(), f.Weights(), f.Gradient())
				}
			})
		}
	}
}
