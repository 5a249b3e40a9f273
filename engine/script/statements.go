package script

import (
	"slices"
	"strings"
)

// program is a script by its statements.
type program struct {
	scopes  []*scope // the first is the module's
	calls   []site
	loops   []loop
	options map[string][]bound // of command lines, by their names
}

// scope is a function, or the module.
type scope struct {
	name     string
	outer    *scope
	at       Place
	names    map[string][]bound
	spoiled  map[string]string // names that get values which are not read, and why
	returned []*node
	returns  int
	params   []string
	shared   []string // names that are set here and belong to a scope around it
	defaults map[string]*node
}

// bound is a value bound to a name: an expression, or one value of a sequence.
type bound struct {
	value *node
	part  int // −1: all of it
	in    *scope
	note  string // "default of --epochs"
}

// site is a call, where it stands.
type site struct {
	*node
	in    *scope
	loops []int // that are around it in its function
	now   bool  // under a condition with a remainder
}

// loop is one that goes through something; of a while nothing is known.
type loop struct {
	target string
	over   *node
	at     Place
	in     *scope
	loops  []int
}

// block describes an indented block of lines.
type block struct {
	indent int
	scope  *scope
	loop   int    // −1: none
	class  string // that the line is in
	now    bool   // a condition with a remainder: now and then
}

// reading collects statements.
type reading struct {
	*program
	blocks []block
}

// parse reads logical lines.
func parse(lines []line) *program {
	module := &scope{names: map[string][]bound{}, spoiled: map[string]string{}}
	r := reading{&program{scopes: []*scope{module}, options: map[string][]bound{}}, []block{{indent: -1, scope: module, loop: -1}}}
	for _, l := range lines {
		r.line(l.indent, l.tokens)
	}
	return r.program
}

// line reads a logical line: it ends blocks that are indented as far.
func (r *reading) line(indent int, tokens []token) {
	for len(r.blocks) > 1 && r.blocks[len(r.blocks)-1].indent >= indent {
		r.blocks = r.blocks[:len(r.blocks)-1]
	}
	r.statement(indent, tokens)
}

func (r *reading) scope() *scope { return r.blocks[len(r.blocks)-1].scope }

// around returns the loops around the present line within its function.
func (r *reading) around() (list []int) {
	for _, b := range r.blocks {
		if b.scope == r.scope() && b.loop >= 0 {
			list = append(list, b.loop)
		}
	}
	return list
}

// statement reads one: compound ones open a block, and what follows their colon is of it.
func (r *reading) statement(indent int, tokens []token) {
	if len(tokens) == 0 {
		return
	}
	first := tokens[0]
	if first.is("async") && len(tokens) > 1 {
		tokens = tokens[1:]
		first = tokens[0]
	}
	if first.kind != name {
		if first.is("@") || first.is("%") || first.is("!") { // a decorator, or a command of a notebook
			return
		}
		r.simple(tokens)
		return
	}
	head, body := tokens, []token(nil)
	if slices.Contains([]string{"if", "elif", "else", "for", "while", "with", "try", "except", "finally", "def", "class"}, first.text) {
		head, body = atColon(tokens)
	}
	opened := block{indent: indent, scope: r.scope(), loop: -1}
	switch first.text {
	case "def":
		if len(head) > 1 {
			r.scope().spoiled[head[1].text] = "it is a function on " + first.at.String()
		}
		opened.scope = r.function(head)
		if class := r.blocks[len(r.blocks)-1].class; class != "" && opened.scope.name == "__init__" {
			opened.scope.name = class // its constructor
		}
	case "for":
		r.loops = append(r.loops, r.goesThrough(head))
		opened.loop = len(r.loops) - 1
	case "while":
		r.walk(head[1:])
		r.loops = append(r.loops, loop{at: first.at, in: r.scope(), loops: r.around()})
		opened.loop = len(r.loops) - 1
	case "with":
		r.with(head[1:])
	case "if", "elif", "else", "try", "except", "finally":
		r.walk(head[1:])
		if as := slices.IndexFunc(head, func(t token) bool { return t.is("as") }); as >= 0 && as+1 < len(head) {
			r.scope().spoiled[head[as+1].text] = "it is an error on " + first.at.String()
		}
		opened.now = slices.ContainsFunc(head, func(t token) bool { return t.is("%") })
	case "class":
		if len(head) > 1 {
			opened.class = head[1].text
			r.scope().spoiled[opened.class] = "it is a class on " + first.at.String()
		}
	case "import", "from":
		r.imports(tokens)
		return
	case "global", "nonlocal":
		for _, t := range tokens[1:] {
			if t.kind == name {
				r.scope().shared = append(r.scope().shared, t.text)
			}
		}
		return
	case "pass", "break", "continue":
		return
	case "return":
		r.scope().returns++
		if value := r.walk(tokens[1:]); value != nil {
			r.scope().returned = append(r.scope().returned, value)
		}
		return
	case "assert", "raise", "del", "yield", "print":
		r.simple(tokens[1:])
		return
	default:
		r.simple(tokens)
		return
	}
	r.blocks = append(r.blocks, opened)
	if len(body) > 0 {
		r.statement(indent+1, body)
	}
}

