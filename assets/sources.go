package assets

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"
	"sync"
)

//go:embed sources.bib
var bibliography string

// Source is a work that answers rest on.
type Source struct {
	Key   string   // "balle2018improving"
	Named []string // how answers name it: "Balle & Wang 2018"
	Entry string   // in BibTeX

	fields map[string]string
}

// itself is the key of the program's own entry.
const itself = "dpscope"

// Itself reports whether the source is this program, where a result is derived here.
func (s Source) Itself() bool { return s.Key == itself }

// Sources lists all works, by their first authors, and the program last.
func Sources() []Source { return slices.Clone(sources()) }

// Cited lists the works that a text names, in the order of Sources; none where it names none.
func Cited(texts ...string) []Source {
	cited := map[string]bool{}
	for _, text := range texts {
		for _, name := range names() { // a longer name does not mention the shorter one within it
			if strings.Contains(text, name) {
				text = strings.ReplaceAll(text, name, "")
				for _, s := range sources() {
					if slices.Contains(s.Named, name) {
						cited[s.Key] = true
					}
				}
			}
		}
	}
	return slices.DeleteFunc(Sources(), func(s Source) bool { return !cited[s.Key] })
}

// names returns the names of all works, the longest first.
var names = sync.OnceValue(func() (all []string) {
	for _, s := range sources() {
		all = append(all, s.Named...)
	}
	slices.SortFunc(all, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	return slices.Compact(all)
})

var sources = sync.OnceValue(func() (list []Source) {
	for block := range strings.SplitSeq(bibliography, "\n\n") {
		head, entry, _ := strings.Cut(strings.TrimSpace(block), "\n")
		if named, is := strings.CutPrefix(head, "named: "); is {
			list = append(list, newSource(strings.Split(named, " | "), entry))
		}
	}
	return list
})

// newSource reads the fields of an entry, one a line.
func newSource(named []string, entry string) Source {
	s := Source{Named: named, Entry: entry, fields: map[string]string{}}
	head, rest, _ := strings.Cut(entry, "\n")
	_, s.Key, _ = strings.Cut(strings.TrimSuffix(head, ","), "{")
	for line := range strings.SplitSeq(rest, "\n") {
		if name, value, is := strings.Cut(line, "="); is {
			value = strings.TrimSuffix(strings.TrimSpace(value), ",")
			s.fields[strings.TrimSpace(name)] = strings.TrimSuffix(strings.TrimPrefix(value, "{"), "}")
		}
	}
	return s
}

// Titled returns the work as a list of references has it: "Balle, B. and Wang, Y.-X. Improving ... ICML, 2018."
func (s Source) Titled() string {
	where := ""
	for _, field := range []string{"journal", "booktitle", "publisher"} {
		if where == "" {
			where = s.fields[field]
		}
	}
	if eprint := s.fields["eprint"]; eprint != "" && where == "" {
		where = "arXiv:" + eprint
	}
	text := s.fields["author"] + " (" + s.fields["year"] + "). " + s.fields["title"] + "."
	if where != "" {
		text += " " + where + "."
	}
	return letters.Replace(text)
}

// letters replaces what TeX writes with braces and strokes.
var letters = strings.NewReplacer(`{\'i}`, "í", `{\'e}`, "é", `{\'a}`, "á", `{\'o}`, "ó", "{\\`e}", "è", `{\"a}`, "ä", `{\"e}`, "ë", `{\"o}`, "ö", `{\v{S}}`, "Š",
	`{\'c}`, "ć", "{", "", "}", "", "--", "–")

// With returns the entry with further fields at its end, except empty ones: NAME, VALUE, ...
func (s Source) With(fields ...string) string {
	body := strings.TrimSuffix(s.Entry, "\n}")
	for i := 0; i+1 < len(fields); i += 2 {
		if fields[i+1] != "" {
			body += ",\n  " + fields[i] + " = {" + fields[i+1] + "}"
		}
	}
	return body + "\n}"
}
