package param

import (
	"fmt"
	"maps"
	"slices"
)

// said holds what an address says, in its order, and nothing else.
type said struct {
	pairs []pair
	Values
}

func (s said) names(key string) bool {
	return slices.ContainsFunc(s.pairs, func(p pair) bool { return p.key == key })
}

// lay lays a query over a setting, if possible. The error names two controls that belong to different options
// of one choice, or a control with nothing to do in the result, and where it would have.
func (f Form) lay(setting Values, s said, prefix string) (Values, error) {
	picks := f.picks(s)
	for i, p := range picks {
		for _, q := range picks[:i] {
			if q.choice.Key() == p.choice.Key() && q.options[0] != p.options[0] {
				return Values{}, fmt.Errorf("%s belongs to %s, and %s to %s; one of the two would work", q.control, q.offer(), p.control, p.offer())
			}
		}
	}
	v := f.laid(setting, s)
	if strays := f.strays(s, v); strays != nil {
		return Values{}, f.refusal(strays[0], s, v, prefix)
	}
	return v, nil
}

// laid lays a query over a setting: each word clears the controls that it resets, then the query's values
// hold, and a choice that is not named follows a control that only one of its options has.
func (f Form) laid(setting Values, s said) Values {
	v := Values{numbers: clone(setting.numbers), words: clone(setting.words)}
	for _, t := range f.Texts {
		if s.names(t.Name) {
			v.forget(t.Resets)
		}
	}
	maps.Copy(v.numbers, s.numbers)
	maps.Copy(v.words, s.words)
	for _, p := range f.picks(s) {
		v.words[p.choice.Key()] = p.options[0]
	}
	return v
}

// pick is the only option that has a control, where the choice is not named.
type pick struct {
	control string
	home
}

// picks returns the options implied by the query's controls.
func (f Form) picks(s said) []pick {
	var picks []pick
	var follow func(control string)
	follow = func(control string) {
		if homes := f.homes(control); len(homes) == 1 && len(homes[0].options) == 1 && !s.names(homes[0].choice.Key()) {
			picks = append(picks, pick{control, homes[0]})
			follow(homes[0].choice.Key()) // a choice may belong to an option itself
		}
	}
	for _, p := range s.pairs {
		follow(p.key)
	}
	return picks
}

// changes returns a query that turns one setting into another, in the form's order: controls that would
// differ, and those requested anyway.
func (f Form) changes(from, to Values, anyway []string) said {
	s := said{Values: emptyValues()}
	there := f.controls(to, to)
	for i := f.missing(from, to, s, anyway); i >= 0; i = f.missing(from, to, s, anyway) {
		d := there[i]
		s.pairs = append(s.pairs, pair{d.Key, d.Word})
		if p, slider := f.find(d.Key); slider {
			s.numbers[d.Key] = to.Get(p)
		} else {
			s.words[d.Key] = d.Word
		}
	}
	place := func(p pair) int { return slices.IndexFunc(there, func(d Differing) bool { return d.Key == p.key }) }
	slices.SortFunc(s.pairs, func(a, b pair) int { return place(a) - place(b) })
	return s
}

// missing returns the index of the first control that changes still lacks, -1 at the end.
func (f Form) missing(from, to Values, s said, anyway []string) int {
	there, now := f.controls(to, to), f.controls(f.laid(from, s), to)
	for i, d := range there {
		if !s.names(d.Key) && (slices.Contains(anyway, d.Key) || d.Word != now[i].Word) {
			return i
		}
	}
	return -1
}

// Same reports whether two settings alone ask the same: the same controls matter, and are the same.
func (f Form) Same(v, w Values) bool {
	same := func(a, b Differing) bool { return a.Key == b.Key && a.Word == b.Word }
	return slices.EqualFunc(f.controls(v, v), f.controls(w, w), same)
}
