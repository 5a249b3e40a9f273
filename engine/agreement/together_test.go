package agreement

import (
	"math"
	"math/rand/v2"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/param"
	"dpscope/learners"
	"dpscope/learners/linear"
	"dpscope/learners/model"
	"dpscope/learners/tree"
	"dpscope/mechanisms"
)

// Regions that are asked together have the agreements that each has alone: for every mechanism, one and two private features,
// values that several share, records at thresholds and between the written and the computed reading; also where a region is
// missing.
func TestTogetherIsEachByItself(t *testing.T) {
	rng, tried := rand.New(rand.NewPCG(14, 9)), 0
	stump := func(feature int32, threshold float64) *tree.Tree {
		return &tree.Tree{NumFeatures: 6, NumClasses: 2, Feature: []int32{feature, tree.Leaf, tree.Leaf}, Threshold: []float64{threshold, 0, 0},
			Left: []int32{1, 0, 0}, Right: []int32{2, 0, 0}, Probability: []float64{0, 0, 1, 0, 0, 1}}
	}
	forest, err := model.Load("stroke-forest")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []learners.Classifier{forest.Classifier, stump(0, 0.3)} { // 0.3 is no float32
		for _, private := range [][]int{{0}, {5}, {0, 5}} {
			regions := make([]*Region, 30)
			for i := range regions[1:] {
				x := make([]float64, 6)
				for k := range x {
					x[k] = float64(rng.IntN(11)) / 10
				}
				regions[i+1] = prepare(t, c, x, private...)
			}
			all := Gather(regions)
			for _, kind := range mechanisms.All.Kinds {
				for _, epsilon := range []float64{1e-3, 1, 30, 700} {
					if tried++; !effort.Sample(tried, 7, 1) {
						continue
					}
					maker := mechanisms.FamilyOf(kind, param.Values{})
					mechanism, err := maker(min(epsilon, mechanisms.MostBudget(maker)))
					if err != nil {
						t.Fatal(err)
					}
					made := make([]mechanisms.Mechanism, len(private))
					for k := range made {
						made[k] = mechanism
					}
					under := all.Under(made)
					for i, r := range regions {
						if r == nil {
							continue
						}
						alone, err := r.Under(r.Laws(mechanism)).Exact(t.Context())
						if err != nil {
							t.Fatal(err)
						}
						shared, on := under.OnGrid(i)
						if !on || math.Abs(shared-alone.Value) > 1e-13 {
							t.Errorf("%s of %v at ε = %g, record %d: %.15g together, %+v alone", kind.Name, private, epsilon, i, shared, alone)
						}
					}
				}
			}
		}
	}
	line := prepare(t, &linear.Linear{Weights: []float64{1, -1}}, []float64{0.5, 0.2}, 0, 1)
	if _, on := Gather([]*Region{line}).Under([]mechanisms.Mechanism{mechanism(t, "pm", 1), mechanism(t, "pm", 1)}).OnGrid(0); on {
		t.Error("a linear classifier has a grid")
	}
}
