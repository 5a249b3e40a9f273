package learners

import (
	"math/rand/v2"
	"testing"

	"dpscope/engine/oracle"
)

// The targets, on two cores: 2,000 rows in 4 ms, one row in 10 µs. bench/ml.py
// measures the same beside scikit-learn.
func BenchmarkForestPredict2000(b *testing.B) {
	f := peer(b, "stroke_rf.json").Classifier.(*Forest)
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
	f := peer(b, "stroke_rf.json").Classifier.(*Forest)
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
	n := peer(b, "mnist7_cnn.json").Classifier.(*ConvNet)
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
