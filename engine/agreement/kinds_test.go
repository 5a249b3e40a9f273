package agreement

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"dpscope/learners"
	"dpscope/learners/discriminant"
	"dpscope/learners/linear"
	"dpscope/learners/network"
	"dpscope/learners/tree"
	"dpscope/mechanisms"
)

// eachPlanar lists classifiers over two features, one of each kind and then
// some, always in the same order.
func eachPlanar() iter.Seq2[string, learners.Classifier] {
	all := planar()
	return func(yield func(string, learners.Classifier) bool) {
		for _, kind := range slices.Sorted(maps.Keys(all)) {
			if !yield(kind, all[kind]) {
				return
			}
		}
	}
}

func planar() map[string]learners.Classifier {
	rng := rand.New(rand.NewPCG(11, 13))
	return map[string]learners.Classifier{
		"linear":           &linear.Linear{Weights: []float64{3, -1}, Bias: -0.5},
		"qda, circle":      circleQDA,
		"qda, unit circle": unitCircle,
		"qda, three classes": &discriminant.QDA{
			Means:      [][]float64{{0.2, 0.3}, {0.7, 0.6}, {0.5, 0.9}},
			Precisions: [][]float64{{20, 5, 5, 10}, {10, -4, -4, 30}, {50, 0, 0, 50}},
			Offsets:    []float64{0.3, 0.4, 0.3},
		},
		"naive Bayes": &discriminant.GaussianNB{
			Means:     [][]float64{{0.2, 0.3}, {0.7, 0.6}, {0.5, 0.9}},
			Variances: [][]float64{{0.05, 0.1}, {0.1, 0.03}, {0.02, 0.02}},
			Priors:    []float64{0.3, 0.4, 0.3},
		},
		"centroids": &discriminant.NearestCentroid{
			Centroids: [][]float64{{0.21, 0.3}, {0.7, 0.62}, {0.53, 0.9}, {0.1, 0.93}}, Class: []int{0, 1, 2, 0},
		},
		"network, as printed": printedNetwork,
		"network, random":     smallNetwork(rng, 2, 7, 5, 3),
		"forest":              smallForest(rng, 15, 5, 2),
		"tree":                smallForest(rng, 1, 6, 2).Trees[0],
	}
}

func smallNetwork(rng *rand.Rand, widths ...int) *network.Network {
	n := &network.Network{}
	for i := 1; i < len(widths); i++ {
		l := network.Dense{In: widths[i-1], Out: widths[i], ReLU: i < len(widths)-1}
		for range l.In * l.Out {
			l.Weights = append(l.Weights, 1.5*rng.NormFloat64())
		}
		for range l.Out {
			l.Bias = append(l.Bias, 0.4*rng.NormFloat64())
		}
		n.Layers = append(n.Layers, l)
	}
	return n
}

// smallForest has complete trees over d features with thresholds anywhere in
// the unit interval.
func smallForest(rng *rand.Rand, trees, depth, d int) *tree.Forest {
	f := &tree.Forest{}
	for range trees {
		t := &tree.Tree{NumFeatures: d, NumClasses: 2}
		inner := 1<<depth - 1
		for n := range 2*inner + 1 {
			p := float64(rng.IntN(2))
			t.Probability = append(t.Probability, 1-p, p)
			if n >= inner {
				t.Feature, t.Threshold = append(t.Feature, tree.Leaf), append(t.Threshold, 0)
				t.Left, t.Right = append(t.Left, 0), append(t.Right, 0)
				continue
			}
			t.Feature, t.Threshold = append(t.Feature, int32(rng.IntN(d))), append(t.Threshold, rng.Float64())
			t.Left, t.Right = append(t.Left, int32(2*n+1)), append(t.Right, int32(2*n+2))
		}
		f.Trees = append(f.Trees, t)
	}
	return f
}

// prepare makes a question over both features of a planar classifier.
func prepare(t testing.TB, c learners.Classifier, record []float64, private ...int) *Region {
	t.Helper()
	r, err := Prepare(t.Context(), Question{Classifier: c, Record: record, Private: private})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// share estimates the agreement by draws.
func share(r *Region, laws []mechanisms.Law, draws int, rng *rand.Rand) float64 {
	answers := slices.Repeat(r.Record, draws)
	for x := range slices.Chunk(answers, len(r.Record)) {
		for k, i := range r.Private {
			x[i] = laws[k].Sample(rng)
		}
	}
	classes := make([]int, draws)
	if err := learners.PredictAll(context.Background(), r.Classifier, answers, classes); err != nil {
		panic(err)
	}
	kept := 0
	for _, c := range classes {
		if c == r.Class {
			kept++
		}
	}
	return float64(kept) / float64(draws)
}

// lawNames lists mechanisms with every shape of law.
var lawNames = []string{"pm", "sw", "laplace", "laplace-clamped", "laplace-truncated", "laplace-bounded", "gaussian", "gaussian-clamped", "exponential", "krr"}

func name(kind string, record []float64, law string, epsilon float64) string {
	return fmt.Sprintf("%s at %v, %s with ε = %g", kind, record, law, epsilon)
}

// Every answer that a kind announces is computed, and a black box announces none.
func TestComputes(t *testing.T) {
	for kind, c := range eachPlanar() {
		for _, private := range [][]int{{1}, {0, 1}} {
			for _, asked := range []learners.Classifier{c, blackBox{c}} {
				r := prepare(t, asked, []float64{0.4, 0.6}, private...)
				_, err := r.Exact(t.Context(), r.Laws(mechanism(t, "pm", 2)))
				if Computes(asked, private) != (err == nil) {
					t.Errorf("%s with %d private: said to be computed: %v, and %v", kind, len(private), Computes(asked, private), err)
				}
			}
		}
	}
	few, many := smallForest(rand.New(rand.NewPCG(1, 1)), 3, 3, 4), smallForest(rand.New(rand.NewPCG(1, 1)), 20, 5, 4)
	line := &linear.Linear{Weights: []float64{1, 2, 3}}
	for _, c := range []struct {
		of   learners.Classifier
		want bool
	}{{few, true}, {many, false}, {line, true}, {blackBox{line}, false}} {
		if got := Computes(c.of, []int{0, 1, 2}); got != c.want {
			t.Errorf("%s with 3 private is said to be computed: %v", learners.Title(c.of), got)
		}
	}
}