// atColon parts a compound statement at the colon that ends its head.
func atColon(tokens []token) (head, body []token) {
	depth := 0
	lambda := 0
	for i, t := range tokens {
		switch {
		case t.is("("), t.is("["), t.is("{"):
			depth++
		case t.is(")"), t.is("]"), t.is("}"):
			depth--
		case t.is("lambda"):
			lambda++
		case t.is(":") && depth == 0 && lambda > 0:
			lambda--
		case t.is(":") && depth == 0:
			return tokens[:i], tokens[i+1:]
		}
	}
	return tokens, nil
}

// parsed reads one expression, and whether it is all there is.
func parsed(tokens []token) (n *node, all bool) {
	if len(tokens) == 0 {
		return nil, true
	}
	p := parser{tokens: tokens}
	var list []*node
	comma := false
	for p.more() {
		before := p.next
		list = append(list, p.expression(1))
		if p.next == before {
			p.next++
		}
		if p.take(",") {
			comma = true
			continue
		}
		if p.more() {
			for p.more() {
				before := p.next
				list = append(list, p.expression(1))
				if p.next == before {
					p.next++
				}
			}
			return &node{at: tokens[0].at, of: list}, false
		}
	}
	if len(list) == 1 && !comma {
		return list[0], true
	}
	return &node{shape: sequence, text: "(", at: tokens[0].at, of: list}, true
}

// walk reads an expression and notes the calls in it.
func (r *reading) walk(tokens []token) *node {
	n, _ := parsed(tokens)
	if n != nil {
		r.note(n)
	}
	return n
}

// note keeps the calls of an expression.
func (r *reading) note(n *node) {
	n.each(func(part *node) {
		if part.shape == call {
			now := slices.ContainsFunc(r.blocks, func(b block) bool { return b.now && b.scope == r.scope() })
			r.calls = append(r.calls, site{part, r.scope(), r.around(), now})
			r.option(part)
			switch part.called() {
			case "exec", "globals", "locals", "setattr", "vars", "run_path":
				r.overwritten(part.called() + " on " + part.at.String() + " may set it")
			}
		}
		if part.shape == operation && part.text == ":=" && part.of[0].shape == variable {
			r.bind(part.of[0].text, bound{part.of[1], -1, r.scope(), ""})
		}
	})
}

