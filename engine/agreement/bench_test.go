package agreement

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"

	"dpscope/engine/oracle"
	"dpscope/engine/work"
	"dpscope/learners"
	"dpscope/learners/discriminant"
	"dpscope/learners/linear"
)

// recordOf returns a question about a record of a peer classifier.
func recordOf(b testing.TB, file, id string) Question {
	m := peer(b, file)
	record, err := m.Record(id)
	if err != nil {
		b.Fatal(err)
	}
	return Question{Classifier: m.Classifier, Record: record.X, Private: m.Private}
}

// answers asks a region for a radius, a box and an agreement.
func answers(b *testing.B, r *Region, name string, epsilon float64) {
	laws := r.Laws(mechanism(b, name, epsilon))
	if _, err := r.Radius(b.Context(), UnitInterval); err != nil {
		b.Fatal(err)
	}
	if _, err := r.LargestBox(b.Context(), laws, UnitInterval); err != nil {
		b.Fatal(err)
	}
	if _, err := r.Exact(b.Context(), laws); err != nil {
		b.Fatal(err)
	}
}

// The forest of 100 trees: 30 ms are allowed cold, 3 ms when ε moves.
func BenchmarkForest(b *testing.B) {
	q := recordOf(b, "stroke_rf.json", "stroke-A")
	b.Run("map, radius, box and agreement", func(b *testing.B) {
		for b.Loop() {
			r, err := Prepare(b.Context(), q)
			if err != nil {
				b.Fatal(err)
			}
			answers(b, r, "pm", 4)
		}
	})
	b.Run("epsilon moves", func(b *testing.B) {
		r, err := Prepare(b.Context(), q)
		if err != nil {
			b.Fatal(err)
		}
		for i := 0; b.Loop(); i++ {
			answers(b, r, "pm", 1+float64(i%100)/25)
		}
	})
}

