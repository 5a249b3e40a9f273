package lattice

import (
	"context"
	"errors"
	"math"
	"testing"
)

// even returns the uniform law on [low, high].
func even(low, high float64) Term {
	return Term{Low: low, High: high, Mass: func(from, to float64) float64 {
		return max(min(to, high)-max(from, low), 0) / (high - low)
	}}
}

// coin returns low or high, each with chance one half.
func coin(low, high float64) Term {
	return Term{Low: low, High: high, Mass: func(from, to float64) float64 {
		mass := 0.0
		for _, at := range [2]float64{low, high} {
			if from <= at && at < to {
				mass += 0.5
			}
		}
		return mass
	}}
}

func sum(t *testing.T, terms ...Term) Sum {
	t.Helper()
	width := 0.0
	for _, term := range terms {
		width += term.High - term.Low
	}
	s, err := Convolve(t.Context(), Steps, width, terms)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// enclosed fails unless the interval holds the truth and is narrow.
func enclosed(t *testing.T, s Sum, z, want, width float64) {
	t.Helper()
	value, low, high := s.Above(z)
	if !(low <= want && want <= high) || high-low > width || math.Abs(value-want) > width {
		t.Errorf("Pr[S > %g] = %v in [%v, %v], want %v", z, value, low, high, want)
	}
}

// Two even numbers add up to a triangular law, six to Irwin and Hall's.
func TestEvenNumbers(t *testing.T) {
	two := sum(t, even(0, 1), even(-1, 0))
	for _, z := range []float64{-1.5, -0.7, -0.001, 0, 0.3, 0.999, 2} {
		near := 1 - min(math.Abs(z), 1)
		want := near * near / 2
		if z < 0 {
			want = 1 - want
		}
		enclosed(t, two, z, want, 1e-4)
	}
	six := sum(t, even(0, 1), even(0, 1), even(0, 1), even(0, 1), even(0, 1), even(0, 1))
	enclosed(t, six, 3, 0.5, 2e-4)
	enclosed(t, six, 5.5, 1/(720*math.Pow(2, 6)), 1e-6)
}

// Atoms on either side of the place that is asked about are told apart, and one
// that lies on it leaves an interval.
func TestAtoms(t *testing.T) {
	s := sum(t, coin(0, 1), coin(0, 1), coin(0, 1))
	for _, c := range []struct{ z, want float64 }{{-0.5, 1}, {0.5, 7. / 8}, {1.5, 0.5}, {2.5, 1. / 8}, {3.5, 0}} {
		enclosed(t, s, c.z, c.want, 1e-8)
	}
	if _, low, high := s.Above(2); low > 1./8 || high < 0.5 {
		t.Errorf("an atom on the place: [%v, %v]", low, high)
	}
}

func TestConvolveStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Convolve(ctx, Steps, 1, []Term{even(0, 1)}); !errors.Is(err, context.Canceled) {
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
	pairs, err := byPairs(t.Context(), laws)
	if err != nil {
		t.Fatal(err)
	}
	once, err := together(t.Context(), laws, 64)
	if err != nil {
		t.Fatal(err)
	}
	for i := range once {
		if got := append(pairs, make([]float64, 64)...)[i]; math.Abs(got-once[i]) > 1e-14 {
			t.Errorf("mass %d is %g by pairs and %g at once", i, got, once[i])
		}
	}
	var terms []Term
	for range 2000 {
		terms = append(terms, coin(0, 1))
	}
	s, err := Convolve(t.Context(), 1<<11, 2000, terms)
	if err != nil {
		t.Fatal(err)
	}
	if _, low, high := s.Above(1000.5); low > 0.49108 || high < 0.49108 { // Pr[Bin(2000, ½) > 1000]
		t.Errorf("[%g, %g] does not hold 0.49108", low, high)
	}
}
