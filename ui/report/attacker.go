package report

import (
	"strings"

	"dpscope/engine"
	"dpscope/engine/known"
	"dpscope/views/view"
)

// lead returns what a page says first: the answer to its question, and what an attacker could do. The attacker comes first
// where the answer names ε, so that a reader learns what a budget means before its number.
func (p Page) lead() []block {
	attacker := paragraph{text: p.attacker(), strong: true}
	answer := p.Sheet.Lead.Answer.String()
	switch {
	case answer == "" || p.Sheet.Lead.Guess == engine.GuessInAnswer:
		return []block{attacker}
	case strings.Contains(answer, "ε"):
		return []block{attacker, paragraph{text: answer}}
	}
	return []block{paragraph{text: answer}, attacker}
}

// attacker says how often the best guess is right, in the words of the page where it has some, and else what is said of the
// budget.
func (p Page) attacker() string {
	lead := p.Sheet.Lead
	switch lead.Guess {
	case engine.GuessInAnswer:
		return lead.Answer.String()
	case engine.GuessInPrice:
		return lead.Price.String()
	}
	if right, found := p.find(view.AttackerRight); found && (right.Known.Basis == known.Exact || right.Known.Basis.Upper()) {
		return "An attacker is right at most " + right.Written() + " of the time" + view.CoinToss + "."
	}
	if lead.Sees.Said() {
		return lead.Sees.Budget.String()
	}
	return "What an attacker could do is not said at this setting."
}

// spent returns the price where that says something else than the attacker, and who sees what.
func (p Page) spent() []string {
	var said []string
	lead := p.Sheet.Lead
	if price := lead.Price.String(); price != "" && lead.Guess != engine.GuessInPrice {
		said = append(said, price)
	}
	if sees := lead.Sees.String(); sees != "" {
		said = append(said, sees)
	}
	return said
}
