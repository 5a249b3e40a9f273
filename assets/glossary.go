package assets

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

//go:embed glossary.txt
var glossary string

// Term is a term of the field in plain words.
type Term struct {
	Name       string
	Sign       string   // the symbol or another name; empty: none
	Plain      string   // one sentence in everyday words; empty: none
	Says       string   // one or two sentences
	Formula    string   // empty: none
	Source     string   // empty: common knowledge
	Also       []string // other words that people search for
	Underlined []string // words that pages underline where they first use them
	Explains   []string // names of answers and controls, control=option, tags; of one view alone: view.name
}

// Title returns the name with the sign: "privacy budget, ε".
func (t Term) Title() string {
	if t.Sign == "" {
		return t.Name
	}
	return t.Name + ", " + t.Sign
}

// Definition returns what the term means, in everyday words first.
func (t Term) Definition() string { return strings.TrimSpace(t.Plain + " " + t.Says) }

// Terms lists the glossary in its order.
func Terms() []Term { return slices.Clone(terms()) }

// Explaining lists the terms that explain any of the names of a view, in the order of the
// names, each once.
func Explaining(view string, names ...string) []Term {
	var found []Term
	for _, name := range names {
		for _, t := range terms() {
			known := slices.ContainsFunc(found, func(f Term) bool { return f.Name == t.Name })
			if !known && (slices.Contains(t.Explains, name) || slices.Contains(t.Explains, view+"."+name)) {
				found = append(found, t)
			}
		}
	}
	return found
}

// Use is a word of a text that a term explains.
type Use struct {
	At, End int // its bytes
	Term    Term
}

// Uses lists the words of a text that pages underline, in their order: each term once, where it is first used.
func Uses(text string) (uses []Use) {
	for _, t := range terms() {
		first := Use{At: -1}
		for _, word := range t.Underlined {
			if at := wordIn(text, word); at >= 0 && (first.At < 0 || at < first.At) {
				first = Use{at, at + len(word), t}
			}
		}
		if first.At >= 0 {
			uses = append(uses, first)
		}
	}
	slices.SortFunc(uses, func(a, b Use) int { return a.At - b.At })
	return uses
}

// wordIn returns where a whole word stands in a text; -1: nowhere. Its plural in s counts.
func wordIn(text, word string) int {
	for from := 0; ; {
		at := strings.Index(text[from:], word)
		if at < 0 {
			return -1
		}
		at += from
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		after, _ := utf8.DecodeRuneInString(strings.TrimPrefix(text[at+len(word):], "s"))
		if !unicode.IsLetter(before) && before != '-' && !unicode.IsLetter(after) && after != '-' {
			return at
		}
		from = at + len(word)
	}
}

var terms = sync.OnceValue(func() []Term {
	var list []Term
	for block := range strings.SplitSeq(glossary, "\n\n") {
		if block = strings.TrimSpace(block); !strings.HasPrefix(block, "#") {
			list = append(list, parse(block))
		}
	}
	return list
})

// parse reads one block of the glossary.
func parse(block string) Term {
	lines := strings.Split(block, "\n")
	t := Term{}
	t.Name, t.Sign, _ = strings.Cut(lines[0], "; ")
	for _, line := range lines[1:] {
		switch key, rest, _ := strings.Cut(line, ": "); key {
		case "plain":
			t.Plain = rest
		case "formula":
			t.Formula = rest
		case "source":
			t.Source = rest
		case "also":
			t.Also = strings.Split(rest, "; ")
		case "underlined":
			t.Underlined = strings.Split(rest, "; ")
		case "explains":
			t.Explains = strings.Split(rest, "; ")
		default:
			t.Says = strings.TrimSpace(t.Says + " " + line)
		}
	}
	return t
}
