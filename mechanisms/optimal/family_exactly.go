package optimal

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
)

// ExactGroup is a group of a family as it is written: its answers are in [From, To), of whole numbers too.
type ExactGroup struct {
	From, To float64
	Pieces   []Piece
}

// ExactFamily is a certificate of a family in rational numbers.
type ExactFamily struct {
	Low, High *big.Rat // of the supremum of V over all pairs and moves
	Pair
	Shift float64
}

// pairLaw is a law of a family in whole numbers, all of one family in the same: places are multiples of one length, and densities
// of one mass per length.
type pairLaw struct {
	from, to         *big.Int
	edges, densities []*big.Int
	points           []exactPoint
}

// exactFamily holds the laws with their common numbers.
type exactFamily struct {
	laws               []pairLaw
	most, unit, length *big.Int // length: of 1
	whole              *big.Int // total mass of a law
	looks              int      // number of pieces looked at
}

// mostLooks bounds the work of an exact check.
const mostLooks = 30_000_000

// CertifyFamilyExactly takes the supremum of V over all ordered pairs of groups and all moves between them in rational
// numbers, as CertifyExactly does for one law. It looks at each difference of edges by itself, and at the ends of the moves from
// one group to the other, or at every whole move: V is greatest at one of these, as Placing.Certify says, from which it
// has no code.
func CertifyFamilyExactly(groups []ExactGroup, m Moves, epsilon float64) (ExactFamily, error) {
	if m.none() {
		return ExactFamily{}, fmt.Errorf("no move is as small as %g", m.Most)
	}
	f, err := writtenFamily(groups, m)
	if err != nil {
		return ExactFamily{}, err
	}
	low, high := expBounds(epsilon)
	var e ExactFamily
	for here := range f.laws {
		for there := range f.laws {
			shifts, err := f.shifts(here, there)
			if err != nil {
				return e, err
			}
			for _, shift := range shifts {
				if v := f.bare(here, there, shift, low); e.High == nil || v.Cmp(e.High) > 0 { // the less e^ε, the greater V
					at, _ := new(big.Rat).SetFrac(shift, f.length).Float64()
					e.High, e.Low, e.Pair, e.Shift = v, f.bare(here, there, shift, high), Pair{here, there}, at
				}
			}
		}
	}
	if e.High == nil {
		return e, errors.New("no answer of the range is moved to another by so little")
	}
	return e, nil
}

// writtenFamily converts the written numbers into whole numbers.
func writtenFamily(groups []ExactGroup, m Moves) (f exactFamily, err error) {
	var laws []exactLaw
	lengths := []*big.Rat{decimal(m.Most), decimal(m.Unit)}
	f.whole = big.NewInt(1)
	for _, g := range groups {
		w, err := written(g.Pieces, m)
		if err != nil {
			return f, err
		}
		laws = append(laws, w)
		lengths = append(lengths, w.length, decimal(g.From), decimal(g.To))
		f.whole.Mul(f.whole, new(big.Int).Div(w.whole, new(big.Int).GCD(nil, nil, f.whole, w.whole)))
		if f.whole.BitLen() > maxDigits {
			return f, fmt.Errorf("the masses of all groups would need numbers of more than %d binary digits in an exact check; masses with fewer digits would work", maxDigits)
		}
	}
	f.length = common(lengths)
	f.most, f.unit = times(decimal(m.Most), f.length), times(decimal(m.Unit), f.length)
	longest := big.NewInt(1) // a multiple of each law's own unit of length
	for _, w := range laws {
		finer := times(w.length, f.length)
		longest.Mul(longest, new(big.Int).Div(finer, new(big.Int).GCD(nil, nil, longest, finer)))
	}
	for i, w := range laws {
		law := pairLaw{from: times(decimal(groups[i].From), f.length), to: times(decimal(groups[i].To), f.length)}
		finer, heavier := times(w.length, f.length), new(big.Int).Div(f.whole, w.whole)
		for _, e := range w.edges {
			law.edges = append(law.edges, new(big.Int).Mul(e, finer))
		}
		for _, d := range w.densities {
			d = new(big.Int).Mul(d, heavier)
			law.densities = append(law.densities, d.Mul(d, new(big.Int).Div(longest, finer)))
		}
		for _, p := range w.points {
			mass := new(big.Int).Mul(p.mass, heavier)
			law.points = append(law.points, exactPoint{new(big.Int).Mul(p.at, finer), mass.Mul(mass, longest)})
		}
		f.laws = append(f.laws, law)
	}
	f.whole.Mul(f.whole, longest)
	return f, nil
}

