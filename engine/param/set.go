package param

import (
	"fmt"
	"slices"
	"strings"
)

// A text that is Among options holds a set: "pm,laplace". Sets are equal in any written order; they are
// stored in the order of the options.

// Members returns the options that a word names, in the order of the options.
func (t Text) Members(word string) []Option {
	names := strings.Split(word, ",")
	var members []Option
	for _, o := range t.Among {
		if slices.Contains(names, o.Name) {
			members = append(members, o)
		}
	}
	return members
}

// Toggle returns a word with an option added, or removed if it is there. The error says that the set is full.
func (t Text) Toggle(word, name string) (string, error) {
	var names []string
	for _, o := range t.Members(word) {
		names = append(names, o.Name)
	}
	if i := slices.Index(names, name); i >= 0 {
		names = slices.Delete(names, i, i+1)
	} else {
		names = append(names, name)
	}
	return t.readSet(strings.Join(names, ","))
}

func (t Text) readSet(word string) (string, error) {
	var names, known []string
	for _, o := range t.Among {
		known = append(known, o.Name)
	}
	for name := range strings.SplitSeq(word, ",") {
		switch name = strings.TrimSpace(name); {
		case name == "" || slices.Contains(names, name):
		case !slices.Contains(known, name):
			return "", &UnknownError{What: t.Name, Name: name, Known: known}
		default:
			names = append(names, name)
		}
	}
	if len(names) > t.Most {
		return "", fmt.Errorf("%s names %d; at most %d would work", t.Name, len(names), t.Most)
	}
	slices.SortFunc(names, func(a, b string) int { return slices.Index(known, a) - slices.Index(known, b) })
	return strings.Join(names, ","), nil
}
