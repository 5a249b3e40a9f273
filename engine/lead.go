package engine

import "strings"

// Lead is what a page says first: an answer to its question, and the price of it.
// A page that is not finished has none, or that of what is known by then.
type Lead struct {
	Answer  Sentence // answers the question in its first words
	Price   Sentence // says what that costs: the attacker, wherever something is spent
	Warning string   // stands on a line of its own between them; empty: nothing to warn of
}

// Said reports that there is a lead.
func (l Lead) Said() bool { return len(l.Answer) > 0 }

// Sentence is a text in pieces, each with where it comes from.
type Sentence []Part

// Part is a piece of a sentence: literal text, or what a reading or a control says.
type Part struct {
	Text    string
	Of      Key    // the reading whose displayed value it is; its Name is empty where it is none
	Control string // the control whose value it is; empty where it is none
}

// String is the sentence as people read it.
func (s Sentence) String() string {
	var b strings.Builder
	for _, p := range s {
		b.WriteString(p.Text)
	}
	return b.String()
}
