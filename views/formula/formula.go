package formula

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"dpscope/learners/source"
)

// Formula is an expression over the readings and controls of a setting:
//
//	attacker-right[epsilon=2] - 0.5      numbers, readings, controls, + - * /, brackets
//	epsilon-stated[success?show=limit&over=...]       a reading at another address
//	f1 >= 0.599 and winner = sw          comparisons; of words, = alone
//	saving = 0.49 within 0.005           equal within a tolerance
//	odds attacker-right                  as a number out of 100
//	high difference < 0                  the ends of a reading's interval: low, high
//	root (flipped / 40)                  a square root
//
// A name may contain hyphens, so minus stands between blanks. A scope may add names of its own: a student's answer, a paper's
// printed number.
type Formula struct {
	text string
	root node
}

// String returns the formula as it is written.
func (f *Formula) String() string { return f.text }

// brief returns the formula for a message.
func (f *Formula) brief() string { return source.Clean(f.text, 60) }

// node is a part of a formula.
type node interface{}

type (
	literal  float64
	name     struct{ text, at string } // at is the text in brackets after it; empty: none
	negative struct{ of node }
	applied  struct { // one of the functions, and its argument
		word string
		of   node
	}
	binary struct {
		sign        string
		left, right node
	}
	near struct{ left, right, within node }
)

// Limits on the length of a formula, and on the nesting of its brackets, signs and functions: each level takes stack.
const (
	mostLetters = 1000
	mostDeep    = 64
)

// Compile reads a formula.
func Compile(text string) (*Formula, error) {
	if letters := utf8.RuneCountInString(text); letters > mostLetters {
		return nil, fmt.Errorf("%s has %d letters; a formula of at most %d would work", source.Quote(text), letters, mostLetters)
	}
	p := formulaParser{text: text}
	root, err := p.both()
	if err == nil && p.peek() != "" {
		err = fmt.Errorf("%s is not understood from %s on", source.Quote(text), source.Quote(p.rest()))
	}
	if err != nil {
		return nil, err
	}
	return &Formula{text, root}, nil
}

// formulaParser goes through a text once.
type formulaParser struct {
	text string
	at   int
	deep int // nesting of brackets, signs and functions at the place
}

// within reads a part one level deeper.
func (p *formulaParser) within(part func() (node, error)) (node, error) {
	if p.deep++; p.deep > mostDeep {
		return nil, fmt.Errorf("%s goes more than %d brackets or signs deep; fewer would work", source.Quote(p.text), mostDeep)
	}
	defer func() { p.deep-- }()
	return part()
}

func (p *formulaParser) rest() string { return strings.TrimSpace(p.text[p.at:]) }

// functions lists the words that stand before their argument.
var functions = []string{"odds", "low", "high", "root", "exp"}

// signs lists the signs of expressions, the longer first.
var signs = []string{"<=", ">=", "<", ">", "=", "+", "-", "*", "/", "(", ")"}

// peek returns the next sign or the next character; empty: the end.
func (p *formulaParser) peek() string {
	for p.at < len(p.text) && p.text[p.at] == ' ' {
		p.at++
	}
	for _, s := range signs {
		if strings.HasPrefix(p.text[p.at:], s) {
			return s
		}
	}
	_, size := utf8.DecodeRuneInString(p.text[p.at:])
	return p.text[p.at : p.at+size]
}

// take goes past one of several signs.
func (p *formulaParser) take(signs ...string) (sign string, taken bool) {
	next := p.peek()
	for _, s := range signs {
		if s == next {
			p.at += len(s)
			return s, true
		}
	}
	return "", false
}

// word goes past a word that stands alone.
func (p *formulaParser) word(w string) bool {
	p.peek()
	rest, found := strings.CutPrefix(p.text[p.at:], w+" ")
	if found {
		p.at = len(p.text) - len(rest)
	}
	return found
}

