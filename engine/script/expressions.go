package script

import "slices"

// shape of an expression.
type shape int

const (
	other shape = iota // its value is not read, but its parts are looked through
	literal
	quote
	variable
	member // of[0].text
	call   // of[0](arguments)
	item   // of[0][of[1]]
	operation
	sequence
	mapping // keys and values in turn
)

// node is an expression.
type node struct {
	shape     shape
	text      string // the number, the string, the name or the operator
	at        Place
	of        []*node
	arguments []argument
}

// argument of a call: by place, by name, or "*" and "**".
type argument struct {
	name  string
	value *node
}

// parser reads expressions from tokens; whatever the tokens, each step takes one of them.
type parser struct {
	tokens []token
	next   int
	depth  int
}

// deepest limits the depth of expressions.
const deepest = 100

func (p *parser) more() bool { return p.next < len(p.tokens) }

func (p *parser) peek(words ...string) bool {
	return p.more() && slices.ContainsFunc(words, p.tokens[p.next].is)
}

func (p *parser) take(word string) bool {
	if p.peek(word) {
		p.next++
		return true
	}
	return false
}

// binds says how closely operators bind.
var binds = map[string]int{":=": 1, "if": 2, "or": 3, "and": 4, "in": 6, "is": 6, "not": 6, "<": 6, ">": 6, "<=": 6, ">=": 6, "==": 6, "!=": 6,
	"|": 7, "^": 8, "&": 9, "<<": 10, ">>": 10, "+": 11, "-": 11, "*": 12, "/": 12, "//": 12, "%": 12, "@": 12, "**": 14}

// expression reads an expression with operators that bind at least as closely as least.
func (p *parser) expression(least int) *node {
	if p.depth++; p.depth > deepest {
		p.depth--
		return p.skipped()
	}
	defer func() { p.depth-- }()
	left := p.unary()
	for p.more() {
		t := p.tokens[p.next]
		bind, is := binds[t.text]
		if !is || t.kind == text || bind < least {
			break
		}
		p.next++
		switch t.text {
		case "if":
			condition := p.expression(3)
			left = &node{at: t.at, of: []*node{left, condition}}
			if p.take("else") {
				left.of = append(left.of, p.expression(2))
			}
		case "not", "is", "in":
			p.take("in")
			p.take("not")
			left = &node{at: t.at, of: []*node{left, p.expression(bind + 1)}}
		case "**":
			left = &node{shape: operation, text: t.text, at: left.at, of: []*node{left, p.expression(13)}}
		default:
			left = &node{shape: operation, text: t.text, at: left.at, of: []*node{left, p.expression(bind + 1)}}
		}
	}
	return left
}

// skipped takes one token that is not understood.
func (p *parser) skipped() *node {
	n := &node{}
	if p.more() {
		n.at = p.tokens[p.next].at
		p.next++
	}
	return n
}

func (p *parser) unary() *node {
	if !p.more() {
		return &node{}
	}
	t := p.tokens[p.next]
	switch {
	case t.is("-"), t.is("+"), t.is("~"):
		p.next++
		return &node{shape: operation, text: t.text, at: t.at, of: []*node{p.expression(13)}}
	case t.is("not"):
		p.next++
		return &node{shape: operation, text: "not", at: t.at, of: []*node{p.expression(5)}}
	case t.is("await"), t.is("yield"), t.is("*"), t.is("**"):
		p.next++
		return &node{at: t.at, of: []*node{p.expression(3)}}
	case t.is("lambda"):
		p.next++
		for p.more() && !p.peek(":", ")", "]", "}") {
			p.next++
		}
		p.take(":")
		return &node{at: t.at, of: []*node{p.expression(2)}}
	}
	return p.primary()
}

func (p *parser) primary() *node {
	t := p.tokens[p.next]
	p.next++
	n := &node{text: t.text, at: t.at}
	switch {
	case t.kind == number:
		n.shape = literal
	case t.kind == text:
		n.shape = quote
		for p.more() && p.tokens[p.next].kind == text { // strings beside one another are one
			n.text += p.tokens[p.next].text
			p.next++
		}
	case t.kind == name && t.text != formatted:
		n.shape = variable
	case t.is("("), t.is("["), t.is("{"):
		n = p.bracket(t)
	}
	for p.more() {
		at := p.tokens[p.next].at
		switch {
		case p.peek(".") && p.next+1 < len(p.tokens) && p.tokens[p.next+1].kind == name:
			n = &node{shape: member, text: p.tokens[p.next+1].text, at: p.tokens[p.next+1].at, of: []*node{n}}
			p.next += 2
		case p.take("("):
			n = &node{shape: call, at: n.at, of: []*node{n}, arguments: p.arguments()}
		case p.take("["):
			n = &node{shape: item, at: at, of: append([]*node{n}, p.elements("]")...)}
			if len(n.of) != 2 {
				n.shape = other
			}
		default:
			return n
		}
	}
	return n
}

