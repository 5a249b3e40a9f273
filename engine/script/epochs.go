package script

import (
	"fmt"
	"slices"
	"strings"
)

// epochs enters how often a training goes through its records: by the loop over epochs, and by arguments of calls, each given by its name and place. Trainings are as many as calls that make one private.
func (s *search) epochs(arguments map[string]epochArgument, trainings int) {
	var all, stated said
	var sources []Place // of what trains
	for i, l := range s.loops {
		if !l.counts() {
			continue
		}
		v := s.passes(l)
		if why := s.again(l.in, l.loops, 0); why != "" {
			v = unread("the loop over epochs on %v runs several times: %s", l.at, why)
		}
		for _, inner := range s.loops { // which may go through the records again
			if slices.Contains(inner.loops, i) && inner.over != nil && inner.repeats() && !s.once(inner) {
				v = unread("the loop on %v, within that over epochs, may go through the records again", inner.at)
			}
		}
		all.values = all.and(v)
		sources = append(sources, l.at)
		if all.what == "" {
			all.at, all.what = s.loops[i].at, "the loop over epochs"
		}
	}
	for _, c := range s.calls {
		a, is := arguments[c.called()]
		if !is || a.only != nil && !slices.Contains(a.only, c.node) {
			continue
		}
		to := &stated
		if a.trains {
			to = &all
			sources = append(sources, c.at)
		}
		if why := s.again(c.in, c.loops, 0); why != "" && a.trains {
			all.values = all.and(unread("%s on %v runs several times: %s", c.called(), c.at, why))
			all.at, all.what = c.at, a.name+" of "+c.called()
			continue
		}
		if !s.given(to, c, a.name, a.place) && a.standard {
			all.values = all.and(values{list: []value{{number: 1}}})
			all.at, all.what = c.at, c.called()+" without "+a.name+", of which one is the standard"
		}
	}
	all.also(stated)
	if len(sources) > max(trainings, 1) && len(all.list) < 2 {
		s.ask("epochs", fmt.Sprintf("the script goes through the records on %v and again on %v: epochs in all are asked for", sources[0], sources[1]))
	}
	s.enter("epochs", all.numeric())
}

// epochArgument is an argument that says epochs.
type epochArgument struct {
	name     string
	place    int
	standard bool    // one, where it is not given
	trains   bool    // the call is the training
	only     []*node // calls of the name; nil: all
}

// counts reports whether a loop goes through epochs, by its variable or by what it goes through.
func (l loop) counts() bool {
	if !l.repeats() {
		return false
	}
	over := unwrapped(l.over)
	is := strings.Contains(strings.ToLower(l.target), "epoch")
	over.each(func(n *node) {
		is = is || (n.shape == variable || n.shape == member) && strings.Contains(strings.ToLower(n.text), "epoch")
	})
	return is
}

// unwrapped returns what a loop counts: range(...) in tqdm(range(...)).
func unwrapped(n *node) *node {
	for {
		switch n.called() {
		case "tqdm", "list", "notebook_tqdm", "track":
			if len(n.arguments) == 0 || n.arguments[0].name != "" {
				return n
			}
			n = n.arguments[0].value
		default:
			return n
		}
	}
}

// passes counts range(stop) and range(start, stop).
func (s *search) passes(l loop) values {
	over := unwrapped(l.over)
	var places []*node
	for _, a := range over.arguments {
		if a.name == "" {
			places = append(places, a.value)
		} else if over.called() == "range" || strings.HasPrefix(a.name, "*") {
			return unread("the range on %v is not read", l.at)
		}
	}
	switch len(places) {
	case 1:
		return s.value(places[0], l.in)
	case 2:
		return s.value(&node{shape: operation, text: "-", at: places[1].at, of: []*node{places[1], places[0]}}, l.in)
	}
	return unread("the range on %v is not read", l.at)
}

// repeats reports whether a loop counts.
func (l loop) repeats() bool {
	return l.over != nil && (unwrapped(l.over).called() == "range" || unwrapped(l.over).called() == "trange")
}

// once reports whether a loop that counts goes round once.
func (s *search) once(l loop) bool {
	v := s.passes(l)
	return len(v.list) == 1 && v.why == "" && v.list[0].word == "" && v.list[0].number == 1
}

// again says why something runs several times: loops around it, or its function is called more than once.
func (s *search) again(in *scope, loops []int, depth int) string {
	const deepest = 5
	for _, i := range loops {
		l := s.loops[i]
		if l.repeats() && s.once(l) {
			continue
		}
		return fmt.Sprintf("the loop on %v is around it", l.at)
	}
	if in.name == "" || depth > deepest {
		return ""
	}
	var calls []site
	for _, c := range s.calls {
		if in.runs(c) && c.in != in {
			calls = append(calls, c)
		}
	}
	if len(calls) > 1 {
		return fmt.Sprintf("%s is called on %v and on %v", in.name, calls[0].at, calls[1].at)
	}
	if len(calls) == 1 {
		return s.again(calls[0].in, calls[0].loops, depth+1)
	}
	return ""
}
