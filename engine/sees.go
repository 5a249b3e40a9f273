package engine

import (
	"slices"
	"strings"
)

// Sees is who sees what: whom the raw data is trusted with, what is protected, and what ε allows an attacker there.
type Sees struct {
	Raw        string   // "nobody", "the office"; empty: there is no data
	Elsewhere  []string // whom other pages of the tab trust with it
	Protected  string   // "one person's answer"
	Neighbours string   // what else it may be: "any other", "added or left out"; empty: it says so itself
	Budget     Sentence // "ε = 1.00 allows 73.1 %; here 69.7 %, as these two values are close."

	Right, Allowed Key  // readings of how often an attacker is right here, and may be by what is stated; empty: no ε
	Exceeds        bool // the reason is one why it may be more often here
}

// Said reports that a page says it.
func (s Sees) Said() bool { return len(s.Budget) > 0 }

// Lines returns the line from its longest form to its shortest: other pages go first, then neighbours, what is protected, and
// whom the raw data is trusted with, and why the two numbers differ.
func (s Sees) Lines() []string {
	budget := s.Budget.String()
	switch {
	case !s.Said():
		return nil
	case s.Raw == "":
		return []string{budget}
	}
	raw, protected := "Raw data: "+s.Raw, ". Protected: "+s.Protected
	lines := []string{raw + protected + ". " + budget, raw + ". " + budget, budget, s.numbers()}
	if s.Neighbours != "" {
		protected += " (" + s.Neighbours + ")"
		lines = append([]string{raw + protected + ". " + budget}, lines...)
	}
	if len(s.Elsewhere) > 0 {
		lines = append([]string{raw + " (elsewhere in this tab: " + strings.Join(s.Elsewhere, ", ") + ")" + protected + ". " + budget}, lines...)
	}
	return lines
}

// numbers returns what the budget allows and what is so here, without the reason.
func (s Sees) numbers() string {
	here := slices.IndexFunc(s.Budget, func(p Part) bool { return p.Of == s.Right && s.Right != s.Allowed })
	if here < 0 || here == len(s.Budget)-1 {
		return s.Budget.String()
	}
	return s.Budget[:here+1].String() + "."
}

// String returns the longest form; empty where nothing is said.
func (s Sees) String() string {
	if !s.Said() {
		return ""
	}
	return s.Lines()[0]
}
