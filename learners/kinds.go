package learners

import (
	"encoding/json"
	"fmt"
	"slices"

	"dpscope/learners/source"
	"dpscope/learners/table"
)

// fileKind is one kind of classifier in a file: its names there, the keys that
// belong to it, and how they are read. The numbers of features and classes
// named in the file are 0 when it names none.
type fileKind struct {
	names []string
	keys  []string
	read  func(o *object, features, classes int) (Classifier, error)
}

var fileKinds = []fileKind{
	{[]string{"logistic_regression", "linear"}, []string{"coef", "intercept"}, readLinear},
	{[]string{"decision_tree"}, []string{"tree"}, readLoneTree},
	{[]string{"random_forest"}, []string{"n_trees", "trees"}, readForest},
	{[]string{"relu_mlp"}, []string{"layers"}, readNetwork},
	{[]string{"cnn"}, []string{"input_shape", "layers"}, readConvNet},
	{[]string{"qda"}, []string{"means", "precisions", "offsets"}, readQDA},
	{[]string{"gaussian_nb"}, []string{"means", "variances", "priors"}, readGaussianNB},
	{[]string{"nearest_centroid"}, []string{"centroids", "centroid_class"}, readNearestCentroid},
	{[]string{"interval"}, []string{"from", "to"}, readInterval},
}

func readLinear(o *object, _, _ int) (Classifier, error) {
	l := &Linear{}
	if err := o.need("coef", &l.Weights, table.MaxFeatures); err != nil {
		return nil, err
	}
	return l, o.need("intercept", &l.Bias)
}

func readNetwork(o *object, _, _ int) (Classifier, error) {
	var layers []json.RawMessage
	if err := o.need("layers", &layers, maxLayers); err != nil {
		return nil, err
	}
	n := &Network{}
	for i, raw := range layers {
		l, err := readDense(raw)
		if err != nil {
			return nil, fmt.Errorf("layer %d: %w", i, err)
		}
		n.Layers = append(n.Layers, *l)
	}
	return n, nil
}

// readDense reads {"W": rows, "b": biases, "activation": "relu" or "none"}.
func readDense(raw json.RawMessage) (*Dense, error) {
	o, err := readObject(raw, maxKeys)
	if err != nil {
		return nil, err
	}
	if err := o.only("W", "b", "activation", "note"); err != nil {
		return nil, err
	}
	var rows [][]float64
	if err := o.need("W", &rows, maxWidth, maxWidth); err != nil {
		return nil, err
	}
	l := &Dense{Out: len(rows)}
	if len(rows) > 0 {
		l.In = len(rows[0])
	}
	if l.Weights, err = flatten("W", rows, l.In); err != nil {
		return nil, err
	}
	if err := o.need("b", &l.Bias, maxWidth); err != nil {
		return nil, err
	}
	activation := "none"
	if err := o.may("activation", &activation); err != nil {
		return nil, err
	}
	switch activation {
	case "relu":
		l.ReLU = true
	case "none", "identity", "linear":
	default:
		return nil, fmt.Errorf("activation = %s is not known; relu or none would do", source.Quote(activation))
	}
	return l, nil
}

// flatten joins rows of one length.
func flatten(what string, rows [][]float64, length int) ([]float64, error) {
	flat := make([]float64, 0, len(rows)*length)
	for i, r := range rows {
		if len(r) != length {
			return nil, fmt.Errorf("%s, row %d: %d numbers; %d would do", what, i, len(r), length)
		}
		flat = append(flat, r...)
	}
	return flat, nil
}

func readQDA(o *object, _, _ int) (Classifier, error) {
	q := &QDA{}
	if err := o.need("means", &q.Means, table.MaxClasses, table.MaxFeatures); err != nil {
		return nil, err
	}
	var matrices [][][]float64
	if err := o.need("precisions", &matrices, table.MaxClasses, table.MaxFeatures, table.MaxFeatures); err != nil {
		return nil, err
	}
	for k, rows := range matrices {
		flat, err := flatten("precisions", rows, len(rows))
		if err != nil {
			return nil, fmt.Errorf("class %d: %w", k, err)
		}
		q.Precisions = append(q.Precisions, flat)
	}
	return q, o.need("offsets", &q.Offsets, table.MaxClasses)
}

func readGaussianNB(o *object, _, _ int) (Classifier, error) {
	g := &GaussianNB{}
	if err := o.need("means", &g.Means, table.MaxClasses, table.MaxFeatures); err != nil {
		return nil, err
	}
	if err := o.need("variances", &g.Variances, table.MaxClasses, table.MaxFeatures); err != nil {
		return nil, err
	}
	return g, o.need("priors", &g.Priors, table.MaxClasses)
}

