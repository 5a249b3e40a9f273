package optimal

import (
	"cmp"
	"slices"
)

// leant is an event that the multipliers lean on, and by how much.
type leant struct {
	Event
	by float64
}

// events are those that the multipliers lean on most, at most three for each
// weight: a vertex has one for each, and more only slow down the search for it.
func (p *interior) events() []Event {
	const each = 3
	var all []leant
	for row := range p.ks {
		all = append(all, p.levels(row)...)
	}
	slices.SortStableFunc(all, func(a, b leant) int { return cmp.Compare(b.by, a.by) })
	var events []Event
	for _, e := range all[:min(len(all), each*len(p.w))] {
		events = append(events, e.Event)
	}
	return events
}

// levels are the events of one shift: the sets of cells that are in by more than
// a level, for every level that tells two cells apart.
func (p *interior) levels(row int) (events []leant) {
	const apart = 1e-7
	cells := p.to - p.from
	part, order := make([]float64, cells), make([]int, cells)
	for i := range cells {
		part[i], order[i] = p.z2[row*cells+i]/p.lam[row], i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(part[b], part[a]) })
	in := newSet(p.cells)
	for rank, i := range order {
		in.put(p.from + i)
		next := 0.0
		if rank+1 < cells {
			next = part[order[rank+1]]
		}
		if gap := part[i] - next; gap > apart {
			events = append(events, leant{Event{p.ks[row], slices.Clone(in)}, p.lam[row] * gap})
		}
	}
	return events
}
