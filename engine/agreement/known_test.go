package agreement

import (
	"math"
	"math/rand/v2"
	"testing"

	"dpscope/engine/effort"
	"dpscope/learners"
	"dpscope/learners/linear"
	"dpscope/learners/proof"
	"dpscope/learners/tree"
)

// Values of reference/robustness.csv that need no file: exact rationals,
// polygon clipping and closed forms, to the digits printed there.
func TestKnownRadii(t *testing.T) {
	linear := func(bias float64, weights ...float64) learners.Classifier {
		return &linear.Linear{Weights: weights, Bias: bias}
	}
	toy := &tree.Interval{From: 0.2, To: 0.8}
	for _, c := range []struct {
		classifier learners.Classifier
		record     []float64
		private    []int
		limits     proof.Side
		want       float64
		attained   bool
	}{
		{linear(-1, 1, 1), []float64{0.25, 0.25}, []int{0, 1}, Everywhere, 0.25, true},
		{linear(-0.5, 3, -1), []float64{0.6, 0.4}, []int{0, 1}, Everywhere, 0.225, false},
		{linear(0.1, 1, -2, 0.5), []float64{0.5, 0.2, 0.9}, []int{0, 2}, Everywhere, 0.4333333333333333, false},
		{linear(-0.5, 1, 10), []float64{0.9, 0.02}, []int{0, 1}, Everywhere, 0.05454545454545455, false},
		{linear(-0.5, 1, 10), []float64{0.9, 0.02}, []int{0, 1}, UnitInterval, 0.4, false},
		{linear(1, 0.1, 0.1), []float64{0.5, 0.5}, []int{0, 1}, UnitInterval, math.Inf(1), true},
		{toy, []float64{0.5}, []int{0}, Everywhere, 0.3, true},
		{toy, []float64{0.2}, []int{0}, Everywhere, 0, true},
		{toy, []float64{0.1}, []int{0}, Everywhere, 0.1, false},
		{circleQDA, []float64{0.5, 0.5}, []int{0, 1}, UnitInterval, math.Sqrt(2*(1+math.Ln2)) - 1.5, true},
		{circleQDA, []float64{0.2, 0.9}, []int{0, 1}, Everywhere, 0.2565974540887327, true},
		{circleQDA, []float64{0.2, 0.9}, []int{0, 1}, UnitInterval, 0.4651092223153955, true},
		{circleQDA, []float64{1, 1}, []int{0, 1}, Everywhere, 0.1598113245865546, false},
		{unitCircle, []float64{0.5, 0.5}, []int{0, 1}, Everywhere, math.Sqrt2/2 - 0.5, false},
		{printedNetwork, []float64{0.5, 0.5}, []int{0, 1}, Everywhere, 0.3848119169964013, false},
	} {
		r := prepare(t, c.classifier, c.record, c.private...)
		got, err := r.Radius(t.Context(), c.limits)
		if err != nil {
			t.Fatal(err)
		}
		if got.Value != c.want && math.Abs(got.Value-c.want) > 1e-12 || got.Attained != c.attained || got.gap() > 1e-12 {
			t.Errorf("%s at %v: %+v, want %.16g, attained %v", learners.Title(c.classifier), c.record, got, c.want, c.attained)
		}
	}
}

func TestKnownAgreements(t *testing.T) {
	printed := prepare(t, printedNetwork, []float64{0.5, 0.5}, 0, 1)
	for _, c := range []struct {
		law     string
		epsilon float64
		want    float64
	}{
		{"pm", 1, 0.9902045231020786}, {"pm", 2, 0.9963964454327849}, {"pm", 4, 0.9995123119219874}, {"pm", 6, 0.999933998595831}, {"pm", 8, 0.9999910676812728},
		{"sw", 1, 0.9893605323759176}, {"sw", 2, 0.9950231385509269}, {"sw", 4, 0.9983962235615367}, {"sw", 6, 0.9992640270098473}, {"sw", 8, 0.999584234293567},
	} {
		exact, err := printed.Exact(t.Context(), printed.Laws(mechanism(t, c.law, c.epsilon)))
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(exact.Value-c.want) > 1e-14 {
			t.Errorf("%s, ε = %g: %.16f, want %.16f", c.law, c.epsilon, exact.Value, c.want)
		}
	}
}

