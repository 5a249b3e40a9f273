package learners

import (
	"fmt"
	"strings"
	"sync"
)

// Forest averages the class probabilities of its trees, in their order, and
// takes the largest: with two classes, class 1 if and only if its mean is
// strictly greater.
type Forest struct {
	Trees []*Tree

	once   sync.Once
	packed *packedForest // Trees in the layout that Predict walks
}

// Classes returns the number of classes.
func (f *Forest) Classes() int { return f.Trees[0].NumClasses }

// Dims returns the number of features.
func (f *Forest) Dims() int { return f.Trees[0].NumFeatures }

// Predict returns the class whose probability, averaged over the trees, is
// largest.
func (f *Forest) Predict(x []float64) int { return f.pack().predict(x) }

// Scores gives each class its probability, averaged over the trees.
func (f *Forest) Scores(x, into []float64) { f.pack().scores(x, into) }

// PredictAll classifies many points, on all cores when there are enough.
func (f *Forest) PredictAll(points []float64, into []int) { f.pack().predictAll(points, into) }

func (f *Forest) pack() *packedForest {
	f.once.Do(func() { f.packed = packForest(f.Trees) })
	return f.packed
}

// Check says whether every tree is one, and whether they agree on features and
// classes.
func (f *Forest) Check() error {
	if len(f.Trees) == 0 {
		return fmt.Errorf("no trees; at least 1 would do")
	}
	for i, t := range f.Trees {
		if err := t.Check(); err != nil {
			return inTree(i, err)
		}
		if t.NumFeatures != f.Dims() || t.NumClasses != f.Classes() {
			return fmt.Errorf("tree %d has %d features and %d classes, tree 0 has %d and %d; all alike would do",
				i, t.NumFeatures, t.NumClasses, f.Dims(), f.Classes())
		}
	}
	return nil
}

// inTree puts the number of a tree before what is wrong with it: "tree 3,
// node 17: ...".
func inTree(i int, err error) error {
	if strings.HasPrefix(err.Error(), "node ") {
		return fmt.Errorf("tree %d, %w", i, err)
	}
	return fmt.Errorf("tree %d: %w", i, err)
}