// arguments reads those of a call, up to the bracket that ends it.
func (p *parser) arguments() (list []argument) {
	for p.more() && !p.take(")") {
		switch {
		case p.take(","):
			continue
		case p.take("**"):
			list = append(list, argument{"**", p.expression(1)})
		case p.take("*"):
			list = append(list, argument{"*", p.expression(1)})
		case p.next+1 < len(p.tokens) && p.tokens[p.next].kind == name && p.tokens[p.next+1].is("="):
			word := p.tokens[p.next].text
			p.next += 2
			list = append(list, argument{word, p.expression(1)})
		default:
			v := p.expression(1)
			if p.peek("for", "async") { // a generator
				v = p.rest(v)
			}
			list = append(list, argument{"", v})
		}
		if p.more() && !p.peek(",", ")") {
			last := &list[len(list)-1]
			last.value = p.rest(last.value)
			list = append(list, argument{"**", &node{at: last.value.at}}) // whatever else is given
		}
	}
	return list
}

// rest takes what follows an expression up to a comma or a bracket, and what is then known is only that both are there.
func (p *parser) rest(first *node) *node {
	n := &node{at: first.at, of: []*node{first}}
	for p.more() && !p.peek(",", ")", "]", "}") {
		if p.peek("for", "async", "in", "if", "else", ":", "=") {
			p.next++
			continue
		}
		n.of = append(n.of, p.expression(3))
	}
	return n
}

// bracket reads what stands between two.
func (p *parser) bracket(open token) *node {
	end := map[string]string{"(": ")", "[": "]", "{": "}"}[open.text]
	if open.text == "{" {
		return p.braces(open)
	}
	from := p.next
	list := p.elements(end)
	single := len(list) == 1 && (p.next < 2 || !p.tokens[p.next-2].is(",") || p.next-2 < from)
	if open.text == "(" && single {
		return list[0]
	}
	return &node{shape: sequence, text: open.text, at: open.at, of: list}
}

// elements reads a list up to the bracket that ends it.
func (p *parser) elements(end string) (list []*node) {
	for p.more() && !p.take(end) {
		if p.take(",") {
			continue
		}
		v := p.expression(1)
		if p.more() && !p.peek(",", end) {
			if p.peek(")", "]", "}") { // of another bracket
				p.next++
				v = &node{at: v.at, of: []*node{v}}
			} else {
				v = p.rest(v)
			}
		}
		list = append(list, v)
	}
	return list
}

// braces reads a dictionary or a set; it has no value here.
func (p *parser) braces(open token) *node {
	n := &node{shape: mapping, at: open.at}
	for p.more() && !p.take("}") {
		if p.take(",") {
			continue
		}
		key := p.expression(1)
		if !p.take(":") {
			n.shape, n.of = other, append(n.of, key)
			if p.more() && !p.peek(",", "}") {
				p.next++
			}
			continue
		}
		value := p.expression(1)
		if p.more() && !p.peek(",", "}") {
			n.shape = other
			value = p.rest(value)
			p.take(")")
			p.take("]")
		}
		n.of = append(n.of, key, value)
	}
	return n
}

// each calls visit for an expression and all of its parts.
func (n *node) each(visit func(*node)) {
	visit(n)
	for _, part := range n.of {
		part.each(visit)
	}
	for _, a := range n.arguments {
		a.value.each(visit)
	}
}

// called is the last name of what is called: DataLoader of torch.utils.data.DataLoader(...).
func (n *node) called() string {
	if n.shape != call {
		return ""
	}
	if of := n.of[0]; of.shape == variable || of.shape == member {
		return of.text
	}
	return ""
}

// dotted writes names with points between, empty where the expression is none.
func (n *node) dotted() string {
	switch n.shape {
	case variable:
		return n.text
	case member:
		if of := n.of[0].dotted(); of != "" {
			return of + "." + n.text
		}
	}
	return ""
}