// reach returns the least and the greatest move between two groups, as open ends, which make no difference to
// a density.
func (f *exactFamily) reach(here, there int) (low, high *big.Int, meets bool) {
	low, high = new(big.Int).Sub(f.laws[there].from, f.laws[here].to), new(big.Int).Sub(f.laws[there].to, f.laws[here].from)
	low.Add(low, f.unit)
	high.Sub(high, f.unit)
	least := new(big.Int).Neg(f.most)
	apart := low.Cmp(f.most) >= 0 || high.Cmp(least) <= 0
	if f.unit.Sign() > 0 {
		apart = low.Cmp(f.most) > 0 || high.Cmp(least) < 0
	}
	if low.Cmp(least) < 0 {
		low = least
	}
	if high.Cmp(f.most) > 0 {
		high = f.most
	}
	return low, high, !apart
}

// shifts returns the shifts among which V of a pair is greatest.
func (f *exactFamily) shifts(here, there int) (shifts []*big.Int, err error) {
	low, high, meets := f.reach(here, there)
	if !meets {
		return nil, nil
	}
	a, b := f.laws[here], f.laws[there]
	found := map[string]bool{}
	add := func(shift *big.Int) {
		if name := key(shift); !found[name] && (here != there || shift.Sign() != 0) {
			found[name] = true
			shifts = append(shifts, new(big.Int).Set(shift))
		}
	}
	if f.unit.Sign() > 0 {
		for k := new(big.Int).Set(low); k.Cmp(high) <= 0; k.Add(k, f.unit) {
			add(k)
		}
		return shifts, f.look(len(shifts) * (len(a.points) + len(b.points)))
	}
	add(low)
	add(high)
	shift := new(big.Int)
	for _, e := range a.edges {
		first, _ := slices.BinarySearchFunc(b.edges, new(big.Int).Sub(e, high), (*big.Int).Cmp)
		for _, other := range b.edges[first:] {
			if shift.Sub(e, other); shift.Cmp(low) < 0 {
				break
			}
			add(shift)
		}
		if err := f.look(0); err != nil {
			return nil, err
		}
	}
	return shifts, f.look(len(shifts) * (len(a.edges) + len(b.edges)))
}

// look counts the pieces looked at, and refuses too many.
func (f *exactFamily) look(more int) error {
	if f.looks += more; f.looks > mostLooks {
		return errors.New("an exact check of so many pieces off a grid would take minutes; pieces of one width would work")
	}
	return nil
}

// bare returns V of a pair at a shift: the share of the mass that is not in common.
func (f *exactFamily) bare(here, there int, shift, ratio *big.Int) *big.Rat {
	a, b := f.laws[here], f.laws[there]
	in, one, other := new(big.Int), new(big.Int), new(big.Int)
	least := func(x, y *big.Int) *big.Int {
		one.Lsh(x, ratioBits)
		if other.Mul(y, ratio); one.Cmp(other) > 0 {
			return other
		}
		return one
	}
	if f.unit.Sign() > 0 {
		from, j := new(big.Int), 0
		for _, p := range a.points {
			for from.Sub(p.at, shift); j < len(b.points) && b.points[j].at.Cmp(from) < 0; j++ {
			}
			if j < len(b.points) && b.points[j].at.Cmp(from) == 0 {
				in.Add(in, least(p.mass, b.points[j].mass))
			}
		}
	}
	low, high, end := new(big.Int), new(big.Int), new(big.Int)
	for i, j := 0, 0; i < len(a.densities) && j < len(b.densities); {
		low.Add(b.edges[j], shift)
		end.Add(b.edges[j+1], shift)
		if low.Cmp(a.edges[i]) < 0 {
			low.Set(a.edges[i])
		}
		first := a.edges[i+1].Cmp(end) <= 0
		if high.Set(end); first {
			high.Set(a.edges[i+1])
		}
		if high.Cmp(low) > 0 {
			share := least(a.densities[i], b.densities[j])
			in.Add(in, share.Mul(share, high.Sub(high, low)))
		}
		if first {
			i++
		} else {
			j++
		}
	}
	all := new(big.Int).Lsh(f.whole, ratioBits)
	return new(big.Rat).SetFrac(in.Sub(all, in), all)
}
