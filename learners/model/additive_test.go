package model

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"dpscope/learners"
	"dpscope/learners/tree"
)

// randomAdditive returns trees of random shape; each adds to one class, and sends missing values left at some nodes.
func randomAdditive(rng *rand.Rand, trees, depth, d, classes int, single, double bool) *tree.AdditiveTrees {
	a := &tree.AdditiveTrees{Trees: randomForest(rng, trees, depth, d, classes, true).Trees, Single: single}
	for range classes {
		a.Start = append(a.Start, rng.NormFloat64()/10)
	}
	for i, t := range a.Trees {
		t.Double, t.MissingLeft = double, make([]bool, len(t.Feature))
		values := make([]float64, len(t.Feature))
		for n := range values {
			values[n] = float64(float32(rng.NormFloat64()))
			t.MissingLeft[n] = t.Feature[n] >= 0 && rng.IntN(2) == 0
		}
		t.Probability = make([]float64, len(values)*classes)
		for n, v := range values {
			if t.Feature[n] == tree.Leaf {
				t.Probability[n*classes+i%classes] = v
			}
		}
	}
	return a
}

// Adding up in the trees' order, by hand: the scores to the last bit, one by one and
// many at a time, missing values among them.
func TestAdditiveTreesAddUp(t *testing.T) {
	rng := rand.New(rand.NewPCG(16, 7))
	for trial := range 40 {
		single, classes := trial%2 == 0, 2+trial%3
		a := randomAdditive(rng, 1+trial, 4, 3, classes, single, trial%4 < 2)
		if err := a.Check(); err != nil {
			t.Fatal(err)
		}
		points, scores := make([]float64, 3*50), make([]float64, classes)
		for i := range points {
			points[i] = float64(rng.IntN(40)) / 40
			if rng.IntN(8) == 0 {
				points[i] = math.NaN()
			}
		}
		into := make([]int, 50)
		if err := a.PredictAll(t.Context(), points, into); err != nil {
			t.Fatal(err)
		}
		for i, got := range into {
			x := points[3*i : 3*i+3]
			a.Scores(x, scores)
			want := addedByHand(a, x)
			for k := range want {
				if scores[k] != want[k] {
					t.Fatalf("trial %d: score %d at %v is %v, want %v", trial, k, x, scores[k], want[k])
				}
			}
			if best := learners.Argmax(want); got != best || a.Predict(x) != best {
				t.Fatalf("trial %d: class %d and %d at %v, want %d", trial, got, a.Predict(x), x, best)
			}
		}
	}
}

func addedByHand(a *tree.AdditiveTrees, x []float64) []float64 {
	sums := append([]float64(nil), a.Start...)
	for _, t := range a.Trees {
		n := int32(0)
		for t.Feature[n] != tree.Leaf {
			v := x[t.Feature[n]]
			left := v <= t.Threshold[n]
			if !t.Double {
				left = float64(float32(v)) <= t.Threshold[n]
			}
			if math.IsNaN(v) {
				left = t.MissingLeft[n]
			}
			if left {
				n = t.Left[n]
			} else {
				n = t.Right[n]
			}
		}
		for k := range sums {
			v := t.Probability[int(n)*t.NumClasses+k]
			if sums[k] += v; a.Single {
				sums[k] = float64(float32(sums[k]))
			}
		}
	}
	return sums
}

func TestAdditiveTreesRefuse(t *testing.T) {
	const tree = `{"feature":[0,-1,-1],"threshold":[0.5,0,0],"left":[1,0,0],"right":[2,0,0],"value":[0,1,-1]`
	for keys, want := range map[string]string{
		`"start":[0],"trees":[` + tree + `}]`:                           "start has 1 numbers",
		`"start":[0,0],"trees":[` + tree + `,"class":2}]`:               "class = 2 is outside [0, 1]",
		`"start":[0,0],"trees":[` + tree + `,"missing_left":[1]}]`:      "missing_left names node 1",
		`"start":[0,0],"sums":"half","trees":[` + tree + `}]`:           `sums = "half" is not known; float32 or float64 would work`,
		`"start":[1e60,0],"trees":[` + tree + `}]`:                      "sums may reach 1e+60",
		`"start":[0,0],"trees":[]`:                                      "no trees",
		`"start":[0,0],"n_trees":2,"trees":[` + tree + `}]`:             "n_trees = 2, but 1 trees are there",
		`"start":[0,0],"trees":[` + strings.Repeat(`{},`, 20000) + `1]`: "20001 trees; at most 10000 would work",
	} {
		_, err := Read(strings.NewReader(`{"format":"`+Format+`","kind":"additive_trees",`+keys+`}`), "f")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60s: %v, want %s", keys, err, want)
		}
	}
}

// A model whose splits all send missing values right still takes missing values, also after writing and reading; a model that
// says nothing of them does not.
func TestMissingValuesMayAllGoRight(t *testing.T) {
	const tree = `"feature":[0,-1,-1],"threshold":[5.5,0,0],"left":[1,0,0],"right":[2,0,0],"value":[0,-1,1]`
	for missing, takes := range map[string]bool{`,"missing_left":[]`: true, `,"missing_left":[0]`: true, "": false} {
		m, err := Read(strings.NewReader(`{"format":"`+Format+`","kind":"additive_trees","features":["a"],"classes":["0","1"],"start":[0,0],"trees":[{"class":1,`+tree+missing+`}]}`), "f")
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		if err := m.Write(&text); err != nil {
			t.Fatal(err)
		}
		again, err := Read(strings.NewReader(text.String()), "f")
		if err != nil {
			t.Fatal(err)
		}
		first, second := learners.CapabilitiesOf(m.Classifier).TakesMissing, learners.CapabilitiesOf(again.Classifier).TakesMissing
		if first != takes || second != takes {
			t.Errorf("%s: %v, and then %v", missing, first, second)
		}
	}
}
