package assets

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

//go:embed glossary.txt
var glossary string

// Term is a term of the field in plain words.
type Term struct {
	Name     string
	Sign     string   // the symbol or another name; empty: none
	Says     string   // one or two sentences
	Formula  string   // empty: none
	Source   string   // empty: common knowledge
	Also     []string // other words that people search for
	Explains []string // names of answers and controls, control=option, tags; of one view alone: view.name
}

// Title returns the name with the sign: "privacy budget, ε".
func (t Term) Title() string {
	if t.Sign == "" {
		return t.Name
	}
	return t.Name + ", " + t.Sign
}

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
		case "formula":
			t.Formula = rest
		case "source":
			t.Source = rest
		case "also":
			t.Also = strings.Split(rest, "; ")
		case "explains":
			t.Explains = strings.Split(rest, "; ")
		default:
			t.Says = strings.TrimSpace(t.Says + " " + line)
		}
	}
	return t
}
