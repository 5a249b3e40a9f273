package optimal

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
)

// Exact is a certificate in rational numbers. e^ε is none, and is enclosed to some
// eighty digits.
type Exact struct {
	Low, High *big.Rat // of the greatest V: the law is (ε, High)-private
	Shift     float64  // at which V is that
}

// CertifyExactly takes the greatest V in rational numbers: masses as the floating
// numbers that they are, divided by their sum. The law must lie on a grid of equal
// cells, or of whole numbers, of which the sensitivity is a multiple; edges stand for
// those of that grid.
func (l Law) CertifyExactly(q Query, epsilon, sensitivity float64) (Exact, error) {
	g, err := l.lattice(q)
	if err != nil {
		return Exact{}, err
	}
	steps := math.Round(sensitivity / g.unit)
	if math.Abs(sensitivity-steps*g.unit) > 1e-9*sensitivity || steps < 1 {
		return Exact{}, fmt.Errorf("the sensitivity %g is no multiple of %g, the grid of the law; an exact check needs one", sensitivity, g.unit)
	}
	low, high := expBounds(epsilon)
	least, most := new(big.Int), new(big.Int)
	e := Exact{}
	for k := -int(steps); k <= int(steps); k++ {
		if k == 0 {
			continue
		}
		if v := g.divergence(k, low); v.Cmp(most) > 0 { // the less e^ε, the greater V
			most, e.Shift = v, float64(k)*g.unit
		}
		if v := g.divergence(k, high); v.Cmp(least) > 0 {
			least = v
		}
	}
	whole := new(big.Int).Lsh(g.sum(), ratioBits)
	e.Low, e.High = new(big.Rat).SetFrac(least, whole), new(big.Rat).SetFrac(most, whole)
	return e, nil
}

// lattice is a law on a grid. Floating numbers are whole multiples of a power of two:
// its masses are whole numbers of the least that all of them are multiples of, and add
// up to any sum. Fractions would be reduced by a common divisor after every operation.
type lattice struct {
	unit   float64 // width of a cell, or distance of two whole numbers
	masses []*big.Int
	always *big.Int // mass of points that every shift tells apart
}

// lattice puts a law on its grid.
func (l Law) lattice(q Query) (lattice, error) {
	g := lattice{}
	var masses, always []float64
	switch {
	case q == Count && len(l.Masses) > 0 || len(l.Masses)+len(l.Points) == 0:
		return g, errors.New("the law of a count has points alone; an exact check needs them")
	case q == Count:
		g.unit = 1
		first := math.Round(l.Points[0].At)
		for _, p := range l.Points {
			at := math.Round(p.At)
			if math.Abs(p.At-at) > 1e-9*max(1, math.Abs(at)) || at-first > maxCells*maxCells {
				return g, fmt.Errorf("the point %g is no whole number near the others; an exact check needs those", p.At)
			}
			for float64(len(masses)) < at-first {
				masses = append(masses, 0)
			}
			masses = append(masses, p.Mass)
		}
	default:
		n := len(l.Masses)
		if n == 0 {
			return g, errors.New("points alone are the law of a count; an exact check of other answers needs pieces")
		}
		g.unit = (l.Edges[n] - l.Edges[0]) / float64(n)
		for i := range l.Masses {
			if math.Abs(l.Edges[i+1]-l.Edges[0]-float64(i+1)*g.unit) > 1e-9*g.unit {
				return g, fmt.Errorf("the piece from %g to %g is not as wide as the others; an exact check needs pieces of one width", l.Edges[i], l.Edges[i+1])
			}
		}
		masses = l.Masses
		for _, p := range l.Points {
			always = append(always, p.Mass)
		}
	}
	places := 0
	for _, m := range slices.Concat(masses, always) {
		places = max(places, binaryPlaces(m))
	}
	for _, m := range masses {
		g.masses = append(g.masses, multiples(m, places))
	}
	g.always = new(big.Int)
	for _, m := range always {
		g.always.Add(g.always, multiples(m, places))
	}
	return g, nil
}

// binaryPlaces is how many digits a mass may have behind its binary point.
func binaryPlaces(mass float64) int {
	_, exponent := math.Frexp(mass)
	return max(53-exponent, 0)
}

// multiples is a mass as a multiple of 2⁻ᵖ, of at least as many binary places as it has.
func multiples(mass float64, places int) *big.Int {
	fraction, exponent := math.Frexp(mass)
	n := big.NewInt(int64(math.Ldexp(fraction, 53)))
	return n.Lsh(n, uint(places+exponent-53))
}

// sum is all of the mass.
func (g lattice) sum() *big.Int {
	sum := new(big.Int).Set(g.always)
	for _, m := range g.masses {
		sum.Add(sum, m)
	}
	return sum
}

// divergence is V at a shift by k of the grid times the sum of the masses, in multiples
// of 2^−ratioBits, as the ratio is.
func (g lattice) divergence(k int, ratio *big.Int) *big.Int {
	v, part, moved := new(big.Int).Lsh(g.always, ratioBits), new(big.Int), new(big.Int)
	for i, m := range g.masses {
		part.Lsh(m, ratioBits)
		if from := i - k; from >= 0 && from < len(g.masses) {
			part.Sub(part, moved.Mul(ratio, g.masses[from]))
		}
		if part.Sign() > 0 {
			v.Add(v, part)
		}
	}
	return v
}

// ratioBits is how many binary digits e^ε is computed with, and how many behind its point
// are kept.
const ratioBits = 320

// expBounds encloses e^ε for ε ≥ 0, in multiples of 2^−ratioBits: by its series at ε/2ʰ,
// squared h times, each operation rounded to the side of its bound.
func expBounds(epsilon float64) (low, high *big.Int) {
	const terms = 60
	halvings := 0
	x := epsilon
	for x > 0.5 {
		x, halvings = x/2, halvings+1
	}
	bounds := [2]*big.Int{}
	for i, mode := range []big.RoundingMode{big.ToNegativeInf, big.ToPositiveInf} {
		number := func() *big.Float { return new(big.Float).SetPrec(ratioBits).SetMode(mode) }
		sum, term := number().SetInt64(1), number().SetInt64(1)
		for n := 1; n < terms; n++ {
			term = number().Quo(number().Mul(term, number().SetFloat64(x)), number().SetInt64(int64(n)))
			sum = number().Add(sum, term)
		}
		if mode == big.ToPositiveInf { // what the series goes on with is less than its last term, as x ≤ 1/2
			sum = number().Add(sum, term)
		}
		for range halvings {
			sum = number().Mul(sum, sum)
		}
		bounds[i], _ = sum.SetMantExp(sum, ratioBits).Int(nil) // whole: e^ε is at least 1
	}
	return bounds[0], bounds[1]
}
