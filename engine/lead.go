package engine

import "strings"

// Lead opens a page: with an answer to its question, and its price. An unfinished page has no lead,
// or one from the numbers known so far.
type Lead struct {
	Answer  Sentence // answers the question in its first words
	Price   Sentence // the cost: the attacker, wherever something is spent
	Guess   Guess    // which of the two says how often an attacker is right
	Sees    Sees     // who sees what, under the price
	Warning string   // stands on a line of its own between them; empty: nothing to warn of
}

// Said reports that there is a lead.
func (l Lead) Said() bool { return len(l.Answer) > 0 }

// Guess names the sentence of a lead that says how often an attacker is right or wrong.
type Guess int

// Where a lead says it.
const (
	NoGuess Guess = iota
	GuessInAnswer
	GuessInPrice
)

// Sentence is a text in pieces, each with where it comes from.
type Sentence []Part

// Part is a piece of a sentence: literal text, or the value of a reading or a control.
type Part struct {
	Text    string
	Of      Key    // the reading to display; empty Name: none
	Control string // the control to display; empty: none
}

// String returns the sentence as people read it.
func (s Sentence) String() string {
	var b strings.Builder
	for _, p := range s {
		b.WriteString(p.Text)
	}
	return b.String()
}