// imports notes names that come from elsewhere; of all names of a package each that was set before may be another.
func (r *reading) imports(tokens []token) {
	if i := slices.IndexFunc(tokens, func(t token) bool { return t.is("import") }); i >= 0 {
		tokens = tokens[i+1:]
	}
	for i, t := range tokens {
		switch {
		case t.is("*"):
			r.overwritten("what is imported on " + t.at.String() + " may set it")
		case t.kind == name && !t.is("as") && (i+1 == len(tokens) || !tokens[i+1].is("as") && !tokens[i+1].is(".")):
			if len(r.scope().names[t.text]) > 0 || t.text != "FLAGS" {
				r.scope().spoiled[t.text] = "it is imported on " + t.at.String()
			}
		}
	}
}

// overwritten spoils all names that are set so far.
func (r *reading) overwritten(why string) {
	for _, s := range r.scopes {
		for word := range s.names {
			s.spoiled[word] = why
		}
	}
}

// bind binds a name, and in a function that shares it with the module there.
func (r *reading) bind(word string, b bound) {
	s := r.scope()
	for slices.Contains(s.shared, word) && s.outer != nil {
		s = s.outer
	}
	s.names[word] = append(s.names[word], b)
}

// spoil notes that a name gets a value which is not read.
func (r *reading) spoil(target *node, why string) {
	target.each(func(part *node) {
		if word := part.dotted(); word != "" {
			r.scope().spoiled[word] = why
		}
	})
}

// simple reads an assignment, or an expression.
func (r *reading) simple(tokens []token) {
	var parts [][]token
	depth, from, augmented, annotated := 0, 0, false, -1
	for i, t := range tokens {
		switch {
		case t.kind != sign:
		case t.is("("), t.is("["), t.is("{"):
			depth++
		case t.is(")"), t.is("]"), t.is("}"):
			depth--
		case depth == 0 && t.is("="):
			parts = append(parts, tokens[from:i])
			from = i + 1
		case depth == 0 && t.is(":") && len(parts) == 0 && annotated < 0:
			annotated = i
		case depth == 0 && len(t.text) > 1 && strings.HasSuffix(t.text, "=") && !slices.Contains([]string{"==", "<=", ">=", "!=", ":="}, t.text):
			parts = append(parts, tokens[from:i])
			from, augmented = i+1, true
		}
	}
	value, all := parsed(tokens[from:])
	if value == nil {
		return
	}
	r.note(value)
	for i, part := range parts {
		if i == 0 && annotated >= 0 && annotated < len(part) {
			part = part[:annotated]
		}
		target, _ := parsed(part)
		if target == nil {
			continue
		}
		if augmented || !all {
			r.spoil(target, "it is changed on "+tokens[0].at.String())
			continue
		}
		r.assign(target, value)
	}
}

// assign binds a name, or those of a sequence one by one.
func (r *reading) assign(target, value *node) {
	switch word := target.dotted(); {
	case word != "":
		r.bind(word, bound{value, -1, r.scope(), ""})
	case target.shape == sequence:
		if value.shape == sequence && len(value.of) == len(target.of) {
			for i, t := range target.of {
				r.assign(t, value.of[i])
			}
			return
		}
		for i, t := range target.of {
			if word := t.dotted(); word != "" {
				r.bind(word, bound{value, i, r.scope(), ""})
			} else {
				r.spoil(t, "it is unpacked on "+target.at.String())
			}
		}
	case target.shape == item: // an entry of what may be a dictionary
		r.spoil(target.of[0], "an entry of it is set on "+target.at.String())
	default:
		r.spoil(target, "it is set on "+target.at.String()+" in a way that is not read")
	}
}

