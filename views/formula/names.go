package formula

import (
	"slices"
	"strings"
)

// Names returns the readings and controls of its own page that a formula names, and the controls that it changes in brackets.
func (f *Formula) Names() []string { return namesOf(f.root) }

func namesOf(n node) []string {
	switch n := n.(type) {
	case name:
		if strings.Contains(n.at, "?") { // of another page
			return nil
		}
		return append([]string{n.text}, ReadChange(n.at).Names()...)
	case negative:
		return namesOf(n.of)
	case applied:
		return namesOf(n.of)
	case binary:
		return slices.Concat(namesOf(n.left), namesOf(n.right))
	case near:
		return slices.Concat(namesOf(n.left), namesOf(n.right), namesOf(n.within))
	}
	return nil
}

// Names returns the changed controls.
func (c Change) Names() (names []string) {
	for part := range strings.SplitSeq(string(c), "&") {
		if key, _, found := strings.Cut(part, "="); found {
			names = append(names, key)
		}
	}
	return names
}

// NamesIn returns the names in the holes of a text, without holes that cannot be read.
func NamesIn(text string) (names []string) {
	for _, part := range strings.Split(text, "{")[1:] {
		inside, _, closed := strings.Cut(part, "}")
		if f, err := Compile(inside); closed && err == nil {
			names = append(names, f.Names()...)
		}
	}
	return names
}