// The grid answers as a slow search over all its cells does.
func TestGridAgainstAllCells(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 5))
	for trial := range 40 {
		forest := smallForest(rng, 1+rng.IntN(6), 3, 3)
		x := []float64{rng.Float64(), rng.Float64(), rng.Float64()}
		private := []int{trial % 3}
		if trial%4 > 0 {
			private = []int{trial % 2, 2}
		}
		r := prepare(t, forest, x, private...)
		g := r.grid
		for _, law := range []string{"pm", "laplace", "laplace-clamped", "krr"} {
			laws := r.Laws(mechanism(t, law, 3))
			c := g.under(laws)
			masses := [2][]float64{c.whole(asWritten, 0), c.whole(asWritten, 1)}
			inside := [2][]float64{c.within(asWritten, 0, UnitInterval), c.within(asWritten, 1, UnitInterval)}
			sum, best := 0.0, 0.0
			for i, a := range masses[0] {
				for j, b := range masses[1] {
					if g.decision.At(i, j) == r.Class {
						sum += a * b
					}
				}
			}
			everyBox(g, func(i0, i1, j0, j1 int) {
				u, v := 0.0, 0.0
				for i := i0; i <= i1; i++ {
					u += inside[0][i]
				}
				for j := j0; j <= j1; j++ {
					v += inside[1][j]
				}
				best = max(best, u*v)
			})
			exact, err := r.Exact(t.Context(), laws)
			if err != nil {
				t.Fatal(err)
			}
			box, err := r.LargestBox(t.Context(), laws, UnitInterval)
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(exact.Value-sum) > 1e-13 || math.Abs(box.Mass-best) > 1e-13 {
				t.Errorf("trial %d, %s: agreement %.15f, all cells %.15f; box %.15f, all boxes %.15f", trial, law, exact.Value, sum, box.Mass, best)
			}
		}
	}
}

// everyBox calls do for each box of cells of the class that holds the record.
func everyBox(g *grid, do func(i0, i1, j0, j1 int)) {
	m := g.decision
	for i0 := 0; i0 <= m.Home[0]; i0++ {
		for i1 := m.Home[0]; i1 < m.Rows(); i1++ {
			for j0 := 0; j0 <= m.Home[1]; j0++ {
			widen:
				for j1 := m.Home[1]; j1 < m.Columns(); j1++ {
					for i := i0; i <= i1; i++ {
						for j := j0; j <= j1; j++ {
							if m.At(i, j) != g.class {
								break widen
							}
						}
					}
					do(i0, i1, j0, j1)
				}
			}
		}
	}
}

// The images of the paper's section 7.2.3, all 49 pixels private: both get a certified box, which gives a bound on the
// agreement at ε = 8 per pixel. An ordinary run tests the first.
func TestDigitsGetCertifiedBoxes(t *testing.T) {
	t.Parallel()
	effort.ForNumbers(t)
	effort.ForCheck(t)
	for image := range effort.Scale(1, 1, 2) {
		q := digit(t, image)
		r, err := Prepare(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		radius, err := r.Radius(t.Context(), UnitInterval)
		if err != nil {
			t.Fatal(err)
		}
		laws := q.Laws(mechanism(t, "pm", 8))
		box, err := r.LargestBox(t.Context(), laws, UnitInterval)
		if err != nil {
			t.Fatal(err)
		}
		v, err := r.Proven(t.Context(), box.Sides)
		if err != nil || !v.Proven {
			t.Errorf("image %d: %+v, %v", image, v, err)
		}
		if !(radius.Value > 0.025 && box.Mass > 0.41 && radius.Value < radius.Upper) {
			t.Errorf("image %d: radius %+v, mass %g", image, radius, box.Mass)
		}
		t.Logf("image %d, class %d: radius %.6f (refuted at %.6f), box of mass %.6f at ε = 8 and volume 10^%.2f", image, r.Class, radius.Value, radius.Upper, box.Mass, logVolume(box.Sides))
	}
}

func logVolume(sides []proof.Side) float64 {
	sum := 0.0
	for _, s := range sides {
		sum += math.Log10(s.High - s.Low)
	}
	return sum
}
