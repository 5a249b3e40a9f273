package private

import (
	"math"
	"math/rand/v2"
)

// Coordinates is proximal coordinate descent of logistic regression with an ℓ₁ penalty (Mangold, Bellet, Salmon & Tommasi 2022, as
// Selvi, Liu & Wiesemann run it): in each of some rounds it asks for the partial derivatives along coordinates that public coins
// pick, one after another, each a noisy sum over all records. Every feature lies in [−1, 1], so that one record that is
// replaced moves a sum by 2 at most.
type Coordinates struct {
	Rounds  int
	Each    int     // coordinates a round
	Penalty float64 // soft threshold, times the step
}

// Sensitivity is by how much one record moves a sum: each of its terms has a size below 1.
const Sensitivity = 2

// Signed are records with features in [−1, 1], of which the first is 1, and with a class of −1 or 1.
type Signed struct {
	Dims int
	X    []float64 // column by column
	Y    []float64
}

// Len is the number of records.
func (s Signed) Len() int { return len(s.Y) }

// Column is a feature of all records.
func (s Signed) Column(j int) []float64 { return s.X[j*len(s.Y):][:len(s.Y)] }

// Margins are ⟨h, x⟩ of all records.
func (s Signed) Margins(into, h []float64) {
	clear(into)
	for j, v := range h {
		if v != 0 {
			for i, x := range s.Column(j) {
				into[i] += v * x
			}
		}
	}
}

// Wrong is for how many records the sign of ⟨h, x⟩, positive at 0, is not that of the class.
func (s Signed) Wrong(h, room []float64) (wrong int) {
	s.Margins(room, h)
	for i, m := range room {
		if (m >= 0) != (s.Y[i] > 0) {
			wrong++
		}
	}
	return wrong
}

// Gradient is Σ −y·x_j/(1 + e^(y·⟨h, x⟩)), by the margins at h.
func (s Signed) Gradient(j int, margins []float64) (sum float64) {
	for i, x := range s.Column(j) {
		y := s.Y[i]
		sum -= y * x / (1 + math.Exp(y*margins[i]))
	}
	return sum
}

// Descend runs all rounds. coins pick the coordinates, and are public; noise is of units of the sensitivity, for sums by how far they lie from 0, nil for none. visit sees the
// mean of a round's iterates, and may end the run; asked sees every true sum.
func (c Coordinates) Descend(s Signed, noise Noise, rng, coins *rand.Rand,
	visit func(round int, h []float64) error, asked func(sum float64)) error {
	n := float64(s.Len())
	h, sum := make([]float64, s.Dims), make([]float64, s.Dims)
	margins := make([]float64, s.Len())
	for round := range c.Rounds {
		clear(sum)
		s.Margins(margins, h)
		for _, j := range coins.Perm(s.Dims)[:c.Each] {
			g := s.Gradient(j, margins)
			if asked != nil {
				asked(g)
			}
			if noise != nil {
				g += Sensitivity * noise.For(g/Sensitivity).Sample(rng)
			}
			next := soft(h[j]-g/n, c.Penalty)
			if step := next - h[j]; step != 0 {
				for i, x := range s.Column(j) {
					margins[i] += step * x
				}
			}
			h[j] = next
			for k, v := range h {
				sum[k] += v
			}
		}
		for k, v := range sum {
			h[k] = v / float64(c.Each)
		}
		if err := visit(round, h); err != nil {
			return err
		}
	}
	return nil
}

// soft moves a number towards 0 by so much, and no further.
func soft(v, by float64) float64 {
	switch {
	case v > by:
		return v - by
	case v < -by:
		return v + by
	}
	return 0
}
