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

// Sensitivity bounds one record's effect on a sum: each term has a size below 1.
const Sensitivity = 2

// Feature describes one coordinate of records: the places of their numbers, or 1 for one word of a column and
// 0 for the others. Shift is subtracted from it, and the result multiplied by Scale.
type Feature struct {
	Places       []Place  // of a column of numbers
	Codes        []uint16 // of a column of words
	Word         uint16
	Shift, Scale float64
}

// fill writes the feature of some records.
func (f Feature) fill(into []float64, some []int32) {
	if f.Places != nil {
		for k, i := range some {
			into[k] = (f.Places[i].Unit() - f.Shift) * f.Scale
		}
		return
	}
	without, with := -f.Shift*f.Scale, (1-f.Shift)*f.Scale
	for k, i := range some {
		if into[k] = without; f.Codes[i] == f.Word {
			into[k] = with
		}
	}
}

// Signed holds some records of a table with features in [−1, 1] and a constant, which is coordinate 0; their
// class is positive or not. It copies nothing of the table, so that several fit beside one of a million
// records.
type Signed struct {
	Features []Feature
	Class    []uint16
	Positive uint16
	Some     []int32
}

// Len returns the number of records.
func (s Signed) Len() int { return len(s.Some) }

// Dims returns the number of coordinates.
func (s Signed) Dims() int { return len(s.Features) + 1 }

// block is the number of records whose features are written at a time: as many as the nearest cache holds.
const block = 1024

// blocks calls each with one run of records after another, and where it begins.
func (s Signed) blocks(each func(from int, some []int32)) {
	for from := 0; from < len(s.Some); from += block {
		each(from, s.Some[from:min(from+block, len(s.Some))])
	}
}

// coordinate writes coordinate j of some records into room.
func (s Signed) coordinate(j int, some []int32, room *[block]float64) []float64 {
	x := room[:len(some)]
	if j > 0 {
		s.Features[j-1].fill(x, some)
		return x
	}
	for k := range x {
		x[k] = 1
	}
	return x
}

// add adds step times coordinate j to the margins of some records.
func (s Signed) add(margins []float64, step float64, j int, some []int32, room *[block]float64) {
	for k, x := range s.coordinate(j, some, room) {
		margins[k] += step * x
	}
}

// marginsOf writes ⟨h, x⟩ of some records.
func (s Signed) marginsOf(margins, h []float64, some []int32, room *[block]float64) {
	clear(margins)
	for j, v := range h {
		if v != 0 {
			s.add(margins, v, j, some, room)
		}
	}
}

// wrong counts those of some records for which the sign of ⟨h, x⟩, positive at 0, differs from the class.
func (s Signed) wrong(margins []float64, some []int32) (wrong int) {
	for k, i := range some {
		if (margins[k] >= 0) != (s.Class[i] == s.Positive) {
			wrong++
		}
	}
	return wrong
}

// Wrong counts the records for which the sign of ⟨h, x⟩, positive at 0, differs from the class.
func (s Signed) Wrong(h []float64) (wrong int) {
	var room, margins [block]float64
	s.blocks(func(_ int, some []int32) {
		s.marginsOf(margins[:len(some)], h, some, &room)
		wrong += s.wrong(margins[:len(some)], some)
	})
	return wrong
}

// gradient returns Σ −y·x_j/(1 + e^(y·⟨h, x⟩)), from the margins at h.
func (s Signed) gradient(j int, margins []float64, room *[block]float64) (sum float64) {
	s.blocks(func(from int, some []int32) {
		for k, x := range s.coordinate(j, some, room) {
			y := -1.0
			if s.Class[some[k]] == s.Positive {
				y = 1
			}
			sum -= y * x / (1 + math.Exp(y*margins[from+k]))
		}
	})
	return sum
}

// Descend runs all rounds. coins pick the coordinates, and are public; noise is in units of the sensitivity,
// for sums by their distance from 0; nil: none. visit receives the mean of a round's iterates and the number
// of records it gets wrong, and may end the run; asked receives every true sum.
func (c Coordinates) Descend(s Signed, noise Noise, rng, coins *rand.Rand,
	visit func(round int, h []float64, wrong int) error, asked func(sum float64)) error {
	n := float64(s.Len())
	h, sum := make([]float64, s.Dims()), make([]float64, s.Dims())
	margins := make([]float64, s.Len())
	var room [block]float64
	for round := range c.Rounds {
		clear(sum)
		for _, j := range coins.Perm(s.Dims())[:c.Each] {
			g := s.gradient(j, margins, &room)
			if asked != nil {
				asked(g)
			}
			if noise != nil {
				g += Sensitivity * noise.For(g/Sensitivity).Sample(rng)
			}
			next := soft(h[j]-g/n, c.Penalty)
			if step := next - h[j]; step != 0 {
				s.blocks(func(from int, some []int32) { s.add(margins[from:], step, j, some, &room) })
			}
			h[j] = next
			for k, v := range h {
				sum[k] += v
			}
		}
		for k, v := range sum {
			h[k] = v / float64(c.Each)
		}
		wrong := 0
		s.blocks(func(from int, some []int32) {
			of := margins[from:][:len(some)]
			s.marginsOf(of, h, some, &room)
			wrong += s.wrong(of, some)
		})
		if err := visit(round, h, wrong); err != nil {
			return err
		}
	}
	return nil
}

// soft moves a number towards 0 by an amount, and no further.
func soft(v, by float64) float64 {
	switch {
	case v > by:
		return v - by
	case v < -by:
		return v + by
	}
	return 0
}
