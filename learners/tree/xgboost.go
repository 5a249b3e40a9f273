package tree

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"dpscope/learners/modelfile"
	"dpscope/learners/source"
	"dpscope/learners/table"
)

// An XGBoost model, as its save_model writes JSON, is read as a sum of trees with identical results to the
// last bit: inputs, thresholds and sums in float32, left if and only if x < threshold, a missing value to the
// node's default.
type xgboost struct {
	*modelfile.Object // "learner"

	objective string
	params    *modelfile.Object
}

// objectives maps the classifying objectives to the margin at which class 1 of two begins. XGBoost's logistic
// function rounds to 1/2 in float32 up to 1.5·2⁻²⁴.
var objectives = map[string]float64{"binary:logistic": 1.5 * 0x1p-24, "binary:hinge": 0, "multi:softprob": 0, "multi:softmax": 0}

// ReadXGBoost reads the "learner" of a file.
func ReadXGBoost(learner *modelfile.Object) (*AdditiveTrees, error) {
	x := xgboost{Object: learner}
	objective, err := x.part("objective")
	if err != nil {
		return nil, err
	}
	if err := objective.Need("name", &x.objective); err != nil {
		return nil, fmt.Errorf("objective: %w", err)
	}
	if _, classifies := objectives[x.objective]; !classifies {
		return nil, fmt.Errorf("objective = %s gives no classes that are known here; binary:logistic, binary:hinge, multi:softprob or multi:softmax would work", source.Quote(x.objective))
	}
	if x.params, err = x.part("learner_model_param"); err != nil {
		return nil, err
	}
	return x.classifier()
}

// part reads an object within the learner.
func (x xgboost) part(keys ...string) (*modelfile.Object, error) {
	at := x.Object
	for i, key := range keys {
		if !at.Has(key) {
			return nil, fmt.Errorf("learner: %s is missing; the JSON that XGBoost's save_model writes would work", strings.Join(keys[:i+1], "."))
		}
		o, err := modelfile.NewObject(at.Raw(key))
		if err != nil {
			return nil, fmt.Errorf("learner: %s: %w", key, err)
		}
		at = o
	}
	return at, nil
}

// whole reads one of XGBoost's numbers, which are texts; 0 where it is not there.
func whole(o *modelfile.Object, key string, most int) (int, error) {
	text := "0"
	if err := o.May(key, &text); err != nil {
		return 0, err
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > most {
		return 0, fmt.Errorf("%s = %s is outside [0, %d]", key, source.Quote(text), most)
	}
	return n, nil
}

func (x xgboost) classifier() (*AdditiveTrees, error) {
	features, err := whole(x.params, "num_feature", table.MaxFeatures)
	if err != nil {
		return nil, err
	}
	groups, err := whole(x.params, "num_class", table.MaxClasses)
	if err != nil {
		return nil, err
	}
	a := &AdditiveTrees{Single: true}
	if a.Start, err = x.start(groups); err != nil {
		return nil, err
	}
	booster, err := x.part("gradient_booster")
	if err != nil {
		return nil, err
	}
	name := ""
	if err := booster.Need("name", &name); err != nil {
		return nil, err
	}
	if name != "gbtree" {
		return nil, fmt.Errorf("booster = %s cannot be read; gbtree would work", source.Quote(name))
	}
	forest, err := x.part("gradient_booster", "model")
	if err != nil {
		return nil, err
	}
	var class []int
	if err := forest.Need("tree_info", &class, maxTrees); err != nil {
		return nil, err
	}
	a.Trees, err = readTrees(forest, func(raw json.RawMessage) (*Tree, error) {
		t, err := readXGBoostTree(raw)
		if err != nil {
			return nil, err
		}
		t.NumFeatures, t.NumClasses = features, len(a.Start)
		return t, nil
	})
	if err != nil {
		return nil, err
	}
	if len(class) != len(a.Trees) {
		return nil, fmt.Errorf("tree_info has %d entries for %d trees; one each would work", len(class), len(a.Trees))
	}
	for i, k := range class { // also of trees that are not used
		if k < 0 || k >= max(groups, 1) {
			return nil, fmt.Errorf("tree_info: tree %d adds to group %d; 0 to %d would work", i, k, max(groups, 1)-1)
		}
	}
	used, err := x.used(len(a.Trees), max(groups, 1))
	if err != nil {
		return nil, err
	}
	return a, a.share(class, groups, used)
}

// share lets each tree add to its class; of two classes all add to the second.
func (a *AdditiveTrees) share(class []int, groups, used int) error {
	a.Trees = a.Trees[:used]
	numbers := 0
	for i, t := range a.Trees {
		k := class[i]
		if groups < 2 {
			k = 1
		}
		numbers += len(t.Feature) * t.NumClasses
		if err := source.AtMost(numbers, "nodes, each counted once for each class", modelfile.MaxNumbers); err != nil {
			return err
		}
		t.setValues(k, t.Probability)
		if err := t.checkShape(); err != nil {
			return inTree(i, err)
		}
		if err := t.checkDepth(); err != nil {
			return inTree(i, err)
		}
	}
	return a.Check()
}

// start returns the scores before the first tree.
func (x xgboost) start(groups int) ([]float64, error) {
	text := "0.5"
	if err := x.params.May("base_score", &text); err != nil {
		return nil, err
	}
	base, err := strconv.ParseFloat(strings.Trim(text, "[]"), 32) // a list of one since XGBoost 3
	if err != nil {
		return nil, fmt.Errorf("base_score = %s is not a number", source.Quote(text))
	}
	if groups >= 2 {
		start := make([]float64, groups)
		for k := range start {
			start[k] = base
		}
		return start, nil
	}
	if x.objective == "binary:logistic" {
		if !(base > 0 && base < 1) {
			return nil, fmt.Errorf("base_score = %g is outside (0, 1)", base)
		}
		base = float64(float32(-math.Log(float64(1/float32(base) - 1))))
	}
	return []float64{objectives[x.objective], base}, nil
}

// used returns the number of trees that predictions sum: as in scikit-learn up to the best iteration, if the
// file names one.
func (x xgboost) used(trees, groups int) (int, error) {
	parallel := 1
	if params, err := x.part("gradient_booster", "model", "gbtree_model_param"); err == nil {
		if parallel, err = whole(params, "num_parallel_tree", maxTrees); err != nil {
			return 0, err
		}
	}
	attributes, err := x.part("attributes")
	if err != nil || !attributes.Has("scikit_learn") || !attributes.Has("best_iteration") {
		return trees, nil
	}
	best, err := whole(attributes, "best_iteration", maxTrees)
	if err != nil {
		return 0, err
	}
	return min(trees, (best+1)*max(parallel, 1)*groups), nil
}
