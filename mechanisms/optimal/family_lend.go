package optimal

import "slices"

// doubled returns the question on cells twice as wide with the same shifts, if possible; groups of single
// cells widen too.
func (p posed) doubled() (half posed, ok bool) {
	if p.Steps%2 != 0 || p.Reach%2 != 0 || p.Steps < 4 || p.Query == Count || p.met && len(p.groups)%2 != 0 {
		return p, false
	}
	half = p
	half.Steps, half.Reach = p.Steps/2, p.Reach/2
	if !p.met {
		half.fine = 2 * p.fine
		return half, true
	}
	half.groups = nil
	for i := 0; i < len(p.groups); i += 2 {
		both := p.groups[i]
		both.from, both.to, both.weight = i/2, i/2+1, p.groups[i].weight+p.groups[i+1].weight
		half.groups = append(half.groups, both)
	}
	return half, true
}

// parted converts events of groups of doubled cells to single ones: from each half of one to each half of
// another by the shift between the two.
func (p posed) parted(padded bool, events []Event) (lent []Event) {
	g := p.grid(padded)
	for _, e := range events {
		in := newSet(g.cells)
		for i := g.from; i < g.to; i++ {
			if e.cells.has(i / 2) {
				in.put(i)
			}
		}
		for half := range 4 {
			here, there := 2*e.Here+half/2, 2*e.There+half%2
			lent = append(lent, Event{Shift: there - here, Here: here, There: there, cells: in, point: e.point, epsilon: e.epsilon})
		}
	}
	return lent
}

// Lent converts the tight events of another family on the same grid to this one's groups: a good start for
// similar families. A group takes the events of the group around its middle. If no record causes a lent shift
// between the new groups, it is no row of this family, and the program leaves it out (posed.caused).
func (f Family) Lent(from Family, events []Event) []Event {
	same := f.Query == from.Query && f.Steps*f.fineness() == from.Steps*from.fineness() &&
		f.Reach*f.fineness() == from.Reach*from.fineness()
	a, err := f.posed()
	b, err2 := from.posed()
	if !same || err != nil || err2 != nil {
		return nil
	}
	if a.mirrored == b.mirrored && slices.EqualFunc(a.groups, b.groups, func(a, b group) bool { return a.from == b.from && a.to == b.to }) {
		return events
	}
	if b.mirrored && !a.mirrored {
		events = b.both(events)
	}
	heirs := make([][]int, len(b.groups))
	for i, g := range a.groups {
		from := b.holding(g.from + g.to - a.length())
		heirs[from] = append(heirs[from], i)
	}
	var lent []Event
	for _, e := range events {
		for _, here := range heirs[e.Here] {
			for _, there := range heirs[e.There] {
				heir := e
				heir.Here, heir.There = here, there
				lent = append(lent, heir)
			}
		}
	}
	return lent
}

// length returns the length of the range.
func (p posed) length() int { return p.groups[len(p.groups)-1].to }

// holding returns the group at a place, given in half shifts from the middle of the range, or the nearest
// one.
func (p posed) holding(place int) int {
	at := slices.IndexFunc(p.groups, func(g group) bool { return place < 2*g.to-p.length() })
	if at < 0 {
		at = len(p.groups) - 1
	}
	return at
}

// both adds the mirror image of each event, for mirrored groups.
func (p posed) both(events []Event) []Event {
	all := slices.Clone(events)
	for _, e := range events {
		e.Shift, e.Here, e.There = -e.Shift, p.mirror(e.Here), p.mirror(e.There)
		cells, last := newSet(p.Cells()*p.fine), p.Cells()*p.fine-1
		e.cells.each(func(i int) { cells.put(last - i) })
		e.cells = cells
		all = append(all, e)
	}
	return all
}