// Logistic regression: 20 µs are allowed for radius and box.
func BenchmarkLogistic(b *testing.B) {
	for _, id := range []string{"stroke-A", "stroke-B"} {
		q := recordOf(b, "stroke_lr.json", id)
		for _, name := range []string{"pm", "laplace-clamped", "exponential"} {
			laws := q.Laws(mechanism(b, name, 4))
			b.Run(fmt.Sprintf("radius and box, %s, %s", id, name), func(b *testing.B) {
				for b.Loop() {
					r, err := Prepare(b.Context(), q)
					if err != nil {
						b.Fatal(err)
					}
					if _, err := r.Radius(b.Context(), UnitInterval); err != nil {
						b.Fatal(err)
					}
					if _, err := r.LargestBox(b.Context(), laws, UnitInterval); err != nil {
						b.Fatal(err)
					}
				}
			})
			b.Run(fmt.Sprintf("agreement, %s, %s", id, name), func(b *testing.B) {
				r, err := Prepare(b.Context(), q)
				if err != nil {
					b.Fatal(err)
				}
				for b.Loop() {
					if _, err := r.Exact(b.Context(), laws); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// Small classifiers over two features: cold, and when ε moves.
func BenchmarkPlane(b *testing.B) {
	for name, c := range map[string]learners.Classifier{"network": printedNetwork, "qda": circleQDA} {
		q := Question{Classifier: c, Record: []float64{0.5, 0.5}, Private: []int{0, 1}}
		b.Run(name+", cold", func(b *testing.B) {
			for b.Loop() {
				r, err := Prepare(b.Context(), q)
				if err != nil {
					b.Fatal(err)
				}
				answers(b, r, "pm", 4)
			}
		})
		b.Run(name+", epsilon moves", func(b *testing.B) {
			r, err := Prepare(b.Context(), q)
			if err != nil {
				b.Fatal(err)
			}
			for i := 0; b.Loop(); i++ {
				answers(b, r, "pm", 1+float64(i%100)/25)
			}
		})
	}
}

// someQDA returns a quadratic discriminant of full covariances, with precisions as large as those of features that spread over
// a fifth of [0, 1].
func someQDA(rng *rand.Rand, classes, d int) *discriminant.QDA {
	q := &discriminant.QDA{}
	for range classes {
		mean, precision := make([]float64, d), make([]float64, d*d)
		for i := range mean {
			mean[i] = 0.3 + 0.4*rng.Float64()
		}
		for range 2 * d {
			row := make([]float64, d)
			for i := range row {
				row[i] = rng.NormFloat64()
			}
			for i := range d {
				for j := range d {
					precision[i*d+j] += 12 * row[i] * row[j] / float64(d)
				}
			}
		}
		q.Means, q.Precisions, q.Offsets = append(q.Means, mean), append(q.Precisions, precision), append(q.Offsets, rng.NormFloat64())
	}
	return q
}

// Quadratic discriminants of full covariances over seven features: all that a
// page asks of one prediction, when nothing is known yet. With two private
// features 0.3 s are allowed, with three 3 s.
func BenchmarkFullQDA(b *testing.B) {
	for _, c := range []struct{ classes, private int }{{2, 2}, {5, 2}, {2, 3}, {5, 3}} {
		b.Run(fmt.Sprintf("%d classes, %d private", c.classes, c.private), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(3, uint64(c.classes)))
			classifier := someQDA(rng, c.classes, 7)
			q := Question{Classifier: classifier, Record: classifier.Means[1], Private: []int{0, 1, 2}[:c.private]}
			for b.Loop() {
				whole(b, q)
			}
		})
	}
}

// Networks of three hidden layers over seven features: the same.
func BenchmarkDeepNetwork(b *testing.B) {
	for _, private := range []int{2, 3} {
		b.Run(fmt.Sprintf("%d private", private), func(b *testing.B) {
			q := deepQuestion(private)
			for b.Loop() {
				whole(b, q)
			}
		})
	}
}

// A linear classifier with three private features: the same.
func BenchmarkLinearOfThree(b *testing.B) {
	l := &linear.Linear{Weights: []float64{1.3, 1.4, 0.1, -0.8, -1, 0, 0.6}, Bias: 0.1}
	q := Question{Classifier: l, Record: []float64{.3, .4, .5, .6, .7, .2, .1}, Private: []int{0, 1, 2}}
	for b.Loop() {
		whole(b, q)
	}
}

// whole asks for everything about one prediction under the piecewise mechanism.
func whole(b *testing.B, q Question) {
	r, err := Prepare(b.Context(), q)
	if err != nil {
		b.Fatal(err)
	}
	answered := func(err error) {
		if err != nil {
			b.Fatal(err)
		}
	}
	laws := r.Laws(mechanism(b, "pm", 2))
	_, err = r.Radius(b.Context(), UnitInterval)
	answered(err)
	_, err = r.LargestBox(b.Context(), laws, UnitInterval)
	answered(err)
	_, err = r.PaperSearch(b.Context(), 0.05, 0.03, rand.New(rand.NewPCG(1, 0)))
	answered(err)
	ctx := work.With(b.Context(), &work.Session{Store: work.NewStore(1 << 20)})
	along := r.BudgetPath(makerOf(b, "pm"), "pm")
	_, err = along.NeedForBox(ctx, 0.8, UnitInterval)
	answered(err)
	if len(q.Private) <= 2 || r.OnLattice() {
		_, err = r.Exact(b.Context(), laws)
		answered(err)
		_, err = along.RequiredForAgreement(ctx, 0.8)
		answered(err)
	}
}

// The image network with all 49 pixels private.
func BenchmarkDigits(b *testing.B) {
	for image := range 2 {
		q := digit(b, image)
		laws := q.Laws(mechanism(b, "pm", 8))
		b.Run(fmt.Sprintf("image %d, radius", image), func(b *testing.B) {
			for b.Loop() {
				r, err := Prepare(b.Context(), q)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := r.Radius(b.Context(), UnitInterval); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(fmt.Sprintf("image %d, box", image), func(b *testing.B) {
			for b.Loop() {
				r, err := Prepare(b.Context(), q)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := r.LargestBox(b.Context(), laws, UnitInterval); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(fmt.Sprintf("image %d, the paper's search", image), func(b *testing.B) {
			for b.Loop() {
				box, err := q.paperSearch(b.Context(), 0.05, 0.1, rand.New(rand.NewPCG(1, 2)), nil)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(mass(laws, box.Sides), "mass")
				b.ReportMetric(logVolume(box.Sides), "log10-volume")
			}
		})
	}
}

// digit returns a question about an image of the peer study, with all pixels private.
func digit(t testing.TB, image int) Question {
	m := peer(t, "mnist7_cnn.json")
	row := oracle.Table(t, "data/mnist7/mnist_7x7_first10.csv")[image]
	q := Question{Classifier: m.Classifier}
	for i := range 49 {
		q.Private = append(q.Private, i)
		q.Record = append(q.Record, number(t, row["p"+strconv.Itoa(i/7)+strconv.Itoa(i%7)]))
	}
	return q
}

func BenchmarkNeed(b *testing.B) {
	q := recordOf(b, "stroke_rf.json", "stroke-A")
	r, err := Prepare(b.Context(), q)
	if err != nil {
		b.Fatal(err)
	}
	maker := makerOf(b, "pm")
	b.Run("box", func(b *testing.B) {
		for b.Loop() {
			if _, err := r.NeedForBox(b.Context(), maker, 0.9, UnitInterval); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("exact", func(b *testing.B) {
		for b.Loop() {
			if _, err := r.NeedForExact(b.Context(), maker, 0.9); err != nil {
				b.Fatal(err)
			}
		}
	})
}
