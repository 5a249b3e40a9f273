// Package lattice encloses the probability that a sum of independent numbers
// exceeds a place. All numbers but one are rounded down to multiples of one step,
// and their laws are convolved; the law of the last, best of the widest, is asked at
// each of the sums. n rounded numbers add up to at least the sum of the rounded ones
// and to less than that plus n steps, which bounds the probability from both
// sides.
//
// The transform is gonum's dsp/fourier.
package lattice

import (
	"context"
	"math"

	"gonum.org/v1/gonum/dsp/fourier"
)

// Steps is the number of steps into which the range of the rounded numbers is divided, where one probability
// is asked for.
const Steps = 1 << 17

// Term is one of the independent numbers.
type Term struct {
	Low, High float64                 // where its law lies
	AtLeast   func(v float64) float64 // the probability of v or more
}

// Width returns the width of the stretch in which the law lies.
func (t Term) Width() float64 { return t.High - t.Low }

// Sums convolves laws. It keeps its transforms and its memory from one sum to the next, and is for one
// goroutine.
type Sums struct {
	transforms      map[int]*fourier.FFT
	product, factor []complex128
	padded, tail    []float64
}

// Sum is the law of the sum of rounded numbers.
type Sum struct {
	step   float64
	first  int // lattice point of the first mass
	terms  int
	masses []float64
}

// Nothing is the sum of no numbers, on a lattice with a step.
func Nothing(step float64) Sum { return Sum{step: step, masses: []float64{1}} }

// Enclosure holds a probability: the truth lies in [Low, High]. Value assumes that each rounded number lies in
// the middle of its cell on average.
type Enclosure struct{ Value, Low, High float64 }

// Above encloses the probability that the numbers of a sum and the last one add up to more than z. One step
// more than there are numbers covers the rounding of places.
func (s *Sums) Above(sum Sum, last Term, z float64) Enclosure {
	const (
		astray = 1e-9 // of sums of transforms, of trimmed ends, and what lies outside the ends of the terms
		slack  = 1e-6 // of a step: rounding of the ends of cells, and of z
	)
	n := sum.terms
	s.tail = s.tail[:0]
	for k := range len(sum.masses) + n + 1 {
		s.tail = append(s.tail, last.AtLeast(z-(float64(sum.first+k)-slack)*sum.step))
	}
	low, high := dot(sum.masses, s.tail), dot(sum.masses, s.tail[n+1:])
	value := (dot(sum.masses, s.tail[n/2:]) + dot(sum.masses, s.tail[(n+1)/2:])) / 2
	return Enclosure{value, low - astray, high + astray}
}

func dot(masses, values []float64) float64 {
	sum := 0.0
	for i, m := range masses {
		sum += m * values[i]
	}
	return sum
}

// Add returns the law of the sum of some terms, on a lattice of steps, a power of 2: fewer steps take
// proportionally less time, and give proportionally wider enclosures. It fails only when ctx ends.
func (s *Sums) Add(ctx context.Context, steps int, terms []Term) (Sum, error) {
	width := 0.0
	for _, t := range terms {
		width += t.Width()
	}
	sum := Sum{step: width / float64(steps), terms: len(terms)}
	var laws [][]float64
	for _, t := range terms {
		if err := ctx.Err(); err != nil {
			return Sum{}, err
		}
		first, masses := t.rounded(sum.step)
		sum.first += first
		laws = append(laws, masses)
	}
	const few = 8
	var err error
	switch {
	case len(laws) == 1:
		sum.masses = laws[0]
	case len(laws) > few:
		sum.masses, err = s.byPairs(ctx, laws)
	default:
		sum.masses, err = s.together(ctx, laws)
	}
	sum.trim()
	return sum, err
}

// trim cuts ends that hardly have a mass.
func (s *Sum) trim() {
	const negligible = 1e-10
	from, to := 0, len(s.masses)
	for cut := 0.0; from < to && cut+math.Abs(s.masses[from]) < negligible; from++ {
		cut += math.Abs(s.masses[from])
	}
	for cut := 0.0; from < to && cut+math.Abs(s.masses[to-1]) < negligible; to-- {
		cut += math.Abs(s.masses[to-1])
	}
	s.first, s.masses = s.first+from, s.masses[from:to]
}

// together convolves a few laws by transforms of one length, which holds their sum.
func (s *Sums) together(ctx context.Context, laws [][]float64) ([]float64, error) {
	places := 1 - len(laws)
	for _, masses := range laws {
		places += len(masses)
	}
	length := holding(places)
	transform := s.transform(length)
	for i, masses := range laws {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		clear(s.padded[copy(s.padded, masses):])
		if i == 0 {
			s.product = transform.Coefficients(s.product, s.padded)
			continue
		}
		s.factor = transform.Coefficients(s.factor, s.padded)
		for j, c := range s.factor {
			s.product[j] *= c
		}
	}
	sum := transform.Sequence(nil, s.product)[:places]
	for i := range sum {
		sum[i] /= float64(length)
	}
	return sum, nil
}

// holding returns a length of transforms for so many places: the least 2^k or 2^k·9/8.
func holding(places int) int {
	length := 8
	for length < places {
		if ninth := length / 8 * 9; ninth >= places {
			return ninth
		}
		length *= 2
	}
	return length
}

// transform returns the transform of a length, and makes room for it.
func (s *Sums) transform(length int) *fourier.FFT {
	t, found := s.transforms[length]
	if !found {
		if s.transforms == nil {
			s.transforms = map[int]*fourier.FFT{}
		}
		t = fourier.NewFFT(length)
		s.transforms[length] = t
	}
	if len(s.padded) != length {
		s.padded, s.product, s.factor = make([]float64, length), make([]complex128, length/2+1), make([]complex128, length/2+1)
	}
	return t
}

// byPairs convolves many laws two by two, then their sums, so that only the last
// transforms are long.
func (s *Sums) byPairs(ctx context.Context, laws [][]float64) ([]float64, error) {
	for len(laws) > 1 {
		var sums [][]float64
		for ; len(laws) > 1; laws = laws[2:] {
			sum, err := s.together(ctx, laws[:2])
			if err != nil {
				return nil, err
			}
			sums = append(sums, sum)
		}
		laws = append(sums, laws...)
	}
	return laws[0], nil
}

// rounded returns the law of the term rounded down to multiples of a step, from the first multiple on. A difference
// of two probabilities near 1 loses 1e-16 of a mass, far less than an enclosure allows for.
func (t Term) rounded(step float64) (first int, masses []float64) {
	first, end := int(math.Floor(t.Low/step))-1, int(math.Floor(t.High/step))+1
	masses = make([]float64, end-first+1)
	above := t.AtLeast(float64(first) * step)
	for i := range masses {
		beyond := t.AtLeast(float64(first+i+1) * step)
		masses[i] = above - beyond
		above = beyond
	}
	return first, masses
}
