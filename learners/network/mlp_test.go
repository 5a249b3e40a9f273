package network

import (
	"math"
	"math/rand/v2"
	"testing"

	"dpscope/learners"
	"dpscope/learners/table"
)

// Back-propagation must agree with difference quotients of the loss.
func TestMLPGradient(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	d := table.Data{Features: make([]table.Feature, 3), ClassNames: []string{"a", "b", "c"}, Y: []int{0, 1, 2, 2, 1, 0, 2}}
	for range 3 * len(d.Y) {
		d.X = append(d.X, rng.Float64())
	}
	m := MLP{Width: 5, Hidden: 2, Batch: 7, Rate: 1e-9}.defaults()
	tr := newTraining(m, 3, 3, rand.New(rand.NewPCG(2, 2)))
	for _, l := range tr.of.Layers { // away from the kinks of the ReLU at 0
		for j := range l.Bias {
			l.Bias[j] = 0.1
		}
	}
	tr.step(t.Context(), d, []int{0, 1, 2, 3, 4, 5, 6}) // a step size of 1e-9 leaves the weights as they are
	for j, gradient := range tr.of.Gradient {
		const h = 1e-5
		at := &tr.of.Weights[j]
		was := *at
		*at = was + h
		up := tr.loss(t.Context(), d)
		*at = was - h
		down := tr.loss(t.Context(), d)
		*at = was
		if want := (up - down) / (2 * h); math.Abs(want-gradient) > 1e-6 {
			t.Errorf("weight %d: gradient %.8f, difference quotient %.8f", j, gradient, want)
		}
	}
}

// A class that counts more is said more often.
func TestWeightedNetworkFindsTheRareClass(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 12))
	d := table.Data{Features: make([]table.Feature, 1), ClassNames: []string{"a", "b"}}
	for i := range 600 {
		class := 0
		if i%10 == 0 {
			class = 1
		}
		d.X, d.Y, d.Rows = append(d.X, 0.4+0.15*float64(class)+0.1*rng.NormFloat64()), append(d.Y, class), append(d.Rows, i)
	}
	said := func(l learners.Learner) (rare int) {
		c, err := l.Fit(t.Context(), d, rand.New(rand.NewPCG(1, 1)))
		if err != nil {
			t.Fatal(err)
		}
		for i := range d.Len() {
			rare += c.Predict(d.Row(i))
		}
		return rare
	}
	m := MLP{Hidden: 1, Width: 8, Epochs: 60, Rate: 0.01}
	if plain, weighted := said(m), said(learners.Balanced{Weighing: m}); weighted < 2*plain+30 {
		t.Errorf("b is said %d times, weighted %d", plain, weighted)
	}
}
