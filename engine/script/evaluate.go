package script

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// value is a possible value of an expression, with its places in the script.
type value struct {
	number float64
	word   string // a string, True, False or None; empty: a number
	from   []Origin
	notes  []string
}

// Origin is a number, or a word, in the script.
type Origin struct {
	Place
	Text string
}

// same reports whether two values are one, wherever they are written.
func (v value) same(w value) bool { return v.word == w.word && (v.word != "" || v.number == w.number) }

// String writes the value.
func (v value) String() string {
	if v.word != "" {
		return v.word
	}
	return strconv.FormatFloat(v.number, 'g', -1, 64)
}

// values lists the possible values of an expression; why says what of it is not read.
type values struct {
	list []value
	why  string
}

func (v *values) add(w value) {
	for i, known := range v.list {
		if known.same(w) {
			for _, o := range w.from {
				if !slices.Contains(known.from, o) {
					v.list[i].from = append(v.list[i].from, o)
				}
			}
			return
		}
	}
	if len(v.list) == mostValues {
		v.why = fmt.Sprintf("more than %d values are set", mostValues)
		return
	}
	v.list = append(v.list, w)
}

// mostValues limits the values of one word that are told apart.
const mostValues = 16

func unread(format string, words ...any) values { return values{why: fmt.Sprintf(format, words...)} }

// evaluator looks expressions up; a name that stands for itself is not followed for ever.
type evaluator struct {
	*program
	within []*node
	steps  int
}

// mostSteps limits the expressions that are evaluated for one value.
const mostSteps = 2000

func (p *program) value(n *node, in *scope) values { return (&evaluator{program: p}).of(n, in) }

func (e *evaluator) of(n *node, in *scope) values {
	if e.steps++; e.steps > mostSteps {
		return unread("too much is looked up for it")
	}
	if slices.Contains(e.within, n) {
		return unread("it depends on itself")
	}
	e.within = append(e.within, n)
	defer func() { e.within = e.within[:len(e.within)-1] }()
	switch n.shape {
	case literal:
		return e.literal(n)
	case quote:
		return values{list: []value{{word: n.text, from: []Origin{{n.at, n.text}}}}}
	case variable:
		switch n.text {
		case "True", "False", "None":
			return values{list: []value{{word: n.text, from: []Origin{{n.at, n.text}}}}}
		}
		return e.name(n.text, n, in)
	case member:
		return e.member(n, in)
	case operation:
		return e.operation(n, in)
	case call:
		return e.call(n, in)
	}
	return unread("what stands on %v is not read", n.at)
}

// literal reads a number as Python does; hexadecimal and complex ones are none that a run has.
func (e *evaluator) literal(n *node) values {
	plain := strings.ReplaceAll(n.text, "_", "")
	if strings.ContainsAny(plain, "xXpPjJ") || strings.HasPrefix(n.text, "_") || strings.HasSuffix(n.text, "_") || strings.Contains(n.text, "__") {
		return unread("%s on %v is not read as a number", n.text, n.at)
	}
	v, err := strconv.ParseFloat(plain, 64)
	if err != nil || math.IsInf(v, 0) || math.IsNaN(v) {
		return unread("%s on %v is not read as a number", n.text, n.at)
	}
	return values{list: []value{{number: v, from: []Origin{{n.at, n.text}}}}}
}

// name looks a name up where it is set: in its function, in those around it, in the module.
func (e *evaluator) name(word string, n *node, in *scope) values {
	for s := in; s != nil; s = s.outer {
		bindings, why := s.names[word], s.spoiled[word]
		isParam := slices.Contains(s.params, word)
		if len(bindings) == 0 && why == "" && !isParam {
			continue
		}
		all := values{why: why}
		if why != "" {
			all.why = word + " is not read: " + why
		}
		for _, b := range bindings {
			all = all.and(e.bound(b))
		}
		if isParam && len(bindings) == 0 {
			all = all.and(e.param(word, s))
		}
		return all
	}
	return unread("%s on %v is set nowhere in the script", word, n.at)
}

func (v values) and(w values) values {
	for _, x := range w.list {
		v.add(x)
	}
	if v.why == "" {
		v.why = w.why
	}
	return v
}

func (e *evaluator) bound(b bound) values {
	switch {
	case b.value == nil:
		return unread("%s is not given", b.note)
	case b.part >= 0:
		return unread("a part of what stands on %v is not read", b.value.at)
	}
	v := e.of(b.value, b.in)
	if b.note != "" {
		for i := range v.list {
			v.list[i].notes = append(slices.Clone(v.list[i].notes), b.note)
		}
	}
	return v
}

