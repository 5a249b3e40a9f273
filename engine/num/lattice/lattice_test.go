package lattice

import (
	"context"
	"errors"
	"math"
	"slices"
	"strconv"
	"testing"
)

// even returns the uniform law on [low, high].
func even(low, high float64) Term {
	return Term{Low: low, High: high, AtLeast: func(v float64) float64 {
		return max(high-max(v, low), 0) / (high - low)
	}}
}

// coin returns low or high, each with chance one half.
func coin(low, high float64) Term {
	return Term{Low: low, High: high, AtLeast: func(v float64) float64 {
		mass := 0.0
		for _, at := range [2]float64{low, high} {
			if v <= at {
				mass += 0.5
			}
		}
		return mass
	}}
}

func above(t *testing.T, steps int, z float64, terms ...Term) Enclosure {
	t.Helper()
	s := new(Sums)
	widest := slices.IndexFunc(terms, func(a Term) bool {
		return !slices.ContainsFunc(terms, func(b Term) bool { return b.Width() > a.Width() })
	})
	sum, err := s.Add(t.Context(), steps, slices.Delete(slices.Clone(terms), widest, widest+1))
	if err != nil {
		t.Fatal(err)
	}
	return s.Above(sum, terms[widest], z)
}

// enclosed fails unless the interval holds the truth and is narrow.
func enclosed(t *testing.T, e Enclosure, want, width float64) {
	t.Helper()
	if !(e.Low <= want && want <= e.High) || e.High-e.Low > width || math.Abs(e.Value-want) > width {
		t.Errorf("%+v, want %v within %g", e, want, width)
	}
}

// Two even numbers add up to a triangular law, six to Irwin and Hall's.
func TestEvenNumbers(t *testing.T) {
	for _, z := range []float64{-1.5, -0.7, -0.001, 0, 0.3, 0.999, 2} {
		near := 1 - min(math.Abs(z), 1)
		want := near * near / 2
		if z < 0 {
			want = 1 - want
		}
		enclosed(t, above(t, Steps, z, even(0, 1), even(-1, 0)), want, 1e-4)
	}
	six := []Term{even(0, 1), even(0, 1), even(0, 1), even(0, 1), even(0, 1), even(0, 1)}
	enclosed(t, above(t, Steps, 3, six...), 0.5, 2e-4)
	enclosed(t, above(t, Steps, 5.5, six...), 1/(720*math.Pow(2, 6)), 1e-6)
}

// normal returns a normal law with a mean.
func normal(mean, deviation float64) Term {
	const far = 9
	return Term{Low: mean - far*deviation, High: mean + far*deviation, AtLeast: func(v float64) float64 {
		return math.Erfc((v-mean)/(deviation*math.Sqrt2)) / 2
	}}
}

// Normal numbers of any widths add up to a normal one, on every lattice; a finer one encloses more closely.
func TestNormalNumbers(t *testing.T) {
	terms := []Term{normal(0.1, 0.5), normal(-2, 3), normal(0, 1e-3), normal(0.3, 0.02)}
	deviation := math.Sqrt(0.25 + 9 + 1e-6 + 4e-4)
	for _, z := range []float64{-9, -1.6, -1, 0, 4} {
		want, last := math.Erfc((z+1.6)/(deviation*math.Sqrt2))/2, 1.0
		for _, steps := range []int{1 << 6, 1 << 10, 1 << 14, Steps} {
			e := above(t, steps, z, terms...)
			if e.High-e.Low > last {
				t.Errorf("%d steps: the width %g is above %g of fewer steps", steps, e.High-e.Low, last)
			}
			last = e.High - e.Low
			enclosed(t, e, want, 40/float64(steps)+1e-8)
			if math.Abs(e.Value-want) > 40/float64(steps)/float64(steps)+1e-8 {
				t.Errorf("%d steps: %.12f is not near %.12f", steps, e.Value, want)
			}
		}
	}
}

// One number is asked for its own law.
func TestOneNumber(t *testing.T) {
	enclosed(t, new(Sums).Above(Nothing(1e-3), even(0, 1), 0.3), 0.7, 2e-3)
	if e := new(Sums).Above(Nothing(1e-3), coin(0, 1), 1); e.Low > 0 || e.High < 0.5 {
		t.Errorf("an atom on the place: %+v", e)
	}
}

// Atoms on either side of the place that is asked about are told apart, and one
// that lies on it leaves an interval.
func TestAtoms(t *testing.T) {
	coins := []Term{coin(0, 1), coin(0, 1), coin(0, 1)}
	for _, c := range []struct{ z, want float64 }{{-0.5, 1}, {0.5, 7. / 8}, {1.5, 0.5}, {2.5, 1. / 8}, {3.5, 0}} {
		enclosed(t, above(t, Steps, c.z, coins...), c.want, 1e-8)
	}
	if e := above(t, Steps, 2, coins...); e.Low > 1./8 || e.High < 0.5 {
		t.Errorf("an atom on the place: %+v", e)
	}
}

func TestAddStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := new(Sums).Add(ctx, Steps, []Term{even(0, 1), even(0, 1)}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// Many laws are convolved by pairs: with the same sums, and never so long that
// the ends run into one another.
func TestManyNumbers(t *testing.T) {
	var laws [][]float64
	for k := range 11 {
		laws = append(laws, []float64{0.5, 0.1, float64(k) / 40, 0.4 - float64(k)/40})
	}
	var s Sums
	pairs, err := s.byPairs(t.Context(), laws)
	if err != nil {
		t.Fatal(err)
	}
	once, err := s.together(t.Context(), laws)
	if err != nil {
		t.Fatal(err)
	}
	for i := range once {
		if math.Abs(pairs[i]-once[i]) > 1e-14 {
			t.Errorf("mass %d is %g by pairs and %g at once", i, pairs[i], once[i])
		}
	}
	var terms []Term
	for range 2000 {
		terms = append(terms, coin(0, 1))
	}
	if e := above(t, 1<<11, 1000.5, terms...); e.Low > 0.49108 || e.High < 0.49108 { // Pr[Bin(2000, ½) > 1000]
		t.Errorf("%+v does not hold 0.49108", e)
	}
}

// What one record of a table costs at one budget.
func BenchmarkAbove(b *testing.B) {
	terms := []Term{normal(-2, 3), normal(0.1, 0.5), normal(0, 0.3), normal(0.3, 0.2), normal(0, 0.1)}
	for _, steps := range []int{1 << 10, 1 << 11, 1 << 14, Steps} {
		b.Run(strconv.Itoa(steps), func(b *testing.B) {
			var s Sums
			for b.Loop() {
				sum, err := s.Add(b.Context(), steps, terms[1:])
				if err != nil {
					b.Fatal(err)
				}
				s.Above(sum, terms[0], -1)
			}
		})
	}
}
