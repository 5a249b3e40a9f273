package pairs

import (
	"math"
	"slices"
)

// Ranged is a cell with the range of its answers' losses; the lower end is finite.
type Ranged struct {
	Cell
	Low, High float64
}

// Spread dominates laws that are parted into such cells: a cell is told apart no better than
// its losses allow if it is split into an outcome of either end, which keeps both of its masses.
// It is exact where a cell has the losses of its ends alone.
func Spread(cells []Ranged) (pair Pair) {
	for _, c := range cells {
		switch {
		case c.P <= 0 || c.Low > most:
			pair.certain += c.P
			pair.absent += c.Q
			continue
		case c.High > most:
			kept := min(c.P, c.Q*math.Exp(c.Low))
			pair.certain += c.P - kept
			pair.atoms = append(pair.atoms, atom{c.Low, kept, kept * math.Exp(-c.Low)})
			continue
		}
		// P = a + b and Q = a·e^−Low + b·e^−High
		low := c.P
		if c.High > c.Low {
			low = (c.Q*math.Exp(c.Low) - c.P*math.Exp(c.Low-c.High)) / -math.Expm1(c.Low-c.High)
			low = min(max(low, 0), c.P)
		}
		for _, a := range []atom{{c.Low, low, low * math.Exp(-c.Low)}, {c.High, c.P - low, (c.P - low) * math.Exp(-c.High)}} {
			if a.p > 0 {
				pair.atoms = append(pair.atoms, a)
			}
		}
	}
	pair.order()
	return pair
}

// Mirrored returns the pair that is the same in both orders, given one half: the outcomes that are at least
// as likely by P. The other half swaps P and Q.
func (p Pair) Mirrored() Pair {
	other := p.Reversed()
	whole := Pair{atoms: slices.Concat(other.atoms, p.atoms), certain: p.certain + other.certain, absent: p.absent + other.absent}
	whole.order()
	return whole
}

// Overlap returns the mass that both laws of two answers about the same records have in common, 1 − the total
// variation of both answers together, with all its digits.
func Overlap(a, b Pair) (sum float64) {
	upTo := make([]float64, len(b.atoms)+1) // by P, from the least loss on
	for j, y := range b.atoms {
		upTo[j+1] = upTo[j] + y.p
	}
	j, above := len(b.atoms), 0.0 // by Q, of losses that outweigh the first's
	for _, x := range a.atoms {
		for j > 0 && b.atoms[j-1].loss+x.loss > 0 {
			j--
			above += b.atoms[j].q
		}
		sum += x.q*above + x.p*upTo[j]
	}
	return sum
}
