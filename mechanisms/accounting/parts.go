package accounting

import "math"

// part is an event repeated times. It is no Both, no Times and no Nothing.
type part struct {
	of    Event
	times float64
}

// parts returns a tree's distinct parts with their counts, as no order of them costs more than another. It
// merges normal noise into one part, and replaces nodes by simpler ones of equal price.
func parts(e Event) (list []part) {
	gather(&list, e, 1)
	return merged(list)
}

// gather adds the parts of an event, repeated times.
func gather(list *[]part, e Event, times float64) {
	switch e := simple(e).(type) {
	case Nothing:
	case Both:
		gather(list, e.First, times)
		gather(list, e.Then, times)
	case Times:
		gather(list, e.Of, times*e.Count)
	default:
		for i, p := range *list {
			if p.of == e {
				(*list)[i].times += times
				return
			}
		}
		*list = append(*list, part{e, times})
	}
}

// merged combines normal noise: losses of normal noise add up to those of one smaller noise.
func merged(list []part) []part {
	first, count, precision := -1, 0, 0.0
	for i, p := range list {
		if n, is := p.of.(Normal); is {
			if count++; first < 0 {
				first = i
			}
			precision += p.times / (n.Deviation * n.Deviation)
		}
	}
	if count < 2 {
		return list
	}
	kept := list[:0:0]
	for i, p := range list {
		n, is := p.of.(Normal)
		switch {
		case !is:
			kept = append(kept, p)
		case i == first:
			kept = append(kept, part{Normal{1 / math.Sqrt(precision), n.Neighbours}, 1})
		}
	}
	return kept
}

// simple returns an event of equal price with the simplest outermost node.
func simple(e Event) Event {
	switch e := e.(type) {
	case Sampled:
		switch of := simple(e.Of); {
		case e.Rate == 0 || of == Nothing{}:
			return Nothing{}
		case e.Rate == 1:
			return of
		default:
			return Sampled{of, e.Rate, e.By}
		}
	case Split:
		a, b := simple(e.Of), simple(e.Or)
		switch {
		case a == b || b == Nothing{}:
			return a
		case a == Nothing{}:
			return b
		}
		return Split{a, b}
	case Times:
		if e.Count == 1 {
			return simple(e.Of)
		}
	case Group:
		return grouped(simple(e.Of), e.Size)
	case Epoch:
		if e.Batches == 1 && e.Present == 1 {
			return e.Fixed()
		}
	case Drawn:
		if e.Draws == 1 && e.Chance == 1 {
			return Normal{moved(e.Deviation, e.Neighbours), e.Neighbours}
		}
	}
	return e
}

// grouped returns an event about size rows per record. For a run it groups each event, which is exact if each
// group is: the rows of one record move a sum by size sensitivities, give size separate answers, and extend
// the range of a loss size times.
func grouped(e Event, size float64) Event {
	if size == 1 {
		return e
	}
	switch e := e.(type) {
	case Nothing:
		return e
	case Normal:
		return Normal{e.Deviation / size, e.Neighbours}
	case Pick:
		return Pick{e.Epsilon * size, e.Neighbours}
	case Bit, Local:
		return Times{e, size}
	case Both:
		return Both{grouped(simple(e.First), size), grouped(simple(e.Then), size)}
	case Times:
		return Times{grouped(simple(e.Of), size), e.Count}
	case Group:
		return grouped(e.Of, e.Size*size)
	}
	return Group{e, size}
}
