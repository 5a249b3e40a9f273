package train

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"dpscope/engine/param"
	"dpscope/learners/loss"
	"dpscope/learners/metric"
)

// picked makes the kind of a menu that is called name.
func picked[T any](t testing.TB, menu param.Menu[T], name string, query string) T {
	t.Helper()
	v, err := param.Form{Choices: []param.Choice{menu}}.Parse(menu.Name + "=" + name + query)
	if err != nil {
		t.Fatal(err)
	}
	made, err := menu.New(v)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// scored returns the scores of records.
func scored(t *testing.T, s Score, r Records) []float64 {
	t.Helper()
	scores, err := Scores(t.Context(), s, r, 128)
	if err != nil {
		t.Fatal(err)
	}
	return scores
}

// seeded starts random numbers.
func seeded(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 17)) }

// risked returns the risk of a score on the first n rows of records, p of them positive, with the scores.
func risked(s Score, r Records, l loss.Loss, risk Risk, p, n int) (value float64, scores []float32) {
	copy(s.Input(), r.X[:(p+n)*r.Dims])
	scores = s.Forward(context.Background(), p+n)
	return valued(l, risk, scores[:p], scores[p:]), scores
}

// valued returns a risk of scores; training itself only computes slopes.
func valued(l loss.Loss, risk Risk, positive, negative []float32) float64 {
	sum, pairs := 0.0, float64(len(positive)*len(negative))
	for _, f := range positive {
		for _, g := range negative {
			if _, centres := risk.(balanced); centres {
				sum += l.Value(float64(f)) + l.Value(-float64(g))
			} else {
				sum += l.Value(float64(f) - float64(g))
			}
		}
	}
	return sum / pairs
}

// The gradient agrees with differences of the risk, along random directions, for every risk and loss, with no, one and two
// hidden layers.
func TestGradient(t *testing.T) {
	const p, n, h = 5, 4, 1.0 / 64
	r := Gauss2(p, n, seeded(1))
	for _, hidden := range [][]int{nil, {7}, {6, 5}} {
		for _, kind := range loss.All.Kinds {
			for _, risk := range Risks.Kinds {
				s, l, by := NewDense(r.Dims, hidden, p+n, seeded(2)), picked(t, loss.All, kind.Name, ""), picked(t, Risks, risk.Name, "")
				_, scores := risked(s, r, l, by, p, n)
				slopes := make([]float32, p+n)
				by.Slopes(l, scores[:p], scores[p:], slopes[:p], slopes[p:])
				s.Backward(t.Context(), slopes)
				along, weights := make([]float32, len(s.Weights())), slices.Clone(s.Weights())
				uniform(along, 100, seeded(3))
				want := 0.0
				for i, g := range s.Gradient() {
					want += float64(g) * float64(along[i])
				}
				move := func(by float32) {
					for i := range weights {
						s.Weights()[i] = weights[i] + by*along[i]
					}
				}
				move(h)
				above, _ := risked(s, r, l, by, p, n)
				move(-h)
				below, _ := risked(s, r, l, by, p, n)
				if got := (above - below) / (2 * h); math.Abs(got-want) > 2e-3*max(0.05, math.Abs(want)) {
					t.Errorf("%s, %s, hidden %v: by differences %.6g, by gradient %.6g", kind.Name, risk.Name, hidden, got, want)
				}
			}
		}
	}
}

// The clipped gradient is the sum of those of each record alone, cut and weighed:
// here those above the median norm.
func TestClippedGradient(t *testing.T) {
	const count = 9
	r := Gauss2(5, 4, seeded(21))
	for _, hidden := range [][]int{nil, {7}, {6, 5}} {
		s := NewDense(r.Dims, hidden, count, seeded(22))
		slopes, weights := make([]float32, count), make([]float32, count)
		uniform(slopes, 4, seeded(23))
		var alone [count][]float32
		var sizes []float64
		for i := range count {
			weights[i] = float32(i+1) / count
			copy(s.Input(), r.Row(i))
			s.Forward(t.Context(), 1)
			s.Backward(t.Context(), slopes[i:i+1])
			alone[i] = slices.Clone(s.Gradient())
			sizes = append(sizes, math.Sqrt(sumOfSquares(alone[i])))
		}
		most := slices.Sorted(slices.Values(sizes))[count/2]
		copy(s.Input(), r.X)
		s.Forward(t.Context(), count)
		s.BackwardClipped(t.Context(), slopes, most, weights, nil)
		for j, got := range s.Gradient() {
			want := 0.0
			for i, g := range alone {
				want += float64(g[j]) * float64(weights[i]) * min(1, most/sizes[i])
			}
			if math.Abs(float64(got)-want) > 1e-5 {
				t.Fatalf("hidden %v: weight %d has %g, want %g", hidden, j, got, want)
			}
		}
	}
}

