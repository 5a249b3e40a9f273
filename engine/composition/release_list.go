package composition

import (
	"slices"
	"strings"
)

// String writes releases as ReadParts reads them.
func (list Parts) String() string {
	var words []string
	for _, p := range list {
		words = append(words, p.String())
	}
	return strings.Join(words, ",")
}

// Again returns the list with the release at a place repeated more times, or fewer, at least once.
func (list Parts) Again(at int, more float64) Parts {
	list = slices.Clone(list)
	list[at].Times = min(max(list[at].Times+more, 1), mostTimes)
	return list
}

// Add returns the list with a release after a place: its kind follows that place's, and its numbers are an example.
func (list Parts) Add(at int) Parts {
	i := slices.IndexFunc(PartKinds, func(k PartKind) bool { return k.Name == list[at].Kind.Name })
	next, err := readPart(PartKinds[(i+1)%len(PartKinds)].Such)
	if err != nil || len(list) == mostParts {
		return list
	}
	return slices.Insert(slices.Clone(list), at+1, next)
}

// Drop returns the list without the release at a place, unless it is the last one.
func (list Parts) Drop(at int) Parts {
	if len(list) == 1 {
		return list
	}
	return slices.Delete(slices.Clone(list), at, at+1)
}

// PartForms lists how each kind of release is written: "laplace:ε".
func PartForms() string {
	var forms []string
	for _, k := range PartKinds {
		forms = append(forms, k.Form)
	}
	return strings.Join(forms, ", ")
}
