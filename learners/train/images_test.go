package train

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"dpscope/engine/work/worktest"
	"dpscope/learners/loss"
)

// pictures returns images of noise, half of them with a brighter corner.
func pictures(of Image, count int, rng *rand.Rand) Records {
	r := Records{Dims: of.Channels * of.Side * of.Side, X: make([]float32, count*of.Channels*of.Side*of.Side), Positive: make([]bool, count)}
	for i := range r.X {
		r.X[i] = float32(rng.NormFloat64())
	}
	for i := range r.Positive {
		if r.Positive[i] = i%2 == 0; r.Positive[i] {
			for j := range of.Side / 2 * of.Side {
				r.Row(i)[j] += 0.5
			}
		}
	}
	return r
}

// small returns a score of small images with all layers of the large one.
func small(batch int, seed uint64) *Convolutional {
	return NewConvolutional(Image{2, 18}, []int{3, 4}, []int{6, 5}, batch, seeded(seed))
}

// Every weight's derivative agrees with differences: in float32 a step has to be so large that now and then another of four
// numbers becomes the largest.
func TestConvolutionalGradient(t *testing.T) {
	const p, n, h = 3, 2, 1.0 / 2048
	r := pictures(Image{2, 18}, p+n, seeded(1))
	s := small(p+n, 2)
	l, by := picked(t, loss.All, "logistic", ""), picked(t, Risks, "ber", "")
	_, scores := risked(s, r, l, by, p, n)
	slopes := make([]float32, p+n)
	by.Slopes(l, scores[:p], scores[p:], slopes[:p], slopes[p:])
	s.Backward(t.Context(), slopes)
	gradient := slices.Clone(s.Gradient())
	wrong, tried := 0, 0
	for i, w := range s.Weights() {
		if i%3 != 0 {
			continue
		}
		s.Weights()[i] = w + h
		above, _ := risked(s, r, l, by, p, n)
		s.Weights()[i] = w - h
		below, _ := risked(s, r, l, by, p, n)
		s.Weights()[i] = w
		tried++
		if got := (above - below) / (2 * h); math.Abs(got-float64(gradient[i])) > 3e-4+0.03*math.Abs(float64(gradient[i])) {
			wrong++
			t.Logf("weight %d: by differences %.5f, by gradient %.5f", i, got, gradient[i])
		}
	}
	if wrong > tried/50 {
		t.Errorf("%d of %d derivatives are others", wrong, tried)
	}
}

// Half of the hidden outputs are left out while it learns, and none while it scores; the gradient belongs to the kept outputs.
func TestDropout(t *testing.T) {
	r := pictures(Image{2, 18}, 64, seeded(3))
	s := NewConvolutional(Image{2, 18}, []int{3, 4}, []int{200, 100}, 64, seeded(4))
	copy(s.Input(), r.X)
	first := slices.Clone(s.Forward(t.Context(), 64))
	if !slices.Equal(first, s.Forward(t.Context(), 64)) {
		t.Error("scores of the same images differ")
	}
	if slices.Equal(first, s.Learn(t.Context(), 64)) {
		t.Error("nothing is left out")
	}
	zero, total := 0, 0
	for _, v := range s.top.Layers[0].output.Data {
		total++
		if v == 0 {
			zero++
		}
	}
	// About half are cut at zero, and half of the rest left out.
	if share := float64(zero) / float64(total); share < 0.65 || share > 0.85 {
		t.Errorf("%g of the outputs are 0", share)
	}
	slopes := make([]float32, 64)
	for i := range slopes {
		slopes[i] = 1
	}
	s.Backward(t.Context(), slopes)
	bias := s.top.Layers[1].Slope
	for j, got := range bias { // what reaches a unit is its weight to the score, doubled, once for each image that it was kept for
		kept := 0
		for i := range 64 {
			if s.top.Layers[1].output.Row(i)[j] > 0 {
				kept++
			}
		}
		if want := 2 * float64(kept) * float64(s.top.Layers[2].Weights.Row(j)[0]); math.Abs(float64(got)-want) > 1e-4 {
			t.Errorf("unit %d: %g reaches it, want %g", j, got, want)
		}
	}
}

// The same seed gives the same weights on one core and on all.
func TestConvolutionalSeed(t *testing.T) {
	r := pictures(Image{2, 18}, 60, seeded(5))
	weights := func(cores int) []float32 {
		s := small(32, 6)
		l := loop(t, "logistic", "ber", 3)
		l.Batch, l.Pooled = 16, true
		if err := l.Run(worktest.On(t.Context(), cores), s, r, r.Positive, seeded(7), always); err != nil {
			t.Fatal(err)
		}
		return s.Weights()
	}
	if !slices.Equal(weights(1), weights(5)) {
		t.Error("the cores decide")
	}
}

// A pass of pooled batches deals every record once, positive ones first; the last batch has the rest.
func TestPooledBatches(t *testing.T) {
	labels := []bool{true, false, true, true, false, true, true}
	r := Records{Dims: 1, X: []float32{0, 1, 2, 3, 4, 5, 6}, Positive: labels}
	dealer, err := Loop{Batch: 2, Pooled: true}.batches(labels, seeded(8))
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		var pass []float32
		for _, size := range []int{4, 3} {
			into := make([]float32, 4)
			p, n := dealer.deal(into, r)
			if p+n != size {
				t.Fatalf("a batch of %d, want %d", p+n, size)
			}
			for k, x := range into[:size] {
				if labels[int(x)] != (k < p) {
					t.Errorf("record %g is dealt as the other label", x)
				}
			}
			pass = append(pass, into[:size]...)
		}
		slices.Sort(pass)
		if !slices.Equal(pass, r.X) {
			t.Errorf("a pass deals %v", pass)
		}
	}
}

// counted is a context that ends when it has been asked a number of times.
type counted struct {
	context.Context
	asked atomic.Int64
	most  int64
}

func (c *counted) Err() error {
	if c.asked.Add(1) > c.most {
		return context.Canceled
	}
	return nil
}

// A step of the paper's network takes some hundredths of a second, so that an end must reach every image: the context is asked
// before each, up and down, and once it has ended each part of the batch ends too.
func TestConvolutionalEndsAmidAStep(t *testing.T) {
	const batch = 32
	r := pictures(Image{2, 18}, batch, seeded(12))
	l := loop(t, "logistic", "ber", 1)
	l.Batch, l.Pooled = batch/2, true
	run := func(most int64) (asked int64, err error) {
		ctx := &counted{Context: t.Context(), most: most}
		err = l.Run(ctx, small(batch, 13), r, r.Positive, seeded(14), always)
		return ctx.asked.Load(), err
	}
	whole, err := run(math.MaxInt64)
	if err != nil || whole < 2*batch {
		t.Fatalf("in a step of %d images the context is asked %d times; %v", batch, whole, err)
	}
	for most := range whole {
		if asked, err := run(most); err != context.Canceled || asked > most+2*parts+2 {
			t.Errorf("ended after %d questions, it is asked %d times: %v", most, asked, err)
		}
	}
}

// One pass of the paper's network over 1,000 images.
func BenchmarkConvolutionalEpoch(b *testing.B) {
	r := pictures(CIFAR10, 1000, seeded(9))
	s := NewConvolutional(CIFAR10, []int{18, 48}, []int{800, 400}, 128, seeded(10))
	l := loop(b, "logistic", "ber", 1)
	l.Batch, l.Pooled = 64, true
	for b.Loop() {
		if err := l.Run(b.Context(), s, r, r.Positive, seeded(11), always); err != nil {
			b.Fatal(err)
		}
	}
}
