package optimal

import (
	"math"
	"math/big"
	"testing"

	"dpscope/mechanisms"
)

// exactly returns the greatest V of a law on a grid in rational numbers, rounded up.
func exactly(t testing.TB, l Law, p Problem) float64 {
	t.Helper()
	pieces, m := l.Pieces(), p.Moves()
	if p.Query == Count { // in whole numbers, as sensitivities may be no decimals
		m = Moves{Most: float64(p.Steps), Unit: 1}
		for i := range pieces {
			at := math.Round(pieces[i].Low * m.Most)
			pieces[i].Low, pieces[i].High = at, at
		}
	}
	e, err := CertifyExactly(pieces, m, p.Epsilon)
	if err != nil {
		t.Fatal(err)
	}
	v, _ := e.High.Float64()
	return math.Nextafter(v, 1)
}

// Laws with a V known by hand, where e^ε is exact to all digits of the enclosure.
func TestCertifyExactly(t *testing.T) {
	e := new(big.Rat).SetFloat64(math.E)
	for _, c := range []struct {
		name   string
		edges  []float64
		masses []float64
		points []mechanisms.Atom
		moves  Moves
		want   func(e *big.Rat) *big.Rat
	}{
		// Moved by a cell the first half has nothing of its own.
		{"two halves", []float64{0, 0.1, 0.2}, []float64{0.5, 0.5}, nil, Moves{Most: 0.1}, func(*big.Rat) *big.Rat { return big.NewRat(1, 2) }},
		// Each shift leaves a quarter bare, and half less e quarters is negative.
		{"a hill", []float64{-0.3, -0.1, 0.1, 0.3}, []float64{0.25, 0.5, 0.25}, nil, Moves{Most: 0.2}, func(*big.Rat) *big.Rat { return big.NewRat(1, 4) }},
		// An eighth is bare, and 3/4 exceeds e times 1/8.
		{"a peak", []float64{0, 1, 2, 3}, []float64{0.125, 0.75, 0.125}, nil, Moves{Most: 1}, func(e *big.Rat) *big.Rat {
			return new(big.Rat).Sub(big.NewRat(7, 8), new(big.Rat).Mul(e, big.NewRat(1, 8)))
		}},
		{"with an atom", []float64{-1, 0, 1}, []float64{0.25, 0.25}, []mechanisms.Atom{{At: 0, Mass: 0.5}}, Moves{Most: 1}, func(*big.Rat) *big.Rat { return big.NewRat(3, 4) }},
		{"whole numbers", nil, nil, []mechanisms.Atom{{At: -1, Mass: 0.125}, {At: 0, Mass: 0.75}, {At: 1, Mass: 0.125}}, Moves{Most: 1, Unit: 1}, func(e *big.Rat) *big.Rat {
			return new(big.Rat).Sub(big.NewRat(7, 8), new(big.Rat).Mul(e, big.NewRat(1, 8)))
		}},
	} {
		l, err := NewLaw(c.edges, c.masses, c.points)
		if err != nil {
			t.Fatal(err)
		}
		got, err := CertifyExactly(l.Pieces(), c.moves, 1)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		high, _ := got.High.Float64()
		want, _ := c.want(e).Float64()
		width, _ := new(big.Rat).Sub(got.High, got.Low).Float64()
		if math.Abs(high-want) > 1e-15 || width < 0 || width > 1e-80 {
			t.Errorf("%s: %v, to %g, want %v", c.name, high, width, want)
		}
		if c := l.Certify(c.moves, 1); math.Abs(c.Delta-high) > 1e-14 || c.Low > high || c.High < high {
			t.Errorf("in floating numbers %v, in rational ones %v", c.Delta, high)
		}
	}
}

// e^ε lies between its bounds, which agree in eighty of its digits.
func TestExpBounds(t *testing.T) {
	for _, epsilon := range []float64{0, 1e-9, 0.3, 1, 6, 15, 100} {
		low, high := expBounds(epsilon)
		width, _ := new(big.Rat).SetFrac(new(big.Int).Sub(high, low), low).Float64()
		middle, _ := new(big.Rat).SetFrac(low, new(big.Int).Lsh(big.NewInt(1), ratioBits)).Float64()
		if low.Cmp(high) > 0 || width > 1e-80 || math.Abs(middle-math.Exp(epsilon)) > 1e-15*middle*max(1, epsilon) {
			t.Errorf("e^%g is %v, to %g", epsilon, middle, width)
		}
	}
}
