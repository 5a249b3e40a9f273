package agreement

import (
	"math"
	"math/rand/v2"
	"testing"

	"dpscope/engine/effort"
	"dpscope/engine/num/binomial"
	"dpscope/learners"
	"dpscope/learners/discriminant"
	"dpscope/learners/linear"
	"dpscope/learners/network"
	"dpscope/mechanisms"
)

// Regions that are only an edge or a corner of the unit square have mass where a law has atoms there: each within the interval
// of 40,000 draws, which misses with probability at most 1e-6, and at least as large as the largest box.
func TestRegionsThatAreEdgesAndCorners(t *testing.T) {
	const draws, alpha = 10_000, 1e-6
	rng := rand.New(rand.NewPCG(6, 5))
	relu := func(weights ...float64) learners.Classifier { // class 1 where a weighted input exceeds 0
		return &network.Network{Layers: []network.Dense{
			{In: 2, Out: 2, Weights: []float64{weights[0], 0, 0, weights[1]}, Bias: []float64{weights[2], weights[3]}, ReLU: true},
			{In: 2, Out: 2, Weights: []float64{0, 0, 1, 1}, Bias: []float64{0, 0}},
		}}
	}
	square := func(u, v, offset float64) learners.Classifier { // class 1 where u(a−1)² + v(b−1)² exceeds the offset
		return &discriminant.QDA{
			Means: [][]float64{{1, 1}, {1, 1}}, Precisions: [][]float64{{0, 0, 0, 0}, {-2 * u, 0, 0, -2 * v}}, Offsets: []float64{0, -offset},
		}
	}
	tried := 0
	for name, c := range map[string]struct {
		classifier learners.Classifier
		record     []float64
	}{
		"linear, left edge":         {&linear.Linear{Weights: []float64{1, 0}}, []float64{0, 0.5}},
		"linear, lower edge":        {&linear.Linear{Weights: []float64{0, 1}}, []float64{0.5, 0}},
		"linear, right edge":        {&linear.Linear{Weights: []float64{-1, 0}, Bias: 1}, []float64{1, 0.5}},
		"linear, corner":            {&linear.Linear{Weights: []float64{1, 1}}, []float64{0, 0}},
		"linear, all but an edge":   {&linear.Linear{Weights: []float64{0, 1}}, []float64{0.5, 0.01}},
		"network, left edge":        {relu(1, 0, 0, 0), []float64{0, 0.5}},
		"network, lower edge":       {relu(0, 1, 0, 0), []float64{0.5, 0}},
		"network, corner":           {relu(1, 1, 0, 0), []float64{0, 0}},
		"network, corner to corner": {relu(-1, -1, 1, 1), []float64{1, 1}},
		"network, line inside": {&network.Network{Layers: []network.Dense{
			{In: 2, Out: 2, Weights: []float64{1, 0, -1, 0}, Bias: []float64{-0.5, 0.5}, ReLU: true},
			{In: 2, Out: 2, Weights: []float64{0, 0, 1, 1}, Bias: []float64{0, 0}},
		}}, []float64{0.5, 0.4}},
		"discriminant, right edge":   {square(1, 0, 0), []float64{1, 0.4}},
		"discriminant, upper edge":   {square(0, 1, 0), []float64{0.4, 1}},
		"discriminant, corner":       {square(1, 1, 0), []float64{1, 1}},
		"discriminant, part of edge": {square(1, 1, 0.04), []float64{1, 0.9}},
		"centroids, duplicate":       {&discriminant.NearestCentroid{Centroids: [][]float64{{0.9, 0.5}, {0.5, 0.5}, {0.5, 0.5}}, Class: []int{0, 1, 0}}, []float64{0.9, 0.5}},
		"centroids, equal":           {&discriminant.NearestCentroid{Centroids: [][]float64{{0.3, 0.5}, {0.3, 0.5}}, Class: []int{1, 0}}, []float64{0.9, 0.5}},
	} {
		for _, law := range []string{"laplace-clamped", "gaussian-clamped", "krr", "exponential", "laplace", "pm"} {
			if tried++; !effort.Sample(tried, 5, 1) {
				continue
			}
			r := prepare(t, c.classifier, c.record, 0, 1)
			laws := r.Laws(mechanism(t, law, 1))
			exact, err := r.Exact(t.Context(), laws)
			if err != nil {
				t.Fatal(err)
			}
			low, high := binomial.Interval(math.Round(share(r, laws, draws, rng)*draws), draws, alpha)
			if exact.Value < low-rounding || exact.Value > high+rounding {
				t.Errorf("%s, %s: exact %.6f is outside [%.6f, %.6f]", name, law, exact.Value, low, high)
			}
			box, err := r.LargestBox(t.Context(), laws, UnitInterval)
			if err != nil {
				t.Fatal(err)
			}
			if box.Safe > exact.High {
				t.Errorf("%s, %s: box of mass %.6f, exact %.6f", name, law, box.Safe, exact.Value)
			}
			for k := range 2 { // one feature alone
				one := prepare(t, c.classifier, c.record, k)
				laws := one.Laws(mechanism(t, law, 1))
				exact, err := one.Exact(t.Context(), laws)
				if err != nil {
					t.Fatal(err)
				}
				low, high := binomial.Interval(math.Round(share(one, laws, draws, rng)*draws), draws, alpha)
				if exact.Value < low-rounding || exact.Value > high+rounding {
					t.Errorf("%s, %s on feature %d alone: exact %.6f is outside [%.6f, %.6f]", name, law, k, exact.Value, low, high)
				}
			}
		}
	}
}

// Two laws with atoms: the points where these meet count once, in either order.
func TestAtomsOfBothLawsCountOnce(t *testing.T) {
	everything := &linear.Linear{Weights: []float64{1, 1}, Bias: 10}
	r := prepare(t, everything, []float64{0.2, 0.7}, 0, 1)
	for _, pair := range [][2]string{{"laplace-clamped", "gaussian-clamped"}, {"gaussian-clamped", "krr"}, {"krr", "laplace-clamped"}, {"pm", "laplace-clamped"}} {
		laws := []mechanisms.Law{mechanism(t, pair[0], 1).At(0.2), mechanism(t, pair[1], 2).At(0.7)}
		exact, err := r.Exact(t.Context(), laws)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(exact.Value-1) > 1e-13 {
			t.Errorf("%v: the whole plane has %.15f", pair, exact.Value)
		}
	}
}

// Noise of a scale of millions, where squares lose the digits that tell two distances apart: where the class changes does not
// depend on how far the search looks.
func TestVeryWideLaws(t *testing.T) {
	c := &discriminant.NearestCentroid{Centroids: [][]float64{{0.5, 0.5, 0}, {1, 0.5, 0.63}, {0, 1, 0.1}, {0.5, 1, 0.86}}, Class: []int{0, 1, 0, 1}}
	r := prepare(t, c, []float64{0.3, 0, 0.5}, 1)
	exact, err := r.Exact(t.Context(), r.Laws(mechanism(t, "laplace", 1e-6)))
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(exact.Value-0.5) > 1e-5 { // half of the noise is below 0.63, but for 0.63e-6/2
		t.Errorf("the agreement is %.6f", exact.Value)
	}
}