func readNearestCentroid(o *object, _, _ int) (Classifier, error) {
	n := &NearestCentroid{}
	if err := o.need("centroids", &n.Centroids, maxCentroids, table.MaxFeatures); err != nil {
		return nil, err
	}
	for i := range n.Centroids {
		n.Class = append(n.Class, i)
	}
	return n, o.may("centroid_class", &n.Class, maxCentroids)
}

func readInterval(o *object, _, _ int) (Classifier, error) {
	i := &Interval{}
	if err := o.need("from", &i.From); err != nil {
		return nil, err
	}
	return i, o.need("to", &i.To)
}

func readLoneTree(o *object, features, classes int) (Classifier, error) {
	var raw json.RawMessage
	if err := o.need("tree", &raw); err != nil {
		return nil, err
	}
	t, err := readTree(raw, features, classes)
	if err != nil {
		return nil, fmt.Errorf("tree: %w", err)
	}
	return t, nil
}

func readForest(o *object, features, classes int) (Classifier, error) {
	var raw []json.RawMessage
	if err := o.need("trees", &raw, maxTrees); err != nil {
		return nil, err
	}
	count := len(raw)
	if err := o.may("n_trees", &count); err != nil {
		return nil, err
	}
	if count != len(raw) {
		return nil, fmt.Errorf("n_trees = %d, but %d trees are there; the same number would do", count, len(raw))
	}
	f := &Forest{}
	nodes := 0
	for i, r := range raw {
		t, err := readTree(r, features, classes)
		if err != nil {
			return nil, inTree(i, err)
		}
		nodes += len(t.Feature)
		if err := source.AtMost(nodes, "nodes", maxNodes); err != nil {
			return nil, err
		}
		f.Trees = append(f.Trees, t)
	}
	return f, nil
}

// readTree reads the parallel lists "feature", "threshold", "left", "right"
// and either "p1", the probability of class 1 at each node, or "p", a list of
// class probabilities for each node. Left, right and threshold of a leaf do
// not matter.
func readTree(raw json.RawMessage, features, classes int) (*Tree, error) {
	o, err := readObject(raw, maxKeys)
	if err != nil {
		return nil, err
	}
	if err := o.only("feature", "threshold", "left", "right", "p1", "p"); err != nil {
		return nil, err
	}
	t := &Tree{NumFeatures: features, NumClasses: classes}
	for _, f := range []struct {
		key  string
		into any
	}{{"feature", &t.Feature}, {"threshold", &t.Threshold}, {"left", &t.Left}, {"right", &t.Right}} {
		if err := o.need(f.key, f.into, maxNodes); err != nil {
			return nil, err
		}
	}
	if err := t.readProbabilities(o); err != nil {
		return nil, err
	}
	if t.NumFeatures == 0 && len(t.Feature) > 0 {
		t.NumFeatures = max(int(slices.Max(t.Feature)), 0) + 1
		if err := source.AtMost(t.NumFeatures, "features", table.MaxFeatures); err != nil {
			return nil, err
		}
	}
	return t, t.checkDepth()
}

func (t *Tree) readProbabilities(o *object) error {
	var rows [][]float64
	if !o.has("p") {
		var p1 []float64
		if err := o.need("p1", &p1, maxNodes); err != nil {
			return err
		}
		if t.NumClasses == 0 {
			t.NumClasses = 2
		}
		if t.NumClasses != 2 {
			return fmt.Errorf("p1 speaks of 2 classes, the file names %d; p with a row for each node would do", t.NumClasses)
		}
		t.Probability = make([]float64, 2*len(p1))
		for n, p := range p1 {
			if n >= len(t.Feature) || t.Feature[n] < 0 {
				t.Probability[2*n], t.Probability[2*n+1] = 1-p, p
			}
		}
		return nil
	}
	if o.has("p1") {
		return fmt.Errorf("p and p1 are both given; one would do")
	}
	if err := o.need("p", &rows, len(t.Feature), table.MaxClasses); err != nil {
		return err
	}
	if t.NumClasses == 0 && len(rows) > 0 {
		t.NumClasses = len(rows[0])
	}
	var err error
	t.Probability, err = flatten("p", rows, t.NumClasses)
	return err
}

// checkDepth says that a tree is sound and not deeper than maxDepth.
func (t *Tree) checkDepth() error {
	if err := t.Check(); err != nil {
		return err
	}
	if d := t.Depth(); d > maxDepth {
		return fmt.Errorf("the tree is %d splits deep; at most %d would do", d, maxDepth)
	}
	return nil
}
