package optimal

import "math"

// Lent converts the tight events of another problem's law to this one's grid: a good start for similar
// problems, and always a valid one, because any event is a row at a shift that one record causes: coarse
// shifts become fine ones up to the sensitivity, and none beyond. The program looks at all shifts and all
// cells before it ends, so that lent events never worsen the result. It lends none between laws of real and
// of whole numbers, or if one of the losses distinguishes the two sides.
func (p Problem) Lent(from Problem, events []Event) []Event {
	if len(events) == 0 || p.Query != from.Query || p.Loss.Even() != from.Loss.Even() || p.Below.Any() != from.Below.Any() {
		return nil
	}
	return p.eventful().lent(from.eventful(), events)
}

// eventful returns the grid of events, with tails written out.
func (p Problem) eventful() grid {
	p.Reach += p.tailed() * p.Steps
	return p.grid(false)
}

// lent converts events of a question on another grid, with shifts as they are, to this one's with the same
// shifts; for one law, whose shifts are whole cells, it converts them as for any other.
func (p posed) lent(from posed, padded bool, events []Event) []Event {
	if p.met {
		return p.parted(padded, events)
	}
	if len(p.groups) > 1 {
		return events
	}
	return p.grid(padded).lent(from.grid(padded), events)
}

// lent converts events of another grid to this one: cells by their middles, shifts by their lengths. Of the
// fine shifts that correspond to a coarse one it takes the longest two.
func (g grid) lent(from grid, events []Event) []Event {
	if g == from {
		return events
	}
	ratio := float64(g.steps) / float64(from.steps)
	at := make([]int, g.cells) // for each cell the other grid's cell around it
	for i := range at {
		away := (float64(i) + 0.5 - float64(g.cells)/2) / ratio
		at[i] = int(math.Floor(away + float64(from.cells)/2))
	}
	var lent []Event
	for _, e := range events {
		in := newSet(g.cells)
		for i := g.from; i < g.to; i++ {
			if at[i] >= 0 && at[i] < from.cells && e.cells.has(at[i]) {
				in.put(i)
			}
		}
		length, sign := math.Abs(float64(e.Shift)), 1
		if e.Shift < 0 {
			sign = -1
		}
		longest := max(1, int(math.Round(length*ratio)))
		for k := longest; k >= max(1, longest-1) && float64(k) > (length-1)*ratio; k-- {
			lent = append(lent, Event{Shift: sign * k, cells: in, point: e.point, epsilon: e.epsilon})
		}
	}
	return lent
}
