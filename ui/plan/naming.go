package plan

import (
	"slices"
	"strings"

	"dpscope/engine"
	"dpscope/engine/known"
)

// NameOf returns a series' label with the basis of its numbers, except for an exact series, the present setting and a shown
// reading: there the number itself has its sign.
func (p *Subject) NameOf(s Series) string {
	switch {
	case s.Value != "":
		return s.Label + " " + s.Value
	case s.Here:
		return s.Label
	}
	return p.Qualified(s.Basis, s.Label)
}

// Qualified returns a name with the basis of its numbers, in words: signs stand before numbers. Where everything drawn is
// estimated nothing needs to be told apart, and printed numbers of a paper are called that by their title.
func (p *Subject) Qualified(b known.Basis, name string) string {
	switch {
	case (b.Lower() || b.Upper()) && saysBound(name):
		return name
	case b.Lower():
		return name + ", at least"
	case b.Upper():
		return name + ", at most"
	case b == known.Estimate && !p.estimated():
		return name + ", estimated"
	}
	return name
}

// saysBound reports whether a name itself calls its numbers bounds: a sufficient amount may exceed the needed one.
func saysBound(name string) bool {
	return slices.ContainsFunc(strings.Fields(name), func(word string) bool {
		word = strings.Trim(word, "(),;:")
		return word == "bound" || word == "enough"
	})
}

// estimated reports whether everything drawn is an estimate.
func (p *Subject) estimated() bool {
	return !slices.ContainsFunc(p.Marks, func(m engine.Normal) bool {
		return m.Basis != known.Estimate && !m.Here && m.Held == "" && (m.Series() || m.Content == engine.Cells)
	})
}

// BriefOf returns nameOf in few letters, without the basis: for the present setting its name without its place, and for a line
// in the plane without counts and basis.
func (p *Subject) BriefOf(s Series) string {
	if s.Trail {
		s.Label, _, _ = strings.Cut(s.Label, ", ")
		return s.Label
	}
	s.Label = Short(s.Label)
	if s.Here && s.Value != "" {
		return s.Value
	}
	if s.Here {
		s.Label, _, _ = strings.Cut(s.Label, ": ")
	}
	if s.Value != "" {
		return p.NameOf(s)
	}
	return s.Label
}

// Short returns the abbreviation in a title, "PM" of "Piecewise (PM)", or the title without its brackets.
func Short(title string) string {
	before, inside, found := strings.Cut(strings.TrimSuffix(title, ")"), " (")
	switch {
	case !found, !strings.HasSuffix(title, ")"):
		return title
	case strings.ToUpper(inside) == inside:
		return inside
	}
	return before
}
