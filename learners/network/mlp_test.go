package network

import (
	"math"
	"math/rand/v2"
	"testing"

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
