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
	Neighbours string   // what about it: "what it says", "whether it is there"; empty: Protected says it
	Budget     Sentence // "ε = 1.00 allows 73.1 %; here 69.7 %, as these two values are close."
	Brief      Sentence // the same where there is little room; empty: Budget

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
	lines := []string{raw + protected + ". " + budget, raw + ". " + budget, budget}
	if len(s.Brief) > 0 {
		brief := s.Brief.String()
		lines = append(lines, raw+protected+". "+brief, raw+". "+brief, brief)
	}
	lines = append(lines, s.numbers())
	if s.Neighbours != "" {
		protected += " (" + s.Neighbours + ")"
		lines = append([]string{raw + protected + ". " + budget}, lines...)
	}
	if len(s.Elsewhere) > 0 {
		lines = append([]string{raw + " (elsewhere in this tab: " + strings.Join(s.Elsewhere, ", ") + ")" + protected + ". " + budget}, lines...)
	}
	return lines
}

// Compared tells side by side what ε allows and what is so here, and why they differ, then why another page has other numbers at
// the same ε; nil where nothing is compared.
func (s Sees) Compared() []string {
	switch {
	case s.Right.Name == "" || !s.Said():
		return nil
	case s.reasoned():
		return []string{s.Budget.String(), elsewhere}
	}
	return []string{s.Budget.String(), "Here all of that counts: answers tell as much as ε allows, or no less is known of them.", elsewhere}
}

const elsewhere = "At the same ε another page may have another number: it asks about other noise or another δ."

// reasoned reports whether the budget says how often an attacker is right here, too, and why.
func (s Sees) reasoned() bool {
	return s.Right != s.Allowed && slices.ContainsFunc(s.Budget, func(p Part) bool { return p.Of == s.Right })
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
