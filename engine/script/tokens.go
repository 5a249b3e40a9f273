package script

import "strings"

// kind of a token.
type kind int

const (
	name kind = iota
	number
	text // a string without its quotes; of one with a prefix f nothing is known
	sign
)

// token is a word of Python.
type token struct {
	kind kind
	text string
	at   Place
}

func (t token) is(sign_ string) bool { return t.kind != text && t.text == sign_ }

// line is a logical line: up to the end of a line outside brackets, or a semicolon.
type line struct {
	indent int
	tokens []token
}

// lexer cuts Python into logical lines. What it does not know it takes for a sign of one character, so that any text has lines.
type lexer struct {
	source string
	next   int
	at     Place
	depth  int
	lines  []line
	tokens []token
	indent int
}

// logical cuts source into logical lines; the first begins at from.
func logical(source string, from Place) []line {
	l := lexer{source: source, at: from}
	l.begin()
	for l.next < len(l.source) {
		l.step()
	}
	l.end()
	return l.lines
}

// begin measures how far a line is indented; a tab reaches the next multiple of eight.
func (l *lexer) begin() {
	l.indent = 0
	for l.next < len(l.source) {
		switch l.source[l.next] {
		case ' ':
			l.indent++
		case '\t':
			l.indent += 8 - l.indent%8
		case '\f', '\r':
		default:
			return
		}
		l.next++
	}
}

// end ends a logical line.
func (l *lexer) end() {
	if len(l.tokens) > 0 {
		l.lines = append(l.lines, line{l.indent, l.tokens})
		l.tokens = nil
	}
}

func (l *lexer) add(k kind, text string, at Place) { l.tokens = append(l.tokens, token{k, text, at}) }

// signs of several characters, longer ones first.
var signs = []string{"**=", "//=", ">>=", "<<=", "...", "!=", "**", "//", ">>", "<<", "<=", ">=", "==", "->", ":=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "@="}

// step takes one token, or what lies between two.
func (l *lexer) step() {
	rest, at := l.source[l.next:], l.at
	c := rest[0]
	switch {
	case c == '\n':
		l.next++
		l.at.Line++
		if l.depth == 0 {
			l.end()
			l.begin()
		}
	case c == '\\' && strings.HasPrefix(strings.TrimPrefix(rest[1:], "\r"), "\n"):
		l.next += strings.IndexByte(rest, '\n') + 1
		l.at.Line++
	case c == '#':
		if end := strings.IndexByte(rest, '\n'); end >= 0 {
			l.next += end
		} else {
			l.next = len(l.source)
		}
	case c == ' ' || c == '\t' || c == '\r' || c == '\f':
		l.next++
	case c == ';' && l.depth == 0:
		l.next++
		l.end()
	case l.quoted(rest, ""):
	case digit(c) || c == '.' && len(rest) > 1 && digit(rest[1]):
		n := numberLength(rest)
		l.add(number, rest[:n], at)
		l.next += n
	case letter(c):
		n := 1
		for n < len(rest) && (letter(rest[n]) || digit(rest[n])) {
			n++
		}
		if prefix := strings.ToLower(rest[:n]); n <= 2 && strings.Trim(prefix, "rbuf") == "" && l.quoted(rest[n:], prefix) {
			return
		}
		l.add(name, rest[:n], at)
		l.next += n
	default:
		found := rest[:1]
		for _, s := range signs {
			if strings.HasPrefix(rest, s) {
				found = s
				break
			}
		}
		switch found {
		case "(", "[", "{":
			l.depth++
		case ")", "]", "}":
			l.depth = max(l.depth-1, 0)
		}
		l.add(sign, found, at)
		l.next += len(found)
	}
}

// quoted takes a string with a prefix before its quotes, if there is one.
func (l *lexer) quoted(rest, prefix string) bool {
	if rest == "" || rest[0] != '"' && rest[0] != '\'' {
		return false
	}
	quote, at := rest[:1], l.at
	if triple := strings.Repeat(quote, 3); strings.HasPrefix(rest, triple) {
		quote = triple
	}
	var value strings.Builder
	i := len(quote)
	for i < len(rest) && !strings.HasPrefix(rest[i:], quote) {
		if rest[i] == '\n' {
			if len(quote) == 1 { // a string that does not end
				break
			}
			l.at.Line++
		}
		if rest[i] == '\\' && i+1 < len(rest) {
			if rest[i+1] == '\n' {
				l.at.Line++
			}
			value.WriteByte(rest[i])
			i++
		}
		value.WriteByte(rest[i])
		i++
	}
	if strings.HasPrefix(rest[i:], quote) {
		i += len(quote)
	}
	if strings.Contains(prefix, "f") {
		l.add(name, formatted, at)
	} else {
		l.add(text, value.String(), at)
	}
	l.next += len(prefix) + i
	return true
}

// formatted stands for a string that is put together when the script runs.
const formatted = "f\"\""

func digit(c byte) bool  { return '0' <= c && c <= '9' }
func letter(c byte) bool { return c == '_' || c >= 0x80 || 'a' <= c|0x20 && c|0x20 <= 'z' }

// numberLength returns the length of the number that begins a text: digits, a point, an exponent and underscores, and letters
// that follow, so that 0x10, 3j and 1abc are one word, whose value may be no number.
func numberLength(rest string) int {
	n := 0
	for n < len(rest) {
		switch c := rest[n]; {
		case digit(c), letter(c), c == '.':
		case (c == '+' || c == '-') && n > 0 && rest[n-1]|0x20 == 'e' && !strings.HasPrefix(strings.ToLower(rest), "0x"):
		default:
			return n
		}
		n++
	}
	return n
}
