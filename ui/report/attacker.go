package report

import (
	"strings"

	"dpscope/views/view"
)

// lead returns what a page says first: the answer to its question, and what an attacker could do. The attacker comes first
// where the answer names ε, so that a reader learns what a budget means before its number.
func (p Page) lead() []block {
	attacker := paragraph{text: p.attacker(), strong: true}
	answer := p.Sheet.Lead.Answer.String()
	if answer == "" || sentence(answer) == attacker.text {
		return []block{attacker}
	}
	if strings.Contains(answer, "ε") {
		return []block{attacker, paragraph{text: answer}}
	}
	return []block{paragraph{text: answer}, attacker}
}

const (
	subject     = "an attacker "
	guessing    = "guessing"
	noGuarantee = "No guarantee" // no clause replaces it
)

// attacker says how often the best guess is right, in the words of the page where it has some: from "an attacker" on, without
// the text before.
func (p Page) attacker() string {
	lead := p.Sheet.Lead
	for _, text := range []string{lead.Answer.String(), lead.Price.String()} {
		if clause, found := clauseOf(text); found {
			return p.judged(clause)
		}
	}
	if right, found := p.find(view.AttackerRight); found {
		return p.judged("An attacker is right " + how(right) + " " + right.Written() + " of the time.")
	}
	if strings.Contains(lead.Price.String(), "no privacy") || strings.Contains(lead.Price.String(), "Nothing is hidden") {
		return lead.Price.String()
	}
	return "What an attacker could do is not said at this setting."
}

// clauseOf returns a sentence from "an attacker" on.
func clauseOf(text string) (clause string, found bool) {
	if strings.HasPrefix(text, "An attacker ") || strings.HasPrefix(text, noGuarantee) && strings.Contains(text, subject) {
		return text, true
	}
	before, after, found := strings.Cut(text, subject)
	switch {
	case !found || strings.HasSuffix(before, "lets "):
		return "", false
	case !strings.Contains(before, "ε") && !strings.Contains(before, "protection") && strings.HasSuffix(strings.TrimSpace(before), ","):
		return text, true // "A clear hint: shown one answer, an attacker ..."
	}
	return "A" + subject[1:] + after, true
}

// judged adds what a guess is about, and the verdict, where the clause has none.
func (p Page) judged(clause string) string {
	clause = sentence(clause)
	if !strings.Contains(clause, guessing) && strings.Contains(clause, "% of the time") {
		clause = strings.Replace(clause, "% of the time", "% of the time (50 % is guessing)", 1)
	}
	if right, found := p.find(view.AttackerRight); found {
		if verdict := view.Protection(right.Known); verdict != "" && !strings.Contains(clause, verdict) {
			clause = strings.TrimSuffix(clause, ".") + ": " + verdict + "."
		}
	}
	return clause
}

// spent returns the rest of the price, which the clause about the attacker leaves out.
func (p Page) spent() string {
	price := p.Sheet.Lead.Price.String()
	clause, found := clauseOf(price)
	if !found {
		if price == p.attacker() {
			return ""
		}
		return price
	}
	if answer, is := clauseOf(p.Sheet.Lead.Answer.String()); is && answer != clause {
		return price
	}
	rest, _, _ := strings.Cut(price, subject)
	end := strings.LastIndexAny(rest, ";:")
	if clause == price || end < 0 || strings.HasPrefix(rest, "Little protection") || strings.HasPrefix(rest, "Hardly any") {
		return ""
	}
	rest = strings.TrimRight(rest[:end], " ")
	for _, verdict := range []string{", little protection", "; little protection", ", hardly any protection", "; hardly any protection"} {
		rest = strings.TrimSuffix(rest, verdict)
	}
	if _, total := p.find(view.EpsilonTotal); total && strings.HasPrefix(rest, "ε") {
		return "" // it stands among the answers about the budget
	}
	return sentence(rest)
}
