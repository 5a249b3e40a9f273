package model

import (
	"context"
	"math/rand/v2"
	"testing"

	"dpscope/engine/oracle"
	"dpscope/learners"
	"dpscope/learners/linear"
	"dpscope/learners/network"
	"dpscope/learners/table"
	"dpscope/learners/tree"
)

// The targets, on two cores: 2,000 rows in 4 ms, one row in 10 µs. bench/ml.py
// measures the same beside scikit-learn.
func BenchmarkForestPredict2000(b *testing.B) {
	f := peer(b, "stroke_rf.json").Classifier.(*tree.Forest)
	points, into := strokeLike(2000), make([]int, 2000)
	if err := f.PredictAll(b.Context(), points, into); err != nil {
		b.Fatal(err)
	}
	b.ResetTimer()
	for b.Loop() {
		if err := f.PredictAll(b.Context(), points, into); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkForestPredictOne(b *testing.B) {
	f := peer(b, "stroke_rf.json").Classifier.(*tree.Forest)
	points := strokeLike(2000)
	f.Predict(points[:6])
	i := 0
	b.ResetTimer()
	for b.Loop() {
		f.Predict(points[6*i : 6*i+6])
		i = (i + 1) % 2000
	}
}

func BenchmarkReadForest(b *testing.B) {
	path := oracle.Path(b, "reference", "peer-classifiers", "stroke_rf.json")
	for b.Loop() {
		if _, err := Open(path); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkConvNetPredict(b *testing.B) {
	n := peer(b, "mnist7_cnn.json").Classifier.(*network.ConvNet)
	x := make([]float64, n.Dims())
	for i := range x {
		x[i] = float64(i) / 49
	}
	for b.Loop() {
		n.Predict(x)
	}
}

// strokeLike draws rows over the stroke columns: uniform where a column is
// continuous, a fair coin where it is 0 or 1.
func strokeLike(rows int) []float64 {
	rng := rand.New(rand.NewPCG(7, 7))
	var points []float64
	for range rows {
		points = append(points, rng.Float64(), float64(rng.IntN(2)), float64(rng.IntN(2)), float64(rng.IntN(2)), rng.Float64(), rng.Float64())
	}
	return points
}

// The same fits are timed beside scikit-learn by bench/ml.py.
func benchmarkFit(b *testing.B, l learners.Learner) {
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

func BenchmarkFitLogistic(b *testing.B) { benchmarkFit(b, linear.Logistic{C: 1}) }
func BenchmarkFitTree(b *testing.B)     { benchmarkFit(b, tree.CART{}) }
func BenchmarkFitForest(b *testing.B)   { benchmarkFit(b, tree.RandomForest{}) }
func BenchmarkFitMLP(b *testing.B)      { benchmarkFit(b, network.MLP{}) }
