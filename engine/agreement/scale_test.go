package agreement

import (
	"errors"
	"testing"

	"dpscope/learners/model"
	"dpscope/learners/table"
	"dpscope/learners/tree"
)

// Most thresholds outside [0, 1] are asked about, of private features alone; a few
// are not, and neither is a feature that nothing is compared with.
func TestCheckScale(t *testing.T) {
	stump := func(feature int32, threshold float64) *tree.Tree {
		return &tree.Tree{NumFeatures: 3, NumClasses: 2, Feature: []int32{feature, tree.Leaf, tree.Leaf}, Threshold: []float64{threshold, 0, 0},
			Left: []int32{1, 0, 0}, Right: []int32{2, 0, 0}, Probability: []float64{0, 0, 1, 0, 0, 1}}
	}
	forest := func(of map[int32][]float64) *tree.Forest {
		f := &tree.Forest{}
		for feature, thresholds := range of {
			for _, v := range thresholds {
				f.Trees = append(f.Trees, stump(feature, v))
			}
		}
		return f
	}
	for name, c := range map[string]struct {
		of   map[int32][]float64
		asks string
	}{
		"scaled":       {map[int32][]float64{0: {0, 0.5, 1}, 1: {0.3}}, ""},
		"years":        {map[int32][]float64{0: {0.5}, 1: {23.5, 81}}, "b"},
		"standardised": {map[int32][]float64{0: {-1.5, -0.5, 0.5, 1.5}}, "a"},
		"a few beyond": {map[int32][]float64{0: {0.2, 0.4, 1.2}}, ""},
		"public years": {map[int32][]float64{0: {0.5}, 2: {23.5}}, ""},
	} {
		m := &model.Model{Classifier: forest(c.of), Features: []table.Feature{{Name: "a"}, {Name: "b"}, {Name: "c"}}}
		err := CheckScale(m, []int{0, 1})
		var scale *ScaleError
		if errors.As(err, &scale) != (c.asks != "") || scale != nil && scale.Feature != c.asks {
			t.Errorf("%s: %v", name, err)
		}
	}
}