// The slopes of a risk equal those of every score alone.
func TestSlopes(t *testing.T) {
	positive, negative := []float32{0.4, -1.2, 2.3}, []float32{0.1, -0.7}
	for _, kind := range loss.All.Kinds {
		for _, risk := range Risks.Kinds {
			l, by := picked(t, loss.All, kind.Name, ""), picked(t, Risks, risk.Name, "")
			slopes := [2][]float32{make([]float32, 3), make([]float32, 2)}
			by.Slopes(l, positive, negative, slopes[0], slopes[1])
			for class, scores := range [][]float32{positive, negative} {
				for i, f := range scores {
					const h = 1.0 / 1024
					scores[i] = f + h
					above := valued(l, by, positive, negative)
					scores[i] = f - h
					got := (above - valued(l, by, positive, negative)) / (2 * h)
					scores[i] = f
					if math.Abs(got-float64(slopes[class][i])) > 1e-4 {
						t.Errorf("%s, %s: the slope of score %g is %g, by differences %g", kind.Name, risk.Name, f, slopes[class][i], got)
					}
				}
			}
		}
	}
}

// The first steps of each optimiser, by hand: gradients 2 and then 1 of one
// weight.
func TestOptimisers(t *testing.T) {
	for _, c := range []struct {
		name          string
		first, second float64
	}{
		{"sgd", -0.2, -0.3},
		// m̂ = 2, v̂ = 4; then m = 0.28, m̂ = 0.28/0.19, v = 0.004996, v̂ = v/0.001999.
		{"adam", -0.1, -0.1 - 0.1*(0.28/0.19)/math.Sqrt(0.004996/0.001999)},
		{"amsgrad", -0.1, -0.1 - 0.1*(0.28/0.19)/math.Sqrt(0.004996/0.001999)},
	} {
		step, w := picked(t, Optimisers, c.name, "&rate=0.1").Start(), []float32{0}
		step(t.Context(), w, []float32{2})
		if math.Abs(float64(w[0])-c.first) > 1e-6 {
			t.Errorf("%s: the first step is to %g, want %g", c.name, w[0], c.first)
		}
		step(t.Context(), w, []float32{1})
		if math.Abs(float64(w[0])-c.second) > 1e-6 {
			t.Errorf("%s: the second step is to %g, want %g", c.name, w[0], c.second)
		}
	}
	// After one large gradient, AMSGrad's steps stay small where Adam's grow.
	kept, grown := picked(t, Optimisers, "amsgrad", "&rate=0.1"), picked(t, Optimisers, "adam", "&rate=0.1")
	far := [2]float64{}
	for i, o := range []Optimiser{kept, grown} {
		step, w := o.Start(), []float32{0}
		step(t.Context(), w, []float32{100})
		for range 5000 {
			step(t.Context(), w, []float32{0.01})
		}
		before := w[0]
		step(t.Context(), w, []float32{0.01})
		far[i] = math.Abs(float64(w[0] - before))
	}
	if far[0] > far[1]/10 {
		t.Errorf("after a large gradient AMSGrad steps %g, Adam %g", far[0], far[1])
	}
}

// loop trains by AMSGrad.
func loop(t testing.TB, lossName, risk string, epochs int) Loop {
	t.Helper()
	return Loop{Loss: picked(t, loss.All, lossName, ""), Risk: picked(t, Risks, risk, ""), Optimiser: picked(t, Optimisers, "amsgrad", "&rate=0.01"),
		Decay: 1e-4, Batch: 64, Epochs: epochs}
}

func always(int) bool { return true }

// On clean labels a linear score comes near the best there is, 0.95.
func TestLearns(t *testing.T) {
	train, test := Gauss2(500, 500, seeded(4)), Gauss2(1000, 1000, seeded(5))
	for _, risk := range []string{"auc", "ber"} {
		for _, hidden := range [][]int{nil, {16}} {
			s := NewDense(train.Dims, hidden, 128, seeded(6))
			if err := loop(t, "logistic", risk, 12).Run(t.Context(), s, train, train.Positive, seeded(7), always); err != nil {
				t.Fatal(err)
			}
			if area := metric.AUC(scored(t, s, test), test.Positive).Value; area < 0.92 {
				t.Errorf("%s, hidden %v: AUC %g", risk, hidden, area)
			}
		}
	}
}

