package optimal

import "math"

// Lent are the events that hold a law of another problem, brought to this one's
// grid: a good start where the two are alike, and a valid one always, as an event is
// a row whatever it is, at a shift that one record causes: coarse shifts become fine ones up to the sensitivity, and none
// beyond. Whatever is lent, the program looks at all shifts and all cells before it ends, so that it can be worse nowhere
// else for it. None are lent between laws of numbers and of whole numbers, or
// where one of the losses tells the two sides apart.
func (p Problem) Lent(from Problem, events []Event) []Event {
	if len(events) == 0 || p.Query != from.Query || p.Loss.Even() != from.Loss.Even() || p.Below.Any() != from.Below.Any() {
		return nil
	}
	return p.eventful().lent(from.eventful(), events)
}

// eventful is the grid of events: tails are written out.
func (p Problem) eventful() grid {
	p.Reach += p.tailed() * p.Steps
	return p.grid(false)
}

// lent brings events of what is posed on another grid, with shifts as they are, to this one's, on which they
// are the same; of one law, whose shifts are whole cells, they are brought as by any other.
func (p posed) lent(from posed, padded bool, events []Event) []Event {
	if p.met {
		return p.parted(padded, events)
	}
	if len(p.groups) > 1 {
		return events
	}
	return p.grid(padded).lent(from.grid(padded), events)
}

// lent brings events of another grid to this one: cells by where their middles lie,
// shifts by their length. A coarse shift stands for fine ones, of which the longest two
// are taken.
func (g grid) lent(from grid, events []Event) []Event {
	if g == from {
		return events
	}
	ratio := float64(g.steps) / float64(from.steps)
	at := make([]int, g.cells) // of each cell, the one that it lies in
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