// param returns the values that calls give a parameter, with its default where a call gives none.
func (e *evaluator) param(word string, s *scope) (all values) {
	place := slices.Index(s.params, word)
	if len(s.params) > 0 && (s.params[0] == "self" || s.params[0] == "cls") {
		place--
	}
	called, missing := false, false
	for _, c := range e.calls {
		if !s.runs(c) {
			continue
		}
		called = true
		if given, sure := c.argument(word, place); given != nil {
			all = all.and(e.of(given, c.in))
		} else if !sure {
			all = all.and(unread("the arguments of %s on %v are not read", s.name, c.at))
		} else {
			missing = true
		}
	}
	if !called {
		return unread("%s of %s() on %v is given nowhere in the script", word, s.name, s.at)
	}
	if missing {
		if of := s.defaults[word]; of != nil {
			v := e.of(of, s.outer)
			for i := range v.list {
				v.list[i].notes = append(slices.Clone(v.list[i].notes), fmt.Sprintf("default of %s of %s()", word, s.name))
			}
			return all.and(v)
		}
		return all.and(unread("%s of %s() on %v is not given by every call", word, s.name, s.at))
	}
	return all
}

// runs reports whether a call is of a function of the script: by its name alone, of a method after a point.
func (s *scope) runs(c site) bool {
	method := len(s.params) > 0 && (s.params[0] == "self" || s.params[0] == "cls")
	return s.name != "" && c.called() == s.name && (c.of[0].shape == variable || method)
}

// argument returns what a call gives for a name, or at a place, where that is −1 by name alone; sure is false where a sequence or a dictionary of
// arguments may hold it.
func (n *node) argument(word string, place int) (given *node, sure bool) {
	sure = true
	at := 0
	for _, a := range n.arguments {
		switch a.name {
		case "*", "**":
			sure = false
		case "":
			if at == place {
				given = a.value
			}
			at++
		case word:
			return a.value, true
		}
	}
	if !sure && given != nil && n.arguments[0].name == "*" {
		return nil, false
	}
	return given, sure || given != nil
}

// member looks args.epochs up among options of the command line, and what is set by that name.
func (e *evaluator) member(n *node, in *scope) values {
	word := n.dotted()
	var all values
	found := false
	for _, s := range e.scopes {
		if why := s.spoiled[word]; why != "" && word != "" {
			all, found = all.and(unread("%s is not read: %s", word, why)), true
		}
		for _, b := range s.names[word] {
			all, found = all.and(e.bound(b)), true
		}
	}
	options := e.options[n.text]
	if n.text == "value" && n.of[0].shape == variable { // _EPOCHS.value, where _EPOCHS = flags.DEFINE_integer(...)
		if made, _ := e.made(n.of[0], in, func(called string) bool { return strings.HasPrefix(called, "DEFINE_") }); len(made) == 1 && len(made[0].arguments) > 0 {
			options = e.options[made[0].arguments[0].value.text]
		}
	} else if !e.parsed(n.of[0], in) {
		options = nil
	}
	for _, b := range options {
		all, found = all.and(e.bound(b)), true
	}
	if !found {
		return unread("what stands on %v is not read", n.at)
	}
	return all
}

// parsed reports whether an expression can only be the result of parsing a command line, whose options may have no value in
// the script.
func (e *evaluator) parsed(n *node, in *scope) bool {
	if n.shape != variable {
		return false
	}
	if n.text == "FLAGS" {
		for _, s := range e.scopes {
			for _, b := range s.names[n.text] {
				if b.value.shape != member || b.value.text != "FLAGS" {
					return false
				}
			}
		}
		return true
	}
	made, sure := e.made(n, in, func(called string) bool { return strings.HasPrefix(called, "parse_") })
	for _, m := range made {
		for _, a := range m.arguments {
			sure = sure && a.value.shape == sequence && len(a.value.of) == 0
		}
	}
	return sure && len(made) > 0
}

// operation computes with numbers, and turns a truth round.
func (e *evaluator) operation(n *node, in *scope) values {
	left := e.of(n.of[0], in)
	if len(n.of) == 1 {
		return left.each(func(v value) (value, bool) {
			switch {
			case n.text == "not" && v.word == "True":
				v.word = "False"
			case n.text == "not" && v.word == "False":
				v.word = "True"
			case n.text == "-" && v.word == "":
				v.number = -v.number
			case n.text == "+" && v.word == "":
			default:
				return v, false
			}
			return v, true
		}, n.at)
	}
	right := e.of(n.of[1], in)
	all := values{why: left.why}
	if all.why == "" {
		all.why = right.why
	}
	for _, a := range left.list {
		for _, b := range right.list {
			v, is := computed(n.text, a, b)
			if !is {
				return unread("what stands on %v is not computed", n.at)
			}
			all.add(v)
		}
	}
	return all
}

// each maps values.
func (v values) each(of func(value) (value, bool), at Place) values {
	all := values{why: v.why}
	for _, x := range v.list {
		y, is := of(x)
		if !is {
			return unread("what stands on %v is not computed", at)
		}
		all.add(y)
	}
	return all
}