// Until a score runs into its walls, the barrier hinge trains exactly as the
// unhinged loss does.
func TestBarrierIsUnhingedUntilItsWall(t *testing.T) {
	r := Gauss2(150, 50, seeded(8))
	for _, risk := range []string{"auc", "ber"} {
		var trained [2]*Dense
		for i, name := range []string{"barrier", "unhinged"} {
			trained[i] = NewDense(r.Dims, []int{8}, 128, seeded(9))
			if err := loop(t, name, risk, 10).Run(t.Context(), trained[i], r, r.Positive, seeded(10), always); err != nil {
				t.Fatal(err)
			}
			if most := slices.Max(scored(t, trained[i], r)); most > 20 {
				t.Fatalf("%s: a score of %g is too near the wall to tell", risk, most)
			}
		}
		if !slices.Equal(trained[0].Weights(), trained[1].Weights()) {
			t.Errorf("%s: the weights differ", risk)
		}
	}
}

// The same seed gives the same weights, and another one others.
func TestSeed(t *testing.T) {
	r := Gauss2(100, 100, seeded(11))
	weights := func(seed uint64) []float32 {
		s := NewDense(r.Dims, []int{5}, 128, seeded(seed))
		if err := loop(t, "squared", "auc", 3).Run(t.Context(), s, r, r.Positive, seeded(seed), always); err != nil {
			t.Fatal(err)
		}
		return s.Weights()
	}
	if !slices.Equal(weights(1), weights(1)) || slices.Equal(weights(1), weights(2)) {
		t.Error("the seed does not decide")
	}
}

func TestLoopEnds(t *testing.T) {
	r := Gauss2(3, 400, seeded(12))
	fresh := func() *Dense { return NewDense(r.Dims, nil, 128, seeded(13)) }
	one := make([]bool, len(r.Positive))
	if err := loop(t, "hinge", "auc", 1).Run(t.Context(), fresh(), r, one, seeded(1), always); !errors.Is(err, ErrOneClass) {
		t.Errorf("one class: %v", err)
	}
	wild := loop(t, "squared", "ber", 50)
	wild.Optimiser = picked(t, Optimisers, "sgd", "&rate=100")
	if err := wild.Run(t.Context(), fresh(), r, r.Positive, seeded(1), always); !errors.Is(err, ErrDiverged) {
		t.Errorf("a rate of 100: %v", err)
	}
	epochs := 0
	if err := loop(t, "hinge", "auc", 50).Run(t.Context(), fresh(), r, r.Positive, seeded(1), func(epoch int) bool { epochs = epoch; return epoch < 3 }); err != nil || epochs != 3 {
		t.Errorf("told to end after epoch 3, it ended after %d: %v", epochs, err)
	}
	gone, cancel := context.WithCancel(t.Context())
	if err := loop(t, "hinge", "auc", 50).Run(gone, fresh(), r, r.Positive, seeded(1), func(epoch int) bool { cancel(); epochs = epoch; return true }); !errors.Is(err, context.Canceled) || epochs != 1 {
		t.Errorf("cancelled in epoch 1, it ended after %d: %v", epochs, err)
	}
}

// A pass deals every record once before any again.
func TestDeck(t *testing.T) {
	labels := []bool{true, false, true, true, false, true, true}
	r := Records{Dims: 1, X: []float32{0, 1, 2, 3, 4, 5, 6}, Positive: labels}
	d, into := newDeck(labels, true, seeded(14)), make([]float32, 15)
	for at := 0; at < 15; at += 3 {
		d.deal(into[at:], r, 3)
	}
	for pass := range 3 {
		dealt := slices.Clone(into[5*pass:][:5])
		slices.Sort(dealt)
		if !slices.Equal(dealt, []float32{0, 2, 3, 5, 6}) {
			t.Errorf("pass %d deals %v", pass, dealt)
		}
	}
}

// One step of 20-64-64-1 at batch 256.
func BenchmarkStep(b *testing.B) {
	r := Gauss2(128, 128, seeded(15))
	s, l := NewDense(r.Dims, []int{64, 64}, 256, seeded(16)), loop(b, "logistic", "ber", b.N)
	l.Batch = 128 // both classes at once: an epoch is a step
	if err := l.Run(b.Context(), s, r, r.Positive, seeded(17), always); err != nil {
		b.Fatal(err)
	}
}

// Fifty epochs of 1,000 records by 20-64-1.
func BenchmarkFiftyEpochs(b *testing.B) {
	r := Gauss2(500, 500, seeded(18))
	for _, name := range []string{"barrier", "sigmoid"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				s := NewDense(r.Dims, []int{64}, 128, seeded(19))
				if err := loop(b, name, "auc", 50).Run(b.Context(), s, r, r.Positive, seeded(20), always); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
