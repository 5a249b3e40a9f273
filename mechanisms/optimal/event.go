package optimal

import "math/bits"

// Event is a shift, in cells, and a set of cells: a row of the program, whatever ε
// and δ are. Of several points it is held to one.
type Event struct {
	Shift int
	cells set
	point int // its number

	epsilon float64 // under a curve, of the line that it is held to
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

// worst is V at a shift of k cells without what 0 itself adds, and puts the event
// that attains it into a set. ratio is e^ε. A gain that may be rounding is left out, so
// that the event is small.
func (g grid) worst(masses []float64, k int, ratio float64, into set) (gain float64) {
	const least = 1e-13
	for i := g.from; i < g.to; i++ {
		more := masses[i]
		if from := i - k; from >= 0 && from < g.cells {
			more -= ratio * masses[from]
		}
		if more > least {
			gain += more
			into.put(i)
		}
	}
	return gain
}

// tails are the events that every law is held to before any oracle is asked: at
// the greatest shift and each of some points, all cells on one side of a place.
func (g grid) tails(points int) []Event {
	var events []Event
	for point := range points {
		events = append(events, g.tailsAt(point)...)
	}
	return events
}

func (g grid) tailsAt(point int) []Event {
	var events []Event
	for i := g.from + 1; i <= g.to; i++ {
		e := Event{Shift: g.steps, cells: newSet(g.cells), point: point}
		for j := g.from; j < i; j++ {
			e.cells.put(j)
		}
		events = append(events, e)
		if g.both {
			e := Event{Shift: -g.steps, cells: newSet(g.cells), point: point}
			for j := i - 1; j < g.to; j++ {
				e.cells.put(j)
			}
			events = append(events, e)
		}
	}
	return events
}
