package tree

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"sync"

	"dpscope/learners"
	"dpscope/learners/modelfile"
	"dpscope/learners/source"
	"dpscope/learners/table"
)

// AdditiveTrees sums its trees' scores of each class, from a start, and takes the largest sum, as gradient
// boosting does: with two classes, class 1 if and only if its sum is strictly greater. A link such as the
// logistic function, which turns sums into probabilities, changes no class.
type AdditiveTrees struct {
	Trees  []*Tree   // instead of probabilities, their leaves hold additions to the score of each class
	Start  []float64 // the score of each class before the first tree
	Single bool      // scores are rounded to float32 after each tree, as XGBoost adds them

	once    sync.Once
	packed  *packedForest
	planned planned
}

var additiveKind = learners.Kind{
	Name:  "additive_trees",
	Title: "a sum of trees",
	Keys:  []string{"start", "n_trees", "trees", "compares", "sums"},
	Example: `"start":[0,-0.2],"trees":[{"class":1,"feature":[0,1,-1,-1,-1],"threshold":[0.5,0.7,0,0,0],"left":[1,2,0,0,0],"right":[4,3,0,0,0],"missing_left":[0],"value":[0,0,-0.6,0.3,0.9]},` +
		`{"class":1,"feature":[1,-1,-1],"threshold":[0.3,0,0],"left":[1,0,0],"right":[2,0,0],"value":[0,0.4,-0.5]}]`,
	Read: readAdditive,
}

// Kind implements learners.Declared.
func (a *AdditiveTrees) Kind() learners.Kind { return additiveKind }

// Classes returns the number of classes.
func (a *AdditiveTrees) Classes() int { return a.Trees[0].NumClasses }

// Dims returns the number of features.
func (a *AdditiveTrees) Dims() int { return a.Trees[0].NumFeatures }

// Predict returns the class of the largest sum.
func (a *AdditiveTrees) Predict(x []float64) int { return a.pack().predict(x) }

// Scores writes each class's sum.
func (a *AdditiveTrees) Scores(x, into []float64) { a.pack().scores(x, into) }

// PredictAll classifies many points, on all cores when there are enough.
func (a *AdditiveTrees) PredictAll(ctx context.Context, points []float64, into []int) error {
	return a.pack().predictAll(ctx, points, into)
}

// Thresholds returns the thresholds of a feature in all trees.
func (a *AdditiveTrees) Thresholds(feature int) []float64 { return a.sum().thresholds(feature) }

// TakesMissing reports whether the trees say where a missing value goes.
func (a *AdditiveTrees) TakesMissing() bool { return a.sum().takesMissing() }

func (a *AdditiveTrees) sum() treeSum {
	return treeSum{trees: a.Trees, start: a.Start, single: a.Single}
}

func (a *AdditiveTrees) pack() *packedForest {
	a.once.Do(func() { a.packed = packForest(a.sum()) })
	return a.packed
}

func (a *AdditiveTrees) plan() *treePlan { return a.planned.of(a.sum()) }

// Check says whether every tree is one and speaks of one class, and whether sums
// stay within float64.
func (a *AdditiveTrees) Check() error {
	if err := checkAlike(a.Trees); err != nil {
		return err
	}
	if len(a.Start) != a.Classes() {
		return fmt.Errorf("start has %d numbers for %d classes; one each would work", len(a.Start), a.Classes())
	}
	if err := learners.CheckFinite("start", a.Start); err != nil {
		return err
	}
	for i, t := range a.Trees {
		if err := t.checkShape(); err != nil {
			return inTree(i, err)
		}
		if err := t.checkValues(); err != nil {
			return inTree(i, err)
		}
	}
	const far = 1e50
	if most := a.sum().most(); !(most <= far) {
		return fmt.Errorf("sums may reach %g; at most %g would work", most, far)
	}
	return nil
}