func computed(sign string, a, b value) (v value, is bool) {
	if a.word != "" || b.word != "" {
		return v, false
	}
	v.from = slices.Concat(a.from, b.from)
	v.notes = slices.Concat(a.notes, b.notes)
	switch sign {
	case "+":
		v.number = a.number + b.number
	case "-":
		v.number = a.number - b.number
	case "*":
		v.number = a.number * b.number
	case "/":
		v.number = a.number / b.number
	case "//":
		v.number = math.Floor(a.number / b.number)
	case "**":
		v.number = math.Pow(a.number, b.number)
	default:
		return v, false
	}
	return v, !math.IsNaN(v.number) && !math.IsInf(v.number, 0)
}

// call knows int, float, abs and round, min and max.
func (e *evaluator) call(n *node, in *scope) values {
	called := n.called()
	if n.of[0].shape == variable && len(n.arguments) == 1 && n.arguments[0].name == "" {
		of := map[string]func(float64) float64{"int": math.Trunc, "float": func(v float64) float64 { return v }}[called]
		if of != nil {
			return e.of(n.arguments[0].value, in).each(func(v value) (value, bool) { v.number = of(v.number); return v, v.word == "" }, n.at)
		}
	}
	if called == "ceil" && len(n.arguments) == 1 && n.arguments[0].name == "" {
		return e.of(n.arguments[0].value, in).each(func(v value) (value, bool) { v.number = math.Ceil(v.number); return v, v.word == "" }, n.at)
	}
	if called == "" {
		called = "a call"
	}
	return unread("%s on %v is computed when the script runs", called, n.at)
}

// made returns the calls of some name that an expression may be the result of; sure is false where it may be the result of others, too.
func (e *evaluator) made(n *node, in *scope, wanted func(called string) bool) (list []*site, sure bool) {
	if e.steps++; e.steps > mostSteps || slices.Contains(e.within, n) {
		return nil, false
	}
	e.within = append(e.within, n)
	defer func() { e.within = e.within[:len(e.within)-1] }()
	switch {
	case n.shape == call && wanted(n.called()):
		return []*site{{node: n, in: in}}, true
	case n.shape == call:
		return e.returned(n, -1, wanted)
	case n.dotted() == "":
		return nil, false
	}
	word := n.dotted()
	for s := in; s != nil; s = s.outer {
		bindings := s.names[word]
		isParam := slices.Contains(s.params, word)
		if len(bindings) == 0 && s.spoiled[word] == "" && !isParam {
			continue
		}
		sure = s.spoiled[word] == ""
		for _, b := range bindings {
			made, all := e.boundMade(b, wanted)
			list, sure = append(list, made...), sure && all
		}
		if isParam && len(bindings) == 0 {
			place, called := slices.Index(s.params, word), false
			for _, c := range e.calls {
				if !s.runs(c) {
					continue
				}
				called = true
				given, _ := c.argument(word, place)
				if given == nil {
					sure = false
					continue
				}
				made, all := e.made(given, c.in, wanted)
				list, sure = append(list, made...), sure && all
			}
			sure = sure && called
		}
		return unique(list), sure
	}
	return nil, false
}

func unique(list []*site) (kept []*site) {
	for _, s := range list {
		if !slices.ContainsFunc(kept, func(k *site) bool { return k.node == s.node }) {
			kept = append(kept, s)
		}
	}
	return kept
}

// boundMade returns the wanted calls that made the value of a name; what make_private returns stands for what it was given.
func (e *evaluator) boundMade(b bound, wanted func(string) bool) (list []*site, sure bool) {
	switch {
	case b.value == nil:
		return nil, false
	case b.value.shape == call && strings.HasPrefix(b.value.called(), "make_private"):
		return nil, true
	case b.part < 0:
		return e.made(b.value, b.in, wanted)
	case b.part == 0 && wanted(b.value.called()) && strings.HasPrefix(b.value.called(), "parse_"): // and what was not known of a command line
		return []*site{{node: b.value, in: b.in}}, true
	case b.value.shape == call:
		return e.returned(b.value, b.part, wanted)
	}
	return nil, false
}

// returned looks into a function of the script that returns once.
func (e *evaluator) returned(n *node, part int, wanted func(string) bool) (list []*site, sure bool) {
	for _, s := range e.scopes {
		if !s.runs(site{node: n}) {
			continue
		}
		if s.returns != 1 || len(s.returned) != 1 {
			return nil, false
		}
		of := s.returned[0]
		if strings.HasPrefix(of.called(), "make_private") {
			return nil, true
		}
		if part >= 0 {
			if of.shape != sequence || part >= len(of.of) {
				return nil, false
			}
			of = of.of[part]
		}
		return e.made(of, s, wanted)
	}
	return nil, false
}