// function opens the scope of one.
func (r *reading) function(head []token) *scope {
	s := &scope{outer: r.scope(), names: map[string][]bound{}, spoiled: map[string]string{}, defaults: map[string]*node{}}
	r.scopes = append(r.scopes, s)
	if len(head) < 2 {
		return s
	}
	s.name, s.at = head[1].text, head[1].at
	depth := 0
	var parts [][]token
	from := 3
	for i := 2; i < len(head); i++ {
		t := head[i]
		switch {
		case t.is("("), t.is("["), t.is("{"):
			depth++
		case t.is(")"), t.is("]"), t.is("}"):
			if depth--; depth == 0 && i >= from {
				parts = append(parts, head[from:i])
				from = len(head) + 1
			}
		case t.is(",") && depth == 1 && i >= from:
			parts = append(parts, head[from:i])
			from = i + 1
		}
	}
	for _, part := range parts {
		for len(part) > 0 && (part[0].is("*") || part[0].is("**") || part[0].is("/")) {
			part = part[1:]
		}
		if len(part) == 0 || part[0].kind != name {
			continue
		}
		s.params = append(s.params, part[0].text)
		for i, t := range part {
			if t.is("=") {
				if n, all := parsed(part[i+1:]); n != nil && all {
					r.note(n)
					s.defaults[part[0].text] = n
				}
				break
			}
		}
	}
	return s
}

// goesThrough reads the head of a for.
func (r *reading) goesThrough(head []token) loop {
	l := loop{at: head[0].at, in: r.scope(), loops: r.around()}
	in := slices.IndexFunc(head, func(t token) bool { return t.is("in") })
	if in < 0 {
		r.walk(head[1:])
		return l
	}
	target, _ := parsed(head[1:in])
	l.over = r.walk(head[in+1:])
	if target != nil {
		if l.target = target.dotted(); l.target == "" && target.shape == sequence && len(target.of) > 0 {
			l.target = target.of[0].dotted()
		}
		r.spoil(target, "it is the variable of the loop on "+l.at.String())
	}
	return l
}

// with reads what is opened, and the names that it gets.
func (r *reading) with(head []token) {
	depth, from := 0, 0
	for i, t := range head {
		switch {
		case t.is("("), t.is("["), t.is("{"):
			depth++
		case t.is(")"), t.is("]"), t.is("}"):
			depth--
		case t.is("as") && i >= from:
			value := r.walk(head[from:i])
			end := i + 1
			for end < len(head) && !head[end].is(",") {
				end++
			}
			if target, _ := parsed(head[i+1 : end]); target != nil && value != nil && target.dotted() != "" {
				r.bind(target.dotted(), bound{value, -1, r.scope(), ""})
			}
			from = min(end+1, len(head))
		case t.is(",") && depth == 0 && i >= from:
			r.walk(head[from:i])
			from = i + 1
		}
	}
	if from < len(head) {
		r.walk(head[from:])
	}
}

// option notes an option of a command line with its default: of argparse, absl, click and fire there are the first two.
func (r *reading) option(n *node) {
	switch called := n.called(); {
	case called == "add_argument":
		word, value, flag := "", (*node)(nil), false
		for _, a := range n.arguments {
			switch {
			case a.name == "" && a.value.shape == quote:
				if strings.HasPrefix(a.value.text, "--") && !strings.HasPrefix(word, "--") || word == "" {
					word = a.value.text
				}
			case a.name == "dest" && a.value.shape == quote:
				word = "--" + a.value.text
			case a.name == "default":
				value = a.value
			case a.name == "action":
				flag = a.value.text == "store_true"
			}
		}
		if value == nil && flag {
			value = &node{shape: variable, text: "False", at: n.at}
		}
		r.options[strings.ReplaceAll(strings.TrimLeft(word, "-"), "-", "_")] = append(
			r.options[strings.ReplaceAll(strings.TrimLeft(word, "-"), "-", "_")], bound{value, -1, r.scope(), "default of " + word})
	case called == "set_defaults":
		for _, a := range n.arguments {
			r.options[a.name] = append(r.options[a.name], bound{a.value, -1, r.scope(), "default of --" + a.name})
		}
	case strings.HasPrefix(called, "DEFINE_") && len(n.arguments) > 0 && n.arguments[0].value.shape == quote:
		word := n.arguments[0].value.text
		var value *node
		for i, a := range n.arguments {
			if a.name == "default" || a.name == "" && i == 1 {
				value = a.value
			}
		}
		r.options[word] = append(r.options[word], bound{value, -1, r.scope(), "default of --" + word})
	}
}
