package tree

import (
	"encoding/json"
	"fmt"
	"slices"

	"dpscope/learners"
	"dpscope/learners/modelfile"
	"dpscope/learners/source"
	"dpscope/learners/table"
)

func readLoneTree(o *modelfile.Object, features, classes int) (learners.Declared, error) {
	var raw json.RawMessage
	if err := o.Need("tree", &raw); err != nil {
		return nil, err
	}
	double, err := readDouble(o)
	if err != nil {
		return nil, err
	}
	t, err := readTree(raw, features, classes, double)
	if err != nil {
		return nil, fmt.Errorf("tree: %w", err)
	}
	return t, nil
}

// readDouble reads in which numbers inputs are compared with thresholds: "float32",
// to which an input is rounded first, or "float64".
func readDouble(o *modelfile.Object) (bool, error) { return readPrecision(o, "compares", "float32") }

// readPrecision reads "float32" or "float64", and reports whether it is the latter.
func readPrecision(o *modelfile.Object, key, usual string) (double bool, err error) {
	word := usual
	if err := o.May(key, &word); err != nil {
		return false, err
	}
	if word != "float32" && word != "float64" {
		return false, fmt.Errorf("%s = %s is not known; float32 or float64 would work", key, source.Quote(word))
	}
	return word == "float64", nil
}

// compares adds what readDouble reads.
func compares(t *Tree, m modelfile.Members) modelfile.Members {
	if t.Double {
		return m.Add("compares", "float64")
	}
	return m
}

// readTree reads a tree whose leaves hold "p1", the probability of class 1 at each node, or "p", a list of
// class probabilities for each node.
func readTree(raw json.RawMessage, features, classes int, double bool) (*Tree, error) {
	t, o, err := readShape(raw, features, classes, "p1", "p")
	if err != nil {
		return nil, err
	}
	t.Double = double
	if err := t.readProbabilities(o); err != nil {
		return nil, err
	}
	if err := t.Check(); err != nil {
		return nil, err
	}
	return t, t.checkDepth()
}

// readShape reads the parallel lists "feature", "threshold", "left" and "right", and
// "missing_left", the nodes at which a missing value goes left. Left, right and
// threshold of a leaf do not matter. Other keys are for the leaves.
func readShape(raw json.RawMessage, features, classes int, others ...string) (*Tree, *modelfile.Object, error) {
	o, err := modelfile.NewObject(raw)
	if err != nil {
		return nil, nil, err
	}
	if err := o.Only(append(others, "feature", "threshold", "left", "right", "missing_left")...); err != nil {
		return nil, nil, err
	}
	t := &Tree{NumFeatures: features, NumClasses: classes}
	for _, f := range []struct {
		key  string
		into any
	}{{"feature", &t.Feature}, {"threshold", &t.Threshold}, {"left", &t.Left}, {"right", &t.Right}} {
		if err := o.Need(f.key, f.into, maxNodes); err != nil {
			return nil, nil, err
		}
	}
	if t.NumFeatures == 0 && len(t.Feature) > 0 {
		t.NumFeatures = max(int(slices.Max(t.Feature)), 0) + 1
		if err := source.AtMost(t.NumFeatures, "features", table.MaxFeatures); err != nil {
			return nil, nil, err
		}
	}
	return t, o, t.readMissing(o)
}

// readMissing reads which nodes send a missing value to the left. That none does says
// that values may be missing.
func (t *Tree) readMissing(o *modelfile.Object) error {
	var nodes []int
	if err := o.May("missing_left", &nodes, len(t.Feature)); err != nil || nodes == nil {
		return err
	}
	t.MissingLeft = make([]bool, len(t.Feature))
	for _, n := range nodes {
		if n < 0 || n >= len(t.Feature) || t.Feature[n] < 0 {
			return fmt.Errorf("missing_left names node %d, which is no inner node of the %d", n, len(t.Feature))
		}
		t.MissingLeft[n] = true
	}
	return nil
}

func (t *Tree) readProbabilities(o *modelfile.Object) error {
	var rows [][]float64
	if !o.Has("p") {
		var p1 []float64
		if err := o.Need("p1", &p1, maxNodes); err != nil {
			return err
		}
		if t.NumClasses == 0 {
			t.NumClasses = 2
		}
		if t.NumClasses != 2 {
			return fmt.Errorf("p1 speaks of 2 classes, the file names %d; p with a row for each node would work", t.NumClasses)
		}
		t.Probability = make([]float64, 2*len(p1))
		for n, p := range p1 {
			if n >= len(t.Feature) || t.Feature[n] < 0 {
				t.Probability[2*n], t.Probability[2*n+1] = 1-p, p
			}
		}
		return nil
	}
	if o.Has("p1") {
		return fmt.Errorf("p and p1 are both given; one would work")
	}
	if err := o.Need("p", &rows, len(t.Feature), table.MaxClasses); err != nil {
		return err
	}
	if t.NumClasses == 0 && len(rows) > 0 {
		t.NumClasses = len(rows[0])
	}
	var err error
	t.Probability, err = modelfile.Flatten("p", rows, t.NumClasses)
	return err
}

// checkDepth says that a sound tree is not deeper than maxDepth.
func (t *Tree) checkDepth() error {
	if d := t.depth(); d > maxDepth {
		return fmt.Errorf("the tree is %d splits deep; at most %d would work", d, maxDepth)
	}
	return nil
}

// Members implements learners.Declared.
func (t *Tree) Members() modelfile.Members {
	return compares(t, modelfile.Members{}.Add("tree", t.nodes()))
}

// shape writes what readShape reads.
func (t *Tree) shape() modelfile.Members {
	m := modelfile.Members{}.Add("feature", t.Feature).Add("threshold", t.Threshold).Add("left", t.Left).Add("right", t.Right)
	if t.MissingLeft == nil {
		return m
	}
	left := []int{}
	for n, is := range t.MissingLeft {
		if is {
			left = append(left, n)
		}
	}
	return m.Add("missing_left", left)
}

// nodes writes p1 if it says all there is, else p.
func (t *Tree) nodes() modelfile.Members {
	m := t.shape()
	if t.NumClasses == 2 {
		p1 := make([]float64, len(t.Feature))
		enough := true
		for n := range p1 {
			if t.Feature[n] >= 0 {
				continue
			}
			p := t.probabilities(n)
			p1[n] = p[1]
			enough = enough && p[0] == 1-p[1]
		}
		if enough {
			return m.Add("p1", p1)
		}
	}
	return m.Add("p", modelfile.Unflatten(t.Probability, t.NumClasses))
}
