package labelling

import (
	"math"
	"math/rand/v2"

	"dpscope/mechanisms"
)

// Draw is one labelling as it is published: which labels are flipped.
type Draw []bool

// Sampler draws the labels of n records. The same seed draws the same labels.
type Sampler func(m mechanisms.LabelFlip, n int, seed uint64) Draw

// random returns the random numbers of a draw, independent of other draws from the same seed.
func random(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x9E3779B97F4A7C15)) }

// CoinPerLabel uses one random number per record, so that of two budgets the greater flips only labels that
// the smaller flips too.
func CoinPerLabel(m mechanisms.LabelFlip, n int, seed uint64) Draw {
	return mechanisms.NewLabelThresholds(n, random(seed)).Flipped(m)
}

// NumberFirst draws how many labels are flipped, then which, uniformly.
func NumberFirst(m mechanisms.LabelFlip, n int, seed uint64) Draw {
	flipped := make(Draw, n)
	for _, i := range m.TwoStep(n, random(seed)) {
		flipped[i] = true
	}
	return flipped
}

// Flipped counts the labels that are flipped.
func (d Draw) Flipped() float64 {
	count := 0
	for _, flipped := range d {
		if flipped {
			count++
		}
	}
	return float64(count)
}

// Share returns the share of flipped labels.
func (d Draw) Share() float64 { return d.Flipped() / float64(len(d)) }

// Strip is a draw laid out row by row, the first record at the upper left.
type Strip struct {
	Width, Height int
	Label         []int     // of each cell, row by row: 0 kept, 1 flipped, -1 beyond the last record
	Record        []float64 // its number, from 1; NaN beyond the last
}

// Strip lays the draw out about four times as wide as high: a cell of a
// terminal is half as wide as high, and a page is wide. A short one is narrow
// enough for every cell to have its own column on a small screen.
func (d Draw) Strip() Strip {
	n := len(d)
	width := min(int(math.Ceil(math.Sqrt(4*float64(n)))), n)
	if n <= 400 {
		width = min(width, 24)
	}
	s := Strip{Width: width, Height: (n + width - 1) / width}
	s.Label, s.Record = make([]int, s.Width*s.Height), make([]float64, s.Width*s.Height)
	for k := range s.Label {
		switch {
		case k >= n:
			s.Label[k], s.Record[k] = -1, math.NaN()
			continue
		case d[k]:
			s.Label[k] = 1
		}
		s.Record[k] = float64(k + 1)
	}
	return s
}
