package optimal

import (
	"errors"
	"fmt"
	"math"
	"math/big"
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
	e := Exact{Low: new(big.Rat), High: new(big.Rat)}
	for k := -int(steps); k <= int(steps); k++ {
		if k == 0 {
			continue
		}
		if v := g.divergence(k, low); v.Cmp(e.High) > 0 { // the less e^ε, the greater V
			e.High, e.Shift = v, float64(k)*g.unit
		}
		if v := g.divergence(k, high); v.Cmp(e.Low) > 0 {
			e.Low = v
		}
	}
	return e, nil
}

// lattice is a law on a grid in rational numbers that add up to 1.
type lattice struct {
	unit   float64 // width of a cell, or distance of two whole numbers
	masses []*big.Rat
	always *big.Rat // mass of points that every shift tells apart
}

// lattice puts a law on its grid.
func (l Law) lattice(q Query) (lattice, error) {
	g := lattice{always: new(big.Rat)}
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
			for float64(len(g.masses)) < at-first {
				g.masses = append(g.masses, new(big.Rat))
			}
			g.masses = append(g.masses, new(big.Rat).SetFloat64(p.Mass))
		}
	default:
		n := len(l.Masses)
		if n == 0 {
			return g, errors.New("points alone are the law of a count; an exact check of other answers needs pieces")
		}
		g.unit = (l.Edges[n] - l.Edges[0]) / float64(n)
		for i, m := range l.Masses {
			if math.Abs(l.Edges[i+1]-l.Edges[0]-float64(i+1)*g.unit) > 1e-9*g.unit {
				return g, fmt.Errorf("the piece from %g to %g is not as wide as the others; an exact check needs pieces of one width", l.Edges[i], l.Edges[i+1])
			}
			g.masses = append(g.masses, new(big.Rat).SetFloat64(m))
		}
		for _, p := range l.Points {
			g.always.Add(g.always, new(big.Rat).SetFloat64(p.Mass))
		}
	}
	g.normalise()
	return g, nil
}

// normalise divides by the sum.
func (g *lattice) normalise() {
	sum := new(big.Rat).Set(g.always)
	for _, m := range g.masses {
		sum.Add(sum, m)
	}
	g.always.Quo(g.always, sum)
	for _, m := range g.masses {
		m.Quo(m, sum)
	}
}

// divergence is V at a shift by k of the grid, for a ratio.
func (g lattice) divergence(k int, ratio *big.Rat) *big.Rat {
	v, part := new(big.Rat).Set(g.always), new(big.Rat)
	for i, m := range g.masses {
		part.Set(m)
		if from := i - k; from >= 0 && from < len(g.masses) {
			part.Sub(m, part.Mul(ratio, g.masses[from]))
		}
		if part.Sign() > 0 {
			v.Add(v, part)
		}
	}
	return v
}

// expBounds encloses e^ε for ε ≥ 0: by its series at ε/2ʰ, squared h times, each
// operation rounded to the side of its bound.
func expBounds(epsilon float64) (low, high *big.Rat) {
	const bits, terms = 320, 60
	halvings := 0
	x := epsilon
	for x > 0.5 {
		x, halvings = x/2, halvings+1
	}
	bounds := [2]*big.Rat{}
	for i, mode := range []big.RoundingMode{big.ToNegativeInf, big.ToPositiveInf} {
		number := func() *big.Float { return new(big.Float).SetPrec(bits).SetMode(mode) }
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
		bounds[i], _ = sum.Rat(nil)
	}
	return bounds[0], bounds[1]
}
