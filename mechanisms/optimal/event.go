package optimal

import "math/bits"

// Event is a shift, in parts of cells, and a set of such parts: a row of the program, for any ε and δ. Of
// several points it belongs to one. With several groups it holds an answer's mass in one group to an answer's
// in another.
type Event struct {
	Shift       int
	Here, There int // the groups
	cells       set // nil: no event
	point       int // index of its point

	epsilon float64 // under a curve, of its line
}

// set is a set of cells, a bit for each.
type set []uint64

func newSet(cells int) set   { return make(set, (cells+63)/64) }
func (s set) put(i int)      { s[i>>6] |= 1 << (i & 63) }
func (s set) has(i int) bool { return s[i>>6]>>(i&63)&1 != 0 }

// each calls do with the cells of the set, in order.
func (s set) each(do func(i int)) {
	for at, word := range s {
		for ; word != 0; word &= word - 1 {
			do(at<<6 + bits.TrailingZeros64(word))
		}
	}
}

// tails returns the events that hold laws before any oracle runs: at each point, for the greatest shifts
// between groups in either direction, all cells on one side of a place.
func (p posed) tails(padded bool) []Event {
	var events []Event
	g := p.grid(padded)
	for point := range p.Points() {
		for here := range p.groups {
			for there := range p.groups {
				least, most := p.reaches(here, there)
				tail := func(k, from, to int) {
					if k == 0 || !p.stands(here, there, k) {
						return
					}
					e := Event{Shift: k, Here: here, There: there, cells: newSet(g.cells * p.fine), point: point}
					for i := from; i < to; i++ {
						e.cells.put(i)
					}
					events = append(events, e)
				}
				for i := (g.from + 1) * p.fine; i <= g.to*p.fine; i++ {
					if most > 0 {
						tail(most, g.from*p.fine, i)
					}
					if least < 0 {
						tail(least, i-1, g.to*p.fine)
					}
				}
			}
		}
	}
	return events
}
