package tree

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"dpscope/learners/modelfile"
)

// readXGBoostTree reads the nodes that hang from the root; nodes deleted by pruning remain in the file. It
// leaves the values of leaves in Probability, one each.
func readXGBoostTree(raw json.RawMessage) (*Tree, error) {
	o, err := modelfile.NewObject(raw)
	if err != nil {
		return nil, err
	}
	var left, right, feature, kind []int32
	var condition []float64
	for key, into := range map[string]any{"left_children": &left, "right_children": &right, "split_indices": &feature,
		"split_conditions": &condition} {
		if err := o.Need(key, into, maxNodes); err != nil {
			return nil, err
		}
	}
	if err := o.May("split_type", &kind, maxNodes); err != nil {
		return nil, err
	}
	var missing []json.RawMessage
	if err := o.Need("default_left", &missing, maxNodes); err != nil {
		return nil, err
	}
	nodes := len(left)
	if nodes == 0 || len(right) != nodes || len(feature) != nodes || len(condition) != nodes || len(missing) != nodes || len(kind) != 0 &&
		len(kind) != nodes {
		return nil, errors.New("its lists have different lengths; one entry for each node would work")
	}
	t := &Tree{}
	for order := []int32{0}; len(t.Feature) < len(order); {
		n := order[len(t.Feature)]
		if n < 0 || int(n) >= nodes || len(order) > nodes {
			return nil, fmt.Errorf("node %d does not exist, or hangs from two others (%d nodes)", n, nodes)
		}
		if left[n] < 0 {
			t.add(Leaf, 0, 0, 0, float64(float32(condition[n])), false)
			continue
		}
		if len(kind) > 0 && kind[n] != 0 {
			return nil, fmt.Errorf("node %d asks for categories, which have no order; a column of 0 and 1 for each category (one-hot) would work", n)
		}
		below := math.Nextafter32(float32(condition[n]), float32(math.Inf(-1))) // x < condition
		word := string(missing[n])
		t.add(feature[n], float64(below), int32(len(order)), int32(len(order)+1), 0, word == "1" || word == "true")
		order = append(order, left[n], right[n])
	}
	return t, nil
}

// add adds a node.
func (t *Tree) add(feature int32, threshold float64, left, right int32, value float64, missingLeft bool) {
	t.Feature, t.Threshold = append(t.Feature, feature), append(t.Threshold, threshold)
	t.Left, t.Right = append(t.Left, left), append(t.Right, right)
	t.Probability, t.MissingLeft = append(t.Probability, value), append(t.MissingLeft, missingLeft)
}