// checkValues reports leaves with infinite values, or with values for several classes.
func (t *Tree) checkValues() error {
	class := t.speaksOf()
	for n, f := range t.Feature {
		if f >= 0 {
			continue
		}
		for k, v := range t.probabilities(n) {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("node %d adds %g to class %d; a finite number would work", n, v, k)
			}
			if v != 0 && k != class {
				return fmt.Errorf("node %d adds to class %d, another one to class %d; a tree for each class would work", n, k, class)
			}
		}
	}
	return nil
}

// speaksOf returns the first class to which a leaf adds something.
func (t *Tree) speaksOf() int {
	for n, f := range t.Feature {
		if f >= 0 {
			continue
		}
		for k, v := range t.probabilities(n) {
			if v != 0 {
				return k
			}
		}
	}
	return 0
}

func readAdditive(o *modelfile.Object, features, classes int) (learners.Declared, error) {
	a := &AdditiveTrees{}
	if err := o.Need("start", &a.Start, table.MaxClasses); err != nil {
		return nil, err
	}
	if classes != 0 && classes != len(a.Start) || len(a.Start) < 2 {
		return nil, fmt.Errorf("start has %d numbers; one for each class, at least 2, would work", len(a.Start))
	}
	double, err := readDouble(o)
	if err != nil {
		return nil, err
	}
	exact, err := readPrecision(o, "sums", "float64")
	if err != nil {
		return nil, err
	}
	a.Single = !exact
	numbers := 0
	a.Trees, err = readTrees(o, func(raw json.RawMessage) (*Tree, error) {
		t, err := readValues(raw, features, len(a.Start), double)
		if err != nil {
			return nil, err
		}
		numbers += len(t.Probability)
		return t, source.AtMost(numbers, "nodes, each counted once for each class", modelfile.MaxNumbers)
	})
	if err != nil {
		return nil, err
	}
	a.widen()
	return a, nil
}

// widen lets all trees know the features of any, where a file names none.
func (a *AdditiveTrees) widen() {
	most := 0
	for _, t := range a.Trees {
		most = max(most, t.NumFeatures)
	}
	for _, t := range a.Trees {
		t.NumFeatures = most
	}
}

// readValues reads a tree whose leaves hold "value", an addition to the score of "class".
func readValues(raw json.RawMessage, features, classes int, double bool) (*Tree, error) {
	t, o, err := readShape(raw, features, classes, "class", "value")
	if err != nil {
		return nil, err
	}
	t.Double = double
	class := 1
	if err := o.Whole("class", &class, 0, classes-1); err != nil {
		return nil, err
	}
	var values []float64
	if err := o.Need("value", &values, len(t.Feature)); err != nil {
		return nil, err
	}
	t.setValues(class, values)
	if err := t.checkShape(); err != nil {
		return nil, err
	}
	return t, t.checkDepth()
}

// setValues lets leaves add to the score of a class.
func (t *Tree) setValues(class int, values []float64) {
	t.Probability = make([]float64, len(values)*t.NumClasses)
	for n, v := range values {
		if n < len(t.Feature) && t.Feature[n] < 0 {
			t.Probability[n*t.NumClasses+class] = v
		}
	}
}

// Members implements learners.Declared.
func (a *AdditiveTrees) Members() modelfile.Members {
	trees := make([]modelfile.Members, len(a.Trees))
	for i, t := range a.Trees {
		class := t.speaksOf()
		values := make([]float64, len(t.Feature))
		for n := range values {
			if t.Feature[n] < 0 {
				values[n] = t.probabilities(n)[class]
			}
		}
		trees[i] = append(modelfile.Members{}.Add("class", class), t.shape().Add("value", values)...)
	}
	m := modelfile.Members{}.Add("start", a.Start).Add("n_trees", len(trees)).Add("trees", trees)
	if a.Single {
		m = m.Add("sums", "float32")
	}
	return compares(a.Trees[0], m)
}

// RescaleInputs implements learners.Rescalable.
func (a *AdditiveTrees) RescaleInputs(scales []table.Scale) error {
	return rescaleTrees(a.Trees, scales)
}

// PreparedBytes implements learners.Preparing.
func (a *AdditiveTrees) PreparedBytes() int64 { return a.sum().preparedBytes() }