func (p *formulaParser) both() (node, error) {
	left, err := p.comparison()
	for err == nil && p.word("and") {
		var right node
		if right, err = p.comparison(); err == nil {
			left = binary{"and", left, right}
		}
	}
	return left, err
}

func (p *formulaParser) comparison() (node, error) {
	left, err := p.sum()
	if err != nil {
		return nil, err
	}
	sign, found := p.take("<=", ">=", "<", ">", "=")
	if !found {
		return left, nil
	}
	right, err := p.sum()
	if err != nil || sign != "=" || !p.word("within") {
		return binary{sign, left, right}, err
	}
	within, err := p.sum()
	return near{left, right, within}, err
}

func (p *formulaParser) sum() (node, error)     { return p.chain(p.product, "+", "-") }
func (p *formulaParser) product() (node, error) { return p.chain(p.unary, "*", "/") }

func (p *formulaParser) chain(part func() (node, error), signs ...string) (node, error) {
	left, err := part()
	for err == nil {
		sign, found := p.take(signs...)
		if !found {
			break
		}
		var right node
		if right, err = part(); err == nil {
			left = binary{sign, left, right}
		}
	}
	return left, err
}

func (p *formulaParser) unary() (node, error) {
	if _, minus := p.take("-"); minus {
		of, err := p.within(p.unary)
		return negative{of}, err
	}
	for _, word := range functions {
		if p.word(word) {
			of, err := p.within(p.unary)
			return applied{word, of}, err
		}
	}
	return p.primary()
}

func (p *formulaParser) primary() (node, error) {
	if _, open := p.take("("); open {
		inner, err := p.within(p.both)
		if _, closed := p.take(")"); err == nil && !closed {
			err = fmt.Errorf("%s has a bracket that does not close", source.Quote(p.text))
		}
		return inner, err
	}
	p.peek()
	text := p.text[p.at:]
	switch first, _ := utf8.DecodeRuneInString(text); {
	case text == "":
		return nil, fmt.Errorf("%s ends too early", source.Quote(p.text))
	case unicode.IsDigit(first) || first == '.':
		return p.number(text)
	case unicode.IsLetter(first):
		return p.name(text)
	}
	return nil, fmt.Errorf("%s is not understood from %s on", source.Quote(p.text), source.Quote(p.rest()))
}

func (p *formulaParser) number(text string) (node, error) {
	end := strings.IndexFunc(text, func(r rune) bool { return !strings.ContainsRune("0123456789.eE", r) })
	if end < 0 {
		end = len(text)
	}
	if more := text[end:]; strings.ContainsAny(text[:end], "eE") && len(more) > 1 && (more[0] == '-' || more[0] == '+') { // 1e-5
		digits := strings.IndexFunc(more[1:], func(r rune) bool { return !unicode.IsDigit(r) })
		if digits < 0 {
			digits = len(more) - 1
		}
		end += 1 + digits
	}
	v, err := strconv.ParseFloat(text[:end], 64)
	if err != nil {
		return nil, fmt.Errorf("%s is no number", source.Quote(text[:end]))
	}
	p.at += end
	return literal(v), nil
}

// name reads a name with the brackets right after it.
func (p *formulaParser) name(text string) (node, error) {
	end := 0
	for i, r := range text {
		joins := r == '-' && i+1 < len(text) && (unicode.IsLetter(rune(text[i+1])) || unicode.IsDigit(rune(text[i+1])))
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '.' && !joins {
			break
		}
		end = i + utf8.RuneLen(r)
	}
	n := name{text: text[:end]}
	p.at += end
	if !strings.HasPrefix(text[end:], "[") {
		return n, nil
	}
	closes := strings.IndexByte(text[end:], ']')
	if closes < 0 {
		return nil, fmt.Errorf("%s has a bracket that does not close", source.Quote(p.text))
	}
	n.at = text[end+1 : end+closes]
	p.at += closes + 1
	return n, nil
}
