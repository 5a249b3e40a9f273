package optimal

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
)

// Exact is a certificate in rational numbers. e^ε is none, and is enclosed to some
// eighty digits.
type Exact struct {
	Low, High *big.Rat  // of the supremum of V: the law is (ε, High)-private
	Shifts    []float64 // at which V is that, or as near to it as one likes, increasing in size; of a stretch its ends, of shifts at which nothing meets the first
	Beside    bool      // V is that only beside the first of Shifts, as beside all, where two points meet
	Grid      float64   // where edges lie on a grid but for rounding, they were put on it, and this is its width; else 0
}

// CertifyExactly computes the supremum of V over all moves in rational numbers. It reads places, masses, ε
// and moves as their shortest decimals, as written with up to fifteen digits, and masses as shares of their
// sum. Pieces lie side by side. It is independent of Certify: V is
//
//	1 − Σ min(fᵢ, e^ε·fⱼ)·ℓᵢⱼ(φ)
//
// over pairs of pieces. The overlap ℓᵢⱼ of i and j moved bends at four differences of edges and is 0 at
// first. Walking all differences in order, with the slope that bends add up to, gives V at every shift; of
// points each pair that meets subtracts one such minimum.
func CertifyExactly(pieces []Piece, m Moves, epsilon float64) (Exact, error) {
	if m.none() {
		return Exact{}, fmt.Errorf("no move is as small as %g", m.Most)
	}
	w, err := written(pieces, m)
	if err != nil {
		return Exact{}, err
	}
	low, high := expBounds(epsilon)
	most, err := w.overlaps(low) // a smaller e^ε makes V greater
	if err != nil {
		return Exact{}, err
	}
	least := most
	if low.Cmp(high) != 0 {
		if least, err = w.overlaps(high); err != nil {
			return Exact{}, err
		}
	}
	e := Exact{Low: w.bare(least.fewest), High: w.bare(most.fewest), Grid: w.grid}
	w.name(&e, most.at)
	return e, nil
}

// exactLaw is a law in whole numbers: places are multiples of one length, masses of
// one mass, and densities of that per length.
type exactLaw struct {
	edges, densities []*big.Int
	points           []exactPoint
	most, unit       *big.Int
	whole            *big.Int // all of the mass, as a density times a length
	length           *big.Rat
	grid             float64
}

type exactPoint struct{ at, mass *big.Int } // mass as whole is

// overlap is the least that a law and itself moved have in common, in multiples
// of 2^−ratioBits of a mass, and the shifts with just that.
type overlap struct {
	fewest *big.Int
	at     []*big.Int
}

// less records the mass that a shift leaves in common.
func (o *overlap) less(common, at *big.Int) {
	if o.fewest != nil {
		switch common.Cmp(o.fewest) {
		case 1:
			return
		case 0:
			o.at = append(o.at, at)
			return
		}
	}
	o.fewest, o.at = new(big.Int).Set(common), []*big.Int{at}
}

// bare returns the share of the mass that is not in common.
func (w exactLaw) bare(common *big.Int) *big.Rat {
	all := new(big.Int).Lsh(w.whole, ratioBits)
	return new(big.Rat).SetFrac(new(big.Int).Sub(all, common), all)
}

// overlaps returns the least mass in common at any move.
func (w exactLaw) overlaps(ratio *big.Int) (overlap, error) {
	if w.unit.Sign() > 0 {
		return w.meetings(ratio), nil
	}
	return w.swept(ratio)
}

// name names the shifts, those first beside which V need not be looked for.
func (w exactLaw) name(e *Exact, shifts []*big.Int) {
	slices.SortStableFunc(shifts, func(a, b *big.Int) int { return cmp.Or(a.CmpAbs(b), b.Sign()-a.Sign()) })
	met := map[string]bool{}
	if w.unit.Sign() == 0 {
		met = w.apart()
	}
	var attained, beside []float64
	for _, s := range shifts {
		at, _ := new(big.Rat).Mul(new(big.Rat).SetInt(s), w.length).Float64()
		if met[key(s)] {
			beside = append(beside, at)
		} else {
			attained = append(attained, at)
		}
	}
	e.Shifts, e.Beside = slices.Concat(attained, beside), len(attained) == 0
}

// apart returns the shifts at which two points with a mass meet.
func (w exactLaw) apart() map[string]bool {
	met, shift := map[string]bool{}, new(big.Int)
	for _, p := range w.points {
		for _, o := range w.points {
			if p.mass.Sign() > 0 && o.mass.Sign() > 0 && shift.Sub(p.at, o.at).Sign() != 0 {
				met[key(shift)] = true
			}
		}
	}
	return met
}

// key names a whole number.
func key(n *big.Int) string { return string(append(n.Bytes(), byte(n.Sign()+1))) }
