package table

import (
	"math/rand/v2"

	"dpscope/engine/param"
)

// uniform draws points all over [0, 1] for any features, without labels.
type uniform struct{}

var uniformKind = param.Kind[Set]{
	Name:   "uniform",
	Title:  "Points all over",
	Help:   "Every feature anywhere in [0, 1], by itself.",
	Source: "no data set",
	New:    func(param.Values) (Set, error) { return uniform{}, nil },
}

// Fits accepts any features.
func (uniform) Fits([]Feature) bool { return true }

// Draw draws n points.
func (uniform) Draw(features []Feature, n int, seed uint64) Data {
	rng := rand.New(rand.NewPCG(seed, 1))
	d := Data{Features: features, X: make([]float64, n*len(features)), Rows: make([]int, n)}
	for i := range d.X {
		d.X[i] = rng.Float64()
	}
	for i := range d.Rows {
		d.Rows[i] = i
	}
	return d
}
