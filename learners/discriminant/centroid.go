package discriminant

import (
	"fmt"

	"dpscope/learners"
	"dpscope/learners/modelfile"
	"dpscope/learners/table"
)

// maxCentroids limits the centroids of a file: each is compared with all others.
const maxCentroids = 1000

// NearestCentroid takes the class of the nearest centroid in Euclidean
// distance. A class may have several, as with k-means.
type NearestCentroid struct {
	Centroids [][]float64
	Class     []int // of each centroid
}

var centroidKind = learners.Kind{
	Name:    "nearest_centroid",
	Title:   "a nearest-centroid classifier",
	Keys:    []string{"centroids", "centroid_class"},
	Example: `"centroids":[[0.21,0.3],[0.7,0.62],[0.53,0.9],[0.1,0.93]],"centroid_class":[0,1,2,0]`,
	Read:    readNearestCentroid,
}

// Kind implements learners.Declared.
func (n *NearestCentroid) Kind() learners.Kind { return centroidKind }

// Classes returns the number of classes.
func (n *NearestCentroid) Classes() int {
	most := 0
	for _, k := range n.Class {
		most = max(most, k)
	}
	return most + 1
}

// Dims returns the number of features.
func (n *NearestCentroid) Dims() int { return len(n.Centroids[0]) }

// Predict returns the class of the nearest centroid, of equally near ones the
// lowest.
func (n *NearestCentroid) Predict(x []float64) int {
	class, nearest := n.Class[0], squaredDistance(x, n.Centroids[0])
	for i, c := range n.Centroids {
		if d := squaredDistance(x, c); d < nearest || d == nearest && n.Class[i] < class {
			class, nearest = n.Class[i], d
		}
	}
	return class
}

// Scores writes, for each class, minus the squared distance to its nearest centroid.
func (n *NearestCentroid) Scores(x, into []float64) {
	set := make([]bool, len(into))
	for i, c := range n.Centroids {
		if k, s := n.Class[i], -squaredDistance(x, c); !set[k] || s > into[k] {
			into[k], set[k] = s, true
		}
	}
}

func squaredDistance(a, b []float64) float64 {
	sum := 0.0
	b = b[:len(a)]
	for i, v := range a {
		d := v - b[i]
		sum += d * d
	}
	return sum
}

// Check says whether the shapes fit and every class has a centroid.
func (n *NearestCentroid) Check() error {
	if len(n.Centroids) < 2 {
		return fmt.Errorf("%d centroids; 2 or more would work", len(n.Centroids))
	}
	if len(n.Class) != len(n.Centroids) {
		return fmt.Errorf("%d classes for %d centroids; one each would work", len(n.Class), len(n.Centroids))
	}
	for i, c := range n.Centroids {
		if len(c) != n.Dims() || len(c) == 0 {
			return fmt.Errorf("centroid %d: %d numbers; %d would work", i, len(c), max(n.Dims(), 1))
		}
		if err := learners.CheckFinite("number", c); err != nil {
			return fmt.Errorf("centroid %d: %w", i, err)
		}
		if err := checkFar("centroid", i, c); err != nil {
			return err
		}
		if k := n.Class[i]; k < 0 || k >= len(n.Class) {
			return fmt.Errorf("centroid %d: class %d is outside [0, %d]", i, k, len(n.Class)-1)
		}
	}
	used := make([]bool, n.Classes())
	for _, k := range n.Class {
		used[k] = true
	}
	for k, u := range used {
		if !u {
			return fmt.Errorf("class %d has no centroid; at least 1 would work", k)
		}
	}
	if len(used) < 2 {
		return fmt.Errorf("all centroids have one class; 2 or more would work")
	}
	return nil
}

func readNearestCentroid(o *modelfile.Object, _, _ int) (learners.Declared, error) {
	n := &NearestCentroid{}
	if err := o.Need("centroids", &n.Centroids, maxCentroids, table.MaxFeatures); err != nil {
		return nil, err
	}
	for i := range n.Centroids {
		n.Class = append(n.Class, i)
	}
	return n, o.May("centroid_class", &n.Class, maxCentroids)
}

// Members implements learners.Declared.
func (n *NearestCentroid) Members() modelfile.Members {
	return modelfile.Members{}.Add("centroids", n.Centroids).Add("centroid_class", n.Class)
}
