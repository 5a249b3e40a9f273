// Package lattice encloses the law of a sum of independent numbers. Each is
// rounded down to a multiple of one step, and the laws of the rounded numbers
// are convolved; d numbers then add up to at least the sum of the rounded ones
// and to less than that plus d steps, which bounds every probability from both
// sides.
//
// The transform is gonum's dsp/fourier.
package lattice

import (
	"context"
	"math"

	"gonum.org/v1/gonum/dsp/fourier"
)

// Steps is the number of steps into which the range of a sum is divided.
const Steps = 1 << 17

// Term is one of the independent numbers.
type Term struct {
	Low, High float64                        // where its law lies
	Mass      func(from, to float64) float64 // of [from, to)
}

// Sum is the law of the sum of the rounded numbers.
type Sum struct {
	step   float64
	first  int // lattice point of the first mass
	terms  int
	masses []float64
}

// Convolve adds up terms with widths, High − Low, that sum to width > 0, on a lattice of steps, a power of 2:
// fewer steps take proportionally less time, and give proportionally wider enclosures. They contain those of
// a finer lattice. It fails only when ctx ends.
func Convolve(ctx context.Context, steps int, width float64, terms []Term) (Sum, error) {
	s := Sum{step: width / float64(steps), terms: len(terms)}
	var laws [][]float64
	for _, t := range terms {
		if err := ctx.Err(); err != nil {
			return Sum{}, err
		}
		start, masses := t.rounded(s.step)
		s.first += start
		laws = append(laws, masses)
	}
	const few = 8
	var err error
	if len(laws) > few {
		s.masses, err = byPairs(ctx, laws)
	} else {
		s.masses, err = together(ctx, laws, holding(steps, laws))
	}
	return s, err
}

// holding returns a length of transforms for the sum of laws that together have slightly more places than
// steps: an eighth more, 2^k·9, if that suffices, in little more than half the time of doubling.
func holding(steps int, laws [][]float64) int {
	places := 1 - len(laws)
	for _, masses := range laws {
		places += len(masses)
	}
	if length := steps / 8 * 9; places <= length {
		return length
	}
	return 2 * steps
}

// together convolves a few laws by transforms of one length, which has to hold
// their sum.
func together(ctx context.Context, laws [][]float64, length int) ([]float64, error) {
	transform := fourier.NewFFT(length)
	var product []complex128
	for _, masses := range laws {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		padded := make([]float64, length)
		copy(padded, masses)
		coefficients := transform.Coefficients(nil, padded)
		if product == nil {
			product = coefficients
			continue
		}
		for i := range product {
			product[i] *= coefficients[i]
		}
	}
	sum := transform.Sequence(nil, product)
	for i := range sum {
		sum[i] /= float64(length)
	}
	return sum, nil
}

// byPairs convolves many laws two by two, then their sums, so that only the last
// transforms are long.
func byPairs(ctx context.Context, laws [][]float64) ([]float64, error) {
	for len(laws) > 1 {
		var sums [][]float64
		for ; len(laws) > 1; laws = laws[2:] {
			length := 1
			for length < len(laws[0])+len(laws[1]) {
				length *= 2
			}
			sum, err := together(ctx, laws[:2], length)
			if err != nil {
				return nil, err
			}
			sums = append(sums, sum[:len(laws[0])+len(laws[1])-1])
		}
		laws = append(sums, laws...)
	}
	return laws[0], nil
}

// rounded returns the law of the term rounded down to multiples of a step, from
// multiple start on.
func (t Term) rounded(step float64) (start int, masses []float64) {
	start = int(math.Floor(t.Low/step)) - 1
	end := int(math.Floor(t.High/step)) + 1
	masses = make([]float64, end-start+1)
	for i := range masses {
		k := float64(start + i)
		masses[i] = t.Mass(k*step, (k+1)*step)
	}
	return start, masses
}

// Above encloses the probability that the sum of the numbers exceeds z. Its value assumes that each number
// lies in the middle of its cell on average.
func (s Sum) Above(z float64) (value, low, high float64) {
	const (
		astray = 1e-9 // of sums of transforms, and what lies outside the ends of the terms
		grain  = 1e-6 // of a step: rounding of the ends of cells, and of z
	)
	d, h := float64(s.terms), s.step
	low = 1 - s.upTo((z+grain*h)/h-float64(s.first)) - astray
	high = 1 - s.upTo((z-d*h-grain*h)/h-float64(s.first)) + astray
	value = 1 - s.smoothUpTo(z/h-d/2-float64(s.first))
	return value, low, high
}

// upTo returns the sum of the masses 0 to z.
func (s Sum) upTo(z float64) float64 {
	total := 0.0
	for _, v := range s.masses[:min(max(int(math.Floor(z))+1, 0), len(s.masses))] {
		total += v
	}
	return total
}

// smoothUpTo returns upTo with every mass spread evenly over a step around it.
func (s Sum) smoothUpTo(z float64) float64 {
	last := math.Floor(z + 0.5)
	total := s.upTo(last - 1)
	if i := int(last); i >= 0 && i < len(s.masses) {
		total += s.masses[i] * (z + 0.5 - last)
	}
	return total
}
