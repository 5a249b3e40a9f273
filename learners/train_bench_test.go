package learners

import (
	"context"
	"math/rand/v2"
	"testing"

	"dpscope/engine/oracle"
	"dpscope/learners/table"
)

// The same fits are timed beside scikit-learn by bench/ml.py.
func benchmarkFit(b *testing.B, l Learner) {
	d, _, err := table.Open(context.Background(), oracle.Path(b, "data", "stroke", "processed_stroke_data_normalized.csv"), table.Options{Label: "stroke"})
	if err != nil {
		b.Fatal(err)
	}
	train, _ := d.Split(0.2, rand.New(rand.NewPCG(1, 1)))
	for b.Loop() {
		if _, err := l.Fit(context.Background(), train, rand.New(rand.NewPCG(1, 1))); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkFitLogistic(b *testing.B) { benchmarkFit(b, Logistic{C: 1}) }
func BenchmarkFitTree(b *testing.B)     { benchmarkFit(b, CART{}) }
func BenchmarkFitForest(b *testing.B)   { benchmarkFit(b, RandomForest{}) }
func BenchmarkFitMLP(b *testing.B)      { benchmarkFit(b, MLP{}) }
